// SPDX-License-Identifier: BSD-3-Clause
// The signals of a tendon that is driven by its length.
#include <gtest/gtest.h>

#include <array>

#include "core/session/recording/signals.hpp"
#include "core/session/snapshot.hpp"
#include "tests/core/integrators/slider.hpp"

namespace tendril {
namespace {

/// A slider along x, 1 m from the wall that a cable on a spool pulls it to.
std::shared_ptr<const Model> slider() {
  return std::make_shared<const Model>(
      tests::sliderSpec({.stiffness = 100, .damping = 3, .pretension = 2}, 0, {0, 0.5}));
}

TEST(SpoolSignals, FollowTheMotion) {
  const std::shared_ptr<const Model> model = slider();
  const SignalCatalogue catalogue(*model);
  const std::array<std::string, 5> names = {"cable.input", "cable.tension", "cable.length", "cable.displacement",
                                            "energy.elastic"};
  SignalSampler sampler(model, catalogue, names);
  std::array<double, 5> out{};
  const VecX q = VecX::Constant(1, 0.1), v = VecX::Constant(1, 0.5), u = VecX::Constant(1, 0.2);
  sampler.evaluate(0, q, v, u, out);
  EXPECT_EQ(out[0], 0.2);
  EXPECT_NEAR(out[1], 100 * (0.2 + 0.1) + 2 + 3 * 0.5, 1e-12);
  EXPECT_NEAR(out[2], 1.1, 1e-15);
  EXPECT_NEAR(out[3], -0.1, 1e-15);
  EXPECT_NEAR(out[4], 0.5 * 32 * 32 / 100, 1e-12);
  sampler.evaluate(0, VecX::Constant(1, -0.4), v, u, out);
  EXPECT_EQ(out[1], 0);  // slack
  EXPECT_EQ(out[4], 0);
}

/// What is drawn is the tension, not what the spool takes in.
TEST(SpoolSignals, TheSnapshotHasTheTension) {
  const std::shared_ptr<const Model> model = slider();
  Data data(*model);
  Snapshot snapshot;
  const VecX q = VecX::Constant(1, 0.1), v = VecX::Constant(1, 0.5), u = VecX::Constant(1, 0.2);
  fillSnapshot(model, data, 0, q, v, &u, snapshot);
  ASSERT_FALSE(snapshot.tendonLines.empty());
  EXPECT_NEAR(snapshot.tendonLines.back().tension, 100 * (0.2 + 0.1) + 2 + 3 * 0.5, 1e-12);
  EXPECT_TRUE(snapshot.tendonLines.back().last);
}

}  // namespace
}  // namespace tendril
