// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/pictures/render_look.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ostream>
#include <stdexcept>

#include "core/session/live/force_probe.hpp"
#include "core/text/nearest_name.hpp"
#include "render/fields/field_range.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/composer/picture_look.hpp"

namespace tendril::cli {
namespace {

using json::Node;

double numberOr(const Node& object, const char* key, double fallback) {
  const Node* node = object.find(key);
  return node && node->is(Node::Kind::kNumber) && std::isfinite(node->number) ? node->number : fallback;
}

}  // namespace

std::optional<CameraView> projectCamera(const Description& description) {
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

/// Colours and cut that the options ask for; the ends of the colours are still to be found.
DeformationLook lookOf(const LookOptions& options) {
  if (options.field.empty() && !options.range.empty())
    throw Error(ExitCode::kUsage, "--range: say with --field what is coloured");
  if (options.field.empty() && !options.iso.empty()) throw Error(ExitCode::kUsage, "--iso: say with --field of what");
  try {
    DeformationLook look = composer::pictureLook(options.field, options.cut);
    look.levels = options.iso;
    return look;
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, std::string("--") + error.what());
  }
}

/// What is drawn besides bodies.
SceneOverlays overlaysFor(const LookOptions& options) {
  SceneOverlays overlays;
  for (const std::string& text : options.show) {
    const bool hides = text.starts_with("no-");
    const std::string key = hides ? text.substr(3) : text;
    const SceneOverlayInfo* info = findSceneOverlay(key);
    if (!info) {
      std::vector<std::string> known;
      std::string all;
      for (const SceneOverlayInfo& each : sceneOverlays()) {
        known.emplace_back(each.key);
        all += (all.empty() ? "" : ", ") + known.back();
      }
      throw Error(ExitCode::kUsage,
                  "--show " + text + ": no such thing" + didYouMean(key, known) + " (there are " + all + ")");
    }
    overlays.*info->member = !hides;
  }
  return overlays;
}

/// A snapshot with all that the picture shows of it.
Snapshot drawnSnapshot(const std::shared_ptr<const Model>& model, Data& data, const StateValues& state,
                       const DeformationLook& look, const SceneOverlays& overlays) {
  Snapshot snapshot;
  snapshot.deformation.field = look.colors.field;
  snapshot.deformation.inside = look.looksInside();
  snapshot.weighs = overlays.weigh();
  snapshot.gravity = model->gravity;
  fillSnapshot(model, data, state.t, state.q, state.v, &state.u, snapshot);
  if (overlays.loopForces || overlays.loopTorques) ForceProbe().fill(snapshot);
  return snapshot;
}

/// Ends of the colours as asked for, or such as these snapshots need.
FieldColors colorsFor(const LookOptions& options, SurfaceField field, std::span<const Snapshot> shown,
                      const Streams& streams) {
  try {
    const ColorEnds ends = composer::colorEnds(options.range);
    if (!ends.fixed && field != SurfaceField::kNone && !hasValues(shown.front().deformation))
      streams.diagnostics << "warning: --field: no body of the robot has this field\n";
    return composer::pictureColors(field, ends, shown);
  } catch (const std::invalid_argument& error) {
    throw Error(ExitCode::kUsage, std::string("--") + error.what());
  }
}

std::pair<int, int> pictureSize(const std::string& size) {
  int width = 0, height = 0, end = 0;
  const bool read = std::sscanf(size.c_str(), "%dx%d%n", &width, &height, &end) == 2;
  if (!read || end != static_cast<int>(size.size()) || std::min(width, height) < 16 || std::max(width, height) > 8192)
    throw Error(ExitCode::kUsage, "--size " + size + ": write WxH in pixels, 16 to 8192, such as 640x400");
  return {width, height};
}

}  // namespace tendril::cli
