// SPDX-License-Identifier: BSD-3-Clause
// Contacts: which balls touch which surfaces.
#include <array>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <stdexcept>

#include "core/model/build/builders.hpp"
#include "core/model/contact_kinematics.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Shape = Visual::Shape;
using Balls = std::vector<BallSpec>;

constexpr double kApart = 1.5;  // sums of radii along a rod: nearer balls meet only where it bends tighter than itself
constexpr double kRounded = 0.1;  // radius of the balls in the corners of boxes and cylinders, of their least half side
constexpr int kRim = 12;          // balls around the rim of a cylinder
constexpr double kPointDepth = 1e-3;  // m: how deep points may be at the start

/// A rotation whose z axis is `axis`.
Pose alongZ(const Vec3& axis) {
  Pose X;
  X.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix();
  return X;
}

// ---- balls

void addBoxBalls(const Vec3& size, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = kRounded * size.minCoeff() / 2;
  const Vec3 inner = size / 2 - Vec3::Constant(ball.radius);
  for (int i = 0; i < 8; ++i) {
    const Vec3 sign(i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1);
    ball.centre = X * Vec3(inner.cwiseProduct(sign));
    out.push_back(ball);
  }
}

void addCylinderBalls(double radius, double length, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = kRounded * std::min(radius, length / 2);
  const double rim = radius - ball.radius, end = length / 2 - ball.radius;
  for (int i = 0; i < 2 * kRim; ++i) {
    const double angle = 2 * std::numbers::pi * (i % kRim) / kRim;
    ball.centre = X * Vec3(i < kRim ? -end : end, rim * std::cos(angle), rim * std::sin(angle));
    out.push_back(ball);
  }
}

void addCapsuleBalls(double radius, double length, const Pose& X, BallSpec ball, Balls& out) {
  ball.radius = radius;
  const int pieces = length > 0 ? std::max(1, static_cast<int>(std::ceil(length / radius))) : 0;
  for (int i = 0; i <= pieces; ++i) {
    ball.centre = X * Vec3(pieces ? length * (double(i) / pieces - 0.5) : 0, 0, 0);
    out.push_back(ball);
  }
}

/// False for meshes.
bool addShapeBalls(const Visual& visual, const BallSpec& ball, Balls& out) {
  const Vec3& size = visual.size;
  switch (visual.shape) {
    case Shape::kBox:
      addBoxBalls(size, visual.pose, ball, out);
      return true;
    case Shape::kCylinder:
      addCylinderBalls(size[0], size[1], visual.pose, ball, out);
      return true;
    case Shape::kSphere:
      addCapsuleBalls(size[0], 0, visual.pose, ball, out);
      return true;
    case Shape::kCapsule:
      addCapsuleBalls(size[0], size[1], visual.pose, ball, out);
      return true;
    case Shape::kMesh:
      break;
  }
  return false;
}

// ---- surfaces

struct PlacedSurface {
  std::shared_ptr<const ContactSurface> surface;
  Pose pose;
};

/// The surface of something that is drawn.
PlacedSurface surfaceOf(const Visual& visual) {
  const Pose along = visual.pose * alongZ(Vec3::UnitX());
  SurfaceShape shape;
  shape.radius = visual.size[0];
  switch (visual.shape) {
    case Shape::kBox:
      shape.kind = SurfaceShape::Kind::kBox;
      shape.size = visual.size;
      return {makeAnalyticSurface(shape), visual.pose};
    case Shape::kCylinder:
      shape.kind = SurfaceShape::Kind::kCylinder;
      shape.length = visual.size[1];
      return {makeAnalyticSurface(shape), along};
    case Shape::kSphere:
      shape.kind = SurfaceShape::Kind::kSphere;
      return {makeAnalyticSurface(shape), visual.pose};
    case Shape::kCapsule:
      shape.kind = SurfaceShape::Kind::kCapsule;
      shape.length = visual.size[1];
      return {makeAnalyticSurface(shape), along};
    case Shape::kMesh:
      break;
  }
  shape.kind = SurfaceShape::Kind::kMesh;
  shape.mesh = visual.mesh;
  shape.scale = visual.size[0];
  return {makeMeshSurface(shape, readMesh(shape.mesh, shape.scale)), visual.pose};
}

PlacedSurface surfaceOf(const desc::Contact& given, BuildContext& context) {
  SurfaceShape shape;
  shape.kind = static_cast<SurfaceShape::Kind>(static_cast<int>(given.surface) - 1);
  shape.radius = context.number(given.radius);
  if (given.length) shape.length = context.number(*given.length);
  if (given.size) shape.size = context.vector(*given.size);
  const Pose pose = context.pose(given.pose);
  if (given.surface == desc::ContactSurface::kMesh) {
    shape.mesh = std::filesystem::absolute(context.options.directory / given.file).string();
    shape.scale = context.number(given.scale);
    return {makeMeshSurface(shape, readMesh(shape.mesh, shape.scale)), pose};
  }
  if (!given.hasAxis()) return {makeAnalyticSurface(shape), pose};
  return {makeAnalyticSurface(shape), pose * alongZ(context.vector(given.axis).stableNormalized())};
}

// ---- contacts

class ContactBuilder {
 public:
  ContactBuilder(const desc::Contact& given, const std::string& name, BuildContext& context)
      : given_(given), context_(context), path_("loads." + name) {
    base_.name = name;
    for (const desc::Load& load : context.description.loads)
      if (load.name == name) base_.id = load.id;
    base_.law = {context.number(given.stiffness), context.number(given.exponent), context.number(given.damping),
                 context.number(given.friction), context.number(given.frictionSpeed)};
    base_.linkA = context.bodyIndex(given.between[0].id);
    base_.linkB = context.bodyIndex(given.between[1].id);
  }

  void run() {
    const int a = base_.linkA, b = base_.linkB;
    if (given_.surface != desc::ContactSurface::kNone) return addSurfaces(false, {surfaceOf(given_, context_)});
    if (a == b) return addSelf();
    const bool direct = !given_.spheres.empty();
    if (!soft(b) && (direct || soft(a) || !isFlat(a) || isFlat(b))) addSurfaces(false, surfacesOf(b));
    if (!direct && !soft(a) && (soft(b) || isFlat(a))) addSurfaces(true, surfacesOf(a));
    if (soft(b) && (direct || soft(a))) addPairs();
  }

 private:
  /// A soft body, which touches with its sections; null of others.
  Body* soft(int link) const { return link < 0 ? nullptr : context_.bodies[static_cast<std::size_t>(link)].get(); }
  const LinkSpec& link(int index) const { return context_.spec.links[static_cast<std::size_t>(index)]; }

  /// Faces of some width: balls stand for its corners only.
  bool isFlat(int index) const {
    for (const Visual& visual : link(index).visuals)
      if (visual.shape == Shape::kBox || visual.shape == Shape::kCylinder || visual.shape == Shape::kMesh) return true;
    return false;
  }

  std::vector<PlacedSurface> surfacesOf(int index) {
    if (link(index).visuals.empty())
      context_.error(path_ + ".between", "“" + link(index).name + "” has no shape",
                     "give it a visual, or the contact a surface");
    std::vector<PlacedSurface> out;
    for (const Visual& visual : link(index).visuals) out.push_back(surfaceOf(visual));
    return out;
  }

  Balls ballsOf(int index) {
    BallSpec ball;
    ball.link = index;
    Balls out;
    if (soft(index)) return sectionBalls(index);
    if (index == base_.linkA && !given_.spheres.empty()) {
      for (const desc::ContactBall& each : given_.spheres) {
        ball.centre = context_.vector(each.position);
        ball.radius = context_.number(each.radius);
        out.push_back(ball);
      }
      return out;
    }
    bool known = !link(index).visuals.empty();
    for (const Visual& visual : link(index).visuals) known = addShapeBalls(visual, ball, out) && known;
    if (!known)
      context_.error(path_ + ".between", "no balls are known for “" + link(index).name + "”",
                     "list them in spheres, or give it a box, cylinder, sphere or capsule as its visual");
    return out;
  }

  Balls sectionBalls(int index) {
    Body& body = *soft(index);
    if (const auto* rod = dynamic_cast<const Rod*>(&body)) return rodBalls(*rod, body, index);
    Balls out;
    const std::vector<BodySlice> slices = body.slices();
    if (slices.empty()) {
      context_.error(path_ + ".between", "“" + link(index).name + "” has no sections across its axis that could touch",
                     "check where its mesh lies");
      return out;
    }
    double length = 0;
    for (const BodySlice& slice : slices) length += slice.length;
    const auto add = [&](double at, double radius) {
      BallSpec ball;
      ball.link = index;
      ball.station = body.addStation(at);
      ball.radius = radius;
      ball.along = at * length;
      out.push_back(ball);
    };
    add(0, slices.front().radius);
    for (const BodySlice& slice : slices) add(slice.at, slice.radius);
    add(1, slices.back().radius);
    return out;
  }
  Balls rodBalls(const Rod& rod, Body& body, int index) {
    Balls out;
    for (const RodPoint& point : rod.points()) {
      BallSpec ball;
      ball.link = index;
      ball.station = body.addStation(point.at);
      ball.radius = rod.sectionAt(point.at).radius;
      ball.along = point.x;
      if (out.empty() || out.back().station != ball.station) out.push_back(ball);
    }
    return out;
  }

  void addSurfaces(bool swapped, const std::vector<PlacedSurface>& surfaces) {
    for (const PlacedSurface& each : surfaces) {
      ContactSpec spec = base_;
      spec.swapped = swapped;
      if (swapped) std::swap(spec.linkA, spec.linkB);
      spec.ballsA = ballsOf(spec.linkA);
      spec.surface = each.surface;
      spec.surfacePose = each.pose;
      if (!spec.ballsA.empty()) context_.spec.contacts.push_back(std::move(spec));
    }
  }
  void addPairs() {
    ContactSpec spec = base_;
    spec.ballsA = ballsOf(spec.linkA), spec.ballsB = ballsOf(spec.linkB);
    if (!spec.ballsA.empty() && !spec.ballsB.empty()) context_.spec.contacts.push_back(std::move(spec));
  }
  void addSelf() {
    ContactSpec spec = base_;
    spec.ballsA = ballsOf(spec.linkA);
    spec.self = true;
    spec.apart = kApart;
    context_.spec.contacts.push_back(std::move(spec));
  }

  const desc::Contact& given_;
  BuildContext& context_;
  std::string path_;
  ContactSpec base_;
};

std::string nameOf(const Model& model, int link) {
  return link < 0 ? std::string(desc::kWorldName) : "“" + model.links[static_cast<std::size_t>(link)].name + "”";
}

/// How deep a touch may be at the start.
double allowedDepth(const Touch& touch) {
  const double radius = std::min(touch.radius, touch.otherRadius);
  return radius > 0 ? radius : kPointDepth;
}

/// Three digits are what a person needs of a measured length.
std::string roughText(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

}  // namespace

void buildLoad(const desc::Contact& load, const std::string& name, BuildContext& context) {
  const std::string path = "loads." + name;
  try {
    ContactBuilder(load, name, context).run();
  } catch (const std::exception& error) {
    const bool own = load.surface == desc::ContactSurface::kMesh;
    context.error(own ? path + ".file" : path + ".between", "the mesh " + std::string(error.what()),
                  "give a file of triangles such as STL or OBJ");
  }
}

void checkStartingContacts(const Model& model, std::vector<Problem>& problems) {
  if (model.contacts.empty()) return;
  Data data(model);
  kinematics(model, data, model.q0, model.v0);
  for (int k = 0; k < static_cast<int>(model.contacts.size()); ++k) {
    Touch worst;
    double excess = 0;
    forTouches(model, data, k, [&](const Touch& touch) {
      if (touch.depth - allowedDepth(touch) <= excess) return;
      excess = touch.depth - allowedDepth(touch);
      worst = touch;
    });
    if (excess <= 0) continue;
    const int a = model.frameLink(worst.frameA), b = model.frameLink(worst.frameB);
    problems.push_back({.path = "loads." + model.contacts[static_cast<std::size_t>(k)].name,
                        .message = nameOf(model, a) + " starts " + roughText(worst.depth) + " m deep in " +
                                   nameOf(model, b) + ": the centre of a ball of radius " + roughText(worst.radius) +
                                   " m is below what it touches",
                        .cure = "move them apart at the start (pose, q0), or choose another surface or radius"});
  }
}

}  // namespace tendril
