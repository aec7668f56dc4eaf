// SPDX-License-Identifier: BSD-3-Clause
// Strain bases: scalar functions of s ∈ [0, 1] along a division of a rod (rods.md §2, conventions.md).
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tendril {

/// A family of scalar functions φ_k(s), k = 0…count()−1, and the quadrature that integrates them well.
class StrainBasis {
 public:
  virtual ~StrainBasis() = default;
  virtual int count() const = 0;
  /// φ_k(s). At a breakpoint the value of the element on its left, of the first element at s = 0.
  virtual double value(int k, double s) const = 0;
  /// Interior element boundaries in (0, 1), ascending: quadrature never steps over one. Empty for global functions.
  virtual std::vector<double> breakpoints() const { return {}; }
  /// Gauss points per element wanted when the user gives none.
  virtual int gaussPoints() const = 0;
};

using StrainBasisPtr = std::shared_ptr<const StrainBasis>;

/// Makes a basis of a built-in family by its name in project files. `order` is the polynomial order, the number of
/// harmonics or, for element bases, the number of elements. Throws std::invalid_argument with the allowed names or
/// orders.
StrainBasisPtr makeStrainBasis(std::string_view name, int order);

/// Names of the built-in families, in the order shown to people ("custom" is not among them).
std::vector<std::string> strainBasisNames();

inline constexpr std::string_view kCustomBasis = "custom";  ///< the name of a basis of formulas in project files

/// A basis of any functions of s.
StrainBasisPtr makeCustomBasis(std::vector<std::function<double(double)>> functions);

}  // namespace tendril
