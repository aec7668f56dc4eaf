// SPDX-License-Identifier: BSD-3-Clause
// Fields of deformation in snapshots: only while they are asked for, and of the instant that is shown.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/session/live/session.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril::tests {
namespace {

/// A rigid link, then a cylinder that bends and twists.
std::shared_ptr<const Model> softArm(std::shared_ptr<const VolumeLaw> law) {
  ModelSpec spec;
  LinkSpec base, arm;
  base.id = 1, base.name = "base", base.parent = kWorld, base.rigidTip.p = Vec3(0, 0, 0.3);
  base.rigid = {1, Vec3::Zero(), 0.01 * Mat3::Identity()};
  arm.id = 2, arm.name = "arm", arm.parent = 0;
  arm.body = meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}, {BackboneRow::kTorsion, {"1/L"}}}, false, std::move(law));
  spec.links = {base, arm};
  return std::make_shared<const Model>(std::move(spec));
}

std::shared_ptr<const VolumeLaw> rubber() {
  return std::make_shared<PolynomialLaw>(1.8e5, 0, 0, 0);
}

Snapshot drawn(const std::shared_ptr<const Model>& model, const VecX& q, SurfaceField field, bool inside) {
  Data data(*model);
  Snapshot out;
  out.deformation.field = field, out.deformation.inside = inside;
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, out);
  return out;
}

TEST(DeformationOfSnapshots, IsThereWhileItIsAskedFor) {
  Session session;
  const auto model = softArm(rubber());
  session.load(std::make_unique<Program>(model));
  EXPECT_TRUE(latest(session).deformation.surfaceValues.empty());
  session.showDeformation(SurfaceField::kVonMises, false);
  session.setConfiguration(Eigen::Vector2d(0.9, 0.4), VecX::Zero(2));
  const Snapshot& bent = latest(session);
  EXPECT_EQ(bent.deformation.surfaceValues.size(), bent.surfacePoints.size());
  EXPECT_GT(*std::ranges::max_element(bent.deformation.surfaceValues), 1e3);
  EXPECT_TRUE(bent.deformation.insidePoints.empty());
  session.showDeformation(SurfaceField::kVonMises, true);
  const Snapshot& whole = latest(session);
  const SurfaceMesh& mesh = dynamic_cast<const SurfaceCarrier&>(*model->links[1].body).surface();
  EXPECT_EQ(whole.deformation.insidePoints.size(), mesh.inside.size());
  EXPECT_EQ(whole.deformation.insideValues.size(), mesh.inside.size());
  EXPECT_EQ(whole.deformation.firstInsidePoint, (std::vector<int>{0, 0, static_cast<int>(mesh.inside.size())}));
  for (const Vec3& p : whole.deformation.insidePoints) EXPECT_NEAR(p.z(), 0.3, kVolumeRadius + 1e-12);  // in the world
  session.showDeformation(SurfaceField::kNone, false);
  EXPECT_TRUE(latest(session).deformation.surfaceValues.empty());
  EXPECT_TRUE(latest(session).deformation.insidePoints.empty());
}

TEST(DeformationOfSnapshots, IsThatOfRecordedInstants) {
  Session session;
  const auto model = softArm(rubber());
  session.load(std::make_unique<Program>(model));
  session.setConfiguration(Eigen::Vector2d(0.9, 0.4), VecX::Zero(2));
  session.showDeformation(SurfaceField::kEnergyDensity, true);
  runTo(session, 0.05);
  const auto history = session.snapshot().history;
  ASSERT_GT(history->size(), 3u);
  for (const std::size_t index : {std::size_t{0}, history->size() / 2}) {
    const History::Record record = history->record(index);
    session.seek(0, record.t);
    const Snapshot& s = latest(session);
    ASSERT_TRUE(s.replaying);
    const Snapshot wanted = drawn(model, record.q, SurfaceField::kEnergyDensity, true);
    EXPECT_EQ(s.deformation.surfaceValues, wanted.deformation.surfaceValues);
    EXPECT_EQ(s.deformation.insideValues, wanted.deformation.insideValues);
  }
}

TEST(DeformationOfSnapshots, OfRobotsWithoutVolumesIsEmpty) {
  ModelSpec spec;
  LinkSpec base;
  base.id = 1, base.name = "base", base.parent = kWorld;
  base.joint.type = JointType::kRevolute;
  base.rigid = {1, Vec3::Zero(), 0.01 * Mat3::Identity()};
  spec.links = {base};
  const auto model = std::make_shared<const Model>(std::move(spec));
  const Snapshot s = drawn(model, VecX::Zero(1), SurfaceField::kVonMises, true);
  EXPECT_TRUE(s.deformation.surfaceValues.empty());
  EXPECT_TRUE(s.deformation.insidePoints.empty());
}

TEST(DeformationOfSnapshots, IsNoNumberWhereABodyHasNoElasticity) {
  const Snapshot s = drawn(softArm(nullptr), Eigen::Vector2d(0.9, 0.4), SurfaceField::kVonMises, false);
  EXPECT_FALSE(s.deformation.surfaceValues.empty());
  for (const double value : s.deformation.surfaceValues) EXPECT_TRUE(std::isnan(value));
}

}  // namespace
}  // namespace tendril::tests
