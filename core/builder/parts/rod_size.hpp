// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/builder/parts/evaluator.hpp"
#include "core/catalogue/catalogue.hpp"
#include "core/model/rod/basis/basis.hpp"

namespace tendril {

/// A basis of a plugin or a built-in family by its name. Throws std::invalid_argument with the allowed names or orders.
StrainBasisPtr namedStrainBasis(const std::string& name, int order, const Catalogue& catalogue);

/// The basis of a strain; null after a problem.
StrainBasisPtr buildStrainBasis(const description::StrainMode& mode, double length, const Catalogue& catalogue,
                                Evaluator& evaluator, std::vector<Problem>& problems, const std::string& path);

/// Number of coordinates of a division, or −1 if its bases have problems.
int divisionSize(const description::RodDivision& division, const Catalogue& catalogue, Evaluator& evaluator);

/// Computational points × coordinates of a division: the size of its tables.
double divisionEntries(const description::RodDivision& division, const Catalogue& catalogue, Evaluator& evaluator);

}  // namespace tendril
