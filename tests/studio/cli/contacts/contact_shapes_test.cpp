// SPDX-License-Identifier: GPL-3.0-or-later
// Shapes that touch with more than their corners: plates on what is smaller than they are, cylinders that roll, points
// that rest.
#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/studio/cli/command_line.hpp"

namespace tendril::cli {
namespace {

constexpr double kWeight = 9.81;

/// A free body and what it touches.
struct Scene {
  std::string body;              ///< mass, inertia, visual
  std::string height;            ///< of its origin, m
  std::string turn = "1,0,0,0";  ///< quaternion
  std::string contact;           ///< keys of the load
  std::string gravity = "0,0,-9.81";
  double duration = 0.2;
  std::string integrator = "generalized_alpha";
};

Outcome simulate(const Scene& scene) {
  const TemporaryFolder folder;
  const std::string file = folder.write(
      "shapes.tendril.json",
      R"({"format": "tendril", "version": 1, "name": "shapes", "gravity": [)" + scene.gravity +
          R"(], "links": [{"name": "body", "parent": "world", "joint": {"type": "free", "q0": [0.004, 0.003, )" +
          scene.height + "," + scene.turn + R"(]}, "body": {"type": "rigid", "com": [0, 0, 0], )" + scene.body +
          R"(}}], "loads": [{"name": "touch", "type": "contact", "between": ["body", "world"], )" + scene.contact +
          R"(}], "simulation": {"step": 0.002, "duration": )" + std::to_string(scene.duration) +
          R"(, "integrator": ")" + scene.integrator + "\"}}");
  return tendril({"simulate", file, "--json", "--out", folder.path("run.csv")});
}

double finalCoordinate(const Scene& scene, std::size_t i) {
  const Outcome outcome = simulate(scene);
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  if (outcome.exit != 0) return NAN;
  return outcome.json().find("final")->find("q")->items.at(i).number;
}

const std::string kPlate = R"("mass": 0.5, "inertia": [2e-3, 2e-3, 2e-3, 0, 0, 0], "visual": )";

TEST(ContactShapes, PlatesDoNotFallThroughWhatIsSmallerThanTheyAre) {
  const std::string kLaw = R"(, "stiffness": 1e6, "damping": 0.5, "friction": 0.3)";
  for (const char* integrator : {"generalized_alpha", "bdf"})
    for (const auto& [surface, top] :
         {std::pair<std::string, double>{R"("surface": "sphere", "radius": 0.03)", 0.03},
          {R"("surface": "cylinder", "radius": 0.03, "length": 0.3)", 0.15},
          {R"("surface": "cylinder", "radius": 0.03, "length": 0.3, "axis": [1, 0, 0])", 0.03},
          {R"("surface": "capsule", "radius": 0.03, "length": 0.3, "axis": [1, 0, 0])", 0.03},
          {R"("surface": "box", "size": [0.06, 0.06, 0.06])", 0.03}})
      for (const auto& [shape, turn] :
           {std::pair<std::string, std::string>{R"({"box": [0.2, 0.2, 0.02]})", "1,0,0,0"},
            {R"({"cylinder": {"radius": 0.1, "length": 0.02}})", "0.7071067811865476,0,-0.7071067811865476,0"}}) {
        SCOPED_TRACE(surface + " " + shape + " " + integrator);
        const Scene scene{.body = kPlate + shape,
                          .height = std::to_string(top + 0.03),
                          .turn = turn,
                          .contact = surface + kLaw,
                          .integrator = integrator};
        EXPECT_GT(finalCoordinate(scene, 2), top + 0.005);
      }
}

/// x of a solid cylinder of radius 5 cm after a second down the incline of 1.95/9.61.
double rolled(const std::string& length, const std::string& surface) {
  constexpr double kRadius = 0.05;
  const double l = std::stod(length), around = 0.5 * kRadius * kRadius, across = (3 * kRadius * kRadius + l * l) / 12;
  const double depth = std::pow(kWeight / 2e8, 2.0 / 3);
  const Scene scene{.body = R"("mass": 1, "inertia": [)" + std::to_string(around) + "," + std::to_string(across) + "," +
                            std::to_string(across) +
                            R"(, 0, 0, 0], "visual": {"cylinder": {"radius": 0.05, "length": )" + length + "}}",
                    .height = std::to_string(kRadius - depth),
                    .turn = "0.7071067811865476,0,0,0.7071067811865476",
                    .contact = surface + R"(, "stiffness": 1e8, "friction": 0.8)",
                    .gravity = "1.95,0,-9.61",
                    .duration = 1};
  return finalCoordinate(scene, 0) - 0.004;
}

TEST(ContactShapes, ACylinderRollsAsACircle) {
  const double expected = 0.5 * 1.95 * 2 / 3;
  for (const char* length : {"0.2", "0.03"})
    EXPECT_NEAR(rolled(length, R"("surface": "plane")"), expected, 1e-3 * expected) << length;
  const std::string box = R"("surface": "box", "size": [9, 2, 1], "pose": {"position": [0, 0, -0.5]})";
  for (const char* length : {"0.2", "0.03"}) EXPECT_NEAR(rolled(length, box), expected, 1e-3 * expected) << length;
}

/// Where a box of 10 cm × 10 cm × height (m) on an incline of that slope is after two seconds.
std::vector<double> inclined(double slope, double height, double friction) {
  const double angle = std::atan(slope), depth = std::pow(kWeight / 4e8, 2.0 / 3), square = height * height;
  const std::string across = std::to_string((0.01 + square) / 12);
  const Scene scene{
      .body = R"("mass": 1, "inertia": [)" + across + "," + across + "," + std::to_string(0.02 / 12) +
              R"(, 0, 0, 0], "visual": {"box": [0.1, 0.1, )" + std::to_string(height) + "]}",
      .height = std::to_string(height / 2 - depth),
      .contact = R"("surface": "plane", "stiffness": 1e8, "damping": 1e3, "friction": )" + std::to_string(friction),
      .gravity = std::to_string(kWeight * std::sin(angle)) + ",0," + std::to_string(-kWeight * std::cos(angle)),
      .duration = 2};
  return {finalCoordinate(scene, 0) - 0.004, finalCoordinate(scene, 2)};
}

TEST(ContactShapes, ABoxTipsAndSlidesAtTheSlopesOfTextbooks) {
  EXPECT_NEAR(inclined(0.495, 0.2, 2)[1], 0.1, 1e-3) << "stands: its centre is above its base";
  EXPECT_LT(inclined(0.505, 0.2, 2)[1], 0.09) << "tips";
  EXPECT_LT(inclined(0.495, 0.05, 0.5)[0], 0.03) << "creeps with the speed of regularised friction";
  EXPECT_GT(inclined(0.505, 0.05, 0.5)[0], 0.09) << "slides";
}

TEST(ContactShapes, PointsMayRestAsDeepAsTheirWeightPressesThem) {
  const double depth = std::pow(0.5 * kWeight / 100, 2.0 / 3);  // 13 cm
  Scene scene{.body = kPlate + R"({"sphere": 0.01})",
              .height = std::to_string(-depth),
              .contact = R"("surface": "plane", "stiffness": 100, "spheres": [{"position": [0, 0, 0], "radius": 0}])"};
  EXPECT_NEAR(finalCoordinate(scene, 2), -depth, 1e-5 * depth);
  scene.contact = R"("surface": "box", "size": [1, 1, 0.1], "spheres": [{"position": [0, 0, 0], "radius": 0}])";
  scene.height = "0.01";
  EXPECT_EQ(simulate(scene).exit, 0) << "4 cm below the top, which is nearer than the bottom";
}

}  // namespace
}  // namespace tendril::cli
