// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/motion_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/builder/controllers/build_reference.hpp"
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/project/read_value.hpp"
#include "core/text/nearest_name.hpp"
#include "studio/cli/io/json_fields.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// Throws the first error of what was read or built at a place of the file.
void throwErrors(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (problem.isError()) bad("motion file: " + problem.text());
}

bool turnsInSpace(const Model& model, const Link& link) {
  return model.qOfV[static_cast<std::size_t>(link.vJoint)] < 0;
}

JointReference jointOf(const Node& node, const std::string& where, int index, const Model& model,
                       BuildContext& context) {
  const Link& link = model.links[static_cast<std::size_t>(index)];
  description::ReferenceMotion motion;
  project::ValueReader reader(context.problems, context.catalogue());
  const auto step = reader.path().key(where);
  reader.read(motion, node, {.key = where});
  throwErrors(context.problems);
  JointReference joint{.link = index, .numbers = {}, .pose = {}};
  if (link.nvJoint > 0 && turnsInSpace(model, link)) {
    const TaskKind kind = link.nvJoint == 6 ? TaskKind::kPose : TaskKind::kOrientation;
    if (auto pose = buildPoseReference(motion, kind, context, where)) joint.pose = *pose;
  } else {
    joint.numbers = buildReference(motion, std::max(link.nvJoint, 1), context, where);
  }
  throwErrors(context.problems);
  return joint;
}

/// One number over time for every joint with a pair of motors; empty where the file has none.
std::vector<ReferencePtr> stiffnessOf(const Node& root, const Model& model, BuildContext& context) {
  const Node* given = root.find("stiffness");
  if (!given) return {};
  if (!given->is(Node::Kind::kObject))
    bad("motion file: stiffness must be an object, such as {\"elbow\": {\"type\": …}}");
  std::vector<ReferencePtr> out;
  std::vector<std::string> names;
  for (const DrivenCoordinate& c : drivenCoordinates(model)) {
    if (c.pair < 0) continue;
    const std::string& name = names.emplace_back(model.links[static_cast<std::size_t>(c.link)].name);
    const Node* node = given->find(name);
    if (!node) bad("motion file: stiffness: \"" + name + "\" is missing, whose joint is of variable stiffness");
    description::ReferenceMotion motion;
    project::ValueReader reader(context.problems, context.catalogue());
    const std::string where = "stiffness." + name;
    const auto step = reader.path().key(where);
    reader.read(motion, *node, {.key = where});
    throwErrors(context.problems);
    out.push_back(buildReference(motion, 1, context, where));
    throwErrors(context.problems);
  }
  for (const std::string& key : given->keys)
    if (std::find(names.begin(), names.end(), key) == names.end())
      bad("motion file: stiffness: no joint of \"" + key + "\" is of variable stiffness" + didYouMean(key, names));
  return out;
}

/// A finite number; `fallback` where it is absent.
double numberOf(const Node& root, const char* key, double fallback) {
  const Node* node = root.find(key);
  if (!node) return fallback;
  if (!node->is(Node::Kind::kNumber) || !std::isfinite(node->number))
    bad(std::string("motion file: ") + key + " must be a number, in s");
  return node->number;
}

}  // namespace

MotionFile::MotionFile(const std::filesystem::path& file, const Description& project,
                       const std::filesystem::path& directory, const Model& model) {
  std::vector<Problem> problems;
  const Node root = json::parse(textOfFile(file.string()), problems);
  if (hasErrors(problems)) bad(file.string() + ": " + problems.front().text());
  static const std::array<std::string, 5> kKeys = {"joints", "stiffness", "from", "to", "step"};
  checkKeys(root, kKeys, "motion file");
  from = numberOf(root, "from", 0);
  to = numberOf(root, "to", from + model.simulation.duration);
  step = numberOf(root, "step", step);
  if (!(to >= from)) bad("motion file: to must not be before from");
  if (!(step > 0)) bad("motion file: step must be greater than 0 s");

  const Node* given = root.find("joints");
  if (!given || !given->is(Node::Kind::kObject) || given->items.empty())
    bad("motion file: joints must be an object such as {\"shoulder\": {\"type\": \"half_cosine\", \"to\": 1, "
        "\"duration\": 2}}");
  const BuildOptions options{.directory = directory};
  BuildContext context(project, options, problems);
  std::vector<std::string> names;
  for (const Link& link : model.links) names.push_back(link.name);
  for (std::size_t i = 0; i < given->items.size(); ++i) {
    const std::string& name = given->keys[i];
    const int index = model.linkIndex(name);
    if (index < 0) bad("motion file: joints: there is no link \"" + name + "\"" + didYouMean(name, names));
    joints.push_back(jointOf(given->items[i], "joints." + name, index, model, context));
  }
  stiffness = stiffnessOf(root, model, context);
}

}  // namespace tendril::cli
