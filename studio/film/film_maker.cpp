// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/film/film_maker.hpp"

#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <utility>

#include "core/dynamics/dynamics.hpp"
#include "core/plots/signal_figure.hpp"
#include "core/session/live/force_probe.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/snapshot.hpp"
#include "core/text/number_text.hpp"
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
  CameraView camera;
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
    const Model& model = *run_.model;
    const History& history = *run_.history;
    const std::size_t i = history.find(t), next = std::min(i + 1, history.size() - 1);
    const History::Record a = history.record(i), b = history.record(next);
    const double span = b.t - a.t, share = span > 0 ? std::clamp((t - a.t) / span, 0.0, 1.0) : 0;
    VecX delta(model.nv), q(model.nq);
    difference(model, a.q, b.q, delta);
    integrate(model, a.q, VecX(share * delta), q);
    const VecX v = a.v + share * (b.v - a.v), u = a.u + share * (b.u - a.u);
    fillSnapshot(run_.model, data_, t, q, v, &u, snapshot_);
    if (run_.overlays.loopForces || run_.overlays.loopTorques) forces_.fill(snapshot_);
    return snapshot_;
  }

 private:
  const FilmedRun& run_;
  Data data_;
  ForceProbe forces_;
  Snapshot snapshot_;
};

std::vector<Take> takesOf(const FilmScript& script, const FilmedRun& run, CameraView camera) {
  const double start = run.history->time(0), end = run.history->time(run.history->size() - 1);
  const double distance = camera.distance;
  std::vector<Take> takes;
  double frames = 0;
  for (std::size_t i = 0; i < script.shots.size(); ++i) {
    const FilmShot& shot = script.shots[i];
    Take take{.shot = &shot, .from = shot.from.value_or(start), .to = shot.to.value_or(end), .camera = {}};
    const double slack = 1e-9 * std::max(1.0, std::abs(end));
    if (take.from < start - slack || take.to > end + slack || take.to < take.from)
      throw std::runtime_error("shots[" + std::to_string(i) + "]: the run goes from " + numberText(start) + " s to " +
                               numberText(end) + " s");
    take.moving = static_cast<int>(std::lround((take.to - take.from) / shot.speed * script.rate));
    take.held = static_cast<int>(std::lround(shot.hold * script.rate));
    if (take.moving + take.held == 0) take.held = 1;
    camera.azimuth = shot.azimuth.value_or(camera.azimuth);
    camera.elevation = shot.elevation.value_or(camera.elevation);
    if (shot.zoom) camera.distance = distance / *shot.zoom;
    take.camera = camera;
    camera.azimuth += 2 * std::numbers::pi * shot.turns;
    frames += take.moving + take.held;
    takes.push_back(take);
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

/// Slow at both ends.
double eased(double share) {
  return share * share * (3 - 2 * share);
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
      const double share = frames > 1 ? static_cast<double>(k) / (frames - 1) : 0;
      CameraView camera = take.camera;
      camera.azimuth += 2 * std::numbers::pi * take.shot->turns *
                        (std::abs(take.shot->turns) < 1 ? eased(share) : static_cast<double>(k) / frames);
      view.look(camera);
      view.draw(motion.at(t));
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
