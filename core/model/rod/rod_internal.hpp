// SPDX-License-Identifier: BSD-3-Clause
// Helpers shared by the source files of the rod.
#pragma once

#include "core/model/rod/rod_data.hpp"

namespace tendril {

/// Strains at the two collocation points of a step.
void readStrains(const MatX& strains, int step, screw::Vector (&out)[2]);

/// Writes the generators of one step into the table.
void storeGenerators(const Generators& generators, GeneratorTable& table, int step);

/// Adds the columns of a station's own partial step to a 6×n matrix.
void addSideColumns(const RodTables& tables, const RodStation& station, const Generators& generators, Mat6X& out);

/// C += Aᵀ B for tall A, B with few columns. No packing and no allocation, unlike Eigen's general product.
void addTransposeProduct(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B, MatXMut C);

}  // namespace tendril
