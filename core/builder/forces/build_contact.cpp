// SPDX-License-Identifier: BSD-3-Clause
// Contacts: which balls touch which surfaces.
#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <stdexcept>

#include "core/builder/builders.hpp"
#include "core/builder/forces/contact_balls.hpp"
#include "core/builder/forces/contact_segments.hpp"
#include "core/model/contact_segments.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {
namespace {

namespace desc = description;
using Shape = Visual::Shape;
using Balls = std::vector<BallSpec>;

constexpr double kApart = 1.5;  // sums of radii along a rod: nearer balls meet only where it bends tighter than itself
constexpr double kPointDepth = 1e-3;  // m: how deep points may be in what has no thickness, at the start

/// A rotation whose z axis is `axis`.
Pose alongZ(const Vec3& axis) {
  Pose X;
  X.R = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), axis).toRotationMatrix();
  return X;
}

// ---- surfaces

struct PlacedSurface {
  std::shared_ptr<const ContactSurface> surface;
  Pose pose;
};

PlacedSurface meshSurface(SurfaceShape shape, const std::string& file, double scale, const Pose& pose) {
  shape.mesh = file, shape.scale = scale;
  const TriangleMesh mesh = readMesh(file, scale);
  Eigen::AlignedBox3d extent;
  for (const Vec3& vertex : mesh.vertices) extent.extend(vertex);
  if (!mesh.vertices.empty()) shape.size = extent.sizes();
  return {makeMeshSurface(shape, mesh), pose};
}

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
  return meshSurface(shape, visual.mesh, visual.size[0], visual.pose);
}

PlacedSurface surfaceOf(const desc::Contact& given, BuildContext& context) {
  SurfaceShape shape;
  shape.kind = static_cast<SurfaceShape::Kind>(static_cast<int>(given.surface) - 1);
  shape.radius = context.number(given.radius);
  if (given.length) shape.length = context.number(*given.length);
  if (given.size) shape.size = context.vector(*given.size);
  const Pose pose = context.pose(given.pose);
  if (given.surface == desc::ContactSurface::kMesh)
    return meshSurface(shape, std::filesystem::absolute(context.options.directory / given.file).string(),
                       context.number(given.scale), pose);
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
    if (given.stick) base_.law.stickStiffness = stickStiffness();
    base_.law.rollingFriction = context.number(given.rollingFriction);
    base_.law.spinningFriction = context.number(given.spinningFriction);
    base_.linkA = context.bodyIndex(given.between[0].id);
    base_.linkB = context.bodyIndex(given.between[1].id);
  }

  void run() {
    const int a = base_.linkA, b = base_.linkB;
    if (given_.surface != desc::ContactSurface::kNone) {
      const PlacedSurface given = surfaceOf(given_, context_);
      addGiven(given);
      if (given_.spheres.empty()) addCrossings(false, {given});
      return;
    }
    if (a == b) return addSelf();
    const bool direct = !given_.spheres.empty();
    if (!soft(b) && (direct || soft(a) || !isFlat(a) || isFlat(b))) addSurfaces(false, surfacesOf(b));
    if (!direct && !soft(a) && (soft(b) || isFlat(a))) addSurfaces(true, surfacesOf(a));
    if (soft(b) && (direct || soft(a))) return addPairs();
    if (!direct) addCrossings();
  }

 private:
  /// N/m
  double stickStiffness() {
    constexpr double kDepth = 1e-3;  // m
    if (given_.stickStiffness) return context_.number(*given_.stickStiffness);
    const ContactLaw& law = base_.law;
    return law.stiffness * law.exponent * std::pow(kDepth, law.exponent - 1);
  }
  /// A soft body, which touches with its sections or its surface; null of others.
  Body* soft(int link) const { return link < 0 ? nullptr : context_.bodies[static_cast<std::size_t>(link)].get(); }
  const LinkSpec& link(int index) const { return context_.spec.links[static_cast<std::size_t>(index)]; }

  /// Faces of some width: balls stand for its corners only.
  static bool isFlat(const Visual& visual) {
    return visual.shape == Shape::kBox || visual.shape == Shape::kCylinder || visual.shape == Shape::kMesh;
  }
  bool isFlat(int index) const {
    return std::ranges::any_of(link(index).contactShapes(), [](const Visual& v) { return isFlat(v); });
  }

  std::vector<PlacedSurface> surfacesOf(int index) {
    if (link(index).contactShapes().empty())
      context_.error(path_ + ".between", "“" + link(index).name + "” has no shape",
                     "give it a visual, or the contact a surface");
    std::vector<PlacedSurface> out;
    for (const Visual& visual : link(index).contactShapes()) out.push_back(surfaceOf(visual));
    return out;
  }

  /// `surface`: what they touch; null: other balls, of which points need no more than what is within the other body.
  Balls ballsOf(int index, const ContactSurface* surface) {
    BallSpec ball;
    ball.link = index;
    Balls out;
    if (soft(index)) {
      out = sectionBalls(index);
      if (surface) std::ranges::copy(surfacePoints(index), std::back_inserter(out));
      return out;
    }
    if (index == base_.linkA && !given_.spheres.empty()) {
      for (const desc::ContactBall& each : given_.spheres) {
        ball.centre = context_.vector(each.position);
        ball.radius = context_.number(each.radius);
        out.push_back(ball);
      }
      return out;
    }
    out = shapeBalls(index, surface, [](const Visual&) { return true; });
    if (out.empty())
      context_.error(path_ + ".between", "no balls are known for “" + link(index).name + "”",
                     "list them in spheres, or give it a visual");
    return out;
  }

  /// The balls of the shapes of a rigid body that are `wanted`.
  template <class Wanted>
  Balls shapeBalls(int index, const ContactSurface* surface, const Wanted& wanted) const {
    const bool plane = surface && surface->shape().kind == SurfaceShape::Kind::kPlane;
    BallSpec ball;
    ball.link = index;
    Balls out;
    for (const Visual& visual : link(index).contactShapes()) {
      if (!wanted(visual)) continue;
      if (visual.shape == Shape::kMesh) {
        const PlacedSurface mesh = surfaceOf(visual);
        addMeshBalls(*mesh.surface->triangles(), mesh.pose, ball, out);
      } else {
        addShapeBalls(visual, plane ? Corners::kPoints : Corners::kRounded, ball, out);
      }
    }
    return out;
  }

  void refuseSections(int index) {
    context_.error(path_ + ".between", "“" + link(index).name + "” has no sections across its axis that could touch",
                   "check where its mesh lies");
  }
  /// Balls on the axis of a soft body, in the order of its stations.
  Balls sectionBalls(int index) {
    Body& body = *soft(index);
    if (const auto* rod = dynamic_cast<const Rod*>(&body)) return rodBalls(*rod, body, index);
    if (auto* volume = dynamic_cast<Volume*>(&body); volume && volume->mesh()) return coreBalls(*volume, index);
    Balls out;
    const std::vector<BodySlice> slices = body.slices();
    if (slices.empty()) {
      refuseSections(index);
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
  /// A volume with a mesh touches with points of its surface. Between them, where what is small or sharp would come in,
  /// it is held off by balls on the axis and the segments between those. They lie within the surface, so that what is
  /// touched by points is not felt earlier; where a side is as near to the axis as any other both push.
  Balls coreBalls(Volume& volume, int index) const {
    Balls out;
    for (const BodySlice& slice : volume.core()) {
      BallSpec ball;
      ball.link = index;
      ball.station = volume.addStation(slice.at);
      ball.radius = slice.radius;
      ball.along = slice.at * volume.length();
      out.push_back(ball);
    }
    return out;
  }
  /// None of bodies without a mesh.
  Balls surfacePoints(int index) const {
    Balls out;
    auto* volume = dynamic_cast<Volume*>(soft(index));
    if (!volume) return out;
    BallSpec ball;
    ball.link = index;
    for (const SurfaceStation& point : volume->surfaceStations()) {
      ball.station = point.station;
      ball.along = point.x.x();
      out.push_back(ball);
    }
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
    const int index = swapped ? base_.linkB : base_.linkA;
    for (const PlacedSurface& each : surfaces) {
      Balls balls = ballsOf(index, each.surface.get());
      addSides(index, each.surface->shape(), balls);
      addSurface(swapped, each, std::move(balls));
    }
  }
  /// The surface that the load has of its own, and its balls on the faces of the first body.
  void addGiven(const PlacedSurface& given) {
    const int a = base_.linkA;
    BallSpec ball;
    ball.link = base_.linkB;
    Balls balls;
    if (given_.spheres.empty() && !soft(a) && isFlat(a)) addBalls(given, ball, balls);
    if (balls.empty()) return addSurfaces(false, {given});
    // A sphere touches corners as it touches faces: once is enough. What else it has would miss corners or edges.
    const bool round = given.surface->shape().kind == SurfaceShape::Kind::kSphere;
    Balls own = shapeBalls(a, given.surface.get(), [&](const Visual& visual) { return !round || !isFlat(visual); });
    addSides(a, given.surface->shape(), own);
    addSurface(false, given, std::move(own));
    for (const Visual& visual : link(a).contactShapes())
      if (isFlat(visual)) addSurface(true, surfaceOf(visual), balls);
  }

  static void addBalls(const PlacedSurface& given, const BallSpec& ball, Balls& out) {
    if (const TriangleMesh* mesh = given.surface->triangles()) return addMeshBalls(*mesh, given.pose, ball, out);
    addSurfaceBalls(given.surface->shape(), given.pose, ball, out);
  }

  /// Edges and axes of both sides, which cross where neither has a ball.
  void addCrossings() {
    const int a = base_.linkA, b = base_.linkB;
    if (soft(b)) return addCrossings(true, surfacesOf(a));
    addCrossings(false, surfacesOf(b));
  }
  /// Of the first body (swapped: the second) with the surfaces of the other.
  void addCrossings(bool swapped, const std::vector<PlacedSurface>& surfaces) {
    ContactSpec spec = base_;
    spec.swapped = swapped;
    if (swapped) std::swap(spec.linkA, spec.linkB);
    BallSpec own, other;
    own.link = spec.linkA, other.link = spec.linkB;
    if (soft(spec.linkA)) {
      spec.segmentsA = chainOf(sectionBalls(spec.linkA));
      for (const PlacedSurface& each : surfaces) addSurfacePoints(*each.surface, each.pose, other, spec.ballsB);
    } else {
      for (const Visual& visual : link(spec.linkA).contactShapes()) {
        const PlacedSurface each = surfaceOf(visual);
        addSurfaceSegments(*each.surface, each.pose, own, spec.segmentsA);
      }
    }
    for (const PlacedSurface& each : surfaces) addSurfaceSegments(*each.surface, each.pose, other, spec.segmentsB);
    if (!spec.segmentsA.empty() && !(spec.segmentsB.empty() && spec.ballsB.empty()))
      context_.spec.contacts.push_back(std::move(spec));
  }

  void addSurface(bool swapped, const PlacedSurface& surface, Balls balls) {
    ContactSpec spec = base_;
    spec.swapped = swapped;
    if (swapped) std::swap(spec.linkA, spec.linkB);
    spec.ballsA = std::move(balls);
    spec.surface = surface.surface;
    spec.surfacePose = surface.pose;
    if (!spec.ballsA.empty()) context_.spec.contacts.push_back(std::move(spec));
  }
  /// Adds the sides of cylinders whose rims touch: on what is not a plane they roll on them.
  void addSides(int index, const SurfaceShape& shape, Balls& balls) const {
    if (soft(index) || shape.kind == SurfaceShape::Kind::kPlane || std::ranges::none_of(balls, onRim)) return;
    BallSpec ball;
    ball.link = index;
    for (const Visual& visual : link(index).contactShapes())
      if (visual.shape == Shape::kCylinder) addSideBalls(visual.size[0], visual.size[1], visual.pose, ball, balls);
  }
  static bool onRim(const BallSpec& ball) { return ball.rim.axis != Vec3::Zero(); }

  /// What is within both sides, and points of the surface of each with what is within the other.
  void addPairs() {
    ContactSpec spec = base_, other = base_;
    spec.ballsA = ballsOf(spec.linkA, nullptr), spec.ballsB = ballsOf(spec.linkB, nullptr);
    if (soft(spec.linkA)) spec.segmentsA = chainOf(spec.ballsA);
    spec.segmentsB = chainOf(spec.ballsB);
    std::swap(other.linkA, other.linkB);
    other.swapped = true;
    other.ballsA = surfacePoints(other.linkA), other.ballsB = spec.ballsA, other.segmentsB = spec.segmentsA;
    std::ranges::copy(surfacePoints(spec.linkA), std::back_inserter(spec.ballsA));
    if (spec.ballsB.empty() && (other.ballsA.empty() || other.ballsB.empty())) return refuseSections(spec.linkB);
    for (ContactSpec* each : {&spec, &other})
      if (!each->ballsA.empty() && !each->ballsB.empty()) context_.spec.contacts.push_back(std::move(*each));
  }
  void addSelf() {
    ContactSpec spec = base_;
    spec.ballsA = ballsOf(spec.linkA, nullptr);
    if (soft(spec.linkA)) spec.segmentsA = chainOf(spec.ballsA);
    spec.self = true;
    spec.apart = kApart;
    if (spec.ballsA.empty()) return refuseSections(spec.linkA);
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

/// How deep in what it touches something is drawn through it instead of pushed back, m.
double depthToMiddle(const Contact& contact, const Touch& touch) {
  if (!contact.surface) return touch.otherRadius;
  const SurfaceShape& shape = contact.surface->shape();
  return shape.kind == SurfaceShape::Kind::kMesh ? shape.size.minCoeff() / 2 : halfThickness(shape);
}

/// How deep one ball holds all that is rigid at rest, m.
double restingDepth(const Model& model, const ContactLaw& law) {
  double mass = 0;
  for (const Link& link : model.links) mass += link.rigid.mass;
  return std::pow(mass * model.gravity.norm() / law.stiffness, 1 / law.exponent);
}

/// Half of the least extent of a mesh, or of the thickest box or cylinder that a link has, m; without any: infinite.
double halfThicknessOfLink(const Model& model, int link) {
  constexpr double kNone = std::numeric_limits<double>::infinity();
  if (link < 0) return kNone;
  const Link& given = model.links[static_cast<std::size_t>(link)];
  if (const auto* soft = surfaceCarrierOf(given.body.get())) {
    Eigen::AlignedBox3d extent;
    for (const Vec3& vertex : soft->surface().vertices) extent.extend(vertex);
    return extent.isEmpty() ? kNone : extent.sizes().minCoeff() / 2;
  }
  double most = 0;
  for (const Visual& visual : given.contactShapes()) {
    if (visual.shape == Shape::kBox) most = std::max(most, visual.size.minCoeff() / 2);
    if (visual.shape == Shape::kCylinder) most = std::max(most, std::min(visual.size[0], visual.size[1] / 2));
  }
  return most > 0 ? most : kNone;
}

/// How deep a touch may be at the start: points as far as the middle of either body, balls by their radius; and as deep
/// as weight may press them.
double allowedDepth(const Model& model, const Contact& contact, const Touch& touch) {
  const double middle = depthToMiddle(contact, touch);
  double own = std::min(touch.radius, touch.otherRadius);
  if (touch.radius == 0)
    own = std::max(kPointDepth, std::min(middle, halfThicknessOfLink(model, model.frameLink(touch.frameA))));
  return std::max(own, std::min(restingDepth(model, contact.law), middle));
}

/// Three digits are what a person needs of a measured length.
std::string roughText(double value) {
  std::array<char, 32> text;
  std::snprintf(text.data(), text.size(), "%.3g", value);
  return text.data();
}

std::string whyTooDeep(double radius) {
  if (radius == 0) return "a corner or point is beyond the middle of one of them";
  return "the centre of a ball of radius " + roughText(radius) + " m is below what it touches";
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

namespace {

/// Of a ball, or of two segments that cross; the deepest is told.
struct Deep {
  double excess = 0, depth = 0, radius = 0;
  int a = 0, b = 0;  ///< links
};

void look(const Model& model, const Touch& touch, Deep& worst) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
  const double excess = touch.depth - allowedDepth(model, contact, touch);
  if (excess <= worst.excess) return;
  worst = {excess, touch.depth, touch.radius, model.frameLink(touch.frameA), model.frameLink(touch.frameB)};
}

/// Axes may be as deep as they are thick, and as deep as weight may press them.
void look(const Model& model, const SegmentTouch& touch, Deep& worst) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(touch.contact)];
  const double thick = touch.ends[0]->radius + touch.ends[2]->radius;
  const double excess = touch.depth - std::max(thick, std::min(restingDepth(model, contact.law), touch.reach));
  if (excess <= worst.excess) return;
  worst = {excess, touch.depth, thick, model.frameLink(touch.ends[0]->frame), model.frameLink(touch.ends[2]->frame)};
}

}  // namespace

void checkStartingContacts(const Model& model, std::vector<Problem>& problems) {
  if (model.contacts.empty()) return;
  Data data(model);
  kinematics(model, data, model.q0, model.v0);
  for (int k = 0; k < static_cast<int>(model.contacts.size()); ++k) {
    Deep worst;
    const auto see = [&](const auto& touch) { look(model, touch, worst); };
    forTouches(model, data, k, see);
    forSegmentTouches(model, data, k, see);
    if (worst.excess <= 0) continue;
    problems.push_back({.path = "loads." + model.contacts[static_cast<std::size_t>(k)].name,
                        .message = nameOf(model, worst.a) + " starts " + roughText(worst.depth) + " m deep in " +
                                   nameOf(model, worst.b) + ": " + whyTooDeep(worst.radius),
                        .cure = "move them apart at the start (pose, q0), or choose another surface or radius"});
  }
}

}  // namespace tendril
