// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/rotor_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace tendril {
namespace {

constexpr double kLongest = 0.1;  // s: a longer way between two snapshots was not watched
// of the disc's radius
constexpr double kArm = 0.035, kHub = 0.11, kHubHeight = 0.2, kBladeWidth = 0.13, kBladeHeight = 0.025, kRing = 0.018;

/// A frame at the rotor whose x is its axis, its blades along y turned by `angle` about it.
Pose bladeFrame(const RotorState& rotor, double angle) {
  Pose out = poseAlong(rotor.at, rotor.axis);
  const Vec3 y = out.R.col(1), z = out.R.col(2);
  out.R.col(1) = std::cos(angle) * y + std::sin(angle) * z;
  out.R.col(2) = -std::sin(angle) * y + std::cos(angle) * z;
  return out;
}

void addRotor(ShapeMesh& mesh, const RotorState& rotor, double angle) {
  const double r = rotor.radius;
  if (const Vec3 arm = rotor.at - rotor.root; arm.norm() > 0)
    addCylinder(mesh, poseAlong(rotor.root + arm / 2, arm), kArm * r, arm.norm(), 0, kRotorColor, 12);
  Pose blades = bladeFrame(rotor, angle), hub = blades;
  hub.p -= (kHubHeight / 2 - kBladeHeight) * r * rotor.axis;
  addCylinder(mesh, hub, kHub * r, kHubHeight * r, 0.02 * r, kRotorColor, 20);
  addBox(mesh, blades, Vec3(kBladeHeight, 2, kBladeWidth) * r, 0.4 * kBladeHeight * r, kBladeColor);
  addTorus(mesh, blades, r, kRing * r, kBladeColor);
}

}  // namespace

RotorGlyphs::RotorGlyphs() : actor_(makeActor(data_)) {
  useRig(*actor_);
  actor_->PickableOff();
}

RotorGlyphs::~RotorGlyphs() = default;
vtkPolyData* RotorGlyphs::mesh() const {
  return data_;
}

void RotorGlyphs::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(actor_);
}

void RotorGlyphs::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(actor_);
}

void RotorGlyphs::prepare(const LightRig& rig) const {
  setRig(*actor_, rig);
}

void RotorGlyphs::update(const Snapshot& snapshot) {
  if (snapshot.rotors.empty() && rotors_.empty()) return;
  const double passed = std::exchange(t_, snapshot.t);
  rotors_ = snapshot.rotors;
  angles_.resize(rotors_.size());
  const double step = std::clamp(t_ - passed, 0.0, kLongest);
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    // the air's torque on the link has the sign of `spin`, the blades turn against it
    const double turn = -rotors_[i].spin * kShownSpeed * rotors_[i].speed * step;
    if (std::isfinite(turn)) angles_[i] = std::remainder(angles_[i] + turn, 2 * std::numbers::pi);
  }
  draw();
}

void RotorGlyphs::setHidden(std::vector<bool> links) {
  hidden_ = std::move(links);
  draw();
}

void RotorGlyphs::draw() {
  ShapeMesh mesh;
  for (std::size_t i = 0; i < rotors_.size(); ++i) {
    const auto link = static_cast<std::size_t>(rotors_[i].link);
    if (link < hidden_.size() && hidden_[link]) continue;
    addRotor(mesh, rotors_[i], angles_[i]);
  }
  data_->ShallowCopy(toPolyData(mesh));
}

}  // namespace tendril
