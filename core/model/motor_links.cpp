// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/motor_links.hpp"

namespace tendril {
namespace {

/// Motor m of link i.
LinkSpec motorLink(const LinkSpec& link, int i, int m) {
  const Joint& joint = link.joint;
  const int k = m / joint.motorsPerCoordinate;
  const Motor& motor = joint.motors[static_cast<std::size_t>(m)];
  LinkSpec out;
  out.id = link.id + (static_cast<std::uint64_t>(m + 1) << 48);  // stays the same over edits, too
  out.name = link.name + ".motor" + (joint.motors.size() == 1 ? "" : '[' + std::to_string(m) + ']');
  out.station = kBaseStation;
  const Quantity quantity = joint.type->velocityInfo()[static_cast<std::size_t>(k)].quantity;
  out.joint.type = quantity == Quantity::kLength ? JointType::kPrismatic : JointType::kRevolute;
  out.joint.driveInertia = VecX::Constant(1, motor.inertia);
  out.joint.driveFriction = VecX::Constant(1, motor.friction);
  out.jointQ0 = VecX::Constant(1, (link.jointQ0.size() ? link.jointQ0[k] : 0) + motor.deflection);
  out.jointV0 = VecX::Constant(1, link.jointV0.size() ? link.jointV0[k] : 0);
  out.motorOf = MotorPlace{i, k, m % joint.motorsPerCoordinate};
  return out;
}

}  // namespace

void appendMotors(ModelSpec& spec) {
  const std::size_t count = spec.links.size();
  for (std::size_t i = 0; i < count; ++i)
    for (std::size_t m = 0; m < spec.links[i].joint.motors.size(); ++m)
      spec.links.push_back(motorLink(spec.links[i], static_cast<int>(i), static_cast<int>(m)));
}

}  // namespace tendril
