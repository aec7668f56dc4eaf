// SPDX-License-Identifier: BSD-3-Clause
// Bodies that not every configuration suits.
#pragma once

#include <string>

#include "core/math/types.hpp"

namespace tendril {

/// Bodies whose map from coordinates to points ends somewhere (a section that folds over, a bore that closes) implement
/// this beside Body; who explains a failure asks for it by dynamic_cast.
class AdmissibleSet {
 public:
  virtual ~AdmissibleSet() = default;
  /// How far q (n) is inside: 1 at rest, 0 at the edge, negative or NaN outside.
  virtual double admissibleMargin(const VecXRef& q) const = 0;
  /// What ends there, where, for people: "bending has folded its section … at x = 0.03 m". Of the place with the least
  /// margin.
  virtual std::string violation(const VecXRef& q) const = 0;
  /// The margin over its surface as well, where bends fold first: there something may fold while all that is computed
  /// of the body is still inside.
  virtual double surfaceMargin(const VecXRef& q) const = 0;
  /// violation() of the place with the least surfaceMargin.
  virtual std::string surfaceViolation(const VecXRef& q) const = 0;
};

}  // namespace tendril
