// SPDX-License-Identifier: BSD-3-Clause
// Controllers of motors behind springs.
#include "core/builder/builders.hpp"
#include "core/builder/controllers/build_reference.hpp"
#include "core/builder/controllers/controller_parts.hpp"
#include "core/builder/controllers/variant_model.hpp"
#include "core/control/drives/drive_control.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// Joints with two motors.
int pairsOf(const Model& plant) {
  int count = 0;
  for (const Link& link : plant.robotLinks()) count += link.joint.motorsPerCoordinate == 2;
  return count;
}

std::array<VecX, 4> linkGains(const desc::ElasticGains& given, int n, BuildContext& context, const std::string& path) {
  return {entryValues(given.position, n, context, path + ".position"),
          entryValues(given.velocity, n, context, path + ".velocity"),
          entryValues(given.acceleration, n, context, path + ".acceleration"),
          entryValues(given.jerk, n, context, path + ".jerk")};
}

std::array<VecX, 2> stiffnessGains(const desc::StiffnessGains& given, int n, BuildContext& context,
                                   const std::string& path) {
  return {entryValues(given.stiffness, n, context, path + ".stiffness"),
          entryValues(given.rate, n, context, path + ".rate")};
}

/// A maker of both kinds; `fill(plant, settings, path)` adds what is of one kind and gives the reference of stiffness.
template <class Given, class Fill>
ControllerMaker driveMaker(const Given& given, const ControllerSlot& slot, BuildContext& context, Fill fill) {
  return sampledMaker(
      given, slot, context,
      [=, &given, &context, name = slot.name](const Model& plant, std::vector<int> inputs,
                                              const std::string& path) -> std::shared_ptr<Controller> {
        const std::size_t before = context.problems.size();
        DriveControlSettings settings;
        settings.feedback = given.law == desc::DriveLaw::kFeedbackLinearization;
        settings.gains = linkGains(given.linkGains, plant.nvRobot, context, path + ".gains");
        ReferencePtr reference = buildReference(given.reference, plant.nvRobot, context, path + ".reference");
        ReferencePtr stiffness = fill(plant, settings, path);
        std::shared_ptr<const Model> linkSide = linkSideModel(given.model, plant, context, path + ".model");
        if (context.problems.size() > before) return nullptr;
        return makeDriveControl(name, std::move(inputs), plant, std::move(linkSide), std::move(reference),
                                std::move(stiffness), std::move(settings));
      });
}

}  // namespace

ControllerMaker controllerMaker(const desc::ElasticJointsController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return driveMaker(given, slot, context, [](const Model& plant, DriveControlSettings&, const std::string&) {
    if (pairsOf(plant) > 0)
      throw std::invalid_argument(
          "knows one motor for each joint; variable_stiffness also leads the stiffness of pairs");
    return ReferencePtr();
  });
}

ControllerMaker controllerMaker(const desc::VariableStiffnessController& given, const ControllerSlot& slot,
                                BuildContext& context) {
  return driveMaker(given, slot, context,
                    [&given, &context](const Model& plant, DriveControlSettings& settings, const std::string& path) {
                      const int pairs = pairsOf(plant);
                      if (pairs == 0)
                        throw std::invalid_argument(
                            "leads the stiffness of joints, and no joint has a drive of "
                            "variable_stiffness; elastic_joints leads links alone");
                      settings.stiffnessGains =
                          stiffnessGains(given.stiffnessGains, pairs, context, path + ".stiffness_gains");
                      return buildReference(given.stiffness, pairs, context, path + ".stiffness");
                    });
}

}  // namespace tendril
