// SPDX-License-Identifier: GPL-3.0-or-later
// The parallel platform of the examples, three soft pillars that close two loops, under five times its weight.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/integrators/stable_step.hpp"
#include "core/model/loop_kinematics.hpp"
#include "core/session/program.hpp"
#include "studio/cli/io/project_file.hpp"
#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

class Platform : public ::testing::TestWithParam<const char*> {
 protected:
  Program program() const {
    std::ostringstream told;
    ProjectOptions options;
    options.file = example("parallel-platform");
    options.settings = {"gravity=[0,0,-49.05]", std::string("simulation.integrator=") + GetParam()};
    return Program(buildProject(readProjectFile(options, told), told));
  }

  /// How far the ends of the hinges are apart, and their axes (z) out of line, m or rad.
  static double opening(Program& p, const State& state) {
    kinematics(*p.model, p.data, state.q, state.v);
    double out = 0;
    for (const Loop& loop : p.model->loops) {
      const Pose X = loopPose(p.data, loop);
      const double tilt = std::atan2(X.R.col(2).head<2>().norm(), X.R(2, 2));
      out = std::max({out, X.p.norm(), tilt});
    }
    return out;
  }
};

TEST_P(Platform, StaysTogetherUnderFiveG) {
  Program p = program();
  ASSERT_EQ(p.model->loops.size(), 2u);
  const bool isExplicit = GetParam() == std::string("runge_kutta_4");
  const double step = isExplicit ? 0.8 * longestExplicitStep(*p.model, p.data) : 0.002;
  const double duration = isExplicit ? (kSanitized ? 0.001 : 0.02) : (kSanitized ? 0.02 : 0.5);
  State state = initialState(*p.model);
  const SignalInputs inputs(*p.model);
  StepResult bad = p.integrator->reset(*p.model, p.data, state, inputs);
  ASSERT_FALSE(bad) << bad->message();
  const VecX start = state.q;
  double widest = opening(p, state);
  while (state.t < duration) {
    bad = p.integrator->step(*p.model, p.data, state, step, inputs);
    ASSERT_FALSE(bad) << bad->message();
    widest = std::max(widest, opening(p, state));
  }
  EXPECT_LE(widest, 1e-6);
  EXPECT_GE((state.q - start).cwiseAbs().maxCoeff(), kSanitized || isExplicit ? 1e-5 : 1e-2);  // it moved
}

INSTANTIATE_TEST_SUITE_P(All, Platform,
                         ::testing::Values("generalized_alpha", "newmark", "bdf", "ida", "adams", "runge_kutta_4"));

}  // namespace
}  // namespace tendril::cli
