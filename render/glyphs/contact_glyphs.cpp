// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/contact_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

namespace tendril {
namespace {

constexpr double kPoint = 0.3;   // radius of a dot, of a joint's
constexpr double kPatch = 4;     // half a side of a plane, of a link's length
constexpr double kEndless = 8;   // length of an endless tube, of a link's length
constexpr double kEdge = 0.004;  // radius of a plane's border, of its side
constexpr double kGlass = 0.16;  // opacity
constexpr double kPointXray = 0.5;
constexpr int kSegments = 96;

using Kind = SurfaceShape::Kind;

/// A surface and, of glass, its edges.
struct Look {
  ShapeMesh surface, frame;
};

/// A square about the origin, normal z.
Look patch(double half) {
  Look look;
  const Vec3 corners[] = {{-half, -half, 0}, {half, -half, 0}, {half, half, 0}, {-half, half, 0}};
  for (const Vec3& corner : corners) look.surface.addVertex(corner, Vec3::UnitZ(), kSurfaceColor);
  look.surface.addQuad(0, 1, 2, 3);
  for (int k = 0; k < 4; ++k) {
    const Vec3 &from = corners[k], &to = corners[(k + 1) % 4];
    addCylinder(look.frame, poseAlong((from + to) / 2, to - from), kEdge * half, 2 * half, 0, kSurfaceColor, 8);
  }
  return look;
}

/// The wall of a tube along z, with a ring at either end.
Look tube(double radius, double length) {
  Look look;
  const Pose along = poseAlong(Vec3::Zero(), Vec3::UnitZ());
  const double h = length / 2;
  const ProfilePoint wall[] = {{-h, radius}, {h, radius}};
  addLathe(look.surface, along, wall, kSurfaceColor, kSegments);
  for (const double end : {-h, h})
    addTorus(look.frame, poseAlong(Vec3(0, 0, end), Vec3::UnitZ()), radius, 0.03 * radius, kSurfaceColor);
  return look;
}

Look lookOf(const SurfaceShape& shape, double robot) {
  Look look;
  ShapeMesh& mesh = look.surface;
  const Pose along = poseAlong(Vec3::Zero(), Vec3::UnitZ());
  const double length = std::isfinite(shape.length) ? shape.length : kEndless * robot;
  switch (shape.kind) {
    case Kind::kPlane:
      return patch(kPatch * robot);
    case Kind::kCylinderInside:
      return tube(shape.radius, length);
    case Kind::kSphere:
      addSphere(mesh, Pose{}, shape.radius, kSurfaceColor, kSegments);
      return look;
    case Kind::kCylinder:
      addCylinder(mesh, along, shape.radius, length, 0.02 * std::min(shape.radius, length), kSurfaceColor, kSegments);
      return look;
    case Kind::kBox:
      addBox(mesh, Pose{}, shape.size, 0.02 * shape.size.minCoeff(), kSurfaceColor);
      return look;
    case Kind::kCapsule:
      addCapsule(mesh, along, shape.radius, length, kSurfaceColor, kSegments);
      return look;
    case Kind::kMesh:
      break;
  }
  mesh = meshShape(shape.mesh, kSurfaceColor);
  for (Vec3f& point : mesh.points) point *= static_cast<float>(shape.scale);
  return look;
}

}  // namespace

ContactGlyphs::ContactGlyphs(const Model& model, const RobotSize& size, std::vector<std::string>& problems)
    : radius_(kPoint * size.jointRadius), pointActor_(makeActor(points_)), pointXray_(makeActor(points_)) {
  for (std::size_t i = 0; i < model.contacts.size(); ++i) {
    const Contact& contact = model.contacts[i];
    if (!contact.surface) continue;
    const SurfaceShape& shape = contact.surface->shape();
    Surface surface{
        .contact = static_cast<int>(i), .link = contact.linkB, .pose = contact.surfacePose, .solid = {}, .frame = {}};
    // A surface on a body lies on what is drawn of the body.
    surface.glass = shape.kind == Kind::kPlane || shape.kind == Kind::kCylinderInside || contact.linkB >= 0;
    try {
      const Look look = lookOf(shape, size.length);
      surface.solid.build(look.surface);
      surface.frame.build(look.frame);
    } catch (const std::runtime_error& error) {
      problems.push_back("contact \"" + contact.name + "\": " + error.what());
    }
    if (surface.glass && surface.solid.actor) {
      if (shape.kind == Kind::kPlane) {
        useGlass(*surface.solid.actor, kGlass);
      } else {
        useGhost(*surface.solid.actor);  // clear at its edges, so that one sees that it is round
        surface.solid.actor->PickableOn();
        surface.solid.actor->GetProperty()->SetColor(kSurfaceColor.r, kSurfaceColor.g, kSurfaceColor.b);
      }
    }
    surface.solid.move(surface.pose);
    surface.frame.move(surface.pose);
    surfaces_.push_back(std::move(surface));
  }
  useRig(*pointActor_);
  pointActor_->PickableOff();
  useXray(*pointXray_, kPointXray);
}

ContactGlyphs::~ContactGlyphs() = default;

void ContactGlyphs::addTo(vtkRenderer* renderer) const {
  for (const Surface& surface : surfaces_) surface.frame.addTo(renderer);
  for (const bool glass : {false, true})  // what is seen through is drawn last
    for (const Surface& surface : surfaces_)
      if (surface.glass == glass) surface.solid.addTo(renderer);
  renderer->AddActor(pointActor_);
  renderer->AddActor(pointXray_);
}

void ContactGlyphs::removeFrom(vtkRenderer* renderer) const {
  for (const Surface& surface : surfaces_) surface.solid.removeFrom(renderer), surface.frame.removeFrom(renderer);
  renderer->RemoveActor(pointActor_);
  renderer->RemoveActor(pointXray_);
}

void ContactGlyphs::prepare(const LightRig& rig) const {
  setRig(*pointActor_, rig);
}

void ContactGlyphs::update(const Snapshot& snapshot) {
  for (Surface& surface : surfaces_) {
    if (surface.link < 0) continue;
    const Pose at = snapshot.linkPoses[static_cast<std::size_t>(surface.link)] * surface.pose;
    surface.solid.move(at), surface.frame.move(at);
  }
  touching_ = snapshot.contacts;
  drawPoints();
}

void ContactGlyphs::drawPoints() {
  ShapeMesh mesh;
  if (pointsShown_)
    for (const ContactPoint& point : touching_)
      if (isVisible(point.contact)) addSphere(mesh, Pose{Mat3::Identity(), point.point}, radius_, kContactColor, 16);
  points_->ShallowCopy(toPolyData(mesh));
}

bool ContactGlyphs::isVisible(int contact) const {
  const auto index = static_cast<std::size_t>(contact);
  return !(index < hidden_.size() && hidden_[index]);
}

void ContactGlyphs::show() {
  for (Surface& surface : surfaces_) {
    const bool visible = surfacesShown_ && isVisible(surface.contact);
    surface.solid.setVisible(visible), surface.frame.setVisible(visible);
  }
  select(selected_, accent_);
  drawPoints();
}

void ContactGlyphs::setShown(bool surfaces, bool points) {
  if (surfaces == surfacesShown_ && points == pointsShown_) return;
  surfacesShown_ = surfaces, pointsShown_ = points;
  show();
}

void ContactGlyphs::setHidden(std::vector<bool> contacts) {
  hidden_ = std::move(contacts);
  show();
}

void ContactGlyphs::select(const std::vector<int>& contacts, const Color& accent) {
  selected_ = contacts;
  accent_ = accent;
  for (Surface& surface : surfaces_) {
    const bool chosen = std::find(contacts.begin(), contacts.end(), surface.contact) != contacts.end();
    // Through glass the far side of an outline would be seen.
    Solid& edged = surface.glass ? surface.frame : surface.solid;
    edged.showOutline(chosen && surfacesShown_ && isVisible(surface.contact), accent);
  }
}

int ContactGlyphs::contactOf(vtkProp* prop) const {
  for (const Surface& surface : surfaces_)
    if (prop != nullptr && (prop == surface.solid.actor.Get() || prop == surface.frame.actor.Get()))
      return surface.contact;
  return -1;
}

}  // namespace tendril
