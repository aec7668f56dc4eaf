// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <span>
#include <stdexcept>
#include <tuple>

#include "render/fields/field_range.hpp"
#include "render/output/film_strip.hpp"
#include "render/output/offscreen.hpp"
#include "render/output/picture_file.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/progress_bar.hpp"
#include "studio/cli/looping_motion.hpp"
#include "studio/cli/pictures/render_look.hpp"
#include "studio/cli/pictures/soft_look.hpp"
#include "studio/cli/quantities/state_file.hpp"
#include "studio/composer/line_picture.hpp"

namespace tendril::cli {
namespace {

/// The state that is given, else that of the run at `time` (the last one not after it), or its last; without a run the
/// initial state with the inputs of its signals.
StateValues stateToDraw(const RenderOptions& options, const Model& model) {
  if (!options.state.empty()) {
    const StateFile given = parseStates(textOfFile(options.state.string()), model);
    if (given.states.empty()) throw Error(ExitCode::kBadFile, options.state.string() + ": has no states");
    return given.states.front().values;
  }
  const std::filesystem::path run = runFile(options.project, options.run);
  if (run.empty()) {
    StateValues initial = parseStates("{}", model).states.front().values;
    initial.t = options.time.value_or(0);
    model.inputsAt(initial.t, initial.u);
    return initial;
  }
  const std::vector<StateRequest> states = readStateTable(run, model).states;
  if (states.empty()) throw Error(ExitCode::kBadFile, run.string() + ": has no rows");
  if (!options.time) return states.back().values;
  const auto after = std::find_if(states.begin(), states.end(),
                                  [&](const StateRequest& s) { return s.values.t > *options.time + 1e-9; });
  return (after == states.begin() ? after : std::prev(after))->values;
}

/// Where the picture is seen from; absent: from where the robot is framed.
void placeCamera(const RenderOptions& options, const Description& description, PictureOptions& picture) {
  picture.camera = projectCamera(description);
  picture.fitted = !options.view.empty() || !picture.camera;
  if (options.view.empty() && !options.orthographic) return;
  CameraView view = picture.fitted ? CameraView() : *picture.camera;
  if (options.view == "front") view.look(StandardView::kFront);
  if (options.view == "right") view.look(StandardView::kRight);
  if (options.view == "top") view.look(StandardView::kTop);
  view.orthographic = options.orthographic;
  picture.camera = view;
}

Backdrop backdropOf(const RenderOptions& options) {
  if (options.backdrop == "white") return Backdrop::kWhite;
  if (options.backdrop != "transparent") return Backdrop::kTheme;
  if (options.out.extension() != ".png")
    throw Error(ExitCode::kUsage, "--background transparent: only *.png pictures have a transparent background");
  return Backdrop::kNone;
}

/// Samples of a picture: 1 in live quality.
int samplesOf(const RenderOptions& options) {
  if (options.quality == "publication") return options.samples.value_or(kPublicationSamples);
  if (options.samples) throw Error(ExitCode::kUsage, "--samples: only with --quality publication");
  return 1;
}

std::pair<int, int> sizeOf(const RenderOptions& options) {
  return options.size.empty() ? std::pair(options.width, options.height) : pictureSize(options.size);
}

void warn(const std::vector<std::string>& problems, const Streams& streams) {
  for (const std::string& problem : problems) streams.diagnostics << "warning: " << problem << '\n';
}

void renderStill(const RenderOptions& options, const Project& project, const std::shared_ptr<const Model>& model,
                 const Streams& streams) {
  const StateValues state = stateToDraw(options, *model);
  Data data(*model);
  PictureOptions picture;
  picture.deformation = lookOf(options);
  picture.overlays = overlaysFor(options);
  const Snapshot snapshot = drawnSnapshot(model, data, state, picture.deformation, picture.overlays);
  picture.deformation.colors = colorsFor(options, snapshot.deformation.field, {&snapshot, 1}, streams);
  std::tie(picture.width, picture.height) = sizeOf(options);
  picture.dark = options.dark;
  picture.backdrop = backdropOf(options);
  picture.furniture = !options.bare;
  picture.samples = samplesOf(options);
  placeCamera(options, project.description, picture);
  ProgressBar bar(streams.diagnostics, streams.terminal, "drawing");
  picture.progress = [&bar](double done) {
    bar.show(done);
    return true;
  };
  OffscreenView view(picture);
  view.draw(snapshot);
  writePictureFile(options.out.string(), picture.width, picture.height, view.pixels(),
                   picture.backdrop == Backdrop::kNone);
  warn(view.problems(), streams);
}

void renderLines(const RenderOptions& options, const Project& project, const std::shared_ptr<const Model>& model,
                 const Streams& streams) {
  const StateValues state = stateToDraw(options, *model);
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, state.t, state.q, state.v, &state.u, snapshot);
  PictureOptions seen;
  placeCamera(options, project.description, seen);
  composer::LinePicture lines{.camera = seen.camera,
                              .fitted = seen.fitted,
                              .ink = {.hidden = options.hiddenLines, .dark = options.dark},
                              .title = project.description.name};
  std::tie(lines.width, lines.height) = sizeOf(options);
  warn(composer::writeLinePicture(snapshot, lines, options.out), streams);
}

void renderFilmStrip(const RenderOptions& options, const Project& project, const std::shared_ptr<const Model>& model,
                     const Streams& streams) {
  const double duration = options.loop.value_or(3);
  if (!(duration > 0 && duration <= 1e4)) throw Error(ExitCode::kUsage, "--duration must be greater than 0");
  Program program(model);
  const LoopingMotion motion = loopingMotion(program, options.filmStrip, duration, options.warmUp);
  FilmStripOptions strip;
  strip.deformation = lookOf(options), strip.overlays = overlaysFor(options);
  std::vector<Snapshot> frames;
  for (const StateValues& state : motion.frames)
    frames.push_back(drawnSnapshot(model, program.data, state, strip.deformation, strip.overlays));
  strip.deformation.colors = colorsFor(options, strip.deformation.colors.field, frames, streams);
  std::tie(strip.width, strip.height) = sizeOf(options);
  if (options.size.empty()) strip.width = 320, strip.height = 200;
  strip.dark = options.dark;
  strip.scales = !options.bare;
  strip.camera = projectCamera(project.description);
  warn(writeFilmStrip(frames, strip, options.out.string()), streams);
  char text[160];
  std::snprintf(text, sizeof text, "%zu frames of %d x %d pixels, %.3g s from t = %.3g s, jump %.2g frames\n",
                frames.size(), strip.width, strip.height, motion.duration, motion.start, motion.jump);
  streams.out << text;
}

}  // namespace

void render(const RenderOptions& options, const Streams& streams) {
  const bool lines = composer::isLineFile(options.out);
  if (!lines && !isPictureFile(options.out.string()))
    throw Error(ExitCode::kUsage, "--out: pictures are written as .png or .jpg, line drawings as .svg or .pdf");
  if (lines && options.filmStrip > 0) throw Error(ExitCode::kUsage, "--film-strip: give a picture, .png or .jpg");
  if (lines && !(options.field.empty() && options.cut.empty()))
    throw Error(ExitCode::kUsage, "--field and --cut: line drawings show neither; give a picture, .png or .jpg");
  if (options.filmStrip > 0 && !(options.run.empty() && options.state.empty()))
    throw Error(ExitCode::kUsage, "--film-strip simulates by itself; leave out --run and --state");
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  (lines ? renderLines : options.filmStrip > 0 ? renderFilmStrip : renderStill)(options, project, model, streams);
  streams.out << options.out.string() << '\n';
}

}  // namespace tendril::cli
