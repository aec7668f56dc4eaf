// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "core/description/controller_base.hpp"
#include "core/description/drive_controllers.hpp"

namespace tendril::description {

/// Inputs as given functions of time.
struct SignalsController {
  static constexpr std::string_view kType = "signals";
  static constexpr std::string_view kMeaning = "Inputs as functions of time";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  OrderedMap<ActuatorRef, SignalSource> outputs;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.outputs, {.key = "outputs",
                           .meaning = "Per actuator: an expression of t (or one per input), or a table",
                           .required = true,
                           .variables = "t"});
  }
};

/// Inputs as formulas of what is measured.
struct ExpressionController : SampledController {
  static constexpr std::string_view kType = "expression";
  static constexpr std::string_view kMeaning = "Inputs as formulas of measured signals";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  OrderedMap<ActuatorRef, OneOrMany<Formula>> outputs;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.outputs, {.key = "outputs",
                           .meaning = "Per actuator: an expression of measured signals and t, or one per input",
                           .required = true,
                           .variables = "t",
                           .signals = true});
    SampledController::describeSampling(self, v);
  }
};

struct PidController : SignalTrackingController {
  static constexpr std::string_view kType = "pid";
  static constexpr std::string_view kMeaning =
      "Proportional, integral, derivative, in actuation coordinates or measured signals";
  static constexpr std::string_view kGuide = "formulas.md#following-a-reference";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    SignalTrackingController::describeSignalTracking(self, v);
  }
};

/// The short form of pid, without an integral.
struct PdController : SignalTrackingController {
  static constexpr std::string_view kType = "pd";
  static constexpr std::string_view kMeaning = "Proportional, derivative, in actuation coordinates or measured signals";
  static constexpr std::string_view kGuide = "formulas.md#following-a-reference";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    SignalTrackingController::describeSignalTracking(self, v);
  }
};

struct PdCancellationController : TrackingController, ModelBased {
  static constexpr std::string_view kType = "pd_cancellation";
  static constexpr std::string_view kMeaning = "Proportional, derivative, with gravity and elasticity cancelled";
  static constexpr std::string_view kGuide = "formulas.md#following-a-reference";

  std::vector<LinkRef> links;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    TrackingController::describeTracking(self, v);
    ModelBased::describeModel(self, v);
    v.field(self.links, {.key = "links",
                         .meaning = "Links whose coordinates follow the reference; absent: actuation coordinates do",
                         .source = "[kane] §7.2"});
  }
};

struct ComputedTorqueController : TrackingController, ModelBased {
  static constexpr std::string_view kType = "computed_torque";
  static constexpr std::string_view kMeaning =
      "Inverse dynamics with feedback, for robots whose coordinates are all driven";
  static constexpr std::string_view kGuide = "formulas.md#following-a-reference";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    TrackingController::describeTracking(self, v);
    ModelBased::describeModel(self, v);
  }
};

struct PartialFeedbackLinearizationController : TrackingController, ModelBased {
  static constexpr std::string_view kType = "partial_feedback_linearization";
  static constexpr std::string_view kMeaning = "Makes actuation coordinates obey a linear equation";
  static constexpr std::string_view kGuide = "formulas.md#following-a-reference";

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    TrackingController::describeTracking(self, v);
    ModelBased::describeModel(self, v);
  }
};

/// What of a frame follows the reference.
enum class TaskKind { kPosition, kOrientation, kPose };
constexpr std::array<std::string_view, 3> enumNames(TaskKind) {
  return {"position", "orientation", "pose"};
}

/// What controllers that lead a frame of the robot have in common.
struct LeadingController : TrackingController, ModelBased {
  LinkRef link;
  Attachment at;
  TaskKind task = TaskKind::kPosition;
  Number damping = 0.1;

  template <class Self, class V>
  static void describeLeading(Self& self, V& v) {
    v.field(self.link, {.key = "link", .meaning = "Link that it leads", .required = true});
    v.field(self.at,
            {.key = "at",
             .meaning = "The frame on it: tip, base, 0…1 along the body, or [x, y, z] (m) on the surface of a volume",
             .minimum = 0,
             .maximum = 1,
             .label = "Frame at"});
    v.field(self.task, {.key = "task",
                        .meaning = "What follows: position (3 entries, m), orientation (rotation vector, rad), or pose "
                                   "(6 entries: both)"});
    TrackingController::describeTracking(self, v);
    v.field(self.damping, {.key = "damping",
                           .meaning = "Where the worst direction comes below this share of the best one, it is left "
                                      "(damped least squares)",
                           .minimum = 0,
                           .maximum = 1,
                           .depth = Depth::kAll});
    ModelBased::describeModel(self, v);
  }
};

struct TaskSpaceController : LeadingController {
  static constexpr std::string_view kType = "task_space";
  static constexpr std::string_view kMeaning = "Leads a frame of a robot that is driven throughout";
  static constexpr std::string_view kGuide = "formulas.md#leading-a-frame";

  Number postureStiffness, postureDamping = 20.0;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    LeadingController::describeLeading(self, v);
    v.field(self.postureStiffness,
            {.key = "posture_stiffness",
             .meaning = "What the task leaves free goes back to where it starts, in actuation coordinates",
             .unit = "1/s^2",
             .minimum = 0,
             .depth = Depth::kAll});
    v.field(self.postureDamping, {.key = "posture_damping",
                                  .meaning = "What the task leaves free comes to rest",
                                  .unit = "1/s",
                                  .minimum = 0,
                                  .depth = Depth::kAll});
  }
};

struct InverseStaticsController : LeadingController {
  static constexpr std::string_view kType = "inverse_statics";
  static constexpr std::string_view kMeaning = "Leads a frame of a soft robot through equilibria";
  static constexpr std::string_view kGuide = "formulas.md#leading-a-frame";

  Number relaxation = 1.0;

  InverseStaticsController() { damping = 0.02; }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    LeadingController::describeLeading(self, v);
    v.field(self.relaxation, {.key = "relaxation",
                              .meaning = "How fast inputs that the task does not need go down",
                              .unit = "1/s",
                              .minimum = 0,
                              .depth = Depth::kAll});
  }
};

/// About what a regulator is linearised.
enum class OperatingPoint { kEquilibrium, kInitial };
constexpr std::array<std::string_view, 2> enumNames(OperatingPoint) {
  return {"equilibrium", "initial"};
}

struct LqrController : MeasuringController, ModelBased {
  static constexpr std::string_view kType = "lqr";
  static constexpr std::string_view kMeaning =
      "Linear-quadratic regulator: holds an equilibrium, also one that is not stable";
  static constexpr std::string_view kGuide = "formulas.md#holding-an-equilibrium";

  OperatingPoint about = OperatingPoint::kEquilibrium;
  OneOrMany<Number> inputs = Number(0.0);
  GainMatrix positionWeights = OneOrMany<Number>(Number(1.0)), velocityWeights = OneOrMany<Number>(Number(0.0)),
             inputWeights = OneOrMany<Number>(Number(1.0)), stateWeights = OneOrMany<Number>(Number(0.0));

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    MeasuringController::describeOutputs(self, v);
    v.field(self.about, {.key = "about",
                         .meaning = "What it holds: the equilibrium next to the initial configuration, or that "
                                    "configuration itself, with the inputs that balance it"});
    v.field(self.inputs,
            {.key = "inputs", .meaning = "Of the outputs at the equilibrium: one for all, or one per input"});
    v.field(self.positionWeights,
            {.key = "position_weights",
             .meaning = "On deviations of positions: a number, one per velocity coordinate, or a matrix"});
    v.field(self.velocityWeights, {.key = "velocity_weights", .meaning = "On velocities, likewise"});
    v.field(self.inputWeights,
            {.key = "input_weights",
             .meaning = "On what inputs deviate: a number, one per input of the outputs, or a matrix",
             .symbol = "R"});
    v.field(self.stateWeights, {.key = "state_weights",
                                .meaning = "On positions, then velocities, as one matrix; added to those",
                                .symbol = "Q",
                                .depth = Depth::kAll});
    ModelBased::describeModel(self, v);
    MeasuringController::describeSampling(self, v);
  }
};

enum class ErrorAxes { kWorld, kBody };
constexpr std::array<std::string_view, 2> enumNames(ErrorAxes) {
  return {"world", "body"};
}

struct PoseTrackingController : TrackingController, ModelBased {
  static constexpr std::string_view kType = "pose_tracking";
  static constexpr std::string_view kMeaning = "Moves a floating base in position and orientation";
  static constexpr std::string_view kGuide = "formulas.md#floating-bases";

  std::optional<LinkRef> link;
  ErrorAxes axes = ErrorAxes::kWorld;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link,
            {.key = "link", .meaning = "The base, with a free joint; absent: the one that the outputs drive"});
    TrackingController::describeTracking(self, v);
    v.field(self.axes, {.key = "axes",
                        .meaning = "Axes of errors and gains, position before orientation: the world's or the base's"});
    ModelBased::describeModel(self, v);
  }
};

/// Gains of position, of tilt and of heading, errors of orientation in world axes.
inline GainMatrix gainsOfFlight(double position, double tilt, double heading) {
  GainMatrix out;
  out.list = true;
  for (const double gain : {position, position, position, tilt, tilt, heading}) out.values.emplace_back(Number(gain));
  return out;
}

struct GeometricTrackingController : TrackingController, ModelBased {
  static constexpr std::string_view kType = "geometric_tracking";
  static constexpr std::string_view kMeaning =
      "Flies a floating base that tilts to go sideways: position and heading of its reference";
  static constexpr std::string_view kGuide = "formulas.md#floating-bases";

  std::optional<LinkRef> link;
  Number tiltLimit = 0.8;

  /// Accelerations per error, so the robot's masses do not enter: critically damped, 1.5, 14 and 3 rad/s.
  GeometricTrackingController() {
    gains.proportional = gainsOfFlight(2.25, 196, 9), gains.derivative = gainsOfFlight(3, 28, 6);
  }

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.link,
            {.key = "link", .meaning = "The base, with a free joint; absent: the one that the outputs push"});
    TrackingController::describeTracking(self, v);
    v.field(self.tiltLimit, {.key = "tilt_limit",
                             .meaning = "Largest angle between the wanted thrust and the vertical",
                             .unit = "rad",
                             .minimum = 0,
                             .maximum = 1.57,
                             .exclusive = true});
    ModelBased::describeModel(self, v);
  }
};

struct PluginController : MeasuringController {
  static constexpr std::string_view kType = "plugin";
  static constexpr std::string_view kMeaning = "Controller of a plugin";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  std::string controller;
  OrderedMap<std::string, Number> parameters;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    MeasuringController::describeOutputs(self, v);
    v.field(self.controller, {.key = "controller",
                              .meaning = "Name of the controller; a plugin that is loaded must have it",
                              .required = true,
                              .offers = OfferKind::kController,
                              .label = "Controller of the plugin"});
    v.field(self.parameters, {.key = "parameters",
                              .meaning = "Parameters by their names, SI; absent ones are the plugin's",
                              .parametersOf = self.controller});
    MeasuringController::describeSampling(self, v);
  }
};

/// The only list of laws: a law is one struct and one entry here.
using LawType =
    std::variant<SignalsController, PidController, PdController, PdCancellationController, ComputedTorqueController,
                 PartialFeedbackLinearizationController, TaskSpaceController, InverseStaticsController, LqrController,
                 ExpressionController, PoseTrackingController, GeometricTrackingController, ElasticJointsController,
                 VariableStiffnessController, PluginController>;

/// A controller within a phase: a law without a name.
struct PhaseController {
  static constexpr std::string_view kMeaning = "A controller of a phase, without name, period and sensor";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  LawType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.type, {.key = "type", .meaning = "Kind of controller", .required = true, .label = "Kind"});
  }
};

/// From when a phase counts the time.
enum class PhaseClock { kAbsolute, kPhase };
constexpr std::array<std::string_view, 2> enumNames(PhaseClock) {
  return {"absolute", "phase"};
}

struct ControllerPhase {
  static constexpr std::string_view kMeaning = "A phase of a sequence of controllers";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  std::optional<Formula> until;
  PhaseClock clock = PhaseClock::kAbsolute;
  std::optional<PhaseController> controller;
  std::vector<PhaseController> controllers;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.until, {.key = "until",
                         .meaning = "When it ends: seconds since it began (a number, or \"=expression\" of the named "
                                    "parameters), or an expression of measured signals and t that becomes true; "
                                    "absent, of the last one only: never",
                         .minimum = 0,
                         .variables = "t",
                         .signals = true});
    v.field(self.clock,
            {.key = "clock", .meaning = "What t is in it: absolute, of the run, or phase, since the phase began"});
    v.field(self.controller, {.key = "controller", .meaning = "What computes inputs in this phase"});
    v.field(self.controllers, {.key = "controllers", .meaning = "The same, several of them with different outputs"});
  }
};

/// What inputs do that the phase does not give.
enum class Undriven { kZero, kHold };
constexpr std::array<std::string_view, 2> enumNames(Undriven) {
  return {"zero", "hold"};
}

struct SequenceController : SampledController {
  static constexpr std::string_view kType = "sequence";
  static constexpr std::string_view kMeaning = "Controllers one after another, in phases";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  std::vector<ControllerPhase> phases;
  Undriven undriven = Undriven::kZero;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.phases, {.key = "phases", .meaning = "In the order in which they run", .required = true});
    v.field(self.undriven, {.key = "undriven",
                            .meaning = "Inputs that a phase does not give, but another one does: zero, or hold what "
                                       "was demanded last",
                            .depth = Depth::kAll});
    SampledController::describeSampling(self, v);
  }
};

/// The only list of controllers: those with a law of their own, and what puts laws together.
using ControllerType =
    std::variant<SignalsController, PidController, PdController, PdCancellationController, ComputedTorqueController,
                 PartialFeedbackLinearizationController, TaskSpaceController, InverseStaticsController, LqrController,
                 ExpressionController, SequenceController, PoseTrackingController, GeometricTrackingController,
                 ElasticJointsController, VariableStiffnessController, PluginController>;

struct Controller {
  static constexpr std::string_view kMeaning = "Something that computes inputs";
  static constexpr std::string_view kGuide = "modelling.md#controllers";

  ObjectId id = 0;
  std::string name;
  ControllerType type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.name, {.key = "name", .meaning = "Unique name", .required = true});
    v.choice(self.type, {.key = "type", .meaning = "Kind of controller", .required = true, .label = "Kind"});
  }
};

/// Calls apply(controller, path) for the controllers of a phase; `path`: of the phase.
template <class Phase, class Apply>
void eachController(Phase& phase, const std::string& path, Apply&& apply) {
  if (phase.controller) apply(*phase.controller, path + ".controller");
  for (std::size_t i = 0; i < phase.controllers.size(); ++i)
    apply(phase.controllers[i], path + ".controllers[" + std::to_string(i) + ']');
}

/// Calls apply(law, path) for the law of a controller, or for all of the laws of a sequence.
template <class Type, class Apply>
void eachLaw(Type& type, const std::string& path, Apply&& apply) {
  std::visit(
      [&](auto& own) {
        if constexpr (requires { own.phases; }) {
          for (std::size_t i = 0; i < own.phases.size(); ++i)
            eachController(own.phases[i], path + ".phases[" + std::to_string(i) + ']', [&](auto& part, const auto& at) {
              std::visit([&](auto& law) { apply(law, at); }, part.type);
            });
        } else {
          apply(own, path);
        }
      },
      type);
}

}  // namespace tendril::description
