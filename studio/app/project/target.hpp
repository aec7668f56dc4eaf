// SPDX-License-Identifier: GPL-3.0-or-later
// Something of a project that can be selected, and where it stands in the description.
#pragma once

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "studio/document/document.hpp"

namespace tendril {

struct Model;

enum class TargetKind {
  kProject,
  kSimulation,
  kParameters,
  kLink,
  kMaterial,
  kActuator,
  kLoad,
  kLoop,
  kObject,
  kController
};
/// Which part of a link is meant.
enum class TargetPart { kWhole, kJoint, kBody, kStation };

/// One thing that can be selected.
struct Target {
  TargetKind kind = TargetKind::kProject;
  description::ObjectId id = 0;  ///< of a link, material, actuator, load, loop or controller; else 0
  TargetPart part = TargetPart::kWhole;
  int index = -1;                 ///< of one parameter; −1: none
  std::optional<double> at = {};  ///< of a station: 0…1 over a soft body; none: the base frame

  static Target project() { return {}; }
  static Target simulation() { return {.kind = TargetKind::kSimulation}; }
  static Target parameters(int index = -1) { return {.kind = TargetKind::kParameters, .index = index}; }
  static Target link(description::ObjectId id, TargetPart part = TargetPart::kWhole) {
    return {.kind = TargetKind::kLink, .id = id, .part = part};
  }
  static Target object(TargetKind kind, description::ObjectId id) { return {.kind = kind, .id = id}; }

  bool operator==(const Target&) const = default;
};

/// True if the description has it.
bool exists(const Description& description, const Target& target);
/// The parts of a link in the order in which clicks go down through it: whole, joint (if it can move), body (if it has
/// one), station. Empty if there is no such link.
std::vector<TargetPart> partsOf(const Description& description, description::ObjectId link);
/// Path of the target's fields as setByPath has it: "links.arm", "links.arm.joint", "materials.silicone", "simulation";
/// empty for the project itself, and for what does not exist.
std::string pathOf(const Description& description, const Target& target);
/// The target whose fields begin `path`, the most special one ("links[2].joint.axis" → joint of link 2). Names and
/// indices are both understood. The project for a path that begins no object.
Target targetOf(const Description& description, std::string_view path);
/// Everything of a project that can be selected as a whole, in the order of the tree.
std::vector<Target> targetsOf(const Description& description);
/// Name as the tree shows it: "arm", "arm · joint", "Simulation".
QString titleOf(const Description& description, const Target& target);
/// What edits call a target; nothing for what is no object (the project, simulation, parameters).
std::optional<ItemRef> itemOf(const Target& target);
/// The objects among targets, each once.
std::vector<ItemRef> itemsOf(const std::vector<Target>& targets);
/// The object of an edit, as a target.
Target targetOf(const ItemRef& item);
/// Index of the link with this id; −1 if the model has none.
int linkIndexOf(const Model& model, description::ObjectId id);
/// Index of the loop with this id; −1 if the model has none.
int loopIndexOf(const Model& model, description::ObjectId id);
/// Index of the actuator with this id; −1 if the model has none.
int actuatorIndexOf(const Model& model, description::ObjectId id);
/// Index of the wrench with this id in Model::loads; −1 if the model has none.
int loadIndexOf(const Model& model, description::ObjectId id);

}  // namespace tendril
