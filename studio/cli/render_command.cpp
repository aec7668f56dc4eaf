// SPDX-License-Identifier: GPL-3.0-or-later
#include <algorithm>
#include <cmath>
#include <ostream>

#include "render/offscreen.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
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

}  // namespace

void render(const RenderOptions& options, const Streams& streams) {
  if (options.out.extension() != ".png") throw Error(ExitCode::kUsage, "--out: pictures are written as .png");
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  const StateValues state = stateToDraw(options, *model);
  Data data(*model);
  Snapshot snapshot;
  fillSnapshot(model, data, state.t, state.q, state.v, &state.u, snapshot);
  PictureOptions picture;
  picture.width = options.width, picture.height = options.height;
  picture.dark = options.dark;
  picture.camera = cameraOf(project.description);
  for (const std::string& problem : writePicture(snapshot, picture, options.out.string()))
    streams.diagnostics << "warning: " << problem << '\n';
  streams.out << options.out.string() << '\n';
}

}  // namespace tendril::cli
