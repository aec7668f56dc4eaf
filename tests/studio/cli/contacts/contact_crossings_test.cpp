// SPDX-License-Identifier: GPL-3.0-or-later
// What touches where neither side has a ball: crossed beams, a rod between two of its stations, meshes; and towers,
// which fall where a column of springs would buckle.
#include <gtest/gtest.h>

#include <cmath>
#include <span>
#include <string>
#include <vector>

#include "tests/studio/cli/command_line.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril::cli {
namespace {

constexpr double kWeight = 9.81;

/// Final q of a project with these links, loads and keys of the simulation.
std::vector<double> finalState(const std::string& links, const std::string& loads, const std::string& simulation) {
  const TemporaryFolder folder;
  const std::string file =
      folder.write("crossing.tendril.json",
                   R"({"format": "tendril", "version": 1, "materials": {"rubber": {"density": 1000, "young": 1e6,
                      "poisson": 0.45, "viscosity": 1e4}}, "links": [)" +
                       links + R"(], "loads": [)" + loads + R"(], "simulation": {)" + simulation + "}}");
  const Outcome outcome = tendril({"simulate", file, "--json", "--out", folder.path("run.csv")});
  EXPECT_EQ(outcome.exit, 0) << outcome.diagnostics;
  std::vector<double> q;
  if (outcome.exit != 0) return q;
  const json::Node answer = outcome.json();
  for (const json::Node& each : answer.find("final")->find("q")->items) q.push_back(each.number);
  return q;
}

std::string numbers(const std::vector<double>& values) {
  std::string out;
  for (const double value : values) out += (out.empty() ? "" : ",") + std::to_string(value);
  return out;
}

std::string freeLink(const std::string& name, const std::vector<double>& pose, const std::string& visual) {
  return R"({"name": ")" + name + R"(", "parent": "world", "joint": {"type": "free", "q0": [)" + numbers(pose) +
         R"(]}, "body": {"type": "rigid", "mass": 1, "com": [0, 0, 0], "inertia": [0.004, 0.004, 0.004, 0, 0, 0],
             "visual": )" +
         visual + "}}";
}

std::string fixedLink(const std::string& name, const std::string& rotation, const std::string& visual) {
  return R"({"name": ")" + name + R"(", "parent": "world", "pose": {"rpy": [)" + rotation +
         R"(]}, "joint": {"type": "fixed"}, "body": {"type": "rigid", "mass": 1, "visual": )" + visual + "}}";
}

const std::string kTouch = R"({"name": "touch", "type": "contact", "stiffness": 1e6, "damping": 1, "friction": 0.5, )";

struct Support {
  const char* name;
  double turn;  ///< rad, of both beams about their axes
  double top;   ///< m: height at which the upper one comes to rest, without depth
};

/// A beam of 2 cm lies across another, flat on flat and ridge on ridge; ridges are rounded by a tenth of half their
/// side.
TEST(ContactCrossings, BeamsLieAcrossEachOther) {
  const double ridge = std::sqrt(2.0) * 0.009 + 0.001;
  const double flat = 0.02, ridges = 2 * ridge;
  for (const Support& each : {Support{"flat", 0, flat}, Support{"ridges", std::acos(-1.0) / 4, ridges}})
    for (const char* integrator : {"generalized_alpha", "bdf"}) {
      SCOPED_TRACE(std::string(each.name) + " " + integrator);
      const double c = std::cos(each.turn / 2), s = std::sin(each.turn / 2);
      const std::vector<double> q =
          finalState(fixedLink("lower", std::to_string(each.turn) + ", 0, 0", R"({"box": [0.3, 0.02, 0.02]})") + "," +
                         freeLink("upper", {0, 0, each.top + 0.002, c, 0, s, 0}, R"({"box": [0.02, 0.3, 0.02]})"),
                     kTouch + R"("between": ["upper", "lower"]})",
                     std::string(R"("step": 0.002, "duration": 0.1, "integrator": ")") + integrator + '"');
      ASSERT_EQ(q.size(), 7U);
      EXPECT_NEAR(q[2], each.top, 1e-3);
    }
}

/// A rod whose stations are 2 cm apart falls on a peg of 2 mm between two of them.
TEST(ContactCrossings, ARodRestsOnAPegBetweenItsStations) {
  const std::string rod =
      R"({"name": "rod", "parent": "world", "pose": {"position": [0, 0, 0.0132]}, "joint": {"type": "fixed"},
          "body": {"type": "rod", "material": "rubber", "length": 0.3, "quadrature": 4,
          "section": {"shape": "circle", "radius": 0.01},
          "strain": {"bending_y": {"basis": "legendre", "order": 2}}}})";
  for (const char* integrator : {"generalized_alpha", "bdf"})
    for (const double place : {0.12, 0.15, 0.23, 0.26}) {
      SCOPED_TRACE(std::string(integrator) + " at " + std::to_string(place));
      const std::string peg = R"("surface": "cylinder", "radius": 0.002, "length": 0.1, "axis": [0, 1, 0],
                                 "pose": {"position": [)" +
                              std::to_string(place) + R"(, 0, 0]}})";
      const std::string simulation =
          std::string(R"("step": 0.002, "duration": 0.4, "integrator": ")") + integrator + '"';
      const auto depth = [&](const std::string& load) {
        const std::vector<double> q = finalState(rod, load, simulation);
        return q.size() == 3 ? q[0] : NAN;
      };
      const double held = depth(kTouch + R"("between": ["rod", "world"], )" + peg), hanging = depth("");
      EXPECT_LT(std::abs(held), 0.6 * std::abs(hanging)) << "it hangs as if there were no peg";
    }
}

/// A wedge lies with its face across the ridge of another.
TEST(ContactCrossings, MeshesTouchMeshes) {
  const std::string wedge =
      "v -.03 -.03 0\nv -.03 .03 0\nv -.03 0 .05\nv .03 -.03 0\nv .03 .03 0\nv .03 0 .05\n"
      "f 1 3 2\nf 4 5 6\nf 1 2 5\nf 1 5 4\nf 2 3 6\nf 2 6 5\nf 3 1 4\nf 3 4 6\n";
  const TemporaryFolder folder;
  const std::string mesh = R"({"mesh": ")" + folder.write("wedge.obj", wedge) + R"("})";
  const double c = std::sqrt(0.5);
  const std::vector<double> q =
      finalState(fixedLink("lower", "0, 0, 0", mesh) + "," + freeLink("upper", {0.008, 0, 0.052, c, 0, 0, c}, mesh),
                 kTouch + R"("between": ["upper", "lower"]})", R"("step": 0.002, "duration": 0.1)");
  ASSERT_EQ(q.size(), 7U);
  EXPECT_NEAR(q[2], 0.05, 2e-3) << "a face lies across a ridge";
}

/// Depth at which `points` hold a load, m.
double depthOf(double load, int points, double stiffness) {
  return std::pow(load / (points * stiffness), 2.0 / 3);
}

/// Final heights of boxes of 10 cm and 1 kg that stand on each other, a millimetre aside by turns.
std::vector<double> tower(int boxes, double stiffness) {
  std::string links, loads;
  double z = -depthOf(boxes * kWeight, 4, stiffness);
  for (int i = 0; i < boxes; ++i) {
    if (i > 0) z -= depthOf((boxes - i) * kWeight, 8, stiffness);
    const std::string name = "box" + std::to_string(i), below = i ? "box" + std::to_string(i - 1) : "world";
    links += (i ? "," : "") + freeLink(name, {0.001 * (i % 2), 0, z + 0.05, 1, 0, 0, 0}, R"({"box": [0.1, 0.1, 0.1]})");
    loads += std::string(i ? "," : "") + R"({"name": "touch)" + std::to_string(i) +
             R"(", "type": "contact", "damping": 1, "friction": 0.5, "stiffness": )" + std::to_string(stiffness) +
             R"(, "between": [")" + name + R"(", ")" + below + '"' + (i ? "]}" : R"(], "surface": "plane"})");
    z += 0.1;
  }
  const std::vector<double> q = finalState(links, loads, R"("step": 0.002, "duration": 10, "integrator": "bdf")");
  std::vector<double> out;
  for (std::size_t i = 2; i < q.size(); i += 7) out.push_back(q[i]);
  return out;
}

/// Whether a column of rigid boxes on rotational springs, those of corners that are pressed together, is stable.
bool isStable(int boxes, double stiffness) {
  std::vector<double> diagonal(static_cast<std::size_t>(boxes), 0), beside = diagonal;
  for (int i = 0; i < boxes; ++i) {
    const int points = i ? 8 : 4;
    const double arm = i ? 0.045 : 0.05, depth = depthOf((boxes - i) * kWeight, points, stiffness);
    const double spring = points * 1.5 * stiffness * std::sqrt(depth) * arm * arm;
    const auto k = static_cast<std::size_t>(i);
    diagonal[k] += spring - kWeight * (0.1 * (boxes - 1 - i) + 0.05);
    if (i > 0) diagonal[k - 1] += spring, beside[k] = -spring;
  }
  double pivot = diagonal[0];
  for (std::size_t i = 1; i < diagonal.size() && pivot > 0; ++i) pivot = diagonal[i] - beside[i] * beside[i] / pivot;
  return pivot > 0;
}

TEST(ContactCrossings, TowersStandWhereAColumnOfSpringsWould) {
  struct Tower {
    int boxes;
    double stiffness;
  };
  const std::vector<Tower> towers = {{5, 1.0e4}, {5, 1.8e4}, {10, 1.3e5}, {10, 2.2e5}, {10, 1e7}};
  for (const Tower& each : std::span(towers).first(kSanitized ? 2 : towers.size())) {
    SCOPED_TRACE(std::to_string(each.boxes) + " at " + std::to_string(each.stiffness));
    const std::vector<double> z = tower(each.boxes, each.stiffness);
    ASSERT_EQ(z.size(), static_cast<std::size_t>(each.boxes));
    const double top = 0.1 * each.boxes - 0.05;
    if (isStable(each.boxes, each.stiffness)) {
      EXPECT_NEAR(z.back(), top, 0.1 * top);
    } else {
      EXPECT_LT(z.back(), 0.5 * top);
    }
  }
}

}  // namespace
}  // namespace tendril::cli
