// SPDX-License-Identifier: BSD-3-Clause
// What a session tells of soft bodies that fold: while they do, and no longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/model/rod/rod.hpp"
#include "core/session/folding_watch.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;
using testing::HasSubstr;

constexpr double kLong = 0.3, kRadius = 0.01;  // m

LinkSpec linkWith(const std::string& name, std::shared_ptr<const Body> body) {
  LinkSpec link;
  link.id = name == "rod" ? 1 : 2;
  link.name = name;
  link.body = std::move(body);
  return link;
}

/// Straight at rest, bent by `q0` at the start; it creeps back within a second.
std::shared_ptr<const Model> springRod(double q0 = 0) {
  RodDivisionSpec piece;
  piece.length = kLong;
  piece.section = SectionLaw::shape("circle", {[](double) { return kRadius; }});
  piece.density = 1000, piece.young = 1e5, piece.poisson = 0.5, piece.relaxation = 0.5;
  piece.strain[2] = makeStrainBasis("legendre", 0);
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links.push_back(linkWith("rod", std::make_shared<Rod>(RodSpec{{piece}})));
  spec.links[0].bodyQ0 = VecX::Constant(1, q0);
  spec.simulation.step = 0.002;
  return std::make_shared<const Model>(std::move(spec));
}

VecX bent(double share) {  // of the curvature at which it folds
  return VecX::Constant(1, share * kLong / kRadius);
}

TEST(FoldedBodies, AreToldWhileTheyFold) {
  Session session;
  session.load(std::make_unique<Program>(springRod()));
  EXPECT_TRUE(latest(session).folded->empty());
  session.setConfiguration(bent(0.9), VecX::Zero(1));
  EXPECT_TRUE(latest(session).folded->empty());
  session.setConfiguration(bent(1.2), VecX::Zero(1));
  const auto first = latest(session).folded;
  ASSERT_EQ(first->size(), 1u);
  EXPECT_EQ(first->front().link, 0);
  EXPECT_THAT(first->front().text, HasSubstr("folds a section over the centre of curvature"));
  session.setConfiguration(bent(0.97), VecX::Zero(1));
  ASSERT_EQ(latest(session).folded->size(), 1u);
  EXPECT_THAT(session.snapshot().folded->front().text, HasSubstr("nearly folds"))
      << "words follow while it stands still";
  session.setConfiguration(bent(0), VecX::Zero(1));
  EXPECT_TRUE(latest(session).folded->empty());
}

TEST(FoldedBodies, AreForgottenWhenARunUnbendsThem) {
  Session session;
  session.load(std::make_unique<Program>(springRod(1.5 * kLong / kRadius)));
  ASSERT_EQ(latest(session).folded->size(), 1u);
  session.play();
  ASSERT_TRUE(waitUntil(session, [](const Snapshot& s) { return s.folded->empty(); }));
  EXPECT_EQ(session.snapshot().state, RunState::kRunning);
  EXPECT_LT(std::abs(session.snapshot().q[0]), 1.5 * kLong / kRadius);
  session.pause();
  session.seek(0, 0);  // as it was at the start
  EXPECT_EQ(latest(session).folded->size(), 1u);
  session.followLatest();
  EXPECT_TRUE(latest(session).folded->empty());
}

TEST(FoldedBodies, AreVolumesToo) {
  ModelSpec spec;
  spec.gravity.setZero();
  const auto volume =
      meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}}, false, std::make_shared<PolynomialLaw>(1e5, 0, 0, 0));
  spec.links.push_back(linkWith("volume", volume));
  Session session;
  session.load(std::make_unique<Program>(std::make_shared<const Model>(std::move(spec))));
  EXPECT_TRUE(latest(session).folded->empty());
  double radius = 0;
  for (const Vec3& vertex : volume->surface().vertices) radius = std::max(radius, vertex.y());
  const double edge = kVolumeLength / radius / std::sqrt(3.0);  // volume_probe_test.cpp
  session.setConfiguration(VecX::Constant(1, 1.001 * edge), VecX::Zero(1));
  ASSERT_EQ(latest(session).folded->size(), 1u);
  EXPECT_THAT(session.snapshot().folded->front().text, HasSubstr("folds a section"));
  session.setConfiguration(VecX::Constant(1, 0.5 * edge), VecX::Zero(1));
  EXPECT_TRUE(latest(session).folded->empty());
}

/// While time goes on it looks a few times a second, and the words stand still.
TEST(FoldingWatch, LooksNowAndThenWhileTimeGoesOn) {
  FoldingWatch watch;
  Snapshot shown;
  shown.model = springRod();
  shown.state = RunState::kRunning;
  shown.q = bent(1.2);
  const auto start = FoldingWatch::Clock::time_point() + std::chrono::hours(1);
  watch.fill(shown, start);
  const auto first = shown.folded;
  ASSERT_EQ(first->size(), 1u);
  shown.q = bent(1.4);
  watch.fill(shown, start + 2 * FoldingWatch::kBetweenLooks);
  EXPECT_EQ(shown.folded, first);
  shown.q = bent(0);
  watch.fill(shown, start + 2 * FoldingWatch::kBetweenLooks + std::chrono::milliseconds(1));
  EXPECT_EQ(shown.folded, first) << "too soon";
  watch.fill(shown, start + 3 * FoldingWatch::kBetweenLooks);
  EXPECT_TRUE(shown.folded->empty());
  shown.q = bent(1.4);
  shown.state = RunState::kPaused;
  watch.fill(shown, start + 3 * FoldingWatch::kBetweenLooks);
  EXPECT_EQ(shown.folded->size(), 1u) << "what stands still is looked at at once";
}

}  // namespace
}  // namespace tendril
