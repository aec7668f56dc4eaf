// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/joint/motor.hpp"
#include "core/text/expression.hpp"

namespace tendril {

/// A spring whose torque is a formula of its deflection, the first variable. Its energy is found by quadrature.
class FormulaSpring final : public SpringLaw {
 public:
  explicit FormulaSpring(Expression torque) : torque_(std::move(torque)) {}
  SpringTorque evaluate(double phi) const override;
  double energy(double phi) const override;
  void series(const double* phi, int order, double* torque) const override;

 private:
  Expression torque_;
};

}  // namespace tendril
