// SPDX-License-Identifier: GPL-3.0-or-later
// What pushes and drives, added by one edit each: it builds, it goes again, and what cannot be says why.
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

class ForceEdits : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, 0)));
    ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, 0)));
    ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kFrame, 0)));
    const auto& links = document.description().links;
    rod = links[0].id, arm = links[1].id, frame = links[2].id;
    std::vector<Problem> problems;
    EXPECT_TRUE(
        document.setField("links." + links[1].name + ".pose.position", "[0, 1, 0]", problems));  // not in the rod
  }
  std::shared_ptr<const Model> model() {
    std::vector<Problem> problems;
    auto built = buildModel(document.description(), problems, {.directory = document.directory()});
    EXPECT_TRUE(built) << textOf(problems);
    return built;
  }
  std::string refusal(const Edit& edit) {
    std::vector<Problem> problems;
    EXPECT_FALSE(document.edit(edit, problems));
    EXPECT_FALSE(problems.empty());
    return problems.empty() ? std::string() : problems.front().message + problems.front().cure;
  }
  Document document;
  ObjectId rod = 0, arm = 0, frame = 0;
};

TEST_F(ForceEdits, EachBuildsAndIsUndone) {
  const Edit all[] = {edits::addContact(rod, 0),
                      edits::addContact(arm, 0, -2),
                      edits::addContact(arm, rod),
                      edits::addObject(),
                      edits::addObject(-1),
                      edits::addFluid(),
                      edits::addPressure(rod),
                      edits::addSpool(rod),
                      edits::addSpool(arm),
                      edits::addDrive(arm),
                      edits::addPropellers(arm),
                      edits::addContact(rod, rod),
                      edits::addObject(-1, edits::SolidShape::kBall),
                      edits::addObject(-1, edits::SolidShape::kCylinder, Vec3(0.3, 0.1, 0)),
                      edits::addObstacle(rod, description::ContactSurface::kSphere, -1),
                      edits::addObstacle(arm, description::ContactSurface::kBox, -1),
                      edits::addObstacle(rod, description::ContactSurface::kCylinder, -1),
                      edits::addObstacle(rod, description::ContactSurface::kCylinderInside, -1)};
  for (const Edit& edit : all) {
    const std::string before = document.text();
    ASSERT_TRUE(apply(document, edit)) << edit.name;
    EXPECT_TRUE(model()) << edit.name;
    EXPECT_NE(document.text(), before) << edit.name;
    const std::string after = document.text();
    document.undo();
    EXPECT_EQ(document.text(), before) << edit.name;
    document.redo();
    EXPECT_EQ(document.text(), after) << edit.name;
  }
}

TEST_F(ForceEdits, AnObjectLiesOnItsFloor) {
  ASSERT_TRUE(apply(document, edits::addObject(-0.4)));
  const auto built = model();
  ASSERT_TRUE(built);
  ASSERT_EQ(built->contacts.size(), 1u);
  EXPECT_EQ(built->contacts[0].linkA, static_cast<int>(built->links.size()) - 1);
  EXPECT_NEAR(built->q0[built->links.back().qJoint + 2], -0.4 + 0.03, 1e-15);
}

TEST_F(ForceEdits, AnObjectIsPutWhereItIsDropped) {
  ASSERT_TRUE(apply(document, edits::addObject(-0.4, edits::SolidShape::kBall, Vec3(0.3, -0.2, 7))));
  const auto built = model();
  ASSERT_TRUE(built);
  const Vec3 place = built->q0.segment<3>(built->links.back().qJoint);
  EXPECT_LT((place - Vec3(0.3, -0.2, -0.4 + 0.03)).norm(), 1e-15) << place.transpose();
}

TEST_F(ForceEdits, AnObstacleStandsOnTheFloorAndATubeIsAroundTheRobot) {
  ASSERT_TRUE(apply(document, edits::addObstacle(rod, description::ContactSurface::kSphere, -0.4)));
  const auto ball = std::get<description::Contact>(document.description().loads.back().type);
  EXPECT_NEAR(ball.pose.position[2].value - ball.radius.value, -0.4, 1e-15);
  ASSERT_TRUE(apply(document, edits::addObstacle(rod, description::ContactSurface::kCylinderInside, -0.4)));
  const auto tube = std::get<description::Contact>(document.description().loads.back().type);
  EXPECT_EQ(tube.pose.position[2].value, document.description().links[0].pose.position[2].value);
  EXPECT_EQ(tube.axis[0].value, 1);
  EXPECT_FALSE(tube.length) << "endless";
}

TEST_F(ForceEdits, WaterDragsSoftBodiesOnly) {
  ASSERT_TRUE(apply(document, edits::addFluid()));
  const auto& fluid = std::get<description::FluidLoad>(document.description().loads.back().type);
  ASSERT_EQ(fluid.viscousDrag.entries.size(), 1u);
  EXPECT_EQ(fluid.viscousDrag.entries[0].first.id, rod);
}

TEST_F(ForceEdits, ADriveIsAPosition) {
  ASSERT_TRUE(apply(document, edits::addDrive(arm)));
  const auto built = model();
  ASSERT_TRUE(built);
  ASSERT_EQ(built->prescribedJoints.size(), 1u);
  EXPECT_EQ(built->prescribedJoints[0].v, built->links[1].vJoint);
}

TEST_F(ForceEdits, AVolumeGetsABoreUnderPressureWaterAndAFloor) {
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kVolume, 0)));
  const description::Link& volume = document.description().links.back();
  const ObjectId id = volume.id;
  const std::string name = volume.name;
  std::vector<Problem> problems;
  ASSERT_TRUE(document.setField("links." + name + ".pose.position", "[0, -1, 0]", problems));
  for (const Edit& edit : {edits::addPressure(id), edits::addFluid(), edits::addContact(id, 0, -2)}) {
    ASSERT_TRUE(apply(document, edit)) << edit.name;
    EXPECT_TRUE(model()) << edit.name;
  }
  ASSERT_TRUE(document.setField("links." + name + ".body.mesh",
                                R"({"tube": {"radius": 0.02, "inner": 0.012, "tetrahedra": 300}})", problems));
  ASSERT_TRUE(apply(document, edits::addPressure(id)));
  EXPECT_TRUE(model());
  const auto& chamber = std::get<description::PressureActuator>(document.description().actuators.back().type);
  EXPECT_EQ(std::get<description::FoundSurface>(chamber.surface->value).cylinder->radius.value, 0.012);
}

TEST_F(ForceEdits, WhatCannotBeSaysWhy) {
  EXPECT_NE(refusal(edits::addPressure(arm)).find("soft"), std::string::npos);
  EXPECT_NE(refusal(edits::addPropellers(rod)).find("rigid"), std::string::npos);
  EXPECT_NE(refusal(edits::addDrive(frame)).find("fixed"), std::string::npos);
  EXPECT_NE(refusal(edits::addContact(rod, frame)).find("no shape"), std::string::npos);
  EXPECT_NE(refusal(edits::addContact(4711, 0)).find("no such body"), std::string::npos);
  EXPECT_NE(refusal(edits::addObstacle(4711, description::ContactSurface::kBox, 0)).find("no such body"),
            std::string::npos);
}

}  // namespace
}  // namespace tendril
