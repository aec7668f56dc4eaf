// SPDX-License-Identifier: BSD-3-Clause
// One builder per type of body, load, actuator and controller; std::visit picks the overload. A new type adds its own
// here, beside its entry in the list of types.
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/model/build/build_context.hpp"

namespace tendril {

/// An input of an actuator (index in the description) as a signal of time.
struct SignalBuilder {
  int actuator = 0;
  int input = 0;
  std::function<double(double)> value;
};

void buildVisual(const description::Visual& visual, BuildContext& context, LinkSpec& link);

/// Fills the link, and context.bodies.back() if the body is soft.
void buildBody(const description::RigidBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::RodBody& body, BuildContext& context, LinkSpec& link, const std::string& path);

/// Adds to context.spec.loads.
void buildLoad(const description::PointWrench& load, const std::string& name, BuildContext& context);

/// Adds to context.spec.actuators.
void buildActuator(const description::TendonActuator& tendon, const description::Actuator& actuator,
                   BuildContext& context);
void buildActuator(const description::JointActuator& joint, const description::Actuator& actuator,
                   BuildContext& context);

/// Adds its signals.
void buildController(const description::SignalsController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);

}  // namespace tendril
