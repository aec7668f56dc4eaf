// SPDX-License-Identifier: BSD-3-Clause
// One builder per type of body, load, actuator and controller; std::visit picks the overload. A new type adds its own
// here, beside its entry in the list of types.
#pragma once

#include <array>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/builder/build_context.hpp"

namespace tendril {

/// An input of an actuator (index in the description) as a signal of time.
struct SignalBuilder {
  int actuator = 0;
  int input = 0;
  std::function<double(double)> value;
  std::function<Vec3(double)> motion;  ///< with first and second derivative
};

/// sRGB of "#rrggbb"; none of other texts.
std::optional<std::array<double, 3>> parseColor(const std::string& text);
void buildVisual(const description::Visual& visual, BuildContext& context, LinkSpec& link);

/// Fills the link, and context.bodies.back() if the body is soft.
void buildBody(const description::RigidBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::RodBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::ConstantCurvatureBody& body, BuildContext& context, LinkSpec& link,
               const std::string& path);
void buildBody(const description::VolumeBody& body, BuildContext& context, LinkSpec& link, const std::string& path);

/// Adds to context.spec.loads.
void buildLoad(const description::PointWrench& load, const std::string& name, BuildContext& context);
void buildLoad(const description::FluidLoad& load, const std::string& name, BuildContext& context);
/// Adds to context.spec.contacts.
void buildLoad(const description::Contact& load, const std::string& name, BuildContext& context);

/// Adds the objects to context.spec.links, after all links.
void buildObjects(BuildContext& context);
/// m³, of the solid of an object
double solidVolume(const Visual& solid);
/// Names what is pressed together too deeply at the start.
void checkStartingContacts(const Model& model, std::vector<Problem>& problems);

/// The wall of a chamber in a volume; null, with a problem, if the body has none.
std::unique_ptr<TendonPiece> buildWall(const description::ChamberSurface& surface, int link, BuildContext& context,
                                       const std::string& path);

/// Adds to context.spec.actuators.
void buildActuator(const description::TendonActuator& tendon, const description::Actuator& actuator,
                   BuildContext& context);
void buildActuator(const description::JointActuator& joint, const description::Actuator& actuator,
                   BuildContext& context);
void buildActuator(const description::PressureActuator& chamber, const description::Actuator& actuator,
                   BuildContext& context);

/// Adds the signals that joints in mode position have of their own.
void buildDriveSignals(BuildContext& context, std::vector<SignalBuilder>& signals);

/// Adds its signals.
void buildController(const description::SignalsController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);
/// Add to context.spec.controllers.
void buildController(const description::PidController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);
void buildController(const description::PdController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);
void buildController(const description::PdCancellationController& controller, const std::string& name,
                     BuildContext& context, std::vector<SignalBuilder>& signals);
void buildController(const description::ComputedTorqueController& controller, const std::string& name,
                     BuildContext& context, std::vector<SignalBuilder>& signals);
void buildController(const description::PartialFeedbackLinearizationController& controller, const std::string& name,
                     BuildContext& context, std::vector<SignalBuilder>& signals);
void buildController(const description::TaskSpaceController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);
void buildController(const description::InverseStaticsController& controller, const std::string& name,
                     BuildContext& context, std::vector<SignalBuilder>& signals);
void buildController(const description::LqrController& controller, const std::string& name, BuildContext& context,
                     std::vector<SignalBuilder>& signals);

}  // namespace tendril
