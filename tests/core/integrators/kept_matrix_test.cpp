// SPDX-License-Identifier: BSD-3-Clause
// Implicit steps that use an iteration matrix of an earlier one: as exact, cheaper, and the same where a run resumes.
#include <gtest/gtest.h>

#include <string>

#include "tests/core/integrators/robots.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kStep = 2e-4;

class KeptMatrix : public ::testing::TestWithParam<std::string> {
 protected:
  /// A finger of rubber on a ball joint, let go where it points sideways.
  ModelPtr finger(double tolerance = 1e-8) const {
    ModelSpec spec;
    LinkSpec link;
    link.name = "finger";
    link.joint.type = JointType::kSpherical;
    link.body = makeVolume({{BackboneRow::kBendingY, {"1/L", "x/L"}}, {BackboneRow::kTorsion, {"1/L"}}}, false);
    spec.links = {link};
    SimulationSettings s = settings(GetParam(), kStep);
    s.newtonTolerance = tolerance;
    return build(std::move(spec), s);
  }
};

TEST_P(KeptMatrix, ServesManySteps) {
  Runner runner(finger());
  runner.steps(1000, kStep);
  const StepStatistics& statistics = runner.integrator->statistics();
  EXPECT_LE(statistics.jacobians, 200);
  EXPECT_LE(statistics.newton, 5000);
}

TEST_P(KeptMatrix, LeavesNoTraceInTheMotion) {
  const ModelPtr model = finger(1e-11);
  Runner kept(model), fresh(model);
  kept.steps(300, kStep);
  for (int k = 0; k < 300; ++k) {
    // What a step made of its own state alone; without a matrix from before.
    State start = fresh.state;
    const StateBlock& block = *start.layout->find("integrator.linearization");
    start.z.segment(block.offset, block.size).setZero();
    Runner next(model, start);
    next.steps(1, kStep);
    EXPECT_GE(next.integrator->statistics().jacobians, 1) << k;
    fresh.state = next.state;
  }
  EXPECT_LE(stateError(*model, kept.state, fresh.state), 1e-8 * fresh.state.v.cwiseAbs().maxCoeff());
}

TEST_P(KeptMatrix, IsBuiltAgainWhereARunResumes) {
  const ModelPtr model = finger();
  Runner whole(model);
  int kept = 0;
  for (int k = 0; k < 40; ++k) {
    whole.steps(3, kStep);
    Runner resumed(model, whole.state);
    const auto before = whole.integrator->statistics().jacobians;
    whole.steps(2, kStep), resumed.steps(2, kStep);
    kept += whole.integrator->statistics().jacobians == before;
    EXPECT_EQ(whole.state.q, resumed.state.q) << k;
    EXPECT_EQ(whole.state.v, resumed.state.v) << k;
    EXPECT_EQ(whole.state.z, resumed.state.z) << k;
  }
  EXPECT_GE(kept, 20);
}

TEST_P(KeptMatrix, IsThatOfTheStateWhereAStepIsMadeAgain) {
  const ModelPtr model = finger();
  Runner once(model), twice(model);
  for (int k = 0; k < 60; ++k) {
    const State start = twice.state;
    twice.steps(1, 1.7 * kStep);  // another length: another matrix
    twice.state = start;
    once.steps(1, kStep), twice.steps(1, kStep);
    EXPECT_EQ(once.state.q, twice.state.q) << k;
    EXPECT_EQ(once.state.z, twice.state.z) << k;
  }
}

INSTANTIATE_TEST_SUITE_P(All, KeptMatrix, ::testing::Values("generalized_alpha", "newmark"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace tendril
