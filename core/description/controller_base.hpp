// SPDX-License-Identifier: BSD-3-Clause
// What kinds of controllers share.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/fields/reference_motion.hpp"

namespace tendril::description {

/// A number, one per coordinate (a diagonal), or a matrix row by row.
using GainMatrix = OneOrMany<OneOrMany<Number>>;

/// Gains of a controller that follows a reference.
struct Gains {
  static constexpr std::string_view kMeaning = "Gains: a number, one per coordinate, or a matrix";

  GainMatrix proportional = OneOrMany<Number>(Number(0.0)), derivative = OneOrMany<Number>(Number(0.0)),
             integral = OneOrMany<Number>(Number(0.0));

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.proportional,
            {.key = "proportional", .meaning = "On the error", .symbol = "K_P", .source = "[kane] §7.1"});
    v.field(self.derivative,
            {.key = "derivative", .meaning = "On the rate of the error", .symbol = "K_D", .source = "[kane] §7.1"});
    v.field(self.integral, {.key = "integral",
                            .meaning = "On the integral of the error; only of pid. What would drive an output beyond "
                                       "the end of its range is not added up (anti-windup)",
                            .symbol = "K_I",
                            .depth = Depth::kAll});
  }
};

/// How the motion is measured.
struct Sensor {
  static constexpr std::string_view kMeaning = "How the motion is measured";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  Number delay, positionQuantum, velocityQuantum, positionNoise, velocityNoise, seed;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.delay, {.key = "delay",
                         .meaning = "From the measurement until it takes effect",
                         .unit = "s",
                         .minimum = 0,
                         .depth = Depth::kAll});
    v.field(self.positionQuantum,
            {.key = "position_quantum",
             .meaning = "Positions are rounded to multiples of it, rotations as vectors; 0: exact",
             .minimum = 0,
             .depth = Depth::kAll});
    v.field(self.velocityQuantum, {.key = "velocity_quantum",
                                   .meaning = "Velocities are rounded to multiples of it; 0: exact",
                                   .minimum = 0,
                                   .depth = Depth::kAll});
    v.field(self.positionNoise, {.key = "position_noise",
                                 .meaning = "Standard deviation of what is added to positions",
                                 .minimum = 0,
                                 .depth = Depth::kAll});
    v.field(self.velocityNoise, {.key = "velocity_noise",
                                 .meaning = "Standard deviation of what is added to velocities",
                                 .minimum = 0,
                                 .depth = Depth::kAll});
    v.field(self.seed, {.key = "seed",
                        .meaning = "The same gives the same noise",
                        .minimum = 0,
                        .maximum = 9007199254740992.0,
                        .integer = true,
                        .depth = Depth::kAll});
  }
};

/// What all controllers that are sampled have in common.
struct SampledController {
  std::optional<Number> period;
  Sensor sensor;

  template <class Self, class V>
  static void describeSampling(Self& self, V& v) {
    v.field(self.period, {.key = "period",
                          .meaning = "Between samples; absent: without samples where it can, else the step",
                          .unit = "s",
                          .minimum = 0,
                          .exclusive = true});
    v.field(self.sensor, {.key = "sensor", .meaning = "How the motion is measured", .depth = Depth::kAll});
  }
};

/// What all controllers that measure and name their outputs have in common.
struct MeasuringController : SampledController {
  std::vector<ActuatorRef> outputs;

  template <class Self, class V>
  static void describeOutputs(Self& self, V& v) {
    v.field(self.outputs, {.key = "outputs", .meaning = "Actuators whose inputs it gives", .required = true});
  }
};

/// What laws have in common that compute with a model of the robot.
struct ModelBased {
  std::string model;

  template <class Self, class V>
  static void describeModel(Self& self, V& v) {
    v.field(self.model, {.key = "model",
                         .meaning = "Variant of the project whose robot it computes with; absent: the robot as it is",
                         .depth = Depth::kAll});
  }
};

/// What controllers that follow a reference have in common.
struct TrackingController : MeasuringController {
  ReferenceMotion reference;
  Gains gains;

  template <class Self, class V>
  static void describeTracking(Self& self, V& v) {
    MeasuringController::describeOutputs(self, v);
    v.field(self.reference, {.key = "reference", .meaning = "What it follows"});
    v.field(self.gains, {.key = "gains", .meaning = "Gains"});
    MeasuringController::describeSampling(self, v);
  }
};

/// What controllers that may follow any measured signal have in common.
struct SignalTrackingController : TrackingController {
  std::optional<OneOrMany<Formula>> actual;
  Number derivativeTime = 0.01;

  template <class Self, class V>
  static void describeSignalTracking(Self& self, V& v) {
    TrackingController::describeTracking(self, v);
    v.field(self.actual, {.key = "actual",
                          .meaning = "What follows the reference instead of the actuation coordinates: an expression "
                                     "of measured signals per input of the outputs",
                          .variables = "t",
                          .signals = true});
    v.field(self.derivativeTime, {.key = "derivative_time",
                                  .meaning = "Time constant of the filter that differentiates those of `actual` whose "
                                             "rate is not known: velocities, forces of contacts",
                                  .unit = "s",
                                  .minimum = 0,
                                  .exclusive = true,
                                  .when = self.actual.has_value(),
                                  .harmless = true,
                                  .condition = "only with actual",
                                  .depth = Depth::kAll});
  }
};

}  // namespace tendril::description
