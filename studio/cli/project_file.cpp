// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/project_file.hpp"

#include <ostream>

#include "core/model/build/build_model.hpp"
#include "studio/cli/errors.hpp"

namespace tendril::cli {
namespace {

/// Warnings are shown, errors end the command with all of them.
void report(const std::vector<Problem>& problems, const std::string& where, std::ostream& diagnostics) {
  std::string errors;
  int count = 0;
  for (const Problem& problem : problems) {
    if (!problem.isError()) {
      diagnostics << problem.text() << '\n';
      continue;
    }
    errors += "\n  " + problem.text();
    ++count;
  }
  if (count > 0)
    throw Error(ExitCode::kBadFile,
                where + (count == 1 ? ": a problem" : ": " + std::to_string(count) + " problems") + errors);
}

}  // namespace

Project readProjectFile(const ProjectOptions& options, std::ostream& diagnostics) {
  ReadResult result = readProject(options.file);
  report(result.problems, options.file.string(), diagnostics);
  Project project{std::move(result.description), result.directory};
  std::vector<Problem> problems;
  if (!options.variant.empty()) applyVariant(project.description, options.variant, problems);
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ExitCode::kUsage, "--set " + setting + ": write path=value, such as --set gravity[2]=-1.62");
    setByPath(project.description, setting.substr(0, equals), setting.substr(equals + 1), problems);
  }
  report(problems, "the changes of the command line", diagnostics);
  return project;
}

std::shared_ptr<const Model> buildProject(const Project& project, std::ostream& diagnostics) {
  std::vector<Problem> problems;
  std::shared_ptr<const Model> model = buildModel(project.description, problems, {.directory = project.directory});
  report(problems, "this robot cannot be built", diagnostics);
  return model;
}

}  // namespace tendril::cli
