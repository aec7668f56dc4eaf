// SPDX-License-Identifier: GPL-3.0-or-later
// Handles over the view: a cursor that follows a point of the handle moves it to where the point is.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "core/math/so3.hpp"
#include "widgets/handles/handle_motion.hpp"
#include "widgets/handles/handle_picture.hpp"

namespace tendril {
namespace {

constexpr double kDegree = CameraView::kDegree;
constexpr double kPixels = 1.5;  // to which a cursor can be placed, for tolerances

/// Random cameras that look at random frames.
class HandleTest : public testing::Test {
 protected:
  double uniform(double low, double high) { return std::uniform_real_distribution(low, high)(random); }
  Vec3 vector(double size) { return Vec3(uniform(-size, size), uniform(-size, size), uniform(-size, size)); }
  Pose frame() {
    Pose out;
    out.R = expSO3<double>(vector(2));
    out.p = vector(0.5);
    return out;
  }
  ViewGeometry view() {
    ViewGeometry out;
    out.width = 1000, out.height = 700;
    out.camera.pivot = vector(0.2);
    out.camera.distance = uniform(1.5, 4);
    out.camera.azimuth = uniform(-3, 3);
    out.camera.elevation = uniform(-1.2, 1.2);
    out.camera.orthographic = uniform(0, 1) < 0.5;
    return out;
  }
  Handle frameHandle() {
    Handle handle{.kind = HandleKind::kFrame, .label = "Frame", .base = frame()};
    handle.value.pose = frame();
    return handle;
  }

  std::mt19937 random{7};
};

TEST_F(HandleTest, AFrameFollowsTheCursorAlongItsAxes) {
  int moved = 0;
  for (int round = 0; round < 300; ++round) {
    const Handle handle = frameHandle();
    const ViewGeometry seen = view();
    const bool world = round % 2;
    const int k = round % 3;
    const Pose at = handle.base * handle.value.pose;
    const Vec3 axis = world ? Vec3(Vec3::Unit(k)) : Vec3(at.R.col(k));
    if (std::abs(axis.dot(seen.towardsCamera(at.p))) > 0.95) continue;  // it points at the viewer
    const double way = uniform(-0.2, 0.2), pixel = seen.metresPerPixel(at.p);
    const QPointF from = seen.project(at.p + 0.05 * axis), to = seen.project(at.p + (0.05 + way) * axis);
    HandleMotion motion(handle, {0, Grip::kAxis, k}, from, seen, world);
    const HandleValue value = motion.moveTo(to, seen, false);
    EXPECT_LT((handle.base * value.pose.p - at.p - way * axis).norm(), kPixels * pixel);
    EXPECT_EQ(value.pose.R, handle.value.pose.R);
    ++moved;
  }
  EXPECT_GT(moved, 200);
}

TEST_F(HandleTest, AFrameFollowsTheCursorInPlanes) {
  int moved = 0;
  for (int round = 0; round < 300; ++round) {
    const Handle handle = frameHandle();
    const ViewGeometry seen = view();
    const Pose at = handle.base * handle.value.pose;
    const int k = round % 3;
    const bool free = round % 4 == 0;
    const Vec3 normal = free ? Vec3(seen.camera.direction()) : Vec3(at.R.col(k));
    if (std::abs(normal.dot(seen.towardsCamera(at.p))) < 0.2) continue;
    const Vec3 x = normal.unitOrthogonal(), by = uniform(-0.2, 0.2) * x + uniform(-0.2, 0.2) * normal.cross(x);
    HandleMotion motion(handle, {0, free ? Grip::kFree : Grip::kPlane, k}, seen.project(at.p), seen, false);
    const HandleValue value = motion.moveTo(seen.project(at.p + by), seen, false);
    EXPECT_LT((handle.base * value.pose.p - at.p - by).norm(), kPixels * seen.metresPerPixel(at.p));
    ++moved;
  }
  EXPECT_GT(moved, 200);
}

TEST_F(HandleTest, AFrameTurnsWithTheCursorOnItsRing) {
  for (int round = 0; round < 300; ++round) {
    const Handle handle = frameHandle();
    const ViewGeometry seen = view();
    const Pose at = handle.base * handle.value.pose;
    const int k = round % 3;
    const bool world = round % 2;
    const Vec3 axis = world ? Vec3(Vec3::Unit(k)) : Vec3(at.R.col(k));
    const double facing = std::abs(axis.dot(seen.towardsCamera(at.p)));
    if (facing < 0.3) continue;  // near the edge a pixel is many degrees
    const double radius = kRingPixels * seen.metresPerPixel(at.p), angle = uniform(-2, 2), start = uniform(-3, 3);
    const Vec3 x = axis.unitOrthogonal(), y = axis.cross(x);
    const auto point = [&](double t) { return seen.project(at.p + radius * (std::cos(t) * x + std::sin(t) * y)); };
    HandleMotion motion(handle, {0, Grip::kRing, k}, point(start), seen, world);
    const HandleValue value = motion.moveTo(point(start + angle), seen, false);
    const Mat3 turned = (handle.base * value.pose).R * at.R.transpose();
    EXPECT_LT(logSO3<double>(Mat3(turned.transpose() * expSO3<double>(Vec3(angle * axis)))).norm(), 0.2 * kDegree);
    EXPECT_EQ(value.pose.p, handle.value.pose.p);
    EXPECT_NEAR(motion.coordinate(), angle, 0.2 * kDegree);
  }
}

TEST_F(HandleTest, ARingSeenFromItsEdgeTurnsInTheSameSense) {
  Handle handle{.kind = HandleKind::kFrame};
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  seen.camera.azimuth = 0, seen.camera.elevation = 0;  // along +y, z up: the ring about z is a line
  const QPointF middle = seen.project(Vec3::Zero());
  HandleMotion motion(handle, {0, Grip::kRing, 2}, middle, seen, false);
  // What is in front moves to the right (+x) when it turns about z by the right hand: at y = −r, ω × r = +x.
  const HandleValue value = motion.moveTo(middle + QPointF(0.5 * kRingPixels, 0), seen, false);
  EXPECT_NEAR(rpyFromRotation(value.pose.R).z(), 0.5, 0.01);
}

TEST_F(HandleTest, SnappedFramesStandOnRoundNumbers) {
  for (int round = 0; round < 100; ++round) {
    Handle handle = frameHandle();
    handle.value.pose.R.setIdentity();
    const ViewGeometry seen = view();
    const Pose at = handle.base * handle.value.pose;
    if (std::abs(at.R.col(0).dot(seen.towardsCamera(at.p))) > 0.9) continue;
    HandleMotion motion(handle, {0, Grip::kAxis, 0}, seen.project(at.p), seen, false);
    const HandleValue value = motion.moveTo(seen.project(at.p + 0.137 * at.R.col(0)), seen, true);
    const double x = 1000 * value.pose.p.x(), pixel = 1000 * seen.metresPerPixel(at.p);
    EXPECT_LT(std::abs(x - std::round(x)), 1e-9) << "whole millimetres at least, in the frame's own base";
    EXPECT_LT(std::abs(value.pose.p.x() - handle.value.pose.p.x() - 0.137) * 1000, 30 * pixel);
    HandleMotion turn(handle, {0, Grip::kRing, 1}, seen.project(at.p + 0.1 * at.R.col(0)), seen, false);
    const HandleValue turned =
        turn.moveTo(seen.project(at.p + 0.1 * (std::cos(0.6) * at.R.col(0) - std::sin(0.6) * at.R.col(2))), seen, true);
    const double steps = logSO3<double>(Mat3(turned.pose.R)).norm() / (15 * kDegree);
    EXPECT_NEAR(steps, std::round(steps), 1e-6);
  }
}

TEST_F(HandleTest, TypedNumbersAreTaken) {
  Handle handle{.kind = HandleKind::kFrame, .base = frame()};
  handle.value.pose.p = Vec3(0.1, 0.2, 0.3);
  const ViewGeometry seen = view();
  HandleMotion along(handle, {0, Grip::kAxis, 1}, {400, 300}, seen, false);
  EXPECT_TRUE(along.isNumber());
  EXPECT_EQ(along.coordinate(), 0.2);
  EXPECT_EQ(along.typed(0.45).pose.p, Vec3(0.1, 0.45, 0.3));
  HandleMotion about(handle, {0, Grip::kRing, 2}, {400, 300}, seen, false);
  EXPECT_EQ(about.unit(), "rad");
  EXPECT_NEAR(rpyFromRotation(about.typed(0.5).pose.R).z(), 0.5, 1e-15);
  Handle turned = handle;  // its own axes are none of the base's: the number is how far it goes
  turned.value.pose.R = expSO3<double>(Vec3(0.3, 0.4, 0.5));
  HandleMotion oblique(turned, {0, Grip::kAxis, 1}, {400, 300}, seen, false);
  EXPECT_EQ(oblique.coordinate(), 0);
  const Vec3 by = oblique.typed(0.1).pose.p - turned.value.pose.p;
  EXPECT_LT((by - 0.1 * turned.value.pose.R.col(1)).norm(), 1e-15);
  Handle slide{.kind = HandleKind::kSlide, .base = frame(), .minimum = 1e-3};
  slide.value.number = 0.2;
  HandleMotion length(slide, {0, Grip::kValue, 0}, {400, 300}, seen, false);
  EXPECT_EQ(length.typed(0.25).number, 0.25);
}

TEST_F(HandleTest, SlidesFollowWithinTheirRange) {
  for (int round = 0; round < 200; ++round) {
    Handle handle{.kind = HandleKind::kSlide, .base = frame(), .scale = round % 2 ? 0.5 : 1, .minimum = 1e-3};
    handle.value.number = uniform(0.05, 0.4);
    const ViewGeometry seen = view();
    const Vec3 axis = handle.base.R.col(0);
    const auto place = [&](double number) { return seen.project(handle.base.p + handle.scale * number * axis); };
    if (std::abs(axis.dot(seen.towardsCamera(handle.base.p))) > 0.9) continue;
    HandleMotion motion(handle, {0, Grip::kValue, 0}, place(handle.value.number), seen, false);
    const double pixel = seen.metresPerPixel(handle.base.p) / handle.scale;
    EXPECT_NEAR(motion.moveTo(place(0.3), seen, false).number, 0.3, 3 * pixel);
    EXPECT_EQ(motion.moveTo(place(-0.3), seen, false).number, 1e-3) << "no further than its least";
  }
}

TEST_F(HandleTest, PointsStayInTheirPlane) {
  for (int round = 0; round < 200; ++round) {
    Handle handle{.kind = HandleKind::kPoint, .base = frame(), .normal = Vec3::UnitX()};
    handle.value.vector = Vec3(0, uniform(-0.05, 0.05), uniform(-0.05, 0.05));
    const ViewGeometry seen = view();
    if (std::abs(handle.base.R.col(0).dot(seen.towardsCamera(handle.base.p))) < 0.3) continue;
    const Vec3 wanted(0, uniform(-0.1, 0.1), uniform(-0.1, 0.1));
    HandleMotion motion(handle, {0, Grip::kValue, 0}, seen.project(handle.base * handle.value.vector), seen, false);
    const HandleValue value = motion.moveTo(seen.project(handle.base * wanted), seen, false);
    EXPECT_LT((value.vector - wanted).norm(), 2 * seen.metresPerPixel(handle.base.p));
    EXPECT_EQ(value.vector.x(), 0);
  }
}

TEST_F(HandleTest, DirectionsPointAtTheCursorAndStickToAxes) {
  for (int round = 0; round < 200; ++round) {
    Handle handle{.kind = HandleKind::kDirection, .base = frame()};
    const ViewGeometry seen = view();
    const Vec3 towards = seen.towardsCamera(handle.base.p);
    handle.value.vector = handle.base.R.transpose() * towards;
    const Vec3 wanted = (towards + 0.8 * vector(1)).normalized();
    if (wanted.dot(towards) < 0.3) continue;
    const double radius = kArrowPixels * seen.metresPerPixel(handle.base.p);
    HandleMotion motion(handle, {0, Grip::kValue, 0}, seen.project(handle.base.p), seen, false);
    const HandleValue value = motion.moveTo(seen.project(handle.base.p + radius * wanted), seen, false);
    EXPECT_GT((handle.base.R * value.vector).dot(wanted), std::cos(0.2));
    EXPECT_NEAR(value.vector.norm(), 1, 2e-3);
  }
  Handle handle{.kind = HandleKind::kDirection};
  handle.value.vector = Vec3::UnitX();
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  HandleMotion motion(handle, {0, Grip::kValue, 0}, seen.project(Vec3::Zero()), seen, false);
  const double radius = kArrowPixels * seen.metresPerPixel(Vec3::Zero());
  EXPECT_EQ(motion.moveTo(seen.project(radius * Vec3(0.02, 0.03, 1).normalized()), seen, false).vector, Vec3::UnitZ());
}

TEST_F(HandleTest, PlacesFollowABentCurve) {
  Handle handle{.kind = HandleKind::kAlong, .minimum = 0, .maximum = 1};
  for (int i = 0; i <= 32; ++i) {
    const double angle = std::numbers::pi * i / 32;
    handle.curve.push_back(Vec3(0.3 * std::sin(angle), 0, 0.3 * std::cos(angle)));
    handle.places.push_back(i / 32.0);
  }
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  HandleMotion motion(handle, {0, Grip::kValue, 0}, seen.project(handle.curve.front()), seen, false);
  for (const double place : {0.1, 0.35, 0.62, 0.9})
    EXPECT_NEAR(motion.moveTo(seen.project(pointAt(handle, place)), seen, false).number, place, 0.005);
  EXPECT_EQ(motion.moveTo(seen.project(pointAt(handle, 0.995)), seen, false).number, 1) << "its end is easy to meet";
  EXPECT_EQ(motion.moveTo(seen.project(pointAt(handle, 0.42)), seen, true).number, 0.4);
}

/// A cube of side 0.2 that has been moved, seen from somewhere: the cursor is followed over the faces that are seen.
TEST_F(HandleTest, PlacesOfASurfaceFollowTheCursor) {
  auto cube = std::make_shared<SurfaceMesh>();
  for (int i = 0; i < 8; ++i) cube->vertices.push_back(0.2 * Vec3(i & 1, (i >> 1) & 1, i >> 2));
  cube->triangles = {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
                     {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
  int followed = 0;
  for (int round = 0; round < 200; ++round) {
    const Pose moved = frame();
    Handle handle{.kind = HandleKind::kSurface, .base = moved};
    handle.surface = cube;
    for (const Vec3& vertex : cube->vertices) handle.surfacePoints.push_back(moved * vertex);
    handle.value.vector = Vec3(0.1, 0.1, 0);
    EXPECT_LT((pointOnSurface(handle) - moved * handle.value.vector).norm(), 1e-12);
    ViewGeometry seen = view();
    seen.camera.pivot = moved * Vec3(0.1, 0.1, 0.1);
    Vec3 place(uniform(0.03, 0.17), uniform(0.03, 0.17), uniform(0.03, 0.17)), outwards = Vec3::Zero();
    const int axis = round % 3;
    place[axis] = round % 2 ? 0.2 : 0, outwards[axis] = round % 2 ? 1 : -1;
    HandleMotion motion(handle, {0, Grip::kValue, 0}, seen.project(pointOnSurface(handle)), seen, false);
    if ((moved.R * outwards).dot(seen.towardsCamera(moved * place)) < 0.3) continue;  // on the other side, or edge-on
    ++followed;
    const QPointF there = seen.project(moved * place);
    const HandleValue value = motion.moveTo(there, seen, false);
    EXPECT_LT((value.vector - place).norm(), 3 * kPixels * seen.metresPerPixel(moved * place)) << place.transpose();
    EXPECT_NEAR(value.vector[axis], place[axis], 1e-12) << "on the face";
    const HandleValue corner = motion.moveTo(there, seen, true);
    EXPECT_EQ((corner.vector / 0.2).array().round().matrix() * 0.2, corner.vector) << "a vertex";
    motion.moveTo({-5000, -5000}, seen, false);
    EXPECT_EQ(motion.value().vector, corner.vector) << "beside it the last place stays";
    Vec3 vertex = place;
    for (double& x : vertex) x = x < 0.1 ? 0 : 0.2;
    EXPECT_EQ(
        motion
            .moveTo(seen.project(moved * (vertex + 0.02 * seen.metresPerPixel(moved * vertex) * (place - vertex))),
                    seen, false)
            .vector,
        vertex)
        << "vertices are easy to meet";
  }
  EXPECT_GT(followed, 50);
}

TEST_F(HandleTest, AnglesAreFollowedOverHalfATurnAndStopAtTheOther) {
  Handle handle{.kind = HandleKind::kTurn, .unit = "rad", .minimum = -3};
  handle.value.number = 2.5;
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  const double radius = 74 * seen.metresPerPixel(Vec3::Zero());
  const auto at = [&](double angle) {
    return seen.project(Vec3(radius * std::cos(angle), radius * std::sin(angle), 0));
  };
  HandleMotion motion(handle, {0, Grip::kValue, 0}, at(2.5), seen, false);
  for (double angle = 2.5; angle < 4.5; angle += 0.1) motion.moveTo(at(angle), seen, false);
  EXPECT_NEAR(motion.moveTo(at(4.5), seen, false).number, 4.5, 1.5 * kDegree) << "past π it goes on";
  for (double angle = 4.5; angle > -3.5; angle -= 0.1) motion.moveTo(at(angle), seen, false);
  EXPECT_EQ(motion.value().number, -3);
}

TEST_F(HandleTest, ALineOfSightAlongTheAxisChangesNothing) {
  Handle handle{.kind = HandleKind::kFrame};
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  seen.camera.orthographic = true;
  seen.camera.look(StandardView::kTop);
  HandleMotion motion(handle, {0, Grip::kAxis, 2}, {500, 350}, seen, false);
  const HandleValue value = motion.moveTo({900, 100}, seen, false);
  EXPECT_EQ(value.pose.p, Vec3::Zero());
  EXPECT_TRUE(value.pose.R.isIdentity());
}

TEST_F(HandleTest, WhatIsDrawnIsGrabbed) {
  for (int round = 0; round < 50; ++round) {
    const Handle handle = frameHandle();
    const ViewGeometry seen = view();
    const auto strokes = strokesOf(handle, 3, seen, false);
    ASSERT_FALSE(strokes.empty());
    int arrows = 0;
    for (const HandleStroke& stroke : strokes) {
      if (stroke.look != HandleStroke::Look::kArrow) continue;
      const HandleGrip found = gripAt(strokes, stroke.points.back());
      EXPECT_EQ(found.handle, 3);
      EXPECT_TRUE(found.grip == Grip::kAxis || found.grip == Grip::kRing || found.grip == Grip::kFree);
      arrows += found == stroke.grip ? 1 : 0;
    }
    EXPECT_GE(arrows, 1);
    const QPointF middle = seen.project(handle.base * handle.value.pose.p);
    EXPECT_EQ(gripAt(strokes, middle).grip, Grip::kFree);
    EXPECT_EQ(gripAt(strokes, middle + QPointF(300, 300)).grip, Grip::kNone);
  }
  Handle behind{.kind = HandleKind::kFrame};
  ViewGeometry seen;
  seen.width = 1000, seen.height = 700;
  behind.value.pose.p = seen.camera.position() - seen.camera.direction();
  EXPECT_TRUE(strokesOf(behind, 0, seen, false).empty());
}

}  // namespace
}  // namespace tendril
