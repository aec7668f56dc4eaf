// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/force_arrows.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "core/text/units.hpp"

namespace tendril {
namespace {

constexpr double kLongest = 0.6;     // m per m of a link: an arrow of the round force
constexpr double kThickness = 0.02;  // radius of a shaft, of the longest arrow
constexpr double kShortest = 0.015;  // of the longest arrow: shorter ones are not drawn
constexpr double kShrink = 0.12;     // of the round force: the scale changes where forces stay below for a while
constexpr int kPatience = 90;        // pictures
constexpr double kXray = 0.22;
constexpr double kInnerHead = 0.78;  // where the second head of a torque's arrow ends

}  // namespace

double roundUp(double value) {
  const double power = std::pow(10, std::floor(std::log10(value)));
  for (const double digit : {1.0, 2.0, 5.0})
    if (value <= digit * power * (1 + 1e-9)) return digit * power;
  return 10 * power;
}

double roundDown(double value) {
  const double power = std::pow(10, std::floor(std::log10(value) + 1e-12));
  double best = power;
  for (const double digit : {2.0, 5.0})
    if (digit * power <= value * (1 + 1e-9)) best = digit * power;
  return best;
}

std::string scaleText(const ForceScale& scale) {
  constexpr double kCentimetre = 0.01;
  if (!(scale.length > 0)) return {};
  std::string out;
  const auto add = [&](double whole, const char* unit) {
    if (whole > 0) out += (out.empty() ? "1 cm = " : ", ") + fieldQuantity(whole / scale.length * kCentimetre, unit, 3);
  };
  add(scale.force, "N");
  add(scale.torque, "N·m");
  return out;
}

ArrowLengths lengthsOf(const ForceScale& scale, const ArrowLengths& usual) {
  ArrowLengths out = usual;
  if (!(scale.length > 0)) return out;
  if (scale.force > 0) out.force = scale.length / scale.force;
  if (scale.torque > 0) out.torque = scale.length / scale.torque;
  return out;
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

void ForceArrows::select(const std::vector<int>& loads, const Color& accent) {
  if (loads.empty() && selected_.empty()) return;
  if (loads != selected_) scale_.force = scale_.torque = 0;  // of others than those that were drawn
  selected_ = loads, accent_ = accent;
  draw();
}

void ForceArrows::hold(const std::optional<ArrowLengths>& lengths) {
  if (held_ && !lengths) scale_.force = scale_.torque = 0;
  held_ = lengths;
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
  wrenches_ = snapshot.wrenches;
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
    if (overlays_.loopTorques && !hidden && loops_[i].loaded)
      arrows_.push_back({loops_[i].b.p, loops_[i].torque, kLoopColor, 0, true});
  }
  collectTensions();
  for (const RotorState& rotor : rotors_)
    if (overlays_.thrusts) arrows_.push_back({rotor.at, rotor.thrust * rotor.axis, kThrustColor});
  for (const WrenchState& wrench : wrenches_) {
    if (std::ranges::find(selected_, wrench.load) == selected_.end()) continue;
    arrows_.push_back({wrench.at, wrench.force, accent_});
    arrows_.push_back({wrench.at, wrench.moment, accent_, 0, true});
  }
}

/// Grows at once with the forces, shrinks where they have been small for a while.
void ForceArrows::chooseScale(double largest, double& scale, int& small) const {
  if (!(largest > 0)) return;
  small = largest < kShrink * scale ? small + 1 : 0;
  if (scale > 0 && largest <= scale && small < kPatience) return;
  scale = roundUp(largest);
  small = 0;
}

double ForceArrows::largest(bool torque) const {
  double out = 0;
  for (const Arrow& arrow : arrows_)
    if (arrow.torque == torque && arrow.force.allFinite()) out = std::max(out, arrow.begin + arrow.force.norm());
  return out;
}

std::vector<ArrowKind> ForceArrows::kinds() const {
  std::vector<ArrowKind> out;
  const auto add = [&out](bool shown, const char* name, const Color& color, bool torque = false) {
    if (shown) out.push_back({name, color, torque});
  };
  const bool loses = std::ranges::any_of(ends_, [](const TendonEnd& end) { return end.lost != 0; });
  add(overlays_.loopForces && !loops_.empty(), "loops", kLoopColor);
  add(overlays_.contactForces && !contacts_.empty(), "contacts", kContactColor);
  add(overlays_.tensions && !ends_.empty(), "tendons", kTendonHighColor);
  add(overlays_.lostTensions && loses, "beyond their ranges", kLostColor);
  add(overlays_.thrusts && !rotors_.empty(), "thrusts", kThrustColor);
  add(overlays_.loopTorques && !loops_.empty(), "loops", kLoopColor, true);
  for (const bool torque : {false, true}) add(!selected_.empty(), "selected", accent_, torque);
  return out;
}

void ForceArrows::chooseScales() {
  scale_.length = kLongest * length_;
  if (held_) {
    scale_.force = scale_.length / held_->force, scale_.torque = scale_.length / held_->torque;
  } else {
    chooseScale(largest(false), scale_.force, small_);
    chooseScale(largest(true), scale_.torque, smallTorque_);
  }
  if (std::ranges::none_of(arrows_, [](const Arrow& arrow) { return !arrow.torque; })) scale_.force = 0;
  if (std::ranges::none_of(arrows_, &Arrow::torque)) scale_.torque = 0;
}

void ForceArrows::draw() {
  collect();
  ShapeMesh mesh;
  chooseScales();
  for (const Arrow& arrow : arrows_) {
    const double whole = arrow.torque ? scale_.torque : scale_.force;
    const double length = whole > 0 ? arrow.force.norm() / whole * scale_.length : 0;
    if (!(length > kShortest * scale_.length)) continue;
    const Vec3 at = arrow.at + arrow.begin / whole * scale_.length * arrow.force.normalized();
    const double thickness = kThickness * scale_.length;
    addArrow(mesh, poseAlong(at, arrow.force), length, thickness, arrow.color);
    if (arrow.torque) addArrow(mesh, poseAlong(at, arrow.force), kInnerHead * length, thickness, arrow.color);
  }
  data_->ShallowCopy(toPolyData(mesh));
}

}  // namespace tendril
