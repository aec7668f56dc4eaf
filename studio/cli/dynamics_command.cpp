// SPDX-License-Identifier: GPL-3.0-or-later
#include <fstream>
#include <ostream>
#include <sstream>

#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/state_file.hpp"

namespace tendril::cli {
namespace {

using json::Node;

std::string readText(const std::filesystem::path& file) {
  std::ifstream stream(file);
  std::ostringstream text;
  if (stream) text << stream.rdbuf();
  if (!stream || std::filesystem::is_directory(file))
    throw Error(ExitCode::kBadFile, file.string() + ": cannot be read");
  return text.str();
}

StateFile statesOf(const DynamicsOptions& options, const Model& model) {
  StateFile file = parseStates(options.state.empty() ? "{}" : readText(options.state), model);
  if (!options.states.empty()) {
    const std::vector<std::string> want = file.states.empty() ? options.want : file.states.front().want;
    file = readStateTable(options.states, model);
    for (StateRequest& request : file.states) request.want = want;
  }
  if (!options.want.empty())
    for (StateRequest& request : file.states) request.want = options.want;
  return file;
}

/// Model and workspace for states that share the same extra wrenches.
struct Workplace {
  explicit Workplace(std::shared_ptr<const Model> robot) : model(std::move(robot)), data(*model) {}
  std::shared_ptr<const Model> model;
  Data data;
};

Node answer(Workplace& place, const StateRequest& request) {
  Node all = Node::object();
  for (const std::string& name : request.want)
    all.add(name, findQuantity(name).compute(*place.model, place.data, request.values));
  return all;
}

}  // namespace

void dynamics(const DynamicsOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  Workplace plain(buildProject(project, streams.diagnostics));
  const StateFile file = statesOf(options, *plain.model);
  for (const StateRequest& request : file.states)
    for (const std::string& name : request.want) findQuantity(name);  // before the work begins
  Node answers = Node::array();
  for (const StateRequest& request : file.states) {
    if (request.wrenches.empty()) {
      answers.items.push_back(answer(plain, request));
      continue;
    }
    Project pushed = project;
    for (const description::Load& wrench : request.wrenches) pushed.description.loads.push_back(wrench);
    Workplace place(buildProject(pushed, streams.diagnostics));
    answers.items.push_back(answer(place, request));
  }
  const Node& result = file.many ? answers : answers.items.front();
  streams.out << (options.json ? json::write(result) + "\n" : readable(result));
}

}  // namespace tendril::cli
