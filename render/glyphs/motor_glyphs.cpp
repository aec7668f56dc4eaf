// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/motor_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "render/color_map.hpp"

namespace tendril {
namespace {

// of the joint's radius
constexpr double kOutside = 1.3, kKnob = 0.72, kKnobHeight = 0.3, kHand = 1.45, kHandWidth = 0.18, kHandHeight = 0.1,
                 kMark = 0.4, kMarkWidth = 0.1, kRing = 1.06, kRingWidth = 0.17, kArc = 1.25, kArcWidth = 0.12;
constexpr double kArcStep = 0.04;  // rad
constexpr int kMostArcSteps = 64;
constexpr double kStiffest = 2;  // times the softest: where the colours end

/// Direction of the link's mark: towards its tip or centre of mass, across the axis.
Vec3 markOf(const Link& link, const Vec3& axis) {
  for (const Vec3& towards : {link.rigidTip.p, link.rigid.com, Vec3(Vec3::UnitX()), Vec3(Vec3::UnitY())}) {
    const Vec3 across = towards - axis * axis.dot(towards);
    if (across.norm() > 1e-3 * (towards.norm() + 1e-12) && towards.norm() > 1e-9) return across.normalized();
  }
  return Vec3::UnitX();
}

}  // namespace

MotorGlyphs::MotorGlyphs(std::shared_ptr<const Model> model, const RobotSize& size)
    : model_(std::move(model)), actor_(makeActor(data_)) {
  useRig(*actor_);
  actor_->PickableOff();
  for (std::size_t s = 0; s < model_->driveSprings.size(); ++s) {
    const DriveSpring& spring = model_->driveSprings[s];
    const int link = model_->links[static_cast<std::size_t>(model_->firstMotor) + s].motorOf->link;
    const Link& moved = model_->links[static_cast<std::size_t>(link)];
    if (moved.path != Link::Path::kTurn) continue;  // sliders and joints of several turns have no room for hands
    if (hinges_.empty() || hinges_.back().link != link) {
      const Vec3 axis = moved.joint.axis;
      hinges_.push_back(
          {.link = link, .axis = axis, .mark = markOf(moved, axis), .springs = {}, .radius = jointRadius(moved, size)});
    }
    hinges_.back().springs.push_back(static_cast<int>(s));
    hinges_.back().softest += spring.law->evaluate(0).stiffness;
  }
}

MotorGlyphs::~MotorGlyphs() = default;
vtkPolyData* MotorGlyphs::mesh() const {
  return data_;
}

void MotorGlyphs::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(actor_);
}

void MotorGlyphs::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(actor_);
}

void MotorGlyphs::prepare(const LightRig& rig) const {
  setRig(*actor_, rig);
}

void MotorGlyphs::update(const Snapshot& snapshot) {
  if (hinges_.empty()) return;
  poses_ = snapshot.linkPoses, q_ = snapshot.q;
  draw();
}

void MotorGlyphs::setHidden(std::vector<bool> links) {
  hidden_ = std::move(links);
  if (!hinges_.empty() && q_.size() > 0) draw();
}

void MotorGlyphs::draw() {
  ShapeMesh mesh;
  for (const Hinge& hinge : hinges_) {
    const auto link = static_cast<std::size_t>(hinge.link);
    if (link >= hidden_.size() || !hidden_[link]) addHinge(hinge, mesh);
  }
  data_->ShallowCopy(toPolyData(mesh));
}

void MotorGlyphs::addHinge(const Hinge& hinge, ShapeMesh& mesh) const {
  const Pose& link = poses_[static_cast<std::size_t>(hinge.link)];
  const double r = hinge.radius;
  // x along the axis, y along the link's mark turned by `angle` about it
  const auto at = [&](double along, double angle, double outward) {
    Pose out;
    const Vec3 across = hinge.axis.cross(hinge.mark);
    out.R.col(0) = hinge.axis;
    out.R.col(1) = std::cos(angle) * hinge.mark + std::sin(angle) * across;
    out.R.col(2) = hinge.axis.cross(Vec3(out.R.col(1)));
    out.p = along * hinge.axis + outward * out.R.col(1);
    return link * out;
  };
  double stiffness = 0;
  for (std::size_t i = 0; i < hinge.springs.size(); ++i) {
    const DriveSpring& spring = model_->driveSprings[static_cast<std::size_t>(hinge.springs[i])];
    const double phi = q_[spring.motorQ] - q_[spring.jointQ];
    if (!std::isfinite(phi)) return;
    stiffness += spring.law->evaluate(phi).stiffness;
    const double side = i == 0 ? r : -r, face = side * (kOutside + kKnobHeight / 2 + kHandHeight / 2);
    addCylinder(mesh, at(side * kOutside, phi, 0), kKnob * r, kKnobHeight * r, 0.05 * r, kJointColor, 28);
    addBox(mesh, at(face, phi, kHand * r / 2), Vec3(kHandHeight, kHand, kHandWidth) * r, 0.03 * r, kMotorHandColor);
    addBox(mesh, at(face, 0, kArc * r), Vec3(kHandHeight, kMark, kMarkWidth) * r, 0.02 * r, kJointRingColor);
    const int steps = std::clamp(static_cast<int>(std::abs(phi) / kArcStep), 1, kMostArcSteps);
    const double length = kArc * r * std::abs(phi) / steps;
    for (int k = 0; k < steps; ++k)
      addBox(mesh, at(face, phi * (k + 0.5) / steps, kArc * r), Vec3(kArcWidth * r, kArcWidth * r, length), 0,
             kMotorHandColor);
  }
  const bool pair = hinge.springs.size() > 1;
  const double share = (stiffness / hinge.softest - 1) / (kStiffest - 1);
  addTorus(mesh, at(0, 0, 0), kRing * r, kRingWidth * r, pair ? colorAt(ColorMap::kMagnitude, share) : kJointRingColor);
}

}  // namespace tendril
