// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/pictures/render_look.hpp"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"

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

std::pair<int, int> pictureSize(const std::string& size) {
  int width = 0, height = 0, end = 0;
  const bool read = std::sscanf(size.c_str(), "%dx%d%n", &width, &height, &end) == 2;
  if (!read || end != static_cast<int>(size.size()) || std::min(width, height) < 16 || std::max(width, height) > 8192)
    throw Error(ExitCode::kUsage, "--size " + size + ": write WxH in pixels, 16 to 8192, such as 640x400");
  return {width, height};
}

}  // namespace tendril::cli
