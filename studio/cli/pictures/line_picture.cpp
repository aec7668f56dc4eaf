// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/pictures/line_picture.hpp"

#include <cmath>

#include "render/output/line_drawing.hpp"
#include "render/scene/robot_scene.hpp"
#include "studio/figure/canvas.hpp"

namespace tendril::cli {
namespace {

constexpr double kPoints = 0.75;  // of a pixel: 96 pixels and 72 points are an inch
constexpr double kMargin = 1.1;

figure::Stroke strokeOf(LineKind kind, bool hidden, bool dark) {
  const char* ink = dark ? "#E6EAF0" : "#1B2129";
  if (hidden) return {figure::colorOf(dark ? "#7C8794" : "#8A94A0"), 0.4, true, "hidden"};
  switch (kind) {
    case LineKind::kSilhouette:
      return {figure::colorOf(ink), 1.0, false, "silhouette"};
    case LineKind::kSharpEdge:
      return {figure::colorOf(ink), 0.6, false, "edge"};
    case LineKind::kCurve:
      break;
  }
  return {figure::colorOf("#D7263D"), 0.8, false, "tendon"};
}

/// Tendons as chains of points.
std::vector<LineCurve> tendonCurves(const Snapshot& snapshot) {
  std::vector<LineCurve> curves;
  for (const TendonLine& line : snapshot.tendonLines) {
    const auto begin = snapshot.tendonPoints.begin() + line.first;
    curves.emplace_back(begin, begin + line.count);
  }
  return curves;
}

}  // namespace

bool isLineFile(const std::filesystem::path& file) {
  return file.extension() == ".svg" || file.extension() == ".pdf";
}

std::vector<std::string> writeLinePicture(const Snapshot& snapshot, const LinePicture& picture,
                                          const std::filesystem::path& file) {
  RobotScene scene(snapshot.model);
  scene.update(snapshot);
  CameraView view = picture.camera.value_or(CameraView());
  if (!picture.camera || picture.fitted)
    view.frame(scene.outline(), static_cast<double>(picture.width) / picture.height, kMargin);
  const double width = picture.width * kPoints, height = picture.height * kPoints;
  const auto format = file.extension() == ".svg" ? figure::Format::kSvg : figure::Format::kPdf;
  const auto canvas = figure::makeCanvas(format, file, width, height, 72, picture.title);
  const std::vector<DrawnLine> lines =
      lineDrawing(scene.shadowCasters(), tendonCurves(snapshot), view, picture.width, picture.height);
  // Hidden lines lie below, silhouettes on top; lines of a look are one curve with gaps.
  for (const bool hidden : {true, false})
    for (const LineKind kind : {LineKind::kCurve, LineKind::kSharpEdge, LineKind::kSilhouette}) {
      if (hidden && !picture.hidden) continue;
      std::vector<figure::Point> points;
      for (const DrawnLine& line : lines) {
        if (line.hidden != hidden || line.kind != kind) continue;
        for (const Eigen::Vector2d& p : line.points) points.push_back({kPoints * p.x(), kPoints * p.y()});
        points.push_back({NAN, NAN});
      }
      if (!points.empty()) canvas->curve(points, strokeOf(kind, hidden, picture.dark), {0, 0, width, height});
    }
  canvas->finish();
  return scene.problems();
}

}  // namespace tendril::cli
