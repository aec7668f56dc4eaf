// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/line_picture.hpp"

#include <cctype>
#include <cmath>

#include "render/scene/robot_scene.hpp"
#include "studio/figure/figure.hpp"

namespace tendril::composer {
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

/// Lines of vector files are opaque, so that all programs show them alike: a weak one has a colour near the page's.
figure::Color weakened(const figure::Color& color, const LineInk& ink) {
  if (ink.opacity >= 1) return color;
  const figure::Color page = figure::inkOf(ink.dark).page;
  const auto mixed = [&](double over, double under) { return under + ink.opacity * (over - under); };
  return {mixed(color.r, page.r), mixed(color.g, page.g), mixed(color.b, page.b)};
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

std::vector<DrawnLine> robotLines(RobotScene& scene, const Snapshot& snapshot, const CameraView& camera, int width,
                                  int height) {
  scene.update(snapshot);
  return lineDrawing(scene.shadowCasters(), tendonCurves(snapshot), camera, width, height);
}

void drawLines(figure::Canvas& canvas, const figure::Box& box, std::span<const DrawnLine> lines, int width, int height,
               const LineInk& ink) {
  const double right = box.width / width, down = box.height / height;
  // Hidden lines lie below, silhouettes on top; lines of a look are one curve with gaps.
  for (const bool hidden : {true, false})
    for (const LineKind kind : {LineKind::kCurve, LineKind::kSharpEdge, LineKind::kSilhouette}) {
      if (hidden && !ink.hidden) continue;
      std::vector<figure::Point> points;
      for (const DrawnLine& line : lines) {
        if (line.hidden != hidden || line.kind != kind) continue;
        for (const Eigen::Vector2d& p : line.points)
          points.push_back({box.left + right * p.x(), box.top + down * p.y()});
        points.push_back({NAN, NAN});
      }
      figure::Stroke stroke = strokeOf(kind, hidden, ink.dark);
      stroke.color = weakened(stroke.color, ink);
      if (!points.empty()) canvas.curve(points, stroke, box);
    }
}

bool isLineFile(const std::filesystem::path& file) {
  std::string extension = file.extension().string();
  for (char& c : extension) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return extension == ".svg" || extension == ".pdf";
}

std::vector<std::string> writeLinePicture(const Snapshot& snapshot, const LinePicture& picture,
                                          const std::filesystem::path& file) {
  RobotScene scene(snapshot.model);
  scene.update(snapshot);
  CameraView view = picture.camera.value_or(CameraView());
  if (!picture.camera || picture.fitted)
    view.frame(scene.outline(), static_cast<double>(picture.width) / picture.height, kMargin);
  const double width = picture.width * kPoints, height = picture.height * kPoints;
  const std::vector<DrawnLine> lines = robotLines(scene, snapshot, view, picture.width, picture.height);
  figure::writePage(file, [&](const std::filesystem::path& part) {
    const auto canvas = figure::makeCanvas(figure::formatOf(file), part, width, height, 72, picture.title);
    drawLines(*canvas, {0, 0, width, height}, lines, picture.width, picture.height, picture.ink);
    canvas->finish();
  });
  return scene.problems();
}

}  // namespace tendril::composer
