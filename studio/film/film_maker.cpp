// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_maker.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/plots/signal_figure.hpp"
#include "core/session/live/force_probe.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/recording/state_between.hpp"
#include "core/session/snapshot.hpp"
#include "core/text/number_text.hpp"
#include "render/camera_path.hpp"
#include "render/output/offscreen.hpp"
#include "studio/figure/figure.hpp"
#include "studio/film/film_encoder.hpp"
#include "studio/film/film_overlay.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;

constexpr double kMostFrames = 1e6;
constexpr double kMmPerInch = 25.4;

/// A shot with its times and where its camera begins.
struct Take {
  const FilmShot* shot;
  double from, to;  ///< s of the run
  int moving = 0, held = 0;
  CameraPath camera;  ///< over the shot
};

/// The run at any time, between its records.
class MotionAt {
 public:
  MotionAt(const FilmedRun& run, bool inside) : run_(run), data_(*run.model) {
    snapshot_.deformation.field = run.deformation.colors.field;
    snapshot_.deformation.inside = inside;
    snapshot_.weighs = run.overlays.weigh();
    snapshot_.gravity = run.model->gravity;
  }

  const Snapshot& at(double t) {
    const RecordedState state = stateBetween(*run_.model, *run_.history, t);
    fillSnapshot(run_.model, data_, t, state.q, state.v, &state.u, snapshot_);
    if (run_.overlays.loopForces || run_.overlays.loopTorques) forces_.fill(snapshot_);
    return snapshot_;
  }

 private:
  const FilmedRun& run_;
  Data data_;
  ForceProbe forces_;
  Snapshot snapshot_;
};

/// Slow at both ends.
double eased(double share) {
  return share * share * (3 - 2 * share);
}

/// The way of the camera over a shot. `camera`: at the end of the shot before, then of this one. `distance`: of the
/// project's camera.
CameraPath pathOf(const FilmShot& shot, double distance, CameraView& camera) {
  std::vector<CameraPath::Key> keys;
  const std::vector<double> shares = pathShares(shot.path);
  for (std::size_t i = 0; i < shot.path.size(); ++i) {
    const FilmView& view = shot.path[i];
    camera.azimuth = view.azimuth.value_or(camera.azimuth);
    camera.elevation = view.elevation.value_or(camera.elevation);
    camera.distance = view.distance.value_or(view.zoom ? distance / *view.zoom : camera.distance);
    camera.pivot = view.pivot.value_or(camera.pivot);
    keys.push_back({shares[i], camera});
  }
  if (keys.empty()) {
    camera.azimuth = shot.azimuth.value_or(camera.azimuth);
    camera.elevation = shot.elevation.value_or(camera.elevation);
    if (shot.zoom) camera.distance = distance / *shot.zoom;
    keys.push_back({0, camera});
    camera.azimuth += 2 * std::numbers::pi * shot.turns;
  }
  return CameraPath(std::move(keys));
}

/// Frame `k` of `frames`.
CameraView cameraAt(const Take& take, int k, int frames) {
  const double share = frames > 1 ? static_cast<double>(k) / (frames - 1) : 0;
  CameraView camera = take.camera.at(share);
  const double turns = take.shot->turns;
  // Whole turns loop, so the last picture is not the first one again.
  camera.azimuth +=
      2 * std::numbers::pi * turns * (std::abs(turns) < 1 ? eased(share) : static_cast<double>(k) / frames);
  return camera;
}

std::vector<Take> takesOf(const FilmScript& script, const FilmedRun& run, CameraView camera) {
  const double start = run.history->time(0), end = run.history->time(run.history->size() - 1);
  const double distance = camera.distance;
  std::vector<Take> takes;
  double frames = 0;
  for (std::size_t i = 0; i < script.shots.size(); ++i) {
    const FilmShot& shot = script.shots[i];
    Take take{.shot = &shot,
              .from = shot.from.value_or(start),
              .to = shot.to.value_or(end),
              .camera = pathOf(shot, distance, camera)};
    const double slack = 1e-9 * std::max(1.0, std::abs(end));
    if (take.from < start - slack || take.to > end + slack || take.to < take.from)
      throw std::runtime_error("shots[" + std::to_string(i) + "]: the run goes from " + numberText(start) + " s to " +
                               numberText(end) + " s");
    take.moving = static_cast<int>(std::lround((take.to - take.from) / shot.speed * script.rate));
    take.held = static_cast<int>(std::lround(shot.hold * script.rate));
    if (take.moving + take.held == 0) take.held = 1;
    frames += take.moving + take.held;
    takes.push_back(std::move(take));
  }
  if (frames > kMostFrames)
    throw std::runtime_error("the film has " + numberText(frames) + " frames; shorten it, or take a greater speed");
  return takes;
}

/// Curves that grow with the time of a shot, as a picture for the overlay.
class GrowingPlot {
 public:
  GrowingPlot(const FilmScript& script, const FilmedRun& run, const Take& take)
      : file_(fs::temp_directory_path() / ("tendril-film-plot-" + std::to_string(getpid()) + ".png")) {
    const SignalCatalogue catalogue(*run.model, run.computed);
    SignalSampler sampler(run.model, catalogue, take.shot->plot);
    for (const SignalColumn& column : sampler.columns())
      if (column.error) throw std::runtime_error("plot: \"" + column.text + "\": " + column.error->what());
    sampler.sample(run.history);
    int index = 0;
    for (const SignalColumn& column : sampler.columns()) {
      curves_.push_back({.name = column.text,
                         .unit = column.unit,
                         .label = {},
                         .table = sampler.table(),
                         .column = index,
                         .hue = index});
      ++index;
    }
    figure_.from = take.from, figure_.to = std::max(take.to, take.from + 1e-6);
    figure_.dark = script.dark;
    figure_.dpi = kMmPerInch * 0.36 * script.width / figure_.widthMm;  // a little more than a third of the width
    figure_.panels = figure::signalPanels(curves_, figure_.from, figure_.to, figure_.widthMm);
    for (figure::Panel& panel : figure_.panels) panel.values = rangeOf(panel);
  }
  ~GrowingPlot() {
    std::error_code ignored;
    fs::remove(file_, ignored);
  }
  GrowingPlot(const GrowingPlot&) = delete;
  GrowingPlot& operator=(const GrowingPlot&) = delete;

  /// The picture with the curves up to t.
  const fs::path& upTo(double t) {
    figure::Figure now = figure_;
    for (figure::Panel& panel : now.panels)
      for (figure::Curve& curve : panel.curves)
        std::erase_if(curve.points, [t](const figure::Point& point) { return point.x > t; });
    figure::writeFigure(now, file_);
    return file_;
  }

 private:
  static std::pair<double, double> rangeOf(const figure::Panel& panel) {
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const figure::Curve& curve : panel.curves)
      for (const figure::Point& point : curve.points)
        if (std::isfinite(point.y)) low = std::min(low, point.y), high = std::max(high, point.y);
    if (!(low <= high)) return {0, 1};
    const double room = std::max(0.06 * (high - low), 1e-12 + 1e-3 * std::abs(high));
    return {low - room, high + room};
  }

  fs::path file_;
  std::vector<figure::SignalCurve> curves_;
  figure::Figure figure_;
};

/// That of the project, or one that sees all that the robot sweeps.
CameraView firstCamera(const FilmedRun& run, const std::vector<Snapshot>& sample, OffscreenView& view) {
  if (run.camera) return *run.camera;
  view.frame(sample);
  return view.camera();
}

/// A few shapes of the run, for a camera that sees all of them.
std::vector<Snapshot> someOf(const FilmedRun& run, MotionAt& motion) {
  constexpr int kShapes = 24;
  const double start = run.history->time(0), end = run.history->time(run.history->size() - 1);
  std::vector<Snapshot> sample;
  for (int k = 0; k < kShapes; ++k) sample.push_back(motion.at(start + (end - start) * k / (kShapes - 1)));
  return sample;
}

}  // namespace

MadeFilm makeFilm(const FilmScript& script, const FilmedRun& run, const fs::path& file,
                  const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
  checkFilm(script, "film");
  if (!run.history || run.history->size() == 0) throw std::runtime_error("the run has no records");
  MotionAt motion(run, run.deformation.looksInside());
  PictureOptions picture;
  picture.width = script.width, picture.height = script.height;
  picture.dark = script.dark;
  picture.furniture = false;
  picture.deformation = run.deformation, picture.overlays = run.overlays;
  picture.scales = true;
  picture.samples = script.publication ? kPublicationSamples : 1;
  picture.progress = [cancel](double) { return !cancel || !*cancel; };
  OffscreenView view(picture);
  const std::vector<Take> takes = takesOf(script, run, firstCamera(run, someOf(run, motion), view));
  double all = 0;
  for (const Take& take : takes) all += take.moving + take.held;
  FilmOverlay overlay(script.width, script.height, script.dark);
  FilmEncoder encoder(file, script.width, script.height, script.rate);
  MadeFilm made;
  for (const Take& take : takes) {
    const int frames = take.moving + take.held;
    std::optional<GrowingPlot> plot;
    if (!take.shot->plot.empty()) plot.emplace(script, run, take);
    for (int k = 0; k < frames; ++k) {
      if (cancel && *cancel) {
        made.cancelled = true;
        return made;
      }
      const double t = std::min(take.to, take.from + std::min(k, take.moving) * take.shot->speed / script.rate);
      view.look(cameraAt(take, k, frames));
      try {
        view.draw(motion.at(t));
      } catch (const PictureStopped&) {
        made.cancelled = true;
        return made;
      }
      std::vector<std::uint8_t> pixels = view.pixels();
      overlay.clear();
      overlay.text(take.shot->text);
      if (plot) overlay.plot(plot->upTo(t));
      overlay.layOver(pixels);
      encoder.frame(pixels);
      ++made.frames;
      if (made.problems.empty()) made.problems = view.problems();
      if (progress) progress(made.frames / all);
    }
  }
  encoder.finish();
  made.seconds = made.frames / script.rate;
  return made;
}

}  // namespace tendril
