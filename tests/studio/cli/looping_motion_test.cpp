// SPDX-License-Identifier: GPL-3.0-or-later
// A motion that repeats itself is found and cut where it does.
#include "studio/cli/looping_motion.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <sstream>

#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/project_file.hpp"
#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

Program programOf(const std::string& text) {
  const TemporaryFolder folder;
  std::ostringstream diagnostics;
  const Project project = readProjectFile(
      {.file = folder.write("p.tendril.json", text), .variant = {}, .settings = {}, .repeats = {}}, diagnostics);
  return Program(buildProject(project, diagnostics));
}

/// A frictionless hinge, 0.4 rad from hanging.
std::string pendulum() {
  return R"({"format": "tendril", "version": 1, "links": [{"name": "arm", "parent": "world",
    "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [1.1708]},
    "body": {"type": "rigid", "mass": 1, "com": [0.5, 0, 0], "inertia": [1e-9, 1e-9, 1e-9, 0, 0, 0]}}],
    "simulation": {"rho_inf": 1, "step": 0.002}})";
}

TEST(LoopingMotion, isOnePeriodOfAPendulum) {
  Program program = programOf(pendulum());
  const double period = 4 * std::sqrt(0.5 / 9.81) * std::comp_ellint_1(std::sin(0.2));
  const LoopingMotion motion = loopingMotion(program, 12, 1.1 * period, 1);
  ASSERT_EQ(motion.frames.size(), 12u);
  EXPECT_NEAR(motion.duration, period, 0.03 * period);
  EXPECT_GE(motion.start, 1);
  EXPECT_LT(motion.jump, 0.4);  // rows are a quarter of a frame apart
  for (std::size_t k = 1; k < 12; ++k)
    EXPECT_NEAR(motion.frames[k].t - motion.frames[k - 1].t, motion.duration / 12, 0.3 * motion.duration / 12);
}

TEST(LoopingMotion, ofARobotAtRestStandsStill) {
  Program program = programOf(R"({"format": "tendril", "version": 1, "gravity": [0, 0, 0],
    "links": [{"name": "arm", "parent": "world", "joint": {"type": "revolute"},
    "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}}]})");
  const LoopingMotion motion = loopingMotion(program, 3, 0.1, 0);
  ASSERT_EQ(motion.frames.size(), 3u);
  EXPECT_EQ(motion.jump, 0);
  EXPECT_EQ(motion.frames[2].q, motion.frames[0].q);
}

TEST(LoopingMotion, tellsWhyARunFailed) {
  Program program = programOf(R"json({"format": "tendril", "version": 1,
    "links": [{"name": "arm", "parent": "world", "joint": {"type": "revolute"},
    "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0]}}],
    "actuators": [{"name": "motor", "type": "joint", "link": "arm"}],
    "controllers": [{"name": "c", "type": "signals", "outputs": {"motor": "sqrt(0.05-t)"}}]})json");
  EXPECT_THROW(loopingMotion(program, 4, 0.2, 0), Error);
}

}  // namespace
}  // namespace tendril::cli
