// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/inverse/motion_plan.hpp"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "core/builder/build_model.hpp"
#include "core/builder/controllers/build_reference.hpp"
#include "core/builder/parts/actuator_facts.hpp"
#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/project/json_tree.hpp"
#include "core/project/read_value.hpp"
#include "core/text/nearest_name.hpp"
#include "studio/mesher/project_meshes.hpp"

namespace tendril {
namespace {

using json::Node;

[[noreturn]] void bad(const std::string& message) {
  throw std::invalid_argument(message);
}

std::string textOfFile(const std::filesystem::path& file) {
  std::ostringstream text;
  std::ifstream stream(file);
  if (stream) text << stream.rdbuf();
  if (!stream || std::filesystem::is_directory(file)) bad(file.string() + ": cannot be read");
  return text.str();
}

void checkKeys(const Node& root) {
  static const std::vector<std::string> kKeys = {"joints", "bodies", "stiffness", "from", "to", "step"};
  if (!root.is(Node::Kind::kObject)) bad("motion file must be an object");
  for (const std::string& key : root.keys)
    if (std::find(kKeys.begin(), kKeys.end(), key) == kKeys.end())
      bad("motion file: unknown key '" + key + "'" + didYouMean(key, kKeys));
}

/// Throws the first error of what was read or built at a place of the file.
void throwErrors(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (problem.isError()) bad("motion file: " + problem.text());
}

bool turnsInSpace(const Model& model, const Link& link) {
  return model.qOfV[static_cast<std::size_t>(link.vJoint)] < 0;
}

/// `body`: of the soft body of the link, not of its joint.
JointReference followed(const Node& node, const std::string& where, int index, bool body, const Model& model,
                        BuildContext& context) {
  const Link& link = model.links[static_cast<std::size_t>(index)];
  description::ReferenceMotion motion;
  project::ValueReader reader(context.problems, context.catalogue());
  const auto step = reader.path().key(where);
  reader.read(motion, node, {.key = where});
  throwErrors(context.problems);
  JointReference joint{.link = index, .ofBody = body, .numbers = {}, .pose = {}};
  if (body) {
    joint.numbers = buildReference(motion, std::max(link.nBody, 1), context, where);
  } else if (link.nvJoint > 0 && turnsInSpace(model, link)) {
    const TaskKind kind = link.nvJoint == 6 ? TaskKind::kPose : TaskKind::kOrientation;
    if (auto pose = buildPoseReference(motion, kind, context, where)) joint.pose = *pose;
  } else {
    joint.numbers = buildReference(motion, std::max(link.nvJoint, 1), context, where);
  }
  throwErrors(context.problems);
  return joint;
}

/// The entries of "joints", or of "bodies".
void readFollowed(const Node& root, bool body, const Model& model, BuildContext& context, MotionPlan& plan) {
  const std::string key = body ? "bodies" : "joints";
  const Node* given = root.find(key);
  if (!given) return;
  if (!given->is(Node::Kind::kObject)) bad("motion file: " + key + " must be an object, a reference per link");
  std::vector<std::string> names;
  for (const Link& link : model.links) names.push_back(link.name);
  for (std::size_t i = 0; i < given->items.size(); ++i) {
    const std::string& name = given->keys[i];
    const int index = model.linkIndex(name);
    if (index < 0) bad("motion file: " + key + ": there is no link \"" + name + "\"" + didYouMean(name, names));
    plan.joints.push_back(followed(given->items[i], key + "." + name, index, body, model, context));
  }
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

MotionPlan readMotionPlan(const std::filesystem::path& file, const Description& project,
                          const std::filesystem::path& directory, const Model& model) {
  std::vector<Problem> problems;
  const Node root = json::parse(textOfFile(file), problems);
  if (hasErrors(problems)) bad(file.string() + ": " + problems.front().text());
  checkKeys(root);
  MotionPlan plan;
  plan.from = numberOf(root, "from", 0);
  plan.to = numberOf(root, "to", plan.from + model.simulation.duration);
  plan.step = numberOf(root, "step", plan.step);
  if (!(plan.to >= plan.from)) bad("motion file: to must not be before from");
  if (!(plan.step > 0)) bad("motion file: step must be greater than 0 s");

  const BuildOptions options{.directory = directory};
  BuildContext context(project, options, problems);
  for (const bool body : {false, true}) readFollowed(root, body, model, context, plan);
  if (plan.joints.empty())
    bad("motion file: joints must be an object such as {\"shoulder\": {\"type\": \"half_cosine\", \"to\": 1, "
        "\"duration\": 2}}");
  plan.stiffness = stiffnessOf(root, model, context);
  return plan;
}

BuildOptions linkSideOptions(const Description& project, const std::filesystem::path& directory) {
  BuildOptions options{.directory = directory, .meshes = projectMeshGenerator(directory)};
  options.motors = !hasMotors(project);
  if (!options.motors) options.controllers = false;  // what controls the motors does not fit the link side
  return options;
}

std::shared_ptr<const Model> buildLinkSide(const Description& project, const std::filesystem::path& directory) {
  std::vector<Problem> problems;
  std::shared_ptr<const Model> model = buildModel(project, problems, linkSideOptions(project, directory));
  if (model) return model;
  for (const Problem& problem : problems)
    if (problem.isError()) bad(problem.text());
  bad("the robot cannot be built");
}

}  // namespace tendril
