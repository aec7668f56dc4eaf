// SPDX-License-Identifier: GPL-3.0-or-later
// Bodies of constant curvature and volumes in project files: what is read, built, refused; chains made longer.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/project/project.hpp"
#include "core/project/repeat_link.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

/// A project with one link "arm" of this body, and more keys.
std::string project(const std::string& body, const std::string& more = {}) {
  return R"({"format": "tendril", "version": 1, "gravity": [0, 0, -9.81],
    "materials": {"soft": {"density": 1000, "young": 1e5, "relaxation": 0.1},
                  "rubber": {"model": "neo_hookean", "density": 1000, "c1": 1e5}},
    "links": [{"name": "arm", "parent": "world", "joint": {"type": "fixed"}, "body": {)" +
         body + "}}]" + (more.empty() ? "" : ", " + more) + "}";
}

const std::string kArc = R"("type": "constant_curvature", "material": "soft", "length": 0.3, "radius": 0.02)";
const std::string kVolume = R"("type": "primitives", "material": "rubber", "length": 0.1,
  "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 100}}, "primitives": [{"type": "bending_z", "modes": ["1/L"]}])";

std::vector<Problem> problemsOf(const std::string& text) {
  ReadResult result = readProjectText(text);
  if (result.ok()) buildModel(result.description, result.problems);
  return result.problems;
}
std::string allOf(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += problem.text() + '\n';
  return out;
}
std::shared_ptr<const Model> built(const std::string& text) {
  ReadResult result = readProjectText(text);
  std::shared_ptr<const Model> model;
  if (result.ok()) model = buildModel(result.description, result.problems);
  EXPECT_TRUE(model) << allOf(result.problems);
  return model;
}

TEST(ConstantCurvatureProject, HasOneTwoOrThreeCoordinates) {
  EXPECT_EQ(built(project(kArc))->nv, 1);
  EXPECT_EQ(built(project(kArc + R"(, "planar": false)"))->nv, 2);
  EXPECT_EQ(built(project(kArc + R"(, "planar": false, "elongation": true)"))->nv, 3);
  const auto start = built(project(kArc + R"(, "planar": false, "q0": [0.5, -0.25], "v0": [1, "=2+1"])"));
  EXPECT_EQ(start->q0, Eigen::Vector2d(0.5, -0.25));
  EXPECT_EQ(start->v0, Eigen::Vector2d(1, 3));
}

TEST(ConstantCurvatureProject, IsElasticWithAMaterialOnly) {
  const auto elastic = built(project(kArc));
  Data data(*elastic);
  elasticForce(*elastic, data, VecX::Constant(1, 0.4));
  const double stiffness = 1e5 * 3.141592653589793 * std::pow(0.02, 4) / 4 / 0.3;
  EXPECT_NEAR(data.elastic[0], 0.4 * stiffness, 1e-15);
  const auto free = built(project(R"("type": "constant_curvature", "density": 1000, "length": 0.3, "radius": 0.02)"));
  Data other(*free);
  elasticForce(*free, other, VecX::Constant(1, 0.4));
  EXPECT_EQ(other.elastic[0], 0);
}

TEST(ConstantCurvatureProject, TakesTendonsChambersContactsAndWater) {
  const auto model = built(project(kArc + R"(, "planar": false)", R"json(
    "actuators": [
      {"name": "cable", "type": "tendon", "route": [{"link": "arm", "y": "r(X)", "z": "0"}]
},
      {"name": "chamber", "type": "pressure", "link": "arm", "area": "0.1*r(X)^2", "z": "L/100"}],
    "loads": [
      {"name": "floor", "type": "contact", "between": ["arm", "world"], "surface": "plane",
       "pose": {"position": [0, 0, -1]}},
      {"name": "water", "type": "fluid", "density": 1000, "added_mass": {"arm": [0, 0, 0, 0, 0.6, 0.6]},
       "viscous_drag": {"arm": [0, 0, 0, 0, 1.1, 1.1]}}])json"));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->contacts.size(), 1u);
  EXPECT_EQ(model->contacts[0].ballsA.size(), 18u) << "sixteen slices and both ends";
  Data data(*model);
  const VecX q = VecX::Zero(2), v = VecX::Zero(2);
  actuationMatrix(*model, data, q);
  // cable at y = r: l = L − r q_z; chamber at z = 3 mm of area 0.1 r²: V = a (L + 0.003 q_y)
  EXPECT_NEAR(data.B(1, 0), 0.02, 1e-15);
  EXPECT_NEAR(data.B(0, 0), 0, 1e-15);
  EXPECT_NEAR(data.B(0, 1), 0.1 * 0.0004 * 0.003, 1e-18);
  // in water of its own density nothing pulls
  inverseDynamics(*model, data, q, v, v);
  EXPECT_NEAR(data.tau.norm(), 0, 1e-15);
}

TEST(SoftBodiesProject, SayWhatIsWrong) {
  struct Case {
    std::string text, path, message;
  };
  const auto replaced = [](std::string text, const std::string& from, const std::string& to) {
    const std::size_t at = text.find(from);
    EXPECT_NE(at, std::string::npos) << from;
    return text.replace(at, from.size(), to);
  };
  const std::vector<Case> cases = {
      {project(kArc + R"(, "q0": [1, 2])"), "links.arm.body.q0", "1"},
      {project(replaced(kArc, "0.02", "0")), "links.arm.body.radius", "must be greater than 0"},
      {project(replaced(kArc, "\"soft\"", "\"rubber\"")), "links.arm.body.material", "\"rubber\" is neo_hookean"},
      {project(kArc + R"(, "density": 900)"), "links.arm.body.material", "not beside density"},
      {project(replaced(kArc, R"("material": "soft", )", "")), "links.arm.body.material", "is missing"},
      {project(kArc, R"("actuators": [{"name": "t", "type": "tendon", "route": [{"link": "arm", "division": 0}]}])"),
       "actuators.t.route[0].division", "has no divisions"},
      {project(kArc + R"(, "planar": false, "elongation": true, "q0": [0, 0, -0.3])"), "links.arm.body.q0[2]",
       "leaves nothing of the length"},
      {project(replaced(kVolume, "\"rubber\"", "\"soft\"")), "links.arm.body.material",
       "neo_hookean, mooney_rivlin, yeoh or plugin"},
      {project(replaced(kVolume, "[{\"type\": \"bending_z\", \"modes\": [\"1/L\"]}]", "[]")),
       "links.arm.body.primitives", "is empty"},
      {project(replaced(kVolume, "[\"1/L\"]", "[]")), "links.arm.body.primitives[0].modes", "is empty"},
      {project(kVolume + R"(, "quadrature": 3)"), "links.arm.body.quadrature", "must be 1 or 4"},
      {project(kVolume + R"(, "live_quadrature": "half")"), "links.arm.body.live_quadrature", "\"half\""},
      {project(kVolume + R"(, "live_quadrature": 3)"), "links.arm.body.live_quadrature", "20"},
      {project(replaced(kVolume, R"("cylinder": {)", R"("box": {"height": 1, "width": 1}, "cylinder": {)")),
       "links.arm.body.mesh", "has 2 shapes"},
      {project(replaced(kVolume, R"("cylinder": {"radius": 0.02,)", R"("tube": {"radius": 0.02, "inner": 0.03,)")),
       "links.arm.body.mesh.tube.inner", "is not less than the outer radius"},
      {project(kVolume + R"(, "q0": [1, 2])"), "links.arm.body.q0", "1"},
  };
  for (const Case& each : cases) {
    const std::vector<Problem> problems = problemsOf(each.text);
    ASSERT_EQ(problems.size(), 1u) << each.path << "\n" << allOf(problems);
    EXPECT_EQ(problems[0].path, each.path);
    EXPECT_THAT(problems[0].text(), HasSubstr(each.message));
  }
}

TEST(SoftBodiesProject, LivePointsAreFullOrANumber) {
  const auto kept = [](const std::string& given) {
    ReadResult result = readProjectText(project(kVolume + R"(, "live_quadrature": )" + given));
    EXPECT_TRUE(result.ok()) << allOf(result.problems);
    const auto& body = std::get<description::VolumeBody>(*result.description.links[0].body);
    EXPECT_TRUE(body.liveQuadrature);
    const std::size_t index = body.liveQuadrature->value.index();
    const std::string text = projectText(result.description);
    EXPECT_THAT(text, HasSubstr("\"live_quadrature\": " + given));
    std::vector<Problem> problems;
    for (const char* other : {"150", "\"full\""})
      EXPECT_TRUE(setByPath(result.description, "links.arm.body.live_quadrature", other, problems)) << allOf(problems);
    return index;
  };
  EXPECT_EQ(kept("\"full\""), 1u);
  EXPECT_EQ(kept("120"), 0u);
  EXPECT_EQ(kept("\"=2*60\""), 0u);
}

TEST(RepeatLink, MakesAChainAndMovesWhatHungOnItsTip) {
  ReadResult result = readProjectText(project(kArc, R"("description": "")"));
  Description& d = result.description;
  for (const char* at : {"tip", "base"}) {
    description::Link hand;
    hand.name = std::string("at ") + at;
    hand.parent = description::LinkRef("arm");
    hand.at.place =
        at == std::string("tip") ? description::Attachment::Place::kTip : description::Attachment::Place::kBase;
    d.links.push_back(hand);
  }
  d.links[0].pose.position = {0.0, 0.0, 1.0};
  std::vector<Problem> problems;
  ASSERT_TRUE(repeatLink(d, "arm", 3, problems)) << allOf(problems);
  std::vector<std::string> names;
  for (const auto& link : d.links) names.push_back(link.name + " on " + link.parent.name);
  EXPECT_EQ(names, (std::vector<std::string>{"arm on world", "arm 2 on arm", "arm 3 on arm 2", "arm 4 on arm 3",
                                             "at tip on arm 4", "at base on arm"}));
  const auto model = buildModel(d, problems);
  ASSERT_TRUE(model) << allOf(problems);
  EXPECT_EQ(model->nv, 4);
  Data data(*model);
  kinematics(*model, data, VecX::Zero(4), VecX::Zero(4));
  EXPECT_LE((worldPose(data, model->links[3].firstStation).p - Vec3(1.2, 0, 1)).norm(), 1e-14) << "0.3 m each";
}

TEST(RepeatLink, CountsOnFromItsNameAndRefusesNonsense) {
  ReadResult result = readProjectText(project(kArc));
  Description& d = result.description;
  std::vector<Problem> problems;
  ASSERT_TRUE(repeatLink(d, "arm", 1, problems));
  ASSERT_TRUE(repeatLink(d, "arm 2", 998, problems));
  EXPECT_EQ(d.links.size(), 1000u);
  EXPECT_EQ(d.links.back().name, "arm 1000");
  const auto model = buildModel(d, problems);
  ASSERT_TRUE(model) << allOf(problems);
  EXPECT_EQ(model->nv, 1000);
  for (const int count : {0, -1, kMostRepeats + 1}) EXPECT_FALSE(repeatLink(d, "arm", count, problems)) << count;
  EXPECT_FALSE(repeatLink(d, "leg", 2, problems));
  EXPECT_EQ(problems.size(), 4u);
  EXPECT_EQ(d.links.size(), 1000u);
}

}  // namespace
}  // namespace tendril
