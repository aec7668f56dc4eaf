// SPDX-License-Identifier: BSD-3-Clause
// What hangs on the surface of a volume, in project files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/dynamics/dynamics.hpp"
#include "core/dynamics/station_motion.hpp"
#include "core/model/data.hpp"
#include "tests/core/builder/built_project.hpp"

namespace tendril {
namespace {

using test::BuiltProject;
using testing::HasSubstr;

/// A cylinder of 100 mm with a radius of 20 mm, and something on it.
BuiltProject build(const std::string& at, const std::string& body = "") {
  const std::string cylinder = R"json({"type": "primitives", "material": "m", "length": 0.1,
      "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 600}},
      "primitives": [{"type": "bending_y", "modes": ["1/L"]}, {"type": "torsion", "modes": ["1/L"]}]})json";
  return test::buildProject(R"json({"format": "tendril", "version": 1, "parameters": {"place": 0.04},
      "materials": {"m": {"density": 1000, "model": "neo_hookean", "c1": 1e5},
                    "s": {"density": 1000, "young": 1e6, "poisson": 0.5}},
      "links": [{"name": "arm", "body": )json" +
                            (body.empty() ? cylinder : body) + R"json(},
                {"name": "fin", "parent": "arm", "at": )json" +
                            at + R"json(, "body": {"type": "rigid", "mass": 0.01, "com": [0.01, 0, 0],
                 "inertia": [1e-6, 1e-6, 1e-6, 0, 0, 0]}}]})json");
}

VecX two(double a, double b) {
  return (VecX(2) << a, b).finished();
}

/// Base frame of the fin, world.
Pose finAt(const std::shared_ptr<const Model>& model, const VecX& q) {
  Data data(*model);
  const VecX rest = VecX::Zero(model->nv);
  StationMotion motion(*model);
  stationMotion(*model, data, 1, kBaseStation, q, rest, rest, motion);
  return motion.X;
}

TEST(FaceProjects, SitOnTheSurfaceAndLookOutwards) {
  const BuiltProject built = build("[\"=place\", 0, 0.02]");
  ASSERT_TRUE(built.model) << (built.problems.empty() ? "" : built.problems.front().text());
  const Pose rest = finAt(built.model, VecX::Zero(2));
  EXPECT_NEAR(rest.p.x(), 0.04, 2e-3);
  EXPECT_NEAR(rest.p.z(), 0.02, 2e-3);
  EXPECT_GT(rest.R(2, 0), 0.95) << "x looks outwards";
  EXPECT_GT(rest.R(0, 1), 0.95) << "y along the body";
  // Twisted by a quarter turn over the body, 0.4 of it there.
  const Pose twisted = finAt(built.model, two(0, M_PI / 2));
  const double angle = 0.4 * M_PI / 2;
  EXPECT_NEAR(twisted.p.y(), -0.02 * std::sin(angle), 2e-3);
  EXPECT_NEAR(twisted.p.z(), 0.02 * std::cos(angle), 2e-3);
}

TEST(FaceProjects, AreWrittenAsTheyWereRead) {
  const std::string point = R"(["=place",0,0.02])";
  const std::string text = projectText(build(point).description);
  std::string tight;
  for (const char c : text)
    if (c != ' ' && c != '\n') tight += c;
  EXPECT_THAT(tight, HasSubstr("\"at\":" + point));
  const ReadResult again = readProjectText(text);
  EXPECT_EQ(again.description.links[1].at.place, description::Attachment::Place::kPoint);
  EXPECT_EQ(again.description.links[1].at.point[2].value, 0.02);
}

/// Where sections stay plane and round, the end is as good as the tip.
TEST(FaceProjects, WeighOnTheBodyAsOnItsTipWhereTheyHangThere) {
  const std::string telescope = R"json({"type": "primitives", "material": "m", "length": 0.1,
      "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 600}},
      "primitives": [{"type": "stretch", "modes": ["X"]}, {"type": "torsion", "modes": ["1/L"]}]})json";
  const BuiltProject face = build("[0.1, 0, 0]", telescope), tip = build("\"tip\"", telescope);
  ASSERT_TRUE(face.model && tip.model);
  for (const double twist : {0.0, 0.7}) {
    const VecX q = two(0.1, twist), v = two(0.3, -0.5);
    Data a(*face.model), b(*tip.model);
    forwardDynamics(*face.model, a, q, v, {});
    forwardDynamics(*tip.model, b, q, v, {});
    EXPECT_GT(b.acceleration.norm(), 1);
    EXPECT_LT((a.acceleration - b.acceleration).norm(), 1e-9 * b.acceleration.norm()) << twist;
  }
}

TEST(FaceProjects, SayWhatIsWrongWithAPlace) {
  const std::string rod = R"({"type": "rod", "material": "s", "length": 0.1,
      "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_y": {"basis": "constant"}}})";
  EXPECT_THAT(build("[0, 0, 0.01]", rod).at("links.fin.at"), HasSubstr("no body of tetrahedra"));
  EXPECT_THAT(build("[0.05, 0, 0.08]").at("links.fin.at"), HasSubstr("beside the surface"));
  EXPECT_THAT(build("[0.05, 0]").at("links.fin.at"), HasSubstr("a list of 3"));
  EXPECT_THAT(build("[0.05, 0, \"=nothing\"]").at("links.fin.at[2]"), HasSubstr("nothing"));
  EXPECT_THAT(build("true").at("links.fin.at"), HasSubstr("a point [x, y, z]"));
}

}  // namespace
}  // namespace tendril
