// SPDX-License-Identifier: GPL-3.0-or-later
#include <ostream>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/import/robot_import.hpp"

namespace tendril::cli {
namespace {

using json::Node;
namespace fs = std::filesystem;

void fail(const fs::path& file, const std::vector<Problem>& problems) {
  std::string text = file.string() + ": no project was written";
  for (const Problem& problem : problems)
    if (problem.isError()) text += "\n  " + problem.text();
  throw Error(ExitCode::kBadFile, text);
}

std::string counted(std::size_t count, const std::string& what) {
  return std::to_string(count) + ' ' + what + (count == 1 ? "" : "s");
}

}  // namespace

void convert(const ConvertOptions& options, const Streams& streams) {
  const fs::path out = options.out.empty() ? fs::path(options.file.stem().string() + ".tendril.json") : options.out;
  if (!out.string().ends_with(".tendril.json"))
    throw Error(ExitCode::kUsage, out.string() + ": a project's file ends in .tendril.json");
  std::error_code error;
  if (!options.force && fs::exists(out, error))
    throw Error(ExitCode::kUsage, out.string() + " is there already; name another file, or add --force");
  const fs::path folder = fs::absolute(out, error).parent_path();
  const ImportedRobot robot = importRobot(options.file, {.floating = options.floating, .directory = folder});
  if (!robot.ok()) fail(options.file, robot.problems);
  std::vector<Problem> problems;
  const auto model = buildModel(robot.description, problems, {.directory = folder});
  if (!model) fail(options.file, problems);
  if (const auto failed = writeProject(robot.description, out)) throw Error(ExitCode::kBadFile, failed->text());
  std::vector<Problem> notes = robot.problems;
  notes.insert(notes.end(), problems.begin(), problems.end());
  if (!options.json) {
    for (const Problem& note : notes) streams.diagnostics << note.text() << '\n';
    streams.out << out.string() << ": " << counted(model->links.size(), "link") << ", "
                << counted(static_cast<std::size_t>(model->nv), "degree") << " of freedom, "
                << counted(static_cast<std::size_t>(model->nu), "input") << '\n';
    return;
  }
  Node answer = Node::object(), list = Node::array();
  for (const Problem& note : notes) list.items.push_back(Node::ofText(note.text()));
  answer.add("project", Node::ofText(out.string()));
  answer.add("links", Node::ofNumber(static_cast<double>(model->links.size())));
  answer.add("degrees_of_freedom", Node::ofNumber(model->nv));
  answer.add("inputs", Node::ofNumber(model->nu));
  answer.add("notes", std::move(list));
  streams.out << json::write(answer) << '\n';
}

}  // namespace tendril::cli
