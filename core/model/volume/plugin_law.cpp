// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/plugin_law.hpp"

#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

namespace tendril {

PluginVolumeLaw::PluginVolumeLaw(std::shared_ptr<const PluginLaw> law, std::vector<double> coefficients)
    : law_(std::move(law)), coefficients_(std::move(coefficients)) {
  std::array<double, 6> rest;
  std::string why = law_->evaluate(coefficients_, 3, 3, rest);
  const double stiffness = rest[1] + rest[2];
  if (why.empty() && !(stiffness > 0)) why = "has no stiffness at rest with these coefficients";
  if (why.empty() && !(std::abs(rest[0]) <= 1e-9 * stiffness)) why = "has energy at rest with these coefficients";
  if (!why.empty())
    throw std::invalid_argument("the law " + law_->name() + " of the plugin " + law_->plugin() + ' ' + why);
  setRest({.W1 = rest[1], .W2 = rest[2]});
}

LawValues PluginVolumeLaw::evaluate(double I1, double I2) const {
  std::array<double, 6> out;
  const bool finite = std::isfinite(I1) && std::isfinite(I2);  // else the plugin is not to blame
  const std::string why = finite ? law_->evaluate(coefficients_, I1, I2, out) : std::string();
  if (!finite || !why.empty()) out.fill(std::numeric_limits<double>::quiet_NaN());
  if (!why.empty()) {
    char where[60];
    std::snprintf(where, sizeof where, " (I1 = %.4g, I2 = %.4g)", I1, I2);
    failure_.write("the law " + law_->name() + " of the plugin " + law_->plugin() + ' ' + why + where);
  }
  return {.W = out[0], .W1 = out[1], .W2 = out[2], .W11 = out[3], .W12 = out[4], .W22 = out[5]};
}

void PluginVolumeLaw::slopes(const MotionSeries&, const MotionSeries&, MotionSeries& W1, MotionSeries& W2) const {
  W1 = W2 = MotionSeries(std::numeric_limits<double>::quiet_NaN());
}

std::string PluginVolumeLaw::whyNoSeries() const {
  return "its law " + law_->name() + " comes from the plugin " + law_->plugin() + ", which gives no series of time";
}

}  // namespace tendril
