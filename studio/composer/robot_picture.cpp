// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/composer/robot_picture.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/dynamics/dynamics.hpp"
#include "core/text/number_text.hpp"
#include "render/output/offscreen.hpp"
#include "render/scene/robot_scene.hpp"
#include "studio/composer/line_picture.hpp"
#include "studio/composer/picture_look.hpp"

namespace tendril::composer {
namespace {

constexpr double kFrameMargin = 1.1;  // about all that a line drawing shows
constexpr int kFinest = 4096;         // pixels of a side up to which pictures are drawn twice as fine
constexpr int kSweep = 24;            // instants that are framed besides the poses where trails are drawn

Snapshot snapshotAt(const RecordedRobot& robot, Data& data, double t, const DeformationLook& look,
                    const SceneOverlays& overlays = {}) {
  const History::Record record = robot.history->record(robot.history->find(t + 1e-9));
  return drawnSnapshot(robot.model, data, record.t, record.q, record.v, record.u, look, overlays);
}

/// Lays `over`, weakened by `opacity`, on `under`.
void blend(figure::Pixels& under, const std::vector<std::uint8_t>& over, double opacity) {
  for (std::size_t i = 0; i < over.size(); i += 4) {
    const double a = opacity * over[i + 3] / 255.0, rest = under.rgba[i + 3] / 255.0 * (1 - a), all = a + rest;
    if (!(a > 0)) continue;
    for (std::size_t c = 0; c < 3; ++c)
      under.rgba[i + c] = static_cast<std::uint8_t>(std::lround((a * over[i + c] + rest * under.rgba[i + c]) / all));
    under.rgba[i + 3] = static_cast<std::uint8_t>(std::lround(255 * all));
  }
}

/// The mean of each 2 × 2 pixels: edges of what lies on nothing are smooth.
std::vector<std::uint8_t> halved(const std::vector<std::uint8_t>& rgba, int width, int height) {
  std::vector<std::uint8_t> out(4 * static_cast<std::size_t>(width) * height);
  const std::size_t row = 8 * static_cast<std::size_t>(width);
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const std::size_t first = 2 * static_cast<std::size_t>(y) * row + 8 * static_cast<std::size_t>(x);
      const std::size_t four[] = {first, first + 4, first + row, first + row + 4};
      int alpha = 0, sums[3] = {0, 0, 0};
      for (const std::size_t at : four) {
        alpha += rgba[at + 3];
        for (std::size_t c = 0; c < 3; ++c) sums[c] += rgba[at + 3] * rgba[at + c];
      }
      std::uint8_t* const to = &out[4 * (static_cast<std::size_t>(y) * width + x)];
      for (std::size_t c = 0; c < 3; ++c) to[c] = static_cast<std::uint8_t>(alpha > 0 ? sums[c] / alpha : 0);
      to[3] = static_cast<std::uint8_t>((alpha + 2) / 4);
    }
  return out;
}

/// From where the view looks; the rest is as it is framed.
CameraView directionOf(const ViewCamera& wanted) {
  CameraView camera;
  if (wanted.azimuth) camera.azimuth = *wanted.azimuth * CameraView::kDegree;
  if (wanted.elevation) camera.elevation = *wanted.elevation * CameraView::kDegree;
  camera.orthographic = wanted.orthographic;
  return camera;
}

/// The camera that sees all, as the view wants it.
CameraView placedBy(const ViewCamera& wanted, CameraView camera) {
  camera.distance = wanted.distance.value_or(camera.distance) / wanted.zoom;
  if (wanted.pivot) camera.pivot = *wanted.pivot;
  return camera;
}

PictureOptions optionsOf(const ViewSpec& view, int width, int height, bool dark, const DeformationLook& look) {
  PictureOptions options;
  options.width = width, options.height = height;
  options.dark = dark, options.backdrop = Backdrop::kNone, options.furniture = false;
  options.deformation = look, options.overlays = view.overlays;
  options.camera = directionOf(view.camera);
  return options;
}

/// Of pose `k` of `count`.
double opacityOf(const ViewSpec& view, std::size_t k, std::size_t count) {
  const double share = count < 2 ? 1 : static_cast<double>(k) / static_cast<double>(count - 1);
  return view.oldest + (1 - view.oldest) * share;
}

/// Which share of all poses is done; PictureStopped where nobody wants the rest.
void tell(const PictureProgress& progress, std::size_t pose, std::size_t count, double done) {
  if (progress && !progress((static_cast<double>(pose) + done) / static_cast<double>(count))) throw PictureStopped();
}

/// What the camera is to see: the poses, and the way between them where trails lie.
std::vector<Snapshot> sweptBy(const ViewSpec& view, const RecordedRobot& robot, Data& data,
                              const std::vector<Snapshot>& poses) {
  std::vector<Snapshot> swept = poses;
  if (view.trails.empty() || poses.size() < 2) return swept;
  const double from = poses.front().t, to = poses.back().t;
  for (int k = 1; k < kSweep; ++k) swept.push_back(snapshotAt(robot, data, from + (to - from) * k / kSweep, {}));
  return swept;
}

/// The poses as lines: each hides what lies behind itself, and a later one lies over those before it.
void drawPoseLines(const ViewSpec& view, const RecordedRobot& robot, const std::vector<Snapshot>& poses,
                   const std::vector<Snapshot>& swept, const PictureProgress& progress, RobotPicture& out) {
  const int width = out.pixels.width, height = out.pixels.height;
  RobotScene scene(robot.model);
  std::vector<Vec3> points;
  for (const Snapshot& snapshot : swept) {
    scene.update(snapshot);
    const std::vector<Vec3> outline = scene.outline();
    points.insert(points.end(), outline.begin(), outline.end());
  }
  out.camera = directionOf(view.camera);
  out.camera.frame(points, static_cast<double>(width) / height, kFrameMargin);
  out.camera = placedBy(view.camera, out.camera);
  for (std::size_t k = 0; k < poses.size(); ++k) {
    out.lines.push_back({robotLines(scene, poses[k], out.camera, width, height), opacityOf(view, k, poses.size())});
    tell(progress, k, poses.size(), 1);
  }
  out.problems = scene.problems();
}

/// The poses as pixels, of which `out` has the size.
void drawPoses(const ViewSpec& view, const std::vector<Snapshot>& poses, const PictureOptions& first,
               const CameraView& camera, const PictureProgress& progress, RobotPicture& out) {
  const int width = out.pixels.width, height = out.pixels.height;
  std::size_t k = 0;
  PictureOptions options = first;
  options.camera = camera;
  options.samples = view.publication ? kPublicationSamples : 1;
  options.progress = [&](double done) {
    tell(progress, k, poses.size(), done);
    return true;
  };
  // Twice as fine as asked for, where that can be drawn and there are no samples to smooth edges.
  const bool fine = !view.publication && std::max(width, height) <= kFinest;
  if (fine) options.width = 2 * width, options.height = 2 * height;
  OffscreenView drawing(options);
  out.pixels.rgba.assign(4 * static_cast<std::size_t>(width) * height, 0);
  const SharedArrows arrows = drawing.shareArrows(poses);
  out.arrows = arrows.scale, out.arrowKinds = arrows.kinds;
  for (; k < poses.size(); ++k) {
    drawing.draw(poses[k]);
    const std::vector<std::uint8_t> drawn = drawing.pixels();
    blend(out.pixels, fine ? halved(drawn, width, height) : drawn, opacityOf(view, k, poses.size()));
    if (!view.publication) tell(progress, k, poses.size(), 1);
  }
  out.camera = drawing.camera();
  out.problems = drawing.problems();
}

}  // namespace

std::vector<double> poseTimes(const ViewSpec& view, const History& history) {
  const double begin = history.time(0), end = history.time(history.size() - 1);
  // A run that somebody stops ends between two records: up to one behind the last is there.
  const double behind = history.size() > 1 ? end - history.time(history.size() - 2) : 0, slack = 1e-6 * (end - begin);
  std::vector<double> times = view.times;
  if (times.empty()) {
    const double from = view.from.value_or(begin), to = view.to.value_or(end);
    for (int k = 0; k < view.poses; ++k)
      times.push_back(view.poses == 1 ? to : from + (to - from) * k / (view.poses - 1));
  }
  for (double& t : times) {
    if (t < begin - slack || t > end + behind + slack)
      throw std::invalid_argument("t = " + numberText(t) + " s: the run goes from " + numberText(begin) + " s to " +
                                  numberText(end) + " s");
    t = std::clamp(t, begin, end);
  }
  return times;
}

RobotPicture robotPicture(const ViewSpec& view, const RecordedRobot& robot, int width, int height, bool dark,
                          const PictureProgress& progress) {
  RobotPicture out;
  out.times = poseTimes(view, *robot.history);
  out.pixels = {width, height, {}};
  DeformationLook look = pictureLook(view.field, view.cut);
  look.levels = view.iso;
  Data data(*robot.model);
  std::vector<Snapshot> poses;
  for (const double t : out.times) poses.push_back(snapshotAt(robot, data, t, look, view.overlays));
  const std::vector<Snapshot> swept = sweptBy(view, robot, data, poses);
  if (view.lines) {
    drawPoseLines(view, robot, poses, swept, progress, out);
    return out;
  }
  look.colors = out.colors = pictureColors(look.colors.field, view.range, poses);
  const PictureOptions options = optionsOf(view, width, height, dark, look);
  OffscreenView framing(options);
  framing.frame(swept);
  drawPoses(view, poses, options, placedBy(view.camera, framing.camera()), progress, out);
  return out;
}

PointTrack::PointTrack(const RecordedRobot& robot, const std::string& text) : text_(text) {
  const SignalCatalogue catalogue(*robot.model, robot.computed);
  std::vector<std::string> parts;
  for (const char* part : {".x", ".y", ".z"}) parts.push_back('(' + text + ')' + part);
  SignalSampler sampler(robot.model, catalogue, parts);
  for (const SignalColumn& column : sampler.columns())
    if (column.error)
      throw std::invalid_argument("point \"" + text + "\": " + column.error->what() +
                                  " Points are signals of three numbers, such as arm.tip");
  sampler.sample(robot.history);
  table_ = sampler.table();
}

}  // namespace tendril::composer
