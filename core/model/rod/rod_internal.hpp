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

/// Puts the change of the wrench of one node with every coordinate j, byQ(j) and byV(j) (6 each, of q and q̇), into W
/// and adds it to Uq, Uv. Columns of the step that ends here have a part in W already.
template <class ByQ, class ByV>
void addNodeColumns(RodData& data, const RodDivision& division, int node, const ByQ& byQ, const ByV& byV) {
  const Eigen::Index n = data.Uq.cols(), row = 6 * node;
  for (int j = 0; j < division.lastColumn(); ++j) {
    const Vec6 D = byQ(j), E = byV(j);
    auto there = data.W.col(j).segment<6>(row);
    if (j < division.firstColumn) {
      there = D;
    } else {
      there += D;
    }
    data.W.col(n + j).segment<6>(row) = E;
    data.Uq.col(j) += D;
    data.Uv.col(j) += E;
  }
}

/// C += Aᵀ B for tall A, B with few columns. No packing and no allocation, unlike Eigen's general product.
void addTransposeProduct(const Eigen::Ref<const MatX>& A, const Eigen::Ref<const MatX>& B, MatXMut C);

}  // namespace tendril
