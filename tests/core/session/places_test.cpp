// SPDX-License-Identifier: BSD-3-Clause
// Where chambers and wrenches are, as snapshots tell it: only while they are asked to, and of the instant shown.
#include <gtest/gtest.h>

#include <cmath>

#include "core/math/so3.hpp"
#include "core/model/kinematics.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/volume/volume_chamber.hpp"
#include "core/session/live/session.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril::tests {
namespace {

constexpr double kLength = 0.5;

std::shared_ptr<Body> bendingRod() {
  RodDivisionSpec division;
  division.length = kLength;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.02; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[2] = makeStrainBasis("constant", 0);
  return std::make_shared<Rod>(RodSpec{{division}, 4});
}

LinkSpec linkWith(std::shared_ptr<const Body> body) {
  LinkSpec link;
  link.id = 1, link.name = "arm", link.parent = kWorld;
  link.pose = {rotationAbout<double>(Vec3::UnitZ(), M_PI / 2), Vec3(0, 0, 0.3)};
  link.body = std::move(body);
  return link;
}

using MakePiece = std::function<std::unique_ptr<TendonPiece>()>;

std::shared_ptr<const Model> chambered(std::shared_ptr<const Body> body, const MakePiece& piece) {
  ModelSpec spec;
  spec.links = {linkWith(std::move(body))};
  spec.actuators.emplace_back([piece](const Model&) { return std::make_unique<PressureChamber>("air", 0, piece()); });
  return std::make_shared<const Model>(std::move(spec));
}

Snapshot placed(const std::shared_ptr<const Model>& model, const VecX& q, double t = 0) {
  Data data(*model);
  Snapshot out;
  out.locates = true;
  fillSnapshot(model, data, t, q, VecX::Zero(model->nv), nullptr, out);
  return out;
}

const PressureChamber& chamberOf(const Model& model) {
  return dynamic_cast<const PressureChamber&>(*model.actuators[0]);
}

/// What triangles enclose, positive where they look outwards.
double enclosed(const std::vector<Vec3>& points, std::span<const std::array<int, 3>> triangles) {
  const auto at = [&](int i) { return points[static_cast<std::size_t>(i)]; };
  double sum = 0;
  for (const auto& [a, b, c] : triangles) sum += at(a).dot(at(b).cross(at(c))) / 6;
  return sum;
}

TEST(PlacesOfSnapshots, AChamberInARodIsTheLineThatItIs) {
  const auto rod = bendingRod();
  const auto model = chambered(rod, [rod] {
    return rod->makeTendonPiece([](double) { return RoutePoint{0, 0.004, 0, 0, 1e-4}; }, 0.5, 1);
  });
  EXPECT_TRUE(chamberOf(*model).wall().empty());
  const double angle = 1.2;
  const Snapshot bent = placed(model, VecX::Constant(1, angle));
  ASSERT_EQ(bent.chambers.size(), 1u);
  EXPECT_EQ(bent.chambers[0].actuator, 0);
  const auto on = [&](double X) {  // an arc in the plane of x and y, 4 mm above it; the link is turned by 90° about z
    const double radius = kLength / angle;
    const Vec3 local(radius * std::sin(angle * X), radius * (1 - std::cos(angle * X)), 0.004);
    return Vec3(-local.y(), local.x(), 0.3 + local.z());
  };
  ASSERT_GT(bent.chambers[0].points.size(), 2u);
  EXPECT_LT((bent.chambers[0].points.front() - on(0.5)).norm(), 1e-6);
  EXPECT_LT((bent.chambers[0].points.back() - on(1)).norm(), 1e-6);
}

TEST(PlacesOfSnapshots, AWallEnclosesTheVolumeOfItsChamber) {
  const auto body = meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}, {BackboneRow::kTorsion, {"1/L"}}}, false, nullptr);
  const VecX q = Eigen::Vector2d(0.8, 0.5);
  // A box inside the body; its triangles look out of the body, into the chamber.
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) corners.emplace_back(i & 1 ? 0.08 : 0.02, i & 2 ? 0.006 : -0.005, i & 4 ? 0.007 : -0.003);
  const std::vector<std::array<int, 3>> faces = {{0, 1, 3}, {0, 3, 2}, {4, 7, 5}, {4, 6, 7}, {0, 5, 1}, {0, 4, 5},
                                                 {2, 3, 7}, {2, 7, 6}, {0, 2, 6}, {0, 6, 4}, {1, 7, 3}, {1, 5, 7}};
  const auto boxed = chambered(body, [&] { return makeSurfaceChamber(body->sharedMap(), corners, faces); });
  const auto bored = chambered(body, [&] { return makeBore(body->sharedMap(), 0.01, 0.2, 1); });
  for (const auto& [model, share] : {std::pair(boxed, 1e-9), std::pair(bored, 0.02)}) {
    Data data(*model);
    kinematics(*model, data, q, VecX::Zero(2));
    const double volume = chamberOf(*model).volume(*model, data);
    const Snapshot bent = placed(model, q);
    ASSERT_EQ(bent.chambers.size(), 1u);
    EXPECT_NEAR(enclosed(bent.chambers[0].points, chamberOf(*model).wall()), volume, share * volume);
  }
}

TEST(PlacesOfSnapshots, ABoreIsRoundAndWhereItIs) {
  const auto body = meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}}, false, nullptr);
  const auto model = chambered(body, [&] { return makeBore(body->sharedMap(), 0.01, 0.2, 1); });
  const Snapshot rest = placed(model, VecX::Zero(1));
  double first = kVolumeLength, last = 0;
  for (const Vec3& p : rest.chambers.at(0).points) {  // the body lies along the world's y
    EXPECT_NEAR(std::hypot(p.x(), p.z() - 0.3), 0.01, 1e-12);
    first = std::min(first, p.y()), last = std::max(last, p.y());
  }
  EXPECT_NEAR(first, 0.2 * kVolumeLength, 1e-12);
  EXPECT_NEAR(last, kVolumeLength, 1e-12);
}

std::shared_ptr<const Model> pushed(PointWrench::Frame frame) {
  ModelSpec spec;
  spec.links = {linkWith(bendingRod())};
  const auto wrench = [](double t) { return (Vec6() << 0, 0.1 * t, 0, t, 0, 0).finished(); };
  spec.loads = {{"push", 0, 0, std::make_shared<PointWrench>(frame, wrench)}};
  return std::make_shared<const Model>(std::move(spec));
}

TEST(PlacesOfSnapshots, WrenchesAreThoseOfNow) {
  const VecX q = VecX::Constant(1, M_PI / 2);
  const Snapshot world = placed(pushed(PointWrench::Frame::kWorld), q, 2);
  ASSERT_EQ(world.wrenches.size(), 1u);
  EXPECT_LT((world.wrenches[0].force - Vec3(2, 0, 0)).norm(), 1e-12);
  EXPECT_LT((world.wrenches[0].moment - Vec3(0, 0.2, 0)).norm(), 1e-12);
  EXPECT_LT((world.wrenches[0].at - world.tipPoses[0].p).norm(), 1e-12);
  const Snapshot body = placed(pushed(PointWrench::Frame::kBody), q, 3);  // the tip has turned by 180° about z
  ASSERT_EQ(body.wrenches.size(), 1u);
  EXPECT_LT((body.wrenches[0].force - Vec3(-3, 0, 0)).norm(), 1e-9);
  EXPECT_LT((body.wrenches[0].moment - Vec3(0, -0.3, 0)).norm(), 1e-9);
}

TEST(PlacesOfSnapshots, AreThereWhileTheyAreAskedFor) {
  Session session;
  session.load(std::make_unique<Program>(pushed(PointWrench::Frame::kWorld)));
  EXPECT_TRUE(latest(session).wrenches.empty());
  session.showPlaces(true);
  EXPECT_EQ(latest(session).wrenches.size(), 1u) << "also while it stands still";
  runTo(session, 0.05);
  const Snapshot& live = latest(session);
  EXPECT_NEAR(live.wrenches.at(0).force.x(), live.t, 1e-12);
  session.seek(0, 0.02);
  const Snapshot& recorded = latest(session);
  ASSERT_TRUE(recorded.replaying);
  EXPECT_NEAR(recorded.wrenches.at(0).force.x(), recorded.t, 1e-12) << "of the instant that is shown";
  session.showPlaces(false);
  EXPECT_TRUE(latest(session).wrenches.empty());
}

}  // namespace
}  // namespace tendril::tests
