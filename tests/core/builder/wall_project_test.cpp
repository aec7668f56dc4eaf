// SPDX-License-Identifier: BSD-3-Clause
// Walls of chambers by points of their faces, and helicoids by their measures, in project files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <numbers>

#include "core/dynamics/dynamics.hpp"
#include "core/model/data.hpp"
#include "core/model/volume/volume.hpp"
#include "tests/core/builder/built_project.hpp"

namespace tendril {
namespace {

using test::BuiltProject;
using testing::HasSubstr;
using testing::IsEmpty;
constexpr double kPi = std::numbers::pi;

BuiltProject build(const std::string& mesh, const std::string& more = "") {
  return test::buildProject(R"json({"format": "tendril", "version": 1,
      "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5}},
      "links": [{"name": "arm", "body": {"type": "primitives", "material": "m", "length": 0.08, "mesh": )json" +
                            mesh + R"json(, "quadrature": 4,
      "primitives": [{"type": "stretch", "modes": ["X*(1-X)", "X"]}, {"type": "bending_y", "modes": ["1/L"]}]}}])json" +
                            more + "}");
}

// ---- walls

const std::string kGripper = R"({"gripper": {"radius": 0.03, "inner": 0.015, "cap": 0.01, "tetrahedra": 1200}})";
const std::string kWall = "actuators.air.surface";

BuiltProject chamber(const std::string& surface) {
  return build(kGripper,
               R"(, "actuators": [{"name": "air", "type": "pressure", "link": "arm", "surface": )" + surface + "}]");
}

/// The generalised force of one pascal at a bent, stretched shape.
VecX forceOf(const BuiltProject& built) {
  Data data(*built.model);
  actuationMatrix(*built.model, data, (VecX(3) << 0.1, -0.05, 0.4).finished());
  return data.B.col(0);
}

TEST(WallProjects, PointsMeanWhatTheMarkMeans) {
  const BuiltProject marked = chamber(R"("bore")");
  ASSERT_TRUE(marked.model) << marked.text();
  const VecX expected = forceOf(marked);
  EXPECT_GT(expected.norm(), 1e-7);
  for (const char* surface : {R"({"around": [[0.03, 0.015, 0], [0.07, 0, 0]]})",
                              R"({"around": [[0.07, 0.001, 0], [0.05, 0, -0.0149]], "angle": 0.8})",
                              R"({"around": [[0.03, 0.015, 0]], "angle": "=pi"})"}) {
    const BuiltProject built = chamber(surface);
    ASSERT_TRUE(built.model) << surface << built.text();
    EXPECT_LT((forceOf(built) - expected).norm(), 1e-12 * expected.norm()) << surface;
  }
}

TEST(WallProjects, SayWhatIsNoWall) {
  EXPECT_THAT(chamber(R"({"around": [[0.03, 0.015, 0]]})").at(kWall + ".around"), HasSubstr("open at (0.07"));
  EXPECT_THAT(chamber(R"({"around": [[0.03, 0.015, 0], [0.3, 0, 0]]})").at(kWall + ".around[1]"),
              HasSubstr("on no face"));
  EXPECT_THAT(chamber(R"({"around": []})").at(kWall), HasSubstr("says no wall"));
  EXPECT_THAT(chamber("{}").at(kWall), HasSubstr("says no wall"));
  EXPECT_FALSE(chamber(R"({"around": [[0.03, 0.015, 0]], "angle": 4})").at(kWall + ".angle").empty());
  EXPECT_FALSE(
      chamber(R"({"cylinder": {"radius": 0.01}, "around": [[0.03, 0.015, 0]]})").at(kWall + ".around").empty());
  EXPECT_THAT(chamber(R"("hole")").at(kWall), HasSubstr("no surface"));
}

TEST(WallProjects, AreWrittenAsTheyWereRead) {
  const std::string text = R"({"format":"tendril","version":1,"links":[{"name":"arm"}],"actuators":[{"name":"air",
      "type":"pressure","link":"arm","surface":{"around":[[0.03,0.015,0],["=2*0.03",0,0]],"angle":0.5}}]})";
  const ReadResult once = readProjectText(text);
  const std::string written = projectText(once.description);
  EXPECT_EQ(projectText(readProjectText(written).description), written);
  const auto& chamber = std::get<description::PressureActuator>(once.description.actuators[0].type);
  const auto& found = std::get<description::FoundSurface>(chamber.surface->value);
  ASSERT_EQ(found.around.size(), 2u);
  EXPECT_EQ(found.around[1][0].expression, "2*0.03");
  EXPECT_EQ(found.angle.value, 0.5);
}

// ---- helicoids

const std::string kMesh = "links.arm.body.mesh.trimmed_helicoid";

BuiltProject helicoid(const std::string& rest) {
  return build(R"({"trimmed_helicoid": {"radius": 0.02, "inner": 0.012, "thickness": 0.003, )" + rest + "}}");
}

double volumeOf(const BuiltProject& built) {
  return meshVolume(*dynamic_cast<const Volume&>(*built.model->links[0].body).mesh());
}

TEST(HelicoidProjects, WeighWhatTheirMeasuresSay) {
  const double annulus = kPi * (0.02 * 0.02 - 0.012 * 0.012);
  for (const char* hands : {"right", "left"}) {
    const BuiltProject built =
        helicoid(R"("pitch": 0.04, "strips": 3, "ring": 0.005, "hands": ")" + std::string(hands) + "\"");
    ASSERT_TRUE(built.model) << built.text();
    EXPECT_NEAR(volumeOf(built), annulus * (0.01 + 0.07 * 0.003 * 3 / 0.04), 1e-15);
  }
  const BuiltProject crossing = helicoid(R"("pitch": 0.04, "strips": 3, "ring": 0.005)");
  ASSERT_TRUE(crossing.model) << crossing.text();
  const double share = 0.003 * 3 / 0.04;
  EXPECT_NEAR(volumeOf(crossing), annulus * (0.01 + 0.07 * (2 * share - share * share)), 1e-15);
}

TEST(HelicoidProjects, TakeTurnsInsteadOfAPitch) {
  const BuiltProject turns = helicoid(R"("turns": 2, "strips": 2, "ring": 0.01, "hands": "left")");
  ASSERT_TRUE(turns.model) << turns.text();
  EXPECT_NEAR(volumeOf(turns), volumeOf(helicoid(R"("pitch": 0.03, "strips": 2, "ring": 0.01, "hands": "left")")),
              1e-17);
  EXPECT_FALSE(helicoid(R"("turns": 2, "pitch": 0.03)").at(kMesh + ".pitch").empty());
  EXPECT_FALSE(helicoid(R"("strips": 2)").at(kMesh + ".pitch").empty());
}

TEST(HelicoidProjects, SayWhatCannotBe) {
  EXPECT_THAT(helicoid(R"("pitch": 0.04, "ring": 0.04)").at(kMesh + ".ring"), HasSubstr("nothing between"));
  EXPECT_THAT(helicoid(R"("pitch": 0.04, "hands": "left")").at(kMesh + ".ring"), HasSubstr("do not meet"));
  EXPECT_TRUE(helicoid(R"("pitch": 0.04, "hands": "left", "strips": 1)").model);
  EXPECT_THAT(helicoid(R"("pitch": 0.005)").at(kMesh + ".thickness"), HasSubstr("no gap"));
  EXPECT_THAT(helicoid(R"("turns": 20)").at(kMesh + ".thickness"), HasSubstr("no gap"));
  EXPECT_FALSE(helicoid(R"("pitch": 0.04, "hands": "up")").at(kMesh + ".hands").empty());
}

}  // namespace
}  // namespace tendril
