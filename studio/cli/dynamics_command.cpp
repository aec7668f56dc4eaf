// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <optional>
#include <ostream>

#include "core/builder/build_model.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/quantities/state_file.hpp"
#include "studio/mesher/project_meshes.hpp"

namespace tendril::cli {
namespace {

using json::Node;

StateFile statesOf(const DynamicsOptions& options, const Model& model) {
  StateFile file = parseStates(options.state.empty() ? "{}" : textOfFile(options.state.string()), model);
  if (!options.states.empty()) {
    const std::vector<std::string> want = file.states.empty() ? options.want : file.states.front().want;
    file = readStateTable(options.states, model);
    for (StateRequest& request : file.states) request.want = want;
  }
  if (!options.want.empty())
    for (StateRequest& request : file.states) request.want = options.want;
  return file;
}

/// Error (bad file) for names that nobody knows.
void checkWanted(const StateFile& file) {
  for (const StateRequest& request : file.states)
    for (const std::string& name : request.want) findQuantity(name);
}

/// Model and workspace for states that share the same extra wrenches.
struct Workplace {
  explicit Workplace(std::shared_ptr<const Model> robot) : model(std::move(robot)), data(*model) {}
  std::shared_ptr<const Model> model;
  Data data;
};

/// The number at `path` and how to build the robot with another one. Error (bad file) if there is no such number.
std::shared_ptr<const Parameter> parameterAt(const Project& project, const std::string& path) {
  if (path.empty()) return nullptr;
  std::vector<Problem> problems;
  Description probe = project.description;
  const std::optional<double> value = numberAt(project.description, path, problems);
  if (!value || !setByPath(probe, path, numberText(*value), problems))
    throw Error(ExitCode::kBadFile,
                "state: parameter: " + (problems.empty() ? path + " is no number" : problems.front().text()));
  auto parameter = std::make_shared<Parameter>();
  parameter->path = path;
  parameter->value = *value;
  parameter->build = [project, path](double number) -> std::shared_ptr<const Model> {
    std::vector<Problem> ignored;
    Description changed = project.description;
    if (!setByPath(changed, path, numberText(number), ignored)) return nullptr;
    return buildModel(changed, ignored, optionsFor({changed, project.directory, {}}, RobotPart::kLinkSide));
  };
  return parameter;
}

Node answer(Workplace& place, const StateRequest& request) {
  Node all = Node::object();
  for (const std::string& name : request.want)
    all.add(name, findQuantity(name).compute(*place.model, place.data, request.values));
  return all;
}

}  // namespace

void dynamics(const DynamicsOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  Workplace plain(buildProject(project, streams.diagnostics, RobotPart::kLinkSide));
  StateFile file = statesOf(options, *plain.model);
  checkWanted(file);
  Node answers = Node::array();
  for (StateRequest& request : file.states) {
    if (request.wrenches.empty()) {
      request.values.parameter = parameterAt(project, request.parameter);
      answers.items.push_back(answer(plain, request));
      continue;
    }
    Project pushed = project;
    for (const description::Load& wrench : request.wrenches) pushed.description.loads.push_back(wrench);
    Workplace place(buildProject(pushed, streams.diagnostics, RobotPart::kLinkSide));
    request.values.parameter = parameterAt(pushed, request.parameter);
    answers.items.push_back(answer(place, request));
  }
  const Node& result = file.many ? answers : answers.items.front();
  streams.out << (options.json ? json::write(result) + "\n" : readable(result));
}

}  // namespace tendril::cli
