// SPDX-License-Identifier: BSD-3-Clause
// Names every number of a model.
#include <algorithm>
#include <memory>
#include <optional>

#include "core/model/data.hpp"
#include "core/model/signals/signal_catalogue.hpp"

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

/// What one coordinate of a joint is: meaning and unit.
struct Coordinate {
  std::string meaning, unit;
};

Coordinate jointPosition(JointType type, int k) {
  const std::string axis(1, kAxes[static_cast<std::size_t>(k % 3)]);
  const auto quaternion = [](int i) { return Coordinate{"quaternion " + std::string(1, "wxyz"[i]), ""}; };
  switch (type) {
    case JointType::kPrismatic:
      return {"displacement", "m"};
    case JointType::kCylindrical:
      return k == 0 ? Coordinate{"angle", "rad"} : Coordinate{"displacement", "m"};
    case JointType::kPlanar:
      return k == 2 ? Coordinate{"angle", "rad"} : Coordinate{"position " + axis, "m"};
    case JointType::kSpherical:
      return quaternion(k);
    case JointType::kFree:
      return k < 3 ? Coordinate{"position " + axis, "m"} : quaternion(k - 3);
    default:
      return {"angle", "rad"};
  }
}

/// Of velocities the unit is that of the position they integrate to.
Coordinate jointVelocity(JointType type, int k) {
  const std::string axis(1, kAxes[static_cast<std::size_t>(k % 3)]);
  if (type == JointType::kSpherical || (type == JointType::kFree && k < 3)) return {"turning about " + axis, "rad"};
  if (type == JointType::kFree) return {"motion along " + axis, "m"};
  return jointPosition(type, k);
}

std::string inputUnit(const std::string& positionUnit) {
  return positionUnit == "m" ? "N" : "N·m";
}

std::string perSecond(const std::string& unit, int times) {
  const std::string seconds = times == 1 ? "s" : "s²";
  return (unit.empty() ? "1" : unit) + '/' + seconds;
}

}  // namespace

class CatalogueBuilder {
 public:
  CatalogueBuilder(const Model& model, SignalCatalogue& out) : model_(model), out_(out) {}

  void build(const NamedSignals& computed) {
    add({.name = "t", .symbol = "t", .unit = "s", .description = "Time", .group = "Robot"}, Kind::kTime, 0);
    for (std::size_t i = 0; i < model_.links.size(); ++i) addLink(static_cast<int>(i));
    for (std::size_t i = 0; i < model_.actuators.size(); ++i) addActuator(static_cast<int>(i));
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
    for (int k = 0; k < link.nqJoint + link.nBody; ++k) addPosition(link, k);
    for (int k = 0; k < link.nvJoint + link.nBody; ++k) addVelocity(link, k);
    addPlace(link, 2 * i + 1, "tip");
    addPlace(link, 2 * i, "base");
  }
  Coordinate bodyCoordinate(const Link& link, int k) const {
    const std::string name = link.body->coordinateName(k);
    if (link.body->type() != "rod") return {name, ""};
    const bool angular = name.find("bending") != std::string::npos || name.find("torsion") != std::string::npos;
    return {name, angular ? "rad" : ""};
  }
  void addPosition(const Link& link, int k) {
    const bool joint = k < link.nqJoint;
    const Coordinate c = joint ? jointPosition(link.joint.type, k) : bodyCoordinate(link, k - link.nqJoint);
    const int id = add({.name = indexed(signalPart(link.name) + ".q", k),
                        .symbol = "q" + subscript(k),
                        .unit = c.unit,
                        .description = "Coordinate " + std::to_string(k) + " of " + link.name +
                                       (joint ? ", joint: " : ", body: ") + c.meaning,
                        .group = link.name},
                       Kind::kPosition, link.qJoint + k);
    if (!joint) alias(signalPart(link.name) + '.' + c.meaning, id);
  }
  void addVelocity(const Link& link, int k) {
    const bool joint = k < link.nvJoint;
    const Coordinate c = joint ? jointVelocity(link.joint.type, k) : bodyCoordinate(link, k - link.nvJoint);
    const bool rate = model_.qOfV[static_cast<std::size_t>(link.vJoint + k)] >= 0;
    const std::string of =
        " " + std::to_string(k) + " of " + link.name + (joint ? ", joint: " : ", body: ") + c.meaning;
    add({.name = indexed(signalPart(link.name) + ".v", k),
         .symbol = (rate ? "q̇" : "v") + subscript(k),
         .unit = perSecond(c.unit, 1),
         .description = "Velocity" + of,
         .group = link.name},
        Kind::kVelocity, link.vJoint + k);
    add({.name = indexed(signalPart(link.name) + ".a", k),
         .symbol = (rate ? "q̈" : "a") + subscript(k),
         .unit = perSecond(c.unit, 2),
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
    const bool tendon = dynamic_cast<const Tendon*>(&actuator) != nullptr;
    for (int k = 0; k < actuator.inputs(); ++k) addInput(a, k, tendon);
    if (tendon)
      add({.name = signalPart(actuator.name) + ".length",
           .symbol = "l",
           .unit = "m",
           .description = "Length of " + actuator.name,
           .group = actuator.name},
          Kind::kTendonLength, a);
  }
  void addInput(int a, int k, bool tendon) {
    const Actuator& actuator = *model_.actuators[static_cast<std::size_t>(a)];
    const int input = model_.inputOffset[static_cast<std::size_t>(a)] + k;
    const std::string part = signalPart(actuator.name);
    const auto name = [&](const std::string& what) {
      return actuator.inputs() == 1 ? part + '.' + what : indexed(part + '.' + what, k);
    };
    const std::string of = " of " + model_.inputName(input);
    const std::optional<Coordinate> joint = tendon ? std::nullopt : jointOf(actuator, k);
    const std::string unit = tendon ? "N" : joint ? inputUnit(joint->unit) : "";
    const std::string meaning = tendon ? "tension" : !joint ? "u" : unit == "N" ? "force" : "torque";
    const int id = add({.name = name(meaning),
                        .symbol = tendon ? "T" : "u",
                        .unit = unit,
                        .description = (joint || tendon ? "Input (" + meaning + ")" : std::string("Input")) + of,
                        .group = actuator.name},
                       Kind::kInput, input);
    alias(name("u"), id);
    alias(indexed(part + ".u", k), id);
    const bool driven = std::any_of(model_.signals.begin(), model_.signals.end(),
                                    [&](const InputSignal& signal) { return signal.input == input; });
    if (driven)
      add({.name = name("signal"),
           .symbol = "u*",
           .unit = unit,
           .description = "What was asked for" + of,
           .group = actuator.name},
          Kind::kInputSignal, input);
    add({.name = name(tendon ? "displacement" : "coordinate"),
         .symbol = "y",
         .unit = tendon  ? "m"
                 : joint ? joint->unit
                         : "",
         .description = (tendon ? "Shortening since q = 0" : "Actuation coordinate") + of,
         .group = actuator.name},
        Kind::kDisplacement, input);
  }
  /// The joint coordinate that an input of a joint actuator drives: its column of B is a unit vector.
  std::optional<Coordinate> jointOf(const Actuator& actuator, int k) {
    if (!dynamic_cast<const JointActuator*>(&actuator)) return std::nullopt;
    if (!data_) data_ = std::make_unique<Data>(model_);
    MatX B = MatX::Zero(model_.nv, actuator.inputs());
    actuator.actuationMatrix(model_, *data_, B);
    for (const Link& link : model_.links)
      for (int j = 0; j < link.nvJoint; ++j)
        if (B(link.vJoint + j, k) != 0) return jointVelocity(link.joint.type, j);
    return std::nullopt;
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
    energy("elastic", "V_e", "Elastic energy", Kind::kElastic);
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
