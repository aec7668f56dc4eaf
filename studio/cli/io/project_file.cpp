// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/project_file.hpp"

#include <algorithm>
#include <charconv>
#include <ostream>

#include "core/builder/build_model.hpp"
#include "core/project/repeat_link.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/inverse/motion_plan.hpp"
#include "studio/mesher/project_meshes.hpp"
#include "studio/recording/recorded_file.hpp"

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

ReadResult readAnyProject(const std::filesystem::path& file) {
  if (!isRecordingName(file)) return readProject(file);
  try {
    RecordedProject project = readRecordedProject(file);
    return readProjectText(std::move(project.text), project.directory);
  } catch (const RecordingError& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
}

}  // namespace

std::filesystem::path runFile(const ProjectOptions& options, const std::filesystem::path& run) {
  return run.empty() && isRecordingName(options.file) ? options.file : run;
}

Project readProjectFile(const ProjectOptions& options, std::ostream& diagnostics) {
  ReadResult result = readAnyProject(options.file);
  report(result.problems, options.file.string(), diagnostics);
  Project project{std::move(result.description), result.directory, std::move(result.problems)};
  std::vector<Problem> problems;
  if (!options.variant.empty()) applyVariant(project.description, options.variant, problems);
  for (const std::string& setting : options.settings) {
    const std::size_t equals = setting.find('=');
    if (equals == std::string::npos || equals == 0)
      throw Error(ExitCode::kUsage, "--set " + setting + ": write path=value, such as --set gravity[2]=-1.62");
    setByPath(project.description, setting.substr(0, equals), setting.substr(equals + 1), problems);
  }
  for (const std::string& repeat : options.repeats) {
    const std::size_t equals = repeat.rfind('=');
    int count = 0;
    const char* const end = repeat.data() + repeat.size();
    if (equals == std::string::npos || std::from_chars(repeat.data() + equals + 1, end, count).ptr != end)
      throw Error(ExitCode::kUsage, "--repeat " + repeat + ": write link=count, such as --repeat \"body 20=980\"");
    repeatLink(project.description, std::string_view(repeat).substr(0, equals), count, problems);
  }
  report(problems, "the changes of the command line", diagnostics);
  return project;
}

BuildOptions optionsFor(const Project& project, RobotPart part) {
  if (part == RobotPart::kLinkSide) return linkSideOptions(project.description, project.directory);
  return {.directory = project.directory, .meshes = projectMeshGenerator(project.directory)};
}

std::shared_ptr<const Model> buildProject(const Project& project, std::ostream& diagnostics, RobotPart part) {
  std::vector<Problem> problems;
  std::shared_ptr<const Model> model = buildModel(project.description, problems, optionsFor(project, part));
  std::erase_if(problems, [&](const Problem& problem) {
    return std::ranges::any_of(project.told, [&](const Problem& told) {
      return !problem.isError() && told.path == problem.path && told.message == problem.message;
    });
  });
  report(problems, "this robot cannot be built", diagnostics);
  return model;
}

}  // namespace tendril::cli
