// SPDX-License-Identifier: GPL-3.0-or-later
// Edits that leave things where they are in the world.
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/description/file_paths.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/data.hpp"
#include "core/model/kinematics.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/edits/geometry/placement.hpp"

namespace tendril {
namespace {

/// A turned arm on a hinge that begins at an angle, a soft link on it, and a block that hangs on the world.
constexpr auto kRobot = R"({"format": "tendril", "version": 1,
  "materials": {"silicone": {"young": 1e5, "poisson": 0.5, "density": 1000}},
  "links": [
    {"name": "arm", "pose": {"position": [0.1, 0.2, 0.3], "rpy": [0.3, -0.4, 0.5]},
     "joint": {"type": "revolute", "axis": [0, 1, 1], "q0": [0.7]},
     "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0],
              "tip": {"position": [0.2, 0, 0.1], "rpy": [0, 0.2, 0]}}},
    {"name": "soft", "parent": "arm", "body": {"type": "rod", "material": "silicone", "length": 0.3,
     "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_y": {"basis": "legendre", "order": 1}}, "q0": [3, -2]}},
    {"name": "block", "pose": {"position": [-0.3, 0.1, 0], "rpy": [1, 0, 0]},
     "joint": {"type": "prismatic", "axis": [1, 0, 0], "q0": [0.05]},
     "body": {"type": "rigid", "mass": 2, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}}
  ]})";

struct Robot {
  Document document;
  std::shared_ptr<const Model> model;
};

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems);
  for (const Problem& problem : problems) EXPECT_FALSE(problem.isError()) << problem.text();
  return model;
}

Robot robot() {
  ReadResult read = readProjectText(kRobot);
  EXPECT_TRUE(read.ok());
  Robot out{Document(std::move(read.description), read.text, {}), nullptr};
  out.model = built(out.document);
  return out;
}

ObjectId idOf(const Robot& robot, const char* name) {
  return edits::find(robot.document.description(), ItemKind::kLink, name)->id;
}

/// The base frame of a link in the initial position.
Pose baseOf(const Model& model, const std::string& name) {
  Data data(model);
  kinematics(model, data, model.q0, model.v0);
  for (std::size_t i = 0; i < model.links.size(); ++i)
    if (model.links[i].name == name) return worldPose(data, 1 + static_cast<int>(i));
  ADD_FAILURE() << name;
  return {};
}

class Reparenting : public testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(Reparenting, LeavesTheLinkWhereItIs) {
  Robot r = robot();
  const auto [link, parent] = GetParam();
  const Pose before = baseOf(*r.model, link);
  const std::string text = r.document.text();
  std::vector<Problem> problems;
  const ObjectId host = std::string(parent) == "world" ? 0 : idOf(r, parent);
  ASSERT_TRUE(
      r.document.edit(edits::reparentInPlace(r.document.description(), *r.model, idOf(r, link), host), problems));
  const auto model = built(r.document);
  ASSERT_TRUE(model);
  const Pose after = baseOf(*model, link);
  EXPECT_LT((after.p - before.p).norm(), 1e-12);
  EXPECT_LT((after.R - before.R).norm(), 1e-12);
  ASSERT_TRUE(r.document.undo());
  EXPECT_EQ(r.document.text(), text) << "one step";
}

INSTANTIATE_TEST_SUITE_P(All, Reparenting,
                         testing::Values(std::pair("block", "arm"), std::pair("block", "soft"),
                                         std::pair("soft", "world"), std::pair("soft", "block"),
                                         std::pair("arm", "block")),
                         [](const auto& info) { return std::string(info.param.first) + "On" + info.param.second; });

TEST(ReparentingInPlace, RefusesACircleAsTheOtherDoes) {
  Robot r = robot();
  std::vector<Problem> problems;
  EXPECT_FALSE(r.document.edit(
      edits::reparentInPlace(r.document.description(), *r.model, idOf(r, "arm"), idOf(r, "soft")), problems));
  EXPECT_FALSE(problems.empty());
}

TEST(ReparentingInPlace, KeepsThePoseOfLinksThatTheModelHasNot) {
  Robot r = robot();
  std::vector<Problem> problems;
  ASSERT_TRUE(r.document.edit(edits::addLink(LinkTemplate::kRigid, 0), problems));
  const ObjectId fresh = r.document.touched().front().id;
  EXPECT_TRUE(
      r.document.edit(edits::reparentInPlace(r.document.description(), *r.model, fresh, idOf(r, "arm")), problems));
}

TEST(PinInPlace, HoldsTheTipWhereItIs) {
  for (const char* name : {"arm", "soft", "block"}) {
    Robot r = robot();
    std::vector<Problem> problems;
    ASSERT_TRUE(r.document.edit(edits::pinInPlace(*r.model, idOf(r, name)), problems));
    const auto model = built(r.document);
    ASSERT_TRUE(model) << name;
    ASSERT_EQ(model->loops.size(), 1u);
    Data data(*model);
    kinematics(*model, data, model->q0, model->v0);
    const auto& position = r.document.description().loops[0].b.pose.position;
    const Vec3 pinned(position[0].value, position[1].value, position[2].value);
    for (std::size_t i = 0; i < model->links.size(); ++i) {
      if (model->links[i].name != name) continue;
      const auto [frame, offset] = model->place(static_cast<int>(i), 0);
      EXPECT_LT(((worldPose(data, frame) * offset).p - pinned).norm(), 1e-12) << name;
    }
  }
}

TEST(FilePaths, FollowTheProject) {
  ReadResult read = readProjectText(kRobot);
  description::Visual near, whole;
  near.mesh = "meshes/arm.stl", whole.mesh = "/data/arm.stl";
  read.description.links[0].visual = near, read.description.links[1].visual = whole;
  moveFilePaths(read.description, "/home/a/robot", "/home/a/other/place");
  EXPECT_EQ(read.description.links[0].visual->mesh, "../../robot/meshes/arm.stl");
  EXPECT_EQ(read.description.links[1].visual->mesh, "/data/arm.stl");
  moveFilePaths(read.description, "/home/a/other/place", "/home/a/robot");
  EXPECT_EQ(read.description.links[0].visual->mesh, "meshes/arm.stl");
  moveFilePaths(read.description, "/home/a/robot", "/");
  EXPECT_EQ(read.description.links[0].visual->mesh, "/home/a/robot/meshes/arm.stl") << "there is no folder yet";
}

/// Links a, b in a chain from the world and c beside them, with the joints and bodies given.
Robot chain(const std::string& joint, const std::string& second, const std::string& body = {}) {
  const std::string rigid =
      R"("body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0], "tip": {"position": [0.2, 0, 0]}})";
  const std::string text = R"({"format": "tendril", "version": 1,
    "materials": {"silicone": {"young": 1e5, "poisson": 0.5, "density": 1000}}, "links": [
    {"name": "a", "pose": {"rpy": [0.3, 0.2, 0]}, "joint": )" +
                           joint + ", " + rigid + R"(},
    {"name": "b", "parent": "a", "joint": )" +
                           second + ", " + (body.empty() ? rigid : body) + R"(},
    {"name": "c", "parent": "a", "at": "base", "pose": {"position": [0.2, 0, 0]}, "joint": )" +
                           second + ", " + (body.empty() ? rigid : body) + "}]}";
  ReadResult read = readProjectText(text);
  EXPECT_TRUE(read.ok()) << read.problems.front().text();
  Robot out{Document(std::move(read.description), read.text, {}), nullptr};
  out.model = built(out.document);
  return out;
}

const description::Loop& joined(Robot& robot) {
  std::vector<Problem> problems;
  EXPECT_TRUE(robot.document.edit(edits::joinTips(*robot.model, idOf(robot, "b"), idOf(robot, "c")), problems));
  EXPECT_TRUE(built(robot.document));
  return robot.document.description().loops.back();
}

TEST(JoinTips, ProposesWhatFitsTheChain) {
  const std::string hinge = R"({"type": "revolute", "axis": [0, 1, 0], "q0": [0.4]})";
  const std::string other = R"({"type": "revolute", "axis": [0, 0, 1], "q0": [0.4]})";
  const std::string fixed = R"({"type": "fixed"})";
  const std::string rod = R"("body": {"type": "rod", "material": "silicone", "length": 0.3,
     "section": {"shape": "circle", "radius": 0.01}, "strain": {"bending_y": {"basis": "legendre", "order": 1}}})";
  Robot plane = chain(other, hinge);  // a turns about another axis, but is not between b and c
  const description::Loop& closed = joined(plane);
  EXPECT_EQ(closed.type, JointType::kRevolute);
  EXPECT_NEAR(std::abs(closed.axis[1].value), 1, 1e-12);
  Robot slides = chain(hinge, R"({"type": "prismatic", "axis": [0, 1, 0]})");
  EXPECT_EQ(joined(slides).type, JointType::kSpherical);
  Robot soft = chain(hinge, fixed, rod);
  EXPECT_EQ(joined(soft).type, JointType::kFixed) << "two rods that end in one frame";
  EXPECT_NEAR(*edits::tipDistance(*soft.model, idOf(soft, "b"), idOf(soft, "c")), 0, 1e-12);
  EXPECT_NEAR(*edits::tipDistance(*soft.model, idOf(soft, "a"), idOf(soft, "c")), 0.3, 1e-9);
}

description::Attachment place(description::Attachment::Place kind, double station = 0) {
  description::Attachment at;
  at.place = kind;
  at.station = station;
  return at;
}

using Place = description::Attachment::Place;

TEST(JoinPlaces, TheWorldHoldsAPlaceWhereItIs) {
  for (const auto& at : {place(Place::kBase), place(Place::kTip), place(Place::kStation, 0.37)}) {
    Robot r = robot();
    std::vector<Problem> problems;
    ASSERT_TRUE(r.document.edit(edits::joinPlaces({.link = idOf(r, "soft"), .at = at}, {}, {}), problems));
    const description::Loop& loop = r.document.description().loops.back();
    EXPECT_EQ(loop.type, JointType::kSpherical);
    EXPECT_EQ(loop.a.at.place, at.place);
    EXPECT_EQ(loop.b.link.name, "world");
    const auto model = built(r.document);
    ASSERT_TRUE(model);
    EXPECT_NEAR(*edits::openingOf(*model, loop.id), 0, 1e-12);
    EXPECT_GT(std::abs(loop.b.pose.position[2].value), 0.1);
    ASSERT_TRUE(r.document.undo());
    EXPECT_TRUE(r.document.description().loops.empty());
  }
}

TEST(JoinPlaces, ProposesWhatFitsTheChainAtAnyPlace) {
  const std::string hinge = R"({"type": "revolute", "axis": [0, 0, 1], "q0": [0.4]})";
  Robot plane = chain(R"({"type": "fixed"})", hinge);
  std::vector<Problem> problems;
  ASSERT_TRUE(plane.document.edit(edits::joinPlaces({.link = idOf(plane, "b"), .at = place(Place::kBase)},
                                                    {.link = idOf(plane, "c"), .at = place(Place::kTip)}, {}),
                                  problems));
  const description::Loop& loop = plane.document.description().loops.back();
  EXPECT_EQ(loop.type, JointType::kRevolute);
  EXPECT_NEAR(std::abs(loop.axis[2].value), 1, 1e-12);
  EXPECT_EQ(loop.a.at.place, Place::kBase);
  const auto model = built(plane.document);
  ASSERT_TRUE(model);
  EXPECT_NEAR(*edits::openingOf(*model, loop.id),
              (baseOf(*model, "b").p - baseOf(*model, "c") * Vec3(0.2, 0, 0)).norm(), 1e-12);
}

TEST(JoinPlaces, RefusesOnePlaceTwiceAndPlacesThatAreNotThere) {
  Robot r = robot();
  const std::string before = r.document.text();
  const auto refused = [&](const edits::LoopEnd& a, const edits::LoopEnd& b) {
    std::vector<Problem> problems;
    EXPECT_FALSE(r.document.edit(edits::joinPlaces(a, b, {}), problems));
    EXPECT_EQ(r.document.text(), before);
    return problems.empty() ? std::string() : problems.front().message;
  };
  const ObjectId soft = idOf(r, "soft");
  const auto middle = place(Place::kStation, 0.5);
  EXPECT_EQ(refused({soft, middle}, {soft, middle}), "both ends of the loop are the same place");
  EXPECT_NE(refused({idOf(r, "block"), middle}, {soft, middle}), "") << "a rigid body has no stations";
  EXPECT_NE(refused({0, {}}, {soft, middle}), "");
}

TEST(NearestOnSurface, TakesWhatIsOnItAsItIsAndMovesTheRest) {
  const SurfaceMesh square = {.vertices = {{0, 0, 0.1}, {1, 0, 0.1}, {1, 1, 0.1}, {0, 1, 0.1}},
                              .triangles = {{0, 1, 2}, {0, 2, 3}},
                              .inside = {},
                              .tetrahedra = {}};
  const auto nearest = [&](const Vec3& point) {
    const description::Attachment at = edits::nearestOnSurface(square, point);
    EXPECT_EQ(at.place, Place::kPoint);
    return Vec3(at.point[0].value, at.point[1].value, at.point[2].value);
  };
  EXPECT_EQ(nearest({0.123456, 0.5, 0.1}), Vec3(0.123456, 0.5, 0.1));
  EXPECT_LT((nearest({0.123456, 0.5, 0.3}) - Vec3(0.1235, 0.5, 0.1)).norm(), 1e-12) << "to 0.1 mm";
  EXPECT_LT((nearest({1.5, -0.2, 0}) - Vec3(1, 0, 0.1)).norm(), 1e-12);
}

}  // namespace
}  // namespace tendril
