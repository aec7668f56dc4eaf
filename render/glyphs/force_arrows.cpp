// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/force_arrows.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr double kLongest = 0.6;     // m per m of a link: an arrow of the round force
constexpr double kThickness = 0.02;  // radius of a shaft, of the longest arrow
constexpr double kShortest = 0.015;  // of the longest arrow: shorter ones are not drawn
constexpr double kShrink = 0.12;     // of the round force: the scale changes where forces stay below for a while
constexpr int kPatience = 90;        // pictures
constexpr double kXray = 0.22;

}  // namespace

double roundUp(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (value <= digit * power * (1 + 1e-9)) return digit * power;
  return 10 * power;
}

ForceArrows::ForceArrows() : actor_(makeActor(data_)), xray_(makeActor(data_)) {
  useRig(*actor_);
  useXray(*xray_, kXray);
  for (vtkActor* actor : {actor_.Get(), xray_.Get()}) actor->PickableOff();
}

ForceArrows::~ForceArrows() = default;
vtkPolyData* ForceArrows::mesh() const {
  return data_;
}

void ForceArrows::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(actor_);
  renderer->AddActor(xray_);
}

void ForceArrows::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(actor_);
  renderer->RemoveActor(xray_);
}

void ForceArrows::prepare(const LightRig& rig) const {
  setRig(*actor_, rig);
}

void ForceArrows::show(const SceneOverlays& overlays) {
  overlays_ = overlays;
  draw();
}

void ForceArrows::setHidden(const std::vector<bool>& loops, const std::vector<bool>& contacts) {
  hiddenLoops_ = loops, hiddenContacts_ = contacts;
  draw();
}

void ForceArrows::update(const Snapshot& snapshot, double length) {
  length_ = length;
  loops_ = snapshot.loops;
  contacts_ = snapshot.contacts;
  ends_.clear();
  for (const TendonLine& line : snapshot.tendonLines) {
    if (!line.last || line.count < 2) continue;
    const Vec3* end = &snapshot.tendonPoints[static_cast<std::size_t>(line.first + line.count - 1)];
    const auto input = static_cast<std::size_t>(line.input);
    ends_.push_back({*end, (end[-1] - *end).normalized(), line.tension,
                     input < snapshot.inputs.size() ? snapshot.inputs[input].lost : 0});
  }
  rotors_ = snapshot.rotors;
  draw();
}

void ForceArrows::collectTensions() {
  for (const TendonEnd& end : ends_) {
    if (overlays_.tensions) arrows_.push_back({end.at, end.tension * end.pull, kTendonHighColor});
    if (!overlays_.lostTensions || end.lost == 0) continue;
    const double begin = overlays_.tensions && end.lost > 0 ? end.tension : 0;
    arrows_.push_back({end.at, end.lost * end.pull, kLostColor, begin});
  }
}

void ForceArrows::collect() {
  arrows_.clear();
  for (const ContactPoint& point : contacts_) {
    const auto contact = static_cast<std::size_t>(point.contact);
    const bool hidden = contact < hiddenContacts_.size() && hiddenContacts_[contact];
    if (overlays_.contactForces && !hidden) arrows_.push_back({point.point, point.force, kContactColor});
  }
  for (std::size_t i = 0; i < loops_.size(); ++i) {
    const bool hidden = i < hiddenLoops_.size() && hiddenLoops_[i];
    if (overlays_.loopForces && !hidden && loops_[i].loaded)
      arrows_.push_back({loops_[i].b.p, loops_[i].force, kLoopColor});
  }
  collectTensions();
  for (const RotorState& rotor : rotors_)
    if (overlays_.thrusts) arrows_.push_back({rotor.at, rotor.thrust * rotor.axis, kThrustColor});
}

/// Grows at once with the forces, shrinks where they have been small for a while.
void ForceArrows::chooseScale(double largest) {
  scale_.length = kLongest * length_;
  if (!(largest > 0)) return;
  small_ = largest < kShrink * scale_.force ? small_ + 1 : 0;
  if (scale_.force > 0 && largest <= scale_.force && small_ < kPatience) return;
  scale_.force = roundUp(largest);
  small_ = 0;
}

void ForceArrows::draw() {
  collect();
  double largest = 0;
  for (const Arrow& arrow : arrows_)
    if (arrow.force.allFinite()) largest = std::max(largest, arrow.begin + arrow.force.norm());
  ShapeMesh mesh;
  chooseScale(largest);
  if (arrows_.empty()) scale_.force = 0;
  for (const Arrow& arrow : arrows_) {
    const double length = scale_.force > 0 ? arrow.force.norm() / scale_.force * scale_.length : 0;
    if (!(length > kShortest * scale_.length)) continue;
    const Vec3 at = arrow.at + arrow.begin / scale_.force * scale_.length * arrow.force.normalized();
    addArrow(mesh, poseAlong(at, arrow.force), length, kThickness * scale_.length, arrow.color);
  }
  data_->ShallowCopy(toPolyData(mesh));
}

}  // namespace tendril
