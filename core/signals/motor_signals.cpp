// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/motor_signals.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;

Signal number(Signal signal, Kind kind, int index) {
  signal.width = 1;
  signal.sources[0] = {kind, 0, index};
  return signal;
}

}  // namespace

std::vector<Signal> motorSignals(const Model& model, const Link& motor) {
  const MotorPlace& place = *motor.motorOf;
  const Link& link = model.links[static_cast<std::size_t>(place.link)];
  const Quantity quantity = link.joint.type->velocityInfo()[static_cast<std::size_t>(place.coordinate)].quantity;
  const std::string unit(unitOf(quantity)), force(forceUnitOf(quantity));
  const std::string part = signalPart(model, motor), of = " of " + motor.name;
  const int spring = static_cast<int>(&motor - model.links.data()) - model.firstMotor;
  std::vector<Signal> out;
  const auto add = [&](const std::string& name, const char* symbol, const std::string& of_unit, std::string meaning,
                       Kind kind, int index) {
    out.push_back(
        number({.name = name, .symbol = symbol, .unit = of_unit, .description = std::move(meaning), .group = link.name},
               kind, index));
  };
  add(part + ".q[0]", "θ", unit, "Position" + of, Kind::kPosition, motor.qJoint);
  add(part + ".v[0]", "θ̇", unit + "/s", "Speed" + of, Kind::kVelocity, motor.vJoint);
  add(part + ".a[0]", "θ̈", unit + "/s²", "Acceleration" + of + ", by the equation of motion", Kind::kAcceleration,
      motor.vJoint);
  add(part + ".deflection", "φ", unit, "Deflection of the spring" + of, Kind::kDeflection, spring);
  add(part + ".spring_torque", "τ(φ)", force, "What the spring" + of + " exerts on the joint", Kind::kSpringTorque,
      spring);
  if (place.number + 1 == link.joint.motorsPerCoordinate && place.number > 0)
    add(signalPart(link.name) + ".stiffness", "σ", force + "/" + unit, "Stiffness of the joint of " + link.name,
        Kind::kJointStiffness, link.vJoint + place.coordinate);
  return out;
}

}  // namespace tendril
