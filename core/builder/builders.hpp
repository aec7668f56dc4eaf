// SPDX-License-Identifier: BSD-3-Clause
// One builder per type of body, load, actuator and controller; std::visit picks the overload. A new type adds its own
// here, beside its entry in the list of types.
#pragma once

#include <array>
#include <functional>
#include <memory>
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
  std::function<Vec3(double)> motion;                          ///< with first and second derivative
  std::function<void(double, int, double*)> derivatives = {};  ///< InputSignal::derivatives
};

/// sRGB of "#rrggbb"; none of other texts.
std::optional<std::array<double, 3>> parseColor(const std::string& text);
/// None where the picture chooses.
std::optional<SurfaceFinish> buildFinish(description::Finish finish);
/// A shape, its numbers evaluated and its mesh's path absolute.
Visual buildVisual(const description::Visual& given, BuildContext& context);

/// Fills the link, and context.bodies.back() if the body is soft.
void buildBody(const description::RigidBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::RodBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::ConstantCurvatureBody& body, BuildContext& context, LinkSpec& link,
               const std::string& path);
void buildBody(const description::VolumeBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::FemBody& body, BuildContext& context, LinkSpec& link, const std::string& path);
void buildBody(const description::ExpressionBody& body, BuildContext& context, LinkSpec& link, const std::string& path);

/// The station on the face of a volume that is nearest to a point of it (undeformed, m). 0, with a problem, where the
/// body has no faces or none is near.
int faceStation(Body& body, const Vec3& point, BuildContext& context, const std::string& path);

/// Adds to context.spec.loads.
void buildLoad(const description::PointWrench& load, const std::string& name, BuildContext& context);
void buildLoad(const description::FluidLoad& load, const std::string& name, BuildContext& context);
/// Adds to context.spec.contacts.
void buildLoad(const description::Contact& load, const std::string& name, BuildContext& context);

/// Fills what a drive gives to a joint of nv velocity coordinates.
void buildDrive(const description::DirectDrive& drive, int nv, const std::string& path, BuildContext& context,
                Joint& joint);
void buildDrive(const description::ElasticDrive& drive, int nv, const std::string& path, BuildContext& context,
                Joint& joint);
void buildDrive(const description::VariableStiffnessDrive& drive, int nv, const std::string& path,
                BuildContext& context, Joint& joint);
/// Adds the motors behind springs to context.spec.links, after all links and objects, if options.motors.
void buildMotors(BuildContext& context);

/// Adds the objects to context.spec.links, after all links.
void buildObjects(BuildContext& context);
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
void buildActuator(const description::PropellersActuator& propellers, const description::Actuator& actuator,
                   BuildContext& context);

/// Adds the signals that joints in mode position have of their own.
void buildDriveSignals(BuildContext& context, std::vector<SignalBuilder>& signals);

/// Adds its signals, which need no samples. `owner`: path of the controller.
void addSignals(const description::SignalsController& controller, const std::string& owner, BuildContext& context,
                std::vector<SignalBuilder>& signals);

/// Where a controller stands: its name, and the path of its fields.
struct ControllerSlot {
  std::string name;
  std::string path;
};
/// Makes a controller of a model that is being built; null, with problems, if it cannot be. Description and context
/// must outlive it.
using ControllerMaker = std::function<std::shared_ptr<Controller>(const Model&)>;

/// One per kind of controller.
ControllerMaker controllerMaker(const description::SignalsController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PidController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PdController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PdCancellationController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::ComputedTorqueController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PartialFeedbackLinearizationController& given,
                                const ControllerSlot& slot, BuildContext& context);
ControllerMaker controllerMaker(const description::TaskSpaceController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::InverseStaticsController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::LqrController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PoseTrackingController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::GeometricTrackingController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::ElasticJointsController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::VariableStiffnessController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::PluginController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::ExpressionController& given, const ControllerSlot& slot,
                                BuildContext& context);
ControllerMaker controllerMaker(const description::SequenceController& given, const ControllerSlot& slot,
                                BuildContext& context);

}  // namespace tendril
