// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include "core/model/plugin/plugin_functions.hpp"
#include "core/model/volume/volume_law.hpp"

namespace tendril {

/// A law of a plugin with its coefficients. Where the plugin fails the energy and its derivatives are NaN, which ends
/// the motion.
class PluginVolumeLaw final : public InvariantLaw {
 public:
  /// One coefficient per PluginLaw::coefficients(). Throws std::invalid_argument, naming the plugin, where the law does
  /// not rest at rest.
  PluginVolumeLaw(std::shared_ptr<const PluginLaw> law, std::vector<double> coefficients);
  LawValues evaluate(double I1, double I2) const override;
  void slopes(const MotionSeries&, const MotionSeries&, MotionSeries& W1, MotionSeries& W2) const override;
  std::string whyNoSeries() const override;
  const FailureNote* failureNote() const override { return &failure_; }

 private:
  std::shared_ptr<const PluginLaw> law_;
  std::vector<double> coefficients_;
  FailureNote failure_;
};

}  // namespace tendril
