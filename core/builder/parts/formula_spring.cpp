// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/formula_spring.hpp"

#include <algorithm>

#include "core/math/jet.hpp"
#include "core/model/quadrature/quadrature.hpp"

namespace tendril {
namespace {

constexpr int kEnergyPoints = 20;

template <int K>
void evaluateSeries(const Expression& formula, const double* phi, int order, double* torque) {
  Jet<K> argument;
  std::copy(phi, phi + order + 1, argument.c.begin());
  const Jet<K> value = formula.evaluate<Jet<K>>(std::span<const Jet<K>>(&argument, 1));
  std::copy(value.c.begin(), value.c.begin() + order + 1, torque);
}

}  // namespace

SpringTorque FormulaSpring::evaluate(double phi) const {
  const Jet<3> argument = Jet<3>::parameter(phi);
  const Jet<3> torque = torque_.evaluate<Jet<3>>(std::span(&argument, 1));
  return {torque.derivative(0), torque.derivative(1), torque.derivative(2), torque.derivative(3)};
}

double FormulaSpring::energy(double phi) const {
  static const std::vector<QuadraturePoint> rule = gaussLegendre(kEnergyPoints);
  double sum = 0;
  for (const QuadraturePoint& point : rule) {
    const double at = point.s * phi;
    sum += point.weight * torque_.evaluate(std::span<const double>(&at, 1));
  }
  return phi * sum;
}

void FormulaSpring::series(const double* phi, int order, double* torque) const {
  if (order <= 3) return evaluateSeries<3>(torque_, phi, order, torque);
  evaluateSeries<kMostOrder>(torque_, phi, order, torque);
}

}  // namespace tendril
