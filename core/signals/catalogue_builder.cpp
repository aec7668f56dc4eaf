// SPDX-License-Identifier: BSD-3-Clause
// Names every number of a model.
#include <algorithm>
#include <cmath>
#include <memory>

#include "core/model/body/surface_carrier.hpp"
#include "core/model/data.hpp"
#include "core/model/propellers.hpp"
#include "core/signals/motor_signals.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;
constexpr std::array<char, 3> kAxes = {'x', 'y', 'z'};

std::string subscript(int number) {
  std::string out;
  for (const char digit : std::to_string(number)) {
    out += "\xE2\x82";
    out += static_cast<char>(0x80 + (digit - '0'));
  }
  return out;
}

std::string indexed(const std::string& text, int index) {
  return text + '[' + std::to_string(index) + ']';
}

std::string perSecond(std::string_view unit, int times) {
  const std::string seconds = times == 1 ? "s" : "s²";
  return std::string(unit.empty() ? "1" : unit) + '/' + seconds;
}

}  // namespace

class CatalogueBuilder {
 public:
  CatalogueBuilder(const Model& model, SignalCatalogue& out) : model_(model), out_(out) {}

  void build(const NamedSignals& computed) {
    add({.name = "t", .symbol = "t", .unit = "s", .description = "Time", .group = "Robot"}, Kind::kTime, 0);
    for (std::size_t i = 0; i < model_.links.size(); ++i) addLink(static_cast<int>(i));
    for (std::size_t i = 0; i < model_.actuators.size(); ++i) addActuator(static_cast<int>(i));
    addControllers();
    for (std::size_t i = 0; i < model_.loops.size(); ++i) addLoop(static_cast<int>(i));
    addContacts();
    addRobot();
    for (const auto& [name, formula] : computed) addComputed(name, formula);
  }

 private:
  int add(Signal signal, Kind kind, int index, int component = 0) {
    signal.width = 1;
    signal.sources[0] = {kind, static_cast<std::uint8_t>(component), index};
    return keep(std::move(signal));
  }
  int addVector(Signal signal, Kind kind, int index) {
    signal.width = 3;
    for (std::uint8_t c = 0; c < 3; ++c) signal.sources[c] = {kind, c, index};
    return keep(std::move(signal));
  }
  int keep(Signal signal) {
    const int id = static_cast<int>(out_.signals_.size());
    alias(signal.name, id);
    out_.signals_.push_back(std::move(signal));
    return id;
  }
  /// The first owner of a name keeps it. Names are also found without their quotes.
  void alias(const std::string& name, int id) {
    out_.index_.emplace(name, id);
    if (name.find('\'') == std::string::npos) return;
    std::string bare = name;
    std::erase(bare, '\'');
    out_.index_.emplace(bare, id);
  }

  // Links.
  void addLink(int i) {
    const Link& link = model_.links[static_cast<std::size_t>(i)];
    if (link.motorOf) {
      for (Signal& signal : motorSignals(model_, link)) keep(std::move(signal));
      return;
    }
    for (int k = 0; k < link.nqJoint + link.nBody; ++k) addPosition(link, k);
    for (int k = 0; k < link.nvJoint + link.nBody; ++k) addVelocity(link, k);
    addPlace(link, 2 * i + 1, "tip");
    addPlace(link, 2 * i, "base");
    if (const auto* carrier = surfaceCarrierOf(link.body.get())) {
      const SurfaceMesh& mesh = carrier->surface();
      out_.bodies_.push_back({i, static_cast<int>(mesh.vertices.size() + mesh.inside.size()), link.name});
    } else if (link.body && !link.body->sweptPieces().empty()) {
      out_.bodies_.push_back({i, 0, link.name});
    }
  }
  void addPosition(const Link& link, int k) {
    const bool joint = k < link.nqJoint;
    const CoordinateInfo c = joint ? link.joint.type->positionInfo()[static_cast<std::size_t>(k)]
                                   : link.body->coordinateInfo(k - link.nqJoint);
    const int id = add({.name = indexed(signalPart(link.name) + ".q", k),
                        .symbol = "q" + subscript(k),
                        .unit = std::string(c.unit()),
                        .description = "Coordinate " + std::to_string(k) + " of " + link.name +
                                       (joint ? ", joint: " : ", body: ") + c.name,
                        .group = link.name},
                       Kind::kPosition, link.qJoint + k);
    if (!joint) alias(signalPart(link.name) + '.' + c.name, id);
  }
  void addVelocity(const Link& link, int k) {
    const bool joint = k < link.nvJoint;
    const CoordinateInfo c = joint ? link.joint.type->velocityInfo()[static_cast<std::size_t>(k)]
                                   : link.body->coordinateInfo(k - link.nvJoint);
    const int q = model_.qOfV[static_cast<std::size_t>(link.vJoint + k)];
    const bool rate = q >= 0;
    const std::string of = " " + std::to_string(k) + " of " + link.name + (joint ? ", joint: " : ", body: ") + c.name;
    const int id = add({.name = indexed(signalPart(link.name) + ".v", k),
                        .symbol = (rate ? "q̇" : "v") + subscript(k),
                        .unit = perSecond(c.unit(), 1),
                        .description = "Velocity" + of,
                        .group = link.name},
                       Kind::kVelocity, link.vJoint + k);
    // Coordinates of joints were once called so.
    if (joint)
      alias(indexed(signalPart(link.name) + ".joint", k),
            rate ? out_.index_.at(indexed(signalPart(link.name) + ".q", q - link.qJoint)) : id);
    add({.name = indexed(signalPart(link.name) + ".a", k),
         .symbol = (rate ? "q̈" : "a") + subscript(k),
         .unit = perSecond(c.unit(), 2),
         .description = "Acceleration" + of + ", by the equation of motion",
         .group = link.name},
        Kind::kAcceleration, link.vJoint + k);
  }
  void addPlace(const Link& link, int place, const std::string& frame) {
    const std::string name = signalPart(link.name) + '.' + frame, of = " of the " + frame + " of " + link.name;
    const auto components = [&](const std::string& prefix, const char* symbol, const char* unit, const char* meaning,
                                Kind kind) {
      for (int c = 0; c < 3; ++c) {
        const std::string axis(1, kAxes[static_cast<std::size_t>(c)]);
        add({.name = name + '.' + prefix + axis,
             .symbol = symbol + axis,
             .unit = unit,
             .description = meaning + of + " along " + axis + " of the world",
             .group = link.name},
            kind, place, c);
      }
    };
    const auto vector = [&](const std::string& suffix, const char* symbol, const char* unit, const char* meaning,
                            Kind kind) {
      addVector({.name = name + suffix,
                 .symbol = symbol,
                 .unit = unit,
                 .description = meaning + of + ", vector",
                 .group = link.name},
                kind, place);
    };
    components("", "", "m", "Position", Kind::kPlacePosition);
    vector("", "p", "m", "Position", Kind::kPlacePosition);
    addAngles(link, place, name, of);
    components("v", "v_", "m/s", "Velocity", Kind::kPlaceVelocity);
    vector(".v", "v", "m/s", "Velocity", Kind::kPlaceVelocity);
    components("w", "ω_", "rad/s", "Angular velocity", Kind::kPlaceSpin);
    vector(".w", "ω", "rad/s", "Angular velocity", Kind::kPlaceSpin);
  }
  void addAngles(const Link& link, int place, const std::string& name, const std::string& of) {
    constexpr std::array<const char*, 3> kNames = {"roll", "pitch", "yaw"};
    constexpr std::array<const char*, 3> kUpper = {"Roll", "Pitch", "Yaw"};
    for (std::size_t c = 0; c < 3; ++c)
      add({.name = name + '.' + kNames[c],
           .symbol = kNames[c],
           .unit = "rad",
           .description = kUpper[c] + of + ", R = Rz(yaw) Ry(pitch) Rx(roll)",
           .group = link.name},
          Kind::kPlaceAngles, place, static_cast<int>(c));
  }

  // Actuators.
  void addActuator(int a) {
    const Actuator& actuator = *model_.actuators[static_cast<std::size_t>(a)];
    for (int k = 0; k < actuator.inputs(); ++k) addInput(a, k, actuator.inputInfo(k));
    if (!dynamic_cast<const Tendon*>(&actuator)) return;
    const auto own = [&](const char* name, const char* symbol, const char* unit, const char* meaning, Kind kind,
                         int index) {
      add({.name = signalPart(actuator.name) + '.' + name,
           .symbol = symbol,
           .unit = unit,
           .description = meaning + (" of " + actuator.name),
           .group = actuator.name},
          kind, index);
    };
    if (actuator.hasEffortLaw())
      own("tension", "T", "N", "Tension", Kind::kEffort, model_.inputOffset[static_cast<std::size_t>(a)]);
    own("length", "l", "m", "Length", Kind::kTendonLength, a);
  }
  void addInput(int a, int k, const InputInfo& words) {
    const Actuator& actuator = *model_.actuators[static_cast<std::size_t>(a)];
    const int input = model_.inputOffset[static_cast<std::size_t>(a)] + k;
    const std::string part = signalPart(actuator.name), of = " of " + model_.inputName(input);
    const auto name = [&](const std::string& what) {
      return actuator.inputs() == 1 ? part + '.' + what : indexed(part + '.' + what, k);
    };
    const int id = add({.name = name(words.input),
                        .symbol = words.symbol,
                        .unit = words.unit,
                        .description = words.description + of,
                        .group = actuator.name},
                       Kind::kInput, input);
    if (actuator.drivenVelocity(k) >= 0) addDriveForce(actuator, name, words.forceUnit, input);
    alias(name("u"), id);
    alias(indexed(part + ".u", k), id);
    const bool driven = std::any_of(model_.signals.begin(), model_.signals.end(),
                                    [&](const InputSignal& signal) { return signal.input == input; });
    if (driven)
      add({.name = name("signal"),
           .symbol = "u*",
           .unit = words.unit,
           .description = "What was asked for" + of,
           .group = actuator.name,
           .actual = name(words.input)},
          Kind::kInputSignal, input);
    if (dynamic_cast<const Propellers*>(&actuator)) addSpeed(actuator, name("speed"), input);
    if (words.coordinate.empty()) return;
    add({.name = name(words.coordinate),
         .symbol = "y",
         .unit = words.coordinateUnit,
         .description = words.coordinateMeaning + of,
         .group = actuator.name},
        Kind::kDisplacement, input);
  }
  void addSpeed(const Actuator& actuator, const std::string& name, int input) {
    add({.name = name,
         .symbol = "Ω",
         .unit = "rad/s",
         .description = "Speed of the rotor that gives the thrust " + model_.inputName(input),
         .group = actuator.name},
        Kind::kRotorSpeed, input);
  }
  /// pfbl.reference[0], .actual[0], .error[0], what they demand of their outputs, what of that lies beyond the ranges,
  /// and the ends of these.
  void addControllers() {
    const std::vector<ControllerLayout> layouts = controllerLayouts(model_);
    for (std::size_t i = 0; i < layouts.size(); ++i) {
      const Controller& controller = *model_.controllers[i];
      const std::string part = signalPart(controller.name) + '.';
      for (std::size_t k = 0; k < controller.signals().size(); ++k)
        addOfController(controller, part, k, layouts[i].signalsAt() + static_cast<int>(k));
      for (std::size_t k = 0; k < controller.outputs.size(); ++k) addOutput(controller, part, k, layouts[i]);
    }
  }
  /// One of its own signals; a reference comes with the measured value that its error compares it with. Those of the
  /// parts of a sequence have the way to the part before them: phases[0].controllers[0].reference[1].
  void addOfController(const Controller& controller, const std::string& part, std::size_t k, int index) {
    constexpr std::string_view kReference = "reference", kFor = "Reference for ";
    const ControllerSignal& signal = controller.signals()[k];
    const std::string way = signal.name.substr(0, signal.name.rfind('.') + 1), name = signal.name.substr(way.size());
    const std::string place = name.substr(std::min(name.size(), kReference.size()));
    const bool follows =
        name.starts_with(kReference) &&
        std::any_of(controller.signals().begin(), controller.signals().end(),
                    [&](const ControllerSignal& other) { return other.name == way + "error" + place; });
    Signal own{
        .name = part + signal.name, .unit = signal.unit, .description = signal.description, .group = controller.name};
    if (!follows) {
      add(std::move(own), Kind::kController, index);
      return;
    }
    const std::size_t from = own.description.starts_with(kFor) ? kFor.size() : 0;
    own.actual = part + way + "actual" + place;
    Signal actual{.name = own.actual,
                  .unit = own.unit,
                  .description = "Measured: " + own.description.substr(from),
                  .group = own.group,
                  .formula = own.name + " - " + part + way + "error" + place,
                  .computed = true};
    add(std::move(own), Kind::kController, index);
    keep(std::move(actual));
  }
  void addOutput(const Controller& controller, const std::string& part, std::size_t k, const ControllerLayout& layout) {
    const auto index = static_cast<int>(k);
    const int input = controller.outputs[k];
    const std::string of = model_.inputName(input), unit = inputUnit(input), actual = inputSignal(input);
    const auto own = [&](const char* name, const std::string& meaning) {
      return Signal{
          .name = indexed(part + name, index), .unit = unit, .description = meaning, .group = controller.name};
    };
    Signal demand = own("demand", "What is demanded of " + of);
    demand.actual = actual;
    add(std::move(demand), Kind::kController, layout.demandAt() + index);
    add(own("lost", "What of the demand on " + of + " lies beyond its range"), Kind::kController,
        layout.lostAt() + index);
    const auto end = [&](const char* name, const std::string& meaning, double value) {
      if (!std::isfinite(value)) return;
      Signal limit = own(name, meaning + of);
      limit.actual = actual, limit.formula = numberText(value), limit.computed = true;
      keep(std::move(limit));
    };
    const InputRange range = rangeOf(input);
    end("lower", "Lower end of the range of ", range.lower);
    end("upper", "Upper end of the range of ", range.upper);
  }
  std::size_t actuatorOf(int input) const {
    const auto after = std::upper_bound(model_.inputOffset.begin(), model_.inputOffset.end(), input);
    return static_cast<std::size_t>(after - model_.inputOffset.begin() - 1);
  }
  InputRange rangeOf(int input) const {
    const std::size_t a = actuatorOf(input);
    return model_.actuators[a]->ranges[static_cast<std::size_t>(input - model_.inputOffset[a])];
  }
  /// Name of the signal of an input: 'tendon 1'.tension.
  std::string inputSignal(int input) const {
    const std::size_t a = actuatorOf(input);
    const Actuator& actuator = *model_.actuators[a];
    const int k = input - model_.inputOffset[a];
    const std::string name = signalPart(actuator.name) + '.' + actuator.inputInfo(k).input;
    return actuator.inputs() == 1 ? name : indexed(name, k);
  }

  std::string inputUnit(int input) {
    const std::size_t a = actuatorOf(input);
    return model_.actuators[a]->inputInfo(input - model_.inputOffset[a]).unit;
  }

  template <class Name>
  void addDriveForce(const Actuator& actuator, const Name& name, const std::string& unit, int input) {
    const std::string force = unit == "N" ? "force" : "torque";
    add({.name = name(force),
         .symbol = unit == "N" ? "F" : "τ",
         .unit = unit,
         .description = "What the motion takes: " + force + " of " + model_.inputName(input),
         .group = actuator.name},
        Kind::kDriveForce, input);
  }
  // Loops.
  void addLoop(int i) {
    const Loop& loop = model_.loops[static_cast<std::size_t>(i)];
    const std::string part = signalPart(loop.name);
    const auto holds = [&](bool angular) {
      const auto is = [angular](const ConstraintRow& row) { return (row.component < 3) == angular; };
      return std::any_of(loop.rows.begin(), loop.rows.end(), is) ||
             std::any_of(loop.dropped.begin(), loop.dropped.end(), is);
    };
    if (holds(false)) addWrench(loop, part, i, false);
    if (holds(true)) addWrench(loop, part, i, true);
    for (int k = 0; k < static_cast<int>(loop.rows.size()); ++k) {
      const ConstraintRow& row = loop.rows[static_cast<std::size_t>(k)];
      add({.name = indexed(part + ".force", k),
           .symbol = "λ" + subscript(k),
           .unit = row.component < 3 ? "N·m" : "N",
           .description = "Force of row " + std::string(constraintRowName(row)) + " of the loop " + loop.name,
           .group = loop.name},
          Kind::kConstraintRow, loop.firstRow + k);
    }
    if (holds(false)) addOpening(loop, part + ".residual", "m", "far", i, 0);
    if (holds(true)) addOpening(loop, part + ".residual_angle", "rad", "much turned", i, 1);
  }
  void addOpening(const Loop& loop, const std::string& name, const char* unit, const std::string& how, int i, int c) {
    add({.name = name,
         .symbol = "|e|",
         .unit = unit,
         .description = "How " + how + " the sides of the loop " + loop.name + " are apart where its joint holds them",
         .group = loop.name},
        Kind::kLoopOpening, i, c);
  }
  void addWrench(const Loop& loop, const std::string& part, int i, bool angular) {
    const std::string what = angular ? "torque" : "force", symbol = angular ? "M" : "F", unit = angular ? "N·m" : "N";
    const std::string meaning =
        std::string(angular ? "Torque" : "Force") + " that side b of the loop " + loop.name + " exerts on side a";
    const int first = angular ? 0 : 3;
    Signal vector{.name = part + '.' + what,
                  .symbol = symbol,
                  .unit = unit,
                  .description = meaning + ", axes of side b, vector",
                  .group = loop.name};
    vector.width = 3;
    for (int c = 0; c < 3; ++c) {
      const std::string axis(1, kAxes[static_cast<std::size_t>(c)]);
      vector.sources[static_cast<std::size_t>(c)] = {Kind::kLoopWrench, static_cast<std::uint8_t>(first + c), i};
      add({.name = part + '.' + what + '.' + axis,
           .symbol = symbol + '_' + axis,
           .unit = unit,
           .description = meaning + " along " + axis + " of side b",
           .group = loop.name},
          Kind::kLoopWrench, i, first + c);
    }
    keep(std::move(vector));
    add({.name = part + '.' + what + ".norm",
         .symbol = '|' + symbol + '|',
         .unit = unit,
         .description = meaning + ", its size",
         .group = loop.name},
        Kind::kLoopWrenchNorm, i, angular ? 0 : 1);
  }

  // Contacts: one group per load, which may be several of the model.
  void addContacts() {
    int index = 0;
    for (std::size_t i = 0; i < model_.contacts.size(); ++i) {
      const Contact& contact = model_.contacts[i];
      if (i > 0 && model_.contacts[i - 1].id == contact.id && model_.contacts[i - 1].name == contact.name) continue;
      addContact(contact, index++);
    }
  }
  void addContact(const Contact& contact, int index) {
    const std::string part = signalPart(contact.name), meaning = "Force of the contact " + contact.name;
    for (int c = 0; c < 3; ++c) {
      const std::string axis(1, kAxes[static_cast<std::size_t>(c)]);
      add({.name = part + ".force." + axis,
           .symbol = "F_" + axis,
           .unit = "N",
           .description = meaning + " on the body that it names first, along " + axis + " of the world",
           .group = contact.name},
          Kind::kContactForce, index, c);
    }
    addVector({.name = part + ".force",
               .symbol = "F",
               .unit = "N",
               .description = meaning + " on the body that it names first, vector",
               .group = contact.name},
              Kind::kContactForce, index);
    add({.name = part + ".force.norm",
         .symbol = "|F|",
         .unit = "N",
         .description = meaning + ", its size",
         .group = contact.name},
        Kind::kContactForce, index, 3);
    add({.name = part + ".count",
         .symbol = "n",
         .unit = "",
         .description = "Points of the contact " + contact.name,
         .group = contact.name},
        Kind::kContactCount, index);
    add({.name = part + ".depth",
         .symbol = "δ",
         .unit = "m",
         .description = "Largest depth of the contact " + contact.name + ", 0 where nothing touches",
         .group = contact.name},
        Kind::kContactDepth, index);
  }

  // The whole robot.
  void addRobot() {
    const auto energy = [&](const char* name, const char* symbol, const char* meaning, Kind kind) {
      add({.name = std::string("energy.") + name,
           .symbol = symbol,
           .unit = "J",
           .description = meaning,
           .group = "Robot"},
          kind, 0);
    };
    energy("kinetic", "T", "Kinetic energy", Kind::kKinetic);
    energy("gravity", "V_g", "Potential energy of gravity", Kind::kGravity);
    energy("elastic", "V_e", "Elastic energy, that of pressed contacts included", Kind::kElastic);
    energy("total", "E", "Kinetic, gravity and elastic energy", Kind::kTotalEnergy);
    add({.name = "balance",
         .unit = "%",
         .description = "Energy that is not accounted for, of what flowed",
         .group = "Robot"},
        Kind::kBalance, 0);
    addMomentum("momentum", "p", "kg·m/s", "Momentum", Kind::kMomentum);
    addMomentum("angular_momentum", "L", "kg·m²/s", "Angular momentum about the world origin", Kind::kAngularMomentum);
  }
  void addMomentum(const std::string& name, const std::string& symbol, const char* unit, const std::string& meaning,
                   Kind kind) {
    for (int c = 0; c < 3; ++c) {
      const std::string axis(1, kAxes[static_cast<std::size_t>(c)]);
      add({.name = name + '.' + axis,
           .symbol = symbol + '_' + axis,
           .unit = unit,
           .description = meaning + " along " + axis + " of the world",
           .group = "Robot"},
          kind, 0, c);
    }
    addVector({.name = name, .symbol = symbol, .unit = unit, .description = meaning + ", vector", .group = "Robot"},
              kind, 0);
  }
  void addComputed(const std::string& name, const std::string& formula) {
    Signal signal;
    signal.name = signalPart(name);
    signal.description = signal.formula = formula;
    signal.group = "Computed";
    signal.computed = true;
    keep(std::move(signal));
  }

  const Model& model_;
  SignalCatalogue& out_;
  std::unique_ptr<Data> data_;  ///< only if some joint is driven
};

SignalCatalogue::SignalCatalogue(const Model& model, const NamedSignals& computed) {
  CatalogueBuilder(model, *this).build(computed);
}

}  // namespace tendril
