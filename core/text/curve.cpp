// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/curve.hpp"

#include <array>
#include <span>

#include "core/math/dual.hpp"

namespace tendril {

double Curve::value(double X) const {
  const std::array<double, 3> values = {X, X * length_, X * length_};
  return expression_.evaluate(std::span<const double>(values));
}

double Curve::slope(double X) const {
  using D = Dual<1>;
  const D unit = D::variable(X, 0);
  const std::array<D, 3> values = {unit, unit * length_, unit * length_};
  return expression_.evaluate<D>(std::span<const D>(values)).partial(0);
}

}  // namespace tendril
