// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/link_shapes.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <stdexcept>

#include "core/model/body/surface_carrier.hpp"
#include "render/shapes/joint_shapes.hpp"
#include "render/shapes/section_outline.hpp"

namespace tendril {
namespace {

constexpr double kSlenderness = 0.085;  // radius of a link over its length
constexpr double kNothing = 1e-9;
constexpr double kBaseShare = 0.02;  // of a mesh's length counts as its base
constexpr int kFineSegments = 48;    // of round shapes that users give, which may be large
// Each link of a robot of many is small in the picture, and all of them are drawn 30 times a second.
constexpr double kFineLinks = 25;
constexpr int kFewestSegments = 8;

int segmentsFor(const Model& model) {
  const double share = std::sqrt(kFineLinks / std::max(kFineLinks, static_cast<double>(model.links.size())));
  return std::max(kFewestSegments, static_cast<int>(kRoundSegments * share) / 4 * 4);
}

int fineSegmentsOf(const ShapeMesh& mesh) {
  return kFineSegments * mesh.segments / kRoundSegments;
}

/// Largest distance of a section from its axis.
double sectionRadius(const SweptPiece& piece, double s) {
  double radius = 0;
  const std::vector<Polygon> curves = sectionCurves(piece.section, s);
  for (const Vec2& p : curves.front()) radius = std::max(radius, p.norm());
  return radius;
}

/// Where something hangs on a rigid link, in its base frame, and how wide what hangs there is (0: unknown).
struct Attachment {
  Vec3 at;
  double radius;
};

std::vector<Attachment> attachments(const Model& model, int link) {
  std::vector<Attachment> out;
  const Link& self = model.links[link];
  for (const Link& child : model.links) {
    if (child.parent != link) continue;
    const Vec3 at = child.station == kBaseStation ? child.pose.p : self.rigidTip * child.pose.p;
    out.push_back({at, baseRadius(child)});
  }
  const Vec3 tip = self.rigidTip.p;
  const bool reached =
      std::any_of(out.begin(), out.end(), [&](const Attachment& a) { return (a.at - tip).norm() < kNothing; });
  if (tip.norm() > kNothing && !reached) out.push_back({tip, 0});
  return out;
}

/// How far a body reaches forward at rest.
double bodyLength(const Body& body) {
  double length = 0;
  if (const SurfaceCarrier* carrier = body.surfaceCarrier())
    for (const Vec3& vertex : carrier->surface().vertices) length = std::max(length, vertex.x());
  for (const SweptPiece& piece : body.sweptPieces()) length += piece.length;
  return length;
}

/// Largest distance from the axis of what a mesh has at its base.
double meshRadiusAtBase(const SurfaceMesh& mesh, double length) {
  double radius = 0;
  for (const Vec3& vertex : mesh.vertices)
    if (vertex.x() < kBaseShare * length) radius = std::max(radius, vertex.tail<2>().norm());
  return radius;
}

double linkLength(const Model& model, int link) {
  const Link& self = model.links[link];
  if (self.body) return bodyLength(*self.body);
  double length = 0;
  for (const Attachment& a : attachments(model, link)) length = std::max(length, a.at.norm());
  return std::max(length, self.rigid.com.norm());
}

/// A slender limb: a round housing at its base, a waist, and another one or a flat socket at its end.
void addLimb(ShapeMesh& mesh, const Vec3& to, double r0, double r1, bool socket, const Color& color) {
  const double length = to.norm(), waist = 0.78;
  std::vector<ProfilePoint> profile;
  const int cap = std::max(2, 6 * mesh.segments / kRoundSegments),
            side = std::max(3, 9 * mesh.segments / kRoundSegments);
  for (int k = 0; k <= cap; ++k) {
    const double t = M_PI - M_PI / 2 * k / cap;
    profile.push_back({r0 * std::cos(t), r0 * std::sin(t)});
  }
  for (int k = 1; k < side; ++k) {
    const double t = static_cast<double>(k) / side, dip = 1 - (1 - waist) * std::pow(std::sin(M_PI * t), 0.8);
    profile.push_back({t * length, (r0 + (r1 - r0) * t) * dip});
  }
  if (socket) {
    profile.insert(profile.end(), {{length - 0.25 * r1, r1}, {length, r1}, {length, 0}});
  } else {
    for (int k = 0; k <= cap; ++k) {
      const double t = M_PI / 2 - M_PI / 2 * k / cap;
      profile.push_back({length + r1 * std::cos(t), r1 * std::sin(t)});
    }
  }
  profile.front().r = profile.back().r = 0;
  addLathe(mesh, poseAlong(Vec3::Zero(), to), profile, color);
}

/// Sides of the box that has this mass and inertia, at the centre of mass; zero if no body has them.
Vec3 inertiaBox(const RigidInertia& rigid) {
  if (!(rigid.mass > 0)) return Vec3::Zero();
  const Vec3 d = rigid.inertia.diagonal();
  Vec3 size;
  for (int i = 0; i < 3; ++i) size[i] = std::sqrt(std::max(0.0, 6 * (d.sum() - 2 * d[i]) / rigid.mass));
  return size;
}

void addHub(ShapeMesh& mesh, const Link& link, const RobotSize& size, double reach, const Color& color) {
  const double smallest = 0.12 * size.length, largest = std::max(1.5 * size.length, reach);
  Vec3 box = inertiaBox(link.rigid).cwiseMax(smallest).cwiseMin(largest);
  if (reach > 0) box = box.cwiseMin(2 * reach);
  Pose at;
  at.p = link.rigid.com;
  addBox(mesh, at, box, 0.18 * box.minCoeff(), color);
}

void addDefaultBody(ShapeMesh& mesh, const Model& model, int index, const RobotSize& size, const Color& color) {
  const Link& link = model.links[index];
  const std::vector<Attachment> ends = attachments(model, index);
  const auto radiusOf = [&](double length) {
    return std::clamp(kSlenderness * length, 0.25 * size.jointRadius, 0.9 * size.jointRadius);
  };
  double reach = 0;
  for (const Attachment& end : ends) reach = std::max(reach, end.at.norm());
  const bool floating = link.joint.type->isFree();
  if (floating) addHub(mesh, link, size, 0, color);
  if (reach > kNothing) {
    for (const Attachment& end : ends) {
      const double length = end.at.norm();
      if (length < kNothing) continue;
      const double r = radiusOf(length);
      const double wide = std::min(1.12 * end.radius, 0.5 * length);
      addLimb(mesh, end.at, r, std::max(r, wide), end.radius > 0, color);
    }
  } else if (!floating && link.rigid.com.norm() > 0.02 * size.length) {
    const double r = radiusOf(link.rigid.com.norm());
    addLimb(mesh, link.rigid.com, 0.55 * r, 0.55 * r, false, color);
    Pose bob;
    bob.p = link.rigid.com;
    addSphere(mesh, bob, std::max(1.8 * r, 0.09 * link.rigid.com.norm()), color);
  } else if (!floating && link.rigid.mass > 0 && ends.empty()) {
    addHub(mesh, link, size, 0, color);
  }
}

/// Radius of the round visuals that reach the joint, 0 if there are none: its housing is to cover them.
double radiusAtJoint(const Link& link) {
  double radius = 0;
  for (const Visual& visual : link.visuals) {
    if (visual.shape != Visual::Shape::kCylinder && visual.shape != Visual::Shape::kCapsule) continue;
    const double r = visual.size[0], half = visual.size[1] / 2;
    const Vec3 origin = visual.pose.inverse().p;  // of the joint, along the shape's x
    const bool slender = half > r;
    if (slender && std::abs(origin.x()) < half + r && origin.tail<2>().norm() < r) radius = std::max(radius, r);
  }
  return radius;
}

}  // namespace

void addVisual(ShapeMesh& mesh, const Visual& visual, const Color& color) {
  const Vec3& s = visual.size;
  switch (visual.shape) {
    case Visual::Shape::kBox:
      return addBox(mesh, visual.pose, s, 0.06 * s.minCoeff(), color);
    case Visual::Shape::kCylinder:
      return addCylinder(mesh, visual.pose, s[0], s[1], 0.06 * std::min(s[0], s[1]), color, fineSegmentsOf(mesh));
    case Visual::Shape::kSphere:
      return addSphere(mesh, visual.pose, s[0], color, fineSegmentsOf(mesh));
    case Visual::Shape::kCapsule:
      return addCapsule(mesh, visual.pose, s[0], s[1], color, fineSegmentsOf(mesh));
    case Visual::Shape::kMesh:
      break;
  }
  const double scale = s[0] > 0 ? s[0] : 1;  // of a mesh: factor to metres
  ShapeMesh read = meshShape(visual.mesh, color);
  for (size_t i = 0; i < read.points.size(); ++i) {
    read.points[i] = (visual.pose * (read.points[i].cast<double>() * scale)).cast<float>();
    read.normals[i] = (visual.pose.R * read.normals[i].cast<double>()).cast<float>();
  }
  mesh.append(read);
}

double baseRadius(const Link& link) {
  if (!link.body) return 0;
  if (const SurfaceCarrier* carrier = link.body->surfaceCarrier())
    return meshRadiusAtBase(carrier->surface(), bodyLength(*link.body));
  const std::span<const SweptPiece> pieces = link.body->sweptPieces();
  return pieces.empty() ? 0 : sectionRadius(pieces.front(), 0);
}

RobotSize robotSize(const Model& model) {
  std::vector<double> lengths, radii;
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const double length = linkLength(model, i), radius = baseRadius(model.links[i]);
    if (length > kNothing) lengths.push_back(length);
    if (radius > kNothing) radii.push_back(radius);
  }
  RobotSize size;
  if (!lengths.empty()) {
    std::nth_element(lengths.begin(), lengths.begin() + lengths.size() / 2, lengths.end());
    size.length = lengths[lengths.size() / 2];
  }
  size.jointRadius = 0.1 * size.length;
  if (!radii.empty()) {
    const double widest = *std::max_element(radii.begin(), radii.end());
    size.jointRadius = std::clamp(1.25 * widest, 0.05 * size.length, 0.16 * size.length);
  }
  return size;
}

Color linkColor(const Link& link) {
  if (link.color) return {(*link.color)[0], (*link.color)[1], (*link.color)[2]};
  if (link.body) return kSoftColor;
  return link.joint.type->isFree() ? kFloatingColor : kRigidColor;
}

LinkShape linkShape(const Model& model, int index, const RobotSize& size, std::vector<std::string>& problems) {
  const Link& link = model.links[index];
  LinkShape shape;
  shape.mesh.segments = segmentsFor(model);
  if (link.motorOf) return shape;  // it sits in the joint that it moves
  const Color color = link.body ? kRigidColor : linkColor(link);
  bool shown = false;
  for (const Visual& visual : link.visuals) {
    try {
      addVisual(shape.mesh, visual, color);
      shown = true;
      shape.closed = shape.closed && visual.shape != Visual::Shape::kMesh;
    } catch (const std::runtime_error& error) {
      problems.push_back("link \"" + link.name + "\": " + error.what());
    }
  }
  if (!shown && !link.body) addDefaultBody(shape.mesh, model, index, size, color);
  shape.firstJoint = static_cast<int>(shape.mesh.triangles.size());
  addJoint(shape.mesh, link.joint, jointRadius(link, size));
  return shape;
}

double jointRadius(const Link& link, const RobotSize& size) {
  double radius = size.jointRadius;
  if (link.body) radius = std::max(radius, 1.15 * baseRadius(link));
  return std::max(radius, 1.06 * radiusAtJoint(link));
}

ShapeMesh mountShape(const Model& model, int index, const RobotSize& size) {
  const Link& link = model.links[index];
  ShapeMesh mesh;
  mesh.segments = segmentsFor(model);
  const JointFreedom freedom(link.joint);
  if (link.parent != kWorld || link.motorOf || freedom.slides > 1) return mesh;  // it moves about
  // The plate lies behind the link: across x, along which soft bodies run, or across the way to what hangs on a rigid
  // one.
  Vec3 forward = Vec3::UnitX();
  double radius = size.jointRadius, back = 0;
  if (!link.body) {
    for (const Attachment& end : attachments(model, index))
      if (end.at.norm() > kNothing) forward = end.at.normalized();
    if (attachments(model, index).empty() && link.rigid.com.norm() > kNothing) forward = link.rigid.com.normalized();
  } else {
    radius = baseRadius(link);
  }
  const bool moves = freedom.turns + freedom.slides > 0;
  if (moves) {
    radius = std::max(radius, size.jointRadius);
    back = 1.15 * radius;
    const bool hinge = freedom.turns == 1 && freedom.slides == 0 && !freedom.screw;
    const Vec3 axis = freedom.turnAxes.col(0);
    if (hinge && std::abs(forward.dot(axis)) < 0.3 && std::abs((link.pose.R * axis).z()) > 0.7)
      forward = axis * ((link.pose.R * axis).z() > 0 ? 1 : -1);  // a column that stands
  }
  const double thick = 0.35 * radius;
  const Pose plate = poseAlong(link.pose * Vec3(-(back + thick / 2) * forward), link.pose.R * forward);
  addCylinder(mesh, plate, 1.75 * radius, thick, 0.25 * thick, kMountColor);
  if (moves) {
    const Pose neck = poseAlong(link.pose * Vec3(-back / 2 * forward), link.pose.R * forward);
    addCylinder(mesh, neck, 0.62 * radius, back, 0, kMountColor);
  }
  return mesh;
}

}  // namespace tendril
