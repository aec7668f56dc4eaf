// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/loop_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>

#include "render/shapes/joint_shapes.hpp"

namespace tendril {
namespace {

constexpr double kGlyph = 0.85;        // radius, of a tree joint's
constexpr double kAround = 0.85;       // radius, of the section that it holds
constexpr double kSmallestGap = 0.05;  // of the radius of a joint: a smaller one is inside its glyph
constexpr double kLine = 0.12;         // radius of the line across a gap, of a joint's

double radiusAt(const Model& model, const LoopSide& side) {
  return side.link < 0 ? 0 : baseRadius(model.links[static_cast<std::size_t>(side.link)]);
}

/// As of a tree joint: to the measure of what is thinner there.
double glyphRadius(const Model& model, const Loop& loop, const RobotSize& size) {
  const double a = radiusAt(model, loop.a), b = radiusAt(model, loop.b);
  const double thinner = a > 0 && b > 0 ? std::min(a, b) : std::max(a, b);
  return std::max(kGlyph * size.jointRadius, kAround * thinner);
}

/// The part of a way in frame b that the joint does not free.
Vec3 heldPart(const Loop& loop, const Vec3& way) {
  Vec3 held = Vec3::Zero();
  for (const auto* rows : {&loop.rows, &loop.dropped})
    for (const ConstraintRow& row : *rows)
      if (row.direction.head<3>().isZero()) held += row.direction.tail<3>() * row.direction.tail<3>().dot(way);
  return held;
}

/// From side b to side a, in the world, as far as it should not be.
Vec3 gapOf(const Loop& loop, const LoopState& state) {
  return state.b.R * heldPart(loop, state.b.R.transpose() * (state.a.p - state.b.p));
}

}  // namespace

LoopGlyphs::LoopGlyphs(const Model& model, const RobotSize& size)
    : loops_(model.loops), joints_(model.loops.size()), radius_(size.jointRadius), gapActor_(makeActor(gaps_)) {
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    ShapeMesh mesh;
    addLoopJoint(mesh, loops_[i].joint, glyphRadius(model, loops_[i], size));
    joints_[i].build(mesh);
  }
  useXray(*gapActor_, 0.9);
  gapActor_->PickableOff();
}

LoopGlyphs::~LoopGlyphs() = default;
vtkPolyData* LoopGlyphs::gaps() const {
  return gaps_;
}

void LoopGlyphs::addTo(vtkRenderer* renderer) const {
  for (const Solid& joint : joints_) joint.addTo(renderer);
  renderer->AddActor(gapActor_);
}

void LoopGlyphs::removeFrom(vtkRenderer* renderer) const {
  for (const Solid& joint : joints_) joint.removeFrom(renderer);
  renderer->RemoveActor(gapActor_);
}

void LoopGlyphs::update(const Snapshot& snapshot) {
  if (snapshot.loops.size() != loops_.size()) return;
  states_ = snapshot.loops;
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    Pose at = states_[i].b;
    at.p = states_[i].a.p - gapOf(loops_[i], states_[i]);
    joints_[i].move(at);
  }
  drawGaps();
}

void LoopGlyphs::drawGaps() {
  ShapeMesh mesh;
  for (std::size_t i = 0; i < states_.size(); ++i) {
    const Vec3 gap = gapOf(loops_[i], states_[i]), a = states_[i].a.p;
    if (!isVisible(static_cast<int>(i)) || !(gap.norm() > kSmallestGap * radius_)) continue;
    addCylinder(mesh, poseAlong(a - gap / 2, gap), kLine * radius_, gap.norm(), 0, kGapColor, 12);
    addSphere(mesh, Pose{Mat3::Identity(), a}, 0.4 * radius_, kGapColor, 16);
  }
  gaps_->ShallowCopy(toPolyData(mesh));
}

bool LoopGlyphs::isVisible(int loop) const {
  const auto index = static_cast<std::size_t>(loop);
  return shown_ && !(index < hidden_.size() && hidden_[index]);
}

void LoopGlyphs::show() {
  for (std::size_t i = 0; i < joints_.size(); ++i) joints_[i].setVisible(isVisible(static_cast<int>(i)));
  select(selected_, accent_);
  drawGaps();
}

void LoopGlyphs::setShown(bool shown) {
  if (shown != std::exchange(shown_, shown)) show();
}

void LoopGlyphs::setHidden(std::vector<bool> loops) {
  hidden_ = std::move(loops);
  show();
}

void LoopGlyphs::select(const std::vector<int>& loops, const Color& accent) {
  selected_ = loops;
  accent_ = accent;
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    const bool chosen = std::find(loops.begin(), loops.end(), static_cast<int>(i)) != loops.end();
    joints_[i].showOutline(chosen && isVisible(static_cast<int>(i)), accent);
  }
}

int LoopGlyphs::loopOf(vtkProp* prop) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (prop != nullptr && prop == joints_[i].actor.Get()) return static_cast<int>(i);
  return -1;
}

void LoopGlyphs::addShadows(std::vector<ShadowCaster>& casters) const {
  for (std::size_t i = 0; i < joints_.size(); ++i)
    if (joints_[i].actor && isVisible(static_cast<int>(i))) casters.push_back(joints_[i].shadow());
}

}  // namespace tendril
