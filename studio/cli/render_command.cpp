// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <tuple>

#include "render/film_strip.hpp"
#include "render/offscreen.hpp"
#include "render/picture_file.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/looping_motion.hpp"
#include "studio/cli/state_file.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// The state of the run at `time` (the last one not after it), or its last; without a run the initial state with the
/// inputs of its signals.
StateValues stateToDraw(const RenderOptions& options, const Model& model) {
  if (options.run.empty()) {
    StateValues initial = parseStates("{}", model).states.front().values;
    initial.t = options.time.value_or(0);
    model.inputsAt(initial.t, initial.u);
    return initial;
  }
  const std::vector<StateRequest> states = readStateTable(options.run, model).states;
  if (states.empty()) throw Error(ExitCode::kBadFile, options.run.string() + ": has no rows");
  if (!options.time) return states.back().values;
  const auto after = std::find_if(states.begin(), states.end(),
                                  [&](const StateRequest& s) { return s.values.t > *options.time + 1e-9; });
  return (after == states.begin() ? after : std::prev(after))->values;
}

double numberOr(const Node& object, const char* key, double fallback) {
  const Node* node = object.find(key);
  return node && node->is(Node::Kind::kNumber) && std::isfinite(node->number) ? node->number : fallback;
}

/// `studio.camera` of the project: pivot, distance, azimuth, elevation (m, rad). Absent: the robot is framed.
std::optional<CameraView> cameraOf(const Description& description) {
  std::vector<Problem> problems;
  const Node studio = json::parse(description.studio.text.empty() ? "{}" : description.studio.text, problems);
  const Node* camera = studio.find("camera");
  if (!camera || !camera->is(Node::Kind::kObject)) return {};
  CameraView view;
  if (const Node* pivot = camera->find("pivot")) view.pivot = toVector(*pivot, "studio.camera.pivot").head<3>();
  view.distance = std::max(1e-6, numberOr(*camera, "distance", view.distance));
  view.azimuth = numberOr(*camera, "azimuth", view.azimuth);
  view.elevation = numberOr(*camera, "elevation", view.elevation);
  return view;
}

/// "640x400" in pixels.
std::pair<int, int> sizeOf(const RenderOptions& options) {
  if (options.size.empty()) return {options.width, options.height};
  int width = 0, height = 0, end = 0;
  const bool read = std::sscanf(options.size.c_str(), "%dx%d%n", &width, &height, &end) == 2;
  if (!read || end != static_cast<int>(options.size.size()) || std::min(width, height) < 16 ||
      std::max(width, height) > 8192)
    throw Error(ExitCode::kUsage, "--size " + options.size + ": write WxH in pixels, 16 to 8192, such as 640x400");
  return {width, height};
}

void warn(const std::vector<std::string>& problems, const Streams& streams) {
  for (const std::string& problem : problems) streams.diagnostics << "warning: " << problem << '\n';
}

void renderStill(const RenderOptions& options, const Project& project, const std::shared_ptr<const Model>& model,
                 const Streams& streams) {
  const StateValues state = stateToDraw(options, *model);
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, state.t, state.q, state.v, &state.u, snapshot);
  PictureOptions picture;
  std::tie(picture.width, picture.height) = sizeOf(options);
  picture.dark = options.dark;
  picture.camera = cameraOf(project.description);
  OffscreenView view(picture);
  view.draw(snapshot);
  writePictureFile(options.out.string(), picture.width, picture.height, view.pixels());
  warn(view.problems(), streams);
}

void renderFilmStrip(const RenderOptions& options, const Project& project, const std::shared_ptr<const Model>& model,
                     const Streams& streams) {
  const double duration = options.loop.value_or(3);
  if (!(duration > 0 && duration <= 1e4)) throw Error(ExitCode::kUsage, "--duration must be greater than 0");
  Program program(model);
  const LoopingMotion motion = loopingMotion(program, options.filmStrip, duration, options.warmUp);
  std::vector<Snapshot> frames(motion.frames.size());
  for (std::size_t k = 0; k < frames.size(); ++k) {
    const StateValues& state = motion.frames[k];
    fillSnapshot(model, program.data, state.t, state.q, state.v, &state.u, frames[k]);
  }
  FilmStripOptions strip;
  std::tie(strip.width, strip.height) = sizeOf(options);
  if (options.size.empty()) strip.width = 320, strip.height = 200;
  strip.dark = options.dark;
  strip.camera = cameraOf(project.description);
  warn(writeFilmStrip(frames, strip, options.out.string()), streams);
  char text[160];
  std::snprintf(text, sizeof text, "%zu frames of %d x %d pixels, %.3g s from t = %.3g s, jump %.2g frames\n",
                frames.size(), strip.width, strip.height, motion.duration, motion.start, motion.jump);
  streams.out << text;
}

}  // namespace

void render(const RenderOptions& options, const Streams& streams) {
  if (!isPictureFile(options.out.string()))
    throw Error(ExitCode::kUsage, "--out: pictures are written as .png or .jpg");
  if (options.filmStrip > 0 && !options.run.empty())
    throw Error(ExitCode::kUsage, "--film-strip simulates by itself; leave out --run");
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  (options.filmStrip > 0 ? renderFilmStrip : renderStill)(options, project, model, streams);
  streams.out << options.out.string() << '\n';
}

}  // namespace tendril::cli
