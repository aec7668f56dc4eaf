// SPDX-License-Identifier: GPL-3.0-or-later
// Volumes that touch with their surface, off their axis.
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

/// Height (m) of the middle at the base of a free plate of jelly, 20 cm × 20 cm × 2 cm, that falls flat from 2 cm for
/// `duration` (s) with its middle at x = 10 cm, y = 0. `supports`: contacts with the world.
double fallen(const std::string& supports, double duration) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("plate.tendril.json",
                   R"({"format": "tendril", "version": 1, "name": "plate", "gravity": [0, 0, -9.81],
          "materials": {"jelly": {"density": 1000, "model": "neo_hookean", "c1": 1e5, "relaxation": 0.01}},
          "links": [{"name": "plate", "parent": "world",
            "joint": {"type": "free", "q0": [0, 0, 0.02, 0.7071067811865476, 0.7071067811865476, 0, 0]},
            "body": {"type": "primitives", "material": "jelly", "length": 0.2, "mesh": {"box": {"height": 0.02, "width": 0.2, "tetrahedra": 600}},
              "primitives": [{"type": "bending_y", "modes": ["1/L"]}, {"type": "bending_z", "modes": ["1/L"]}]}}],
          "loads": [)" +
                       supports + R"(], "simulation": {"step": 0.002, "duration": )" + std::to_string(duration) + "}}");
  const Outcome outcome = tendril({"simulate", file, "--json", "--out", folder.path("run.csv")});
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  return outcome.exit == 0 ? outcome.json().find("final")->find("q")->items.at(2).number : NAN;
}

std::string support(const std::string& name, const std::string& surface) {
  return R"({"name": ")" + name + R"(", "type": "contact", "between": ["plate", "world"], "damping": 1,
             "friction": 0.5, )" +
         surface + "}";
}

const std::string kPost = R"("surface": "box", "size": [0.04, 0.04, 0.1], "pose": {"position": [0.1, 0.07, -0.05]})",
                  kSphere = R"("surface": "sphere", "radius": 0.03, "pose": {"position": [0.1, -0.07, -0.03]})";

TEST(VolumesTouch, AFlatOneLiesOnWhatIsBesideItsAxis) {
  const double height = fallen(support("post", kPost) + "," + support("sphere", kSphere), kSanitized ? 0.08 : 0.2);
  EXPECT_GT(height, 0.005);
  EXPECT_LT(height, 0.02);  // where it came from: it may still bounce
}

TEST(VolumesTouch, AFlatOneFallsFreelyUntilItsLowerSideMeetsThePlane) {
  const std::string plane = support("plane", R"("surface": "plane")");
  EXPECT_NEAR(fallen(plane, 0.044), 0.02 - 9.81 / 2 * 0.044 * 0.044, 1e-9);
  EXPECT_GT(fallen(plane, 0.06), 0.009);  // 2.3 mm without the plane
}

}  // namespace
}  // namespace tendril::cli
