// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/builder/parts/evaluator.hpp"
#include "core/model/rod/basis/basis.hpp"

namespace tendril {

/// The basis of a strain; null after a problem.
StrainBasisPtr buildStrainBasis(const description::StrainMode& mode, double length, Evaluator& evaluator,
                                std::vector<Problem>& problems, const std::string& path);

/// Number of coordinates of a division, or −1 if its bases have problems.
int divisionSize(const description::RodDivision& division, Evaluator& evaluator);

/// Computational points × coordinates of a division: the size of its tables.
double divisionEntries(const description::RodDivision& division, Evaluator& evaluator);

}  // namespace tendril
