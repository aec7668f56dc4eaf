// SPDX-License-Identifier: BSD-3-Clause
// Small robots for sessions: link k has id k + 1 whatever the robot.
#pragma once

#include <cmath>
#include <limits>
#include <memory>
#include <stdexcept>

#include "core/session/program.hpp"

namespace tendril::tests {

inline ModelSpec chainSpec(int links, double mass = 1) {
  ModelSpec spec;
  spec.name = "chain";
  for (int k = 0; k < links; ++k) {
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(k) + 1;
    link.name = "link" + std::to_string(k);
    link.parent = k - 1;
    link.joint.type = JointType::kRevolute;
    link.joint.axis = Vec3::UnitY();
    link.joint.damping = VecX::Constant(1, 0.02);
    link.rigid = {mass, Vec3(0.1, 0, 0), 0.01 * mass * Mat3::Identity()};
    link.rigidTip.p = Vec3(0.2, 0, 0);
    link.jointQ0 = VecX::Constant(1, 0.1 * (k + 1));
    spec.links.push_back(link);
  }
  return spec;
}

inline std::shared_ptr<const Model> chain(int links, double mass = 1) {
  return std::make_shared<const Model>(chainSpec(links, mass));
}

/// Two links and a motor in the first joint, range −1…1, with the given signal.
inline std::shared_ptr<const Model> withMotor(std::function<double(double)> signal) {
  ModelSpec spec = chainSpec(2);
  spec.actuators.push_back([](const Model& model) {
    auto motor = std::make_unique<JointActuator>("motor", model, 0);
    motor->ranges[0] = {-1, 1};
    return motor;
  });
  spec.signals = [signal](const Model&) { return std::vector<InputSignal>{{0, signal}}; };
  return std::make_shared<const Model>(std::move(spec));
}

inline std::shared_ptr<const Model> driven() {
  return withMotor([](double) { return 0.25; });
}

inline std::shared_ptr<const Model> throwing(double when) {
  return withMotor([when](double t) { return t > when ? throw std::runtime_error("signal broke") : 0.0; });
}

/// A load on link 1 that is no number after `when`.
inline std::shared_ptr<const Model> failing(double when) {
  ModelSpec spec = chainSpec(2);
  auto wrench = [when](double t) -> Vec6 {
    return Vec6::Constant(t > when ? std::numeric_limits<double>::quiet_NaN() : 0.0);
  };
  spec.loads.push_back({"push", 1, 0, std::make_shared<PointWrench>(PointWrench::Frame::kBody, wrench)});
  return std::make_shared<const Model>(std::move(spec));
}

}  // namespace tendril::tests
