// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/led_paths.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr int kSamples = 1200;  // of a reference over a run
constexpr double kSame = 1e-6;  // of the size of a path: points that are one
constexpr double kDash = 7;     // pixels; a gap is as long
constexpr double kMostDashes = 2000;
constexpr double kArm = 1.0;  // of a cross where a position is wanted, of a joint's radius
constexpr double kAxis = 3;   // of the axes of a wanted orientation, likewise
constexpr RibbonStyle kPathStyle = {kReferenceColor, 0.9, 1.4}, kTraceStyle = {kTraceColor, 0.95, 1.8},
                      kTargetStyle = {kReferenceColor, 1, 1.8}, kErrorStyle = {kGapColor, 0.8, 1.2};

double sizeOf(const std::vector<Vec3>& points) {
  double size = 0;
  for (const Vec3& p : points) size = std::max(size, (p - points.front()).norm());
  return size;
}

/// Leaves one period of a path that repeats, with its first point again at the end.
void keepOnePeriod(std::vector<Vec3>& points, double size) {
  const std::size_t n = points.size();
  for (std::size_t period = 8; period <= n / 2; ++period) {
    bool repeats = true;
    // A sample falls between those of the period before: as near as they are to each other.
    for (std::size_t i = 0; repeats && i + period < n; i += 1 + n / 64) {
      const double apart = i + 1 < n ? (points[i + 1] - points[i]).norm() : 0;
      repeats = (points[i + period] - points[i]).norm() <= apart + kSame * size;
    }
    if (!repeats) continue;
    points.resize(period);
    points.push_back(points.front());
    return;
  }
}

std::vector<Vec3> pathOf(const Controller& controller, const LedFrame& frame, double duration) {
  std::vector<Vec3> points;
  if (!frame.position || !(duration > 0)) return points;
  for (int i = 0; i <= kSamples; ++i) {
    const Vec3 p = controller.wantedFrame(duration * i / kSamples).p;
    if (p.allFinite()) points.push_back(p);
  }
  const double size = points.empty() ? 0 : sizeOf(points);
  if (!(size > 0)) return {};
  keepOnePeriod(points, size);
  return points;
}

}  // namespace

LedPaths::LedPaths(const Model& model, const RobotSize& size)
    : radius_(size.jointRadius), lineActor_(makeActor(lines_)), targetActor_(makeActor(targets_)) {
  for (const auto& controller : model.controllers)
    if (const auto frame = controller->led())
      frames_.push_back({*frame, pathOf(*controller, *frame, model.simulation.duration), {}, {}, {}});
  for (vtkActor* actor : {lineActor_.Get(), targetActor_.Get()}) {
    actor->PickableOff();
    actor->ForceOpaqueOn();  // blended in the order of drawing, without an extra pass
    actor->GetProperty()->LightingOff();
  }
  showInFront(*targetActor_);
}

LedPaths::~LedPaths() = default;

void LedPaths::addTo(vtkRenderer* renderer) const {
  if (frames_.empty()) return;
  renderer->AddActor(lineActor_);
  renderer->AddActor(targetActor_);
}

void LedPaths::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(lineActor_);
  renderer->RemoveActor(targetActor_);
}

void LedPaths::setShown(bool references, bool traces) {
  referencesShown_ = references, tracesShown_ = traces;
}

void LedPaths::update(const Snapshot& snapshot) {
  if (snapshot.led.size() != frames_.size()) return;
  const bool back = posed_ && snapshot.t < t_;
  for (std::size_t i = 0; i < frames_.size(); ++i) {
    Frame& frame = frames_[i];
    frame.wanted = snapshot.led[i].wanted, frame.actual = snapshot.led[i].actual;
    if (back) frame.trace.clear();
    if (!frame.trace.empty() && frame.trace.back().t == snapshot.t) frame.trace.pop_back();
    frame.trace.push_back({snapshot.t, frame.actual.p});
    while (frame.trace.front().t < snapshot.t - kTrace) frame.trace.pop_front();
  }
  t_ = snapshot.t, posed_ = true;
}

std::vector<Vec3> LedPaths::trace(std::size_t led) const {
  std::vector<Vec3> out;
  for (const Mark& mark : frames_[led].trace) out.push_back(mark.p);
  return out;
}

void LedPaths::prepare(const CameraView& view, double pictureHeight) {
  if (frames_.empty()) return;
  Ribbons lines, targets;
  lines.origin = targets.origin = view.pivot;
  RibbonBuilder line(view, pictureHeight, lines), target(view, pictureHeight, targets);
  for (const Frame& frame : frames_) {
    if (referencesShown_) drawPath(frame, kDash * view.metresPerPixel(pictureHeight), line);
    if (tracesShown_) drawTrace(frame, line);
    if (referencesShown_ && posed_) drawTarget(frame, target);
  }
  lines.writeTo(*lines_, *lineActor_);
  targets.writeTo(*targets_, *targetActor_);
}

/// Dashes of one length along the whole path.
void LedPaths::drawPath(const Frame& frame, double dash, RibbonBuilder& lines) const {
  double whole = 0;
  for (std::size_t i = 1; i < frame.path.size(); ++i) whole += (frame.path[i] - frame.path[i - 1]).norm();
  const double length = std::max(dash, whole / kMostDashes);
  double gone = 0;  // since the present dash or gap began
  bool drawn = true;
  lines.begin();
  for (std::size_t i = 1; i < frame.path.size(); ++i) {
    const Vec3 &a = frame.path[i - 1], way = frame.path[i] - a;
    const double size = way.norm();
    if (!(size > 0)) continue;
    const Vec3 along = way / size;
    for (double at = 0; at < size;) {
      const double next = std::min(size, at + length - gone);
      if (drawn) lines.add(a + at * along, along, kPathStyle), lines.add(a + next * along, along, kPathStyle);
      gone += next - at;
      at = next;
      if (gone < length * (1 - 1e-9)) break;
      gone = 0, drawn = !drawn;
      lines.begin();
    }
  }
}

void LedPaths::drawTrace(const Frame& frame, RibbonBuilder& lines) const {
  lines.begin();
  for (std::size_t i = 1; i < frame.trace.size(); ++i) {
    const Vec3 &a = frame.trace[i - 1].p, way = frame.trace[i].p - a;
    if (!(way.norm() > 0)) continue;
    RibbonStyle style = kTraceStyle;
    style.opacity *= 1 - (t_ - frame.trace[i].t) / kTrace;
    if (i == 1) lines.add(a, way.normalized(), style);
    lines.add(frame.trace[i].p, way.normalized(), style);
  }
}

/// Where the frame is wanted, and what it lacks to there.
void LedPaths::drawTarget(const Frame& frame, RibbonBuilder& lines) const {
  const Vec3 at = frame.what.position ? frame.wanted.p : frame.actual.p;
  if (!at.allFinite() || !frame.wanted.R.allFinite()) return;
  for (int k = 0; k < 3; ++k) {
    const Vec3 axis = frame.wanted.R.col(k);
    if (frame.what.orientation) {
      lines.addSegment(at, at + kAxis * radius_ * axis, {kAxisColors[static_cast<std::size_t>(k)], 1, 1.8});
    } else {
      lines.addSegment(at - kArm * radius_ * axis, at + kArm * radius_ * axis, kTargetStyle);
    }
  }
  const Vec3 lack = at - frame.actual.p;
  if (lack.norm() > 0.05 * radius_) lines.addSegment(frame.actual.p, at, kErrorStyle);
}

}  // namespace tendril
