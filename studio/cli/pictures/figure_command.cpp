// SPDX-License-Identifier: GPL-3.0-or-later
#include <ostream>
#include <stdexcept>

#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/recorded_run.hpp"
#include "studio/composer/figure_page.hpp"

namespace tendril::cli {
namespace {

composer::FigureSpec specOf(const FigureOptions& options, const Project& project) {
  try {
    composer::FigureSpec spec = composer::figureSpec(project.description, options.name);
    if (options.dpi) spec.dpi = *options.dpi;
    if (options.dark) spec.dark = true;
    if (!options.quality.empty()) composer::setQuality(spec, options.quality == "publication");
    return spec;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
}

void listFigures(const Project& project, const Streams& streams) {
  for (const std::string& name : composer::figureNames(project.description)) streams.out << name << '\n';
}

}  // namespace

void figureCommand(const FigureOptions& options, const Streams& streams) {
  Project project = readProjectFile(options.project, streams.diagnostics);
  if (options.name.empty()) return listFigures(project, streams);
  if (options.out.empty()) throw Error(ExitCode::kUsage, "--out: name the file, *.svg, *.pdf or *.png");
  const composer::FigureSpec spec = specOf(options, project);
  if (spec.duration) project.description.simulation.duration = *spec.duration;
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  std::filesystem::path run = runFile(options.project, options.run);
  if (run.empty() && !spec.run.empty()) run = project.directory / spec.run;
  const composer::RecordedRobot robot{model, run.empty() ? simulatedRun(model, streams) : recordedRun(run, *model),
                                      project.description.signals.entries};
  composer::MadeFigure made;
  try {
    ProgressBar bar(streams.diagnostics, streams.terminal, "drawing");
    made = composer::makeFigure(
        spec, robot, options.out, [&](double share) { bar.show(share); }, streams.cancel);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kBadFile, error.what());
  }
  if (made.files.empty()) throw Error(ExitCode::kInterrupted, "interrupted; nothing was written");
  for (const std::string& problem : made.problems) streams.diagnostics << "warning: " << problem << '\n';
  for (const std::filesystem::path& file : made.files) streams.out << file.string() << '\n';
}

}  // namespace tendril::cli
