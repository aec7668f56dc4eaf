// SPDX-License-Identifier: BSD-3-Clause
// Controllers of joints that motors turn through springs.
#pragma once

#include "core/description/controller_base.hpp"

namespace tendril::description {

/// What motors are told: what the reference needs, or that with feedback of all that is measured.
enum class DriveLaw { kFeedbackLinearization, kInverseDynamics };
constexpr std::array<std::string_view, 2> enumNames(DriveLaw) {
  return {"feedback_linearization", "inverse_dynamics"};
}

/// Gains of the links: coefficients of s⁴ + K₃ s³ + K₂ s² + K₁ s + K₀, by default (s + 20)⁴.
struct ElasticGains {
  static constexpr std::string_view kMeaning =
      "Gains of the links: the error of each obeys e⁗ + K₃ e‴ + K₂ ë + K₁ ė + K₀ e = 0";
  static constexpr std::string_view kGuide = "formulas.md#elastic-joints-and-their-stiffness";

  OneOrMany<Number> position = Number(160000), velocity = Number(32000), acceleration = Number(2400), jerk = Number(80);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    const auto gain = [&](auto& value, std::string_view key, std::string_view meaning, std::string_view symbol,
                          std::string_view unit) {
      v.field(value,
              {.key = key, .meaning = meaning, .symbol = symbol, .unit = unit, .minimum = 0, .source = "[vsa] (33)"});
    };
    gain(self.position, "position", "On the error of position, one or one per coordinate", "K_0", "1/s^4");
    gain(self.velocity, "velocity", "On the error of velocity, likewise", "K_1", "1/s^3");
    gain(self.acceleration, "acceleration", "On the error of acceleration, likewise", "K_2", "1/s^2");
    gain(self.jerk, "jerk", "On the error of jerk, likewise", "K_3", "1/s");
  }
};

/// The same of the stiffness: s² + K_σ1 s + K_σ0, by default (s + 20)².
struct StiffnessGains {
  static constexpr std::string_view kMeaning = "Gains of the stiffness: its error obeys ë + K_σ1 ė + K_σ0 e = 0";
  static constexpr std::string_view kGuide = "formulas.md#elastic-joints-and-their-stiffness";

  OneOrMany<Number> stiffness = Number(400), rate = Number(40);

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.stiffness, {.key = "stiffness",
                             .meaning = "On the error of stiffness, one or one per joint of variable stiffness",
                             .symbol = "K_σ0",
                             .unit = "1/s^2",
                             .minimum = 0,
                             .source = "[vsa] (33)"});
    v.field(self.rate, {.key = "rate",
                        .meaning = "On the error of its rate, likewise",
                        .symbol = "K_σ1",
                        .unit = "1/s",
                        .minimum = 0,
                        .source = "[vsa] (33)"});
  }
};

/// What controllers of motors behind springs have in common.
struct DriveController : MeasuringController, ModelBased {
  ReferenceMotion reference;
  DriveLaw law = DriveLaw::kFeedbackLinearization;
  ElasticGains linkGains;

  template <class Self, class V>
  static void describeDrives(Self& self, V& v) {
    MeasuringController::describeOutputs(self, v);
    v.field(self.reference, {.key = "reference", .meaning = "What the links follow, one number per coordinate"});
    v.field(self.law, {.key = "law",
                       .meaning = "feedback_linearization: the errors obey their own equations; inverse_dynamics: what "
                                  "the reference needs, without feedback",
                       .source = "[vsa] (32)"});
    v.field(self.linkGains, {.key = "gains", .meaning = "Gains of the links"});
  }
  template <class Self, class V>
  static void describeRest(Self& self, V& v) {
    ModelBased::describeModel(self, v);
    MeasuringController::describeSampling(self, v);
  }
};

struct ElasticJointsController : DriveController {
  static constexpr std::string_view kType = "elastic_joints";
  static constexpr std::string_view kMeaning = "Moves the links of a robot whose motors turn them through springs";
  static constexpr std::string_view kGuide = "formulas.md#elastic-joints-and-their-stiffness";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    DriveController::describeDrives(self, v);
    DriveController::describeRest(self, v);
  }
};

struct VariableStiffnessController : DriveController {
  static constexpr std::string_view kType = "variable_stiffness";
  static constexpr std::string_view kMeaning =
      "Moves the links of a robot and the stiffness of its joints, which pairs of motors turn through springs";
  static constexpr std::string_view kGuide = "formulas.md#elastic-joints-and-their-stiffness";

  ReferenceMotion stiffness;
  StiffnessGains stiffnessGains;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    DriveController::describeDrives(self, v);
    v.field(self.stiffness, {.key = "stiffness",
                             .meaning = "What the stiffness of the joints follows, one number per joint of variable "
                                        "stiffness (N·m/rad)",
                             .required = true});
    v.field(self.stiffnessGains, {.key = "stiffness_gains", .meaning = "Gains of the stiffness"});
    DriveController::describeRest(self, v);
  }
};

}  // namespace tendril::description
