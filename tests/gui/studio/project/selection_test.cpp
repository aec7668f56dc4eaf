// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/selection.hpp"

#include <gtest/gtest.h>

#include <QSignalSpy>

#include "core/builder/build_model.hpp"
#include "core/description/references.hpp"
#include "core/project/project.hpp"
#include "studio/app/view/view_display.hpp"
#include "studio/app/view/view_memory.hpp"
#include "studio/app/view/view_selection.hpp"

namespace tendril {
namespace {

Description project() {
  Description d;
  description::Link base, arm;
  base.name = "base";
  arm.name = "left arm";
  arm.parent = "base";
  arm.body = description::RodBody();
  d.links = {base, arm};
  description::Material silicone;
  silicone.name = "silicone";
  d.materials.items = {silicone};
  d.parameters.entries = {{"r", 0.01}, {"L", 0.3}};
  assignIds(d);
  std::vector<Problem> problems;
  resolveReferences(d, problems);
  return d;
}

class SelectionTest : public testing::Test {
 protected:
  Target arm(TargetPart part = TargetPart::kWhole) const { return Target::link(d.links[1].id, part); }
  Description d = project();
  Selection selection;
  QSignalSpy changed{&selection, &Selection::changed};
};

TEST_F(SelectionTest, TellsOnlyWhatIsNew) {
  selection.select(arm());
  selection.select(arm());
  EXPECT_EQ(changed.size(), 1);
  selection.clear();
  selection.clear();
  EXPECT_EQ(changed.size(), 2);
}

TEST_F(SelectionTest, TogglesOneOfMany) {
  selection.select(Target::link(d.links[0].id));
  selection.toggle(arm());
  EXPECT_EQ(selection.current(), arm());
  EXPECT_EQ(selection.ids(TargetKind::kLink).size(), 2u);
  selection.toggle(arm());
  EXPECT_EQ(selection.current(), Target::link(d.links[0].id));
}

TEST_F(SelectionTest, ClimbsTheWayThatClicksGoDown) {
  d.links[1].joint.type = JointType::kRevolute;
  selection.setPartsOf([this](description::ObjectId link) { return partsOf(d, link); });
  selection.select({.kind = TargetKind::kLink, .id = d.links[1].id, .part = TargetPart::kStation, .at = 0.5});
  for (const TargetPart part : {TargetPart::kBody, TargetPart::kJoint, TargetPart::kWhole}) {
    selection.climb();
    EXPECT_EQ(selection.current(), arm(part));
  }
  selection.climb();
  EXPECT_TRUE(selection.isEmpty());
  selection.climb();
  EXPECT_TRUE(selection.isEmpty());
}

TEST_F(SelectionTest, ClimbingLeavesOutWhatALinkHasNot) {
  d.links[0].joint.type = JointType::kFixed, d.links[1].joint.type = JointType::kFixed;
  selection.setPartsOf([this](description::ObjectId link) { return partsOf(d, link); });
  EXPECT_EQ(partsOf(d, d.links[0].id), (std::vector{TargetPart::kWhole, TargetPart::kStation}));
  EXPECT_EQ(partsOf(d, d.links[1].id), (std::vector{TargetPart::kWhole, TargetPart::kBody, TargetPart::kStation}));
  EXPECT_TRUE(partsOf(d, 999).empty());
  selection.select(Target::link(d.links[0].id, TargetPart::kStation));
  selection.climb();
  EXPECT_EQ(selection.current(), Target::link(d.links[0].id));
  selection.select(arm(TargetPart::kBody));
  selection.climb();
  EXPECT_EQ(selection.current(), arm());
  selection.select(Target::link(999, TargetPart::kBody));  // gone meanwhile
  selection.climb();
  EXPECT_TRUE(selection.isEmpty());
}

TEST_F(SelectionTest, SurvivesRenamingAndMovingButNotDeletion) {
  selection.set({arm(TargetPart::kBody), Target::parameters(1)});
  std::swap(d.links[0], d.links[1]);
  d.links[0].name = "right arm";
  selection.retain(d);
  EXPECT_EQ(selection.targets().size(), 2u);
  EXPECT_EQ(pathOf(d, selection.targets()[0]), "links.right arm.body");
  d.links[0].body.reset();
  d.parameters.entries.pop_back();
  selection.retain(d);
  EXPECT_TRUE(selection.isEmpty());
}

TEST_F(SelectionTest, PathsAndTargetsAreInverse) {
  for (const Target& target : {arm(), arm(TargetPart::kJoint), arm(TargetPart::kBody),
                               Target::object(TargetKind::kMaterial, d.materials.items[0].id), Target::simulation(),
                               Target::parameters(), Target::parameters(1)})
    EXPECT_EQ(targetOf(d, pathOf(d, target)), target) << pathOf(d, target);
  EXPECT_EQ(pathOf(d, Target::project()), "");
  EXPECT_EQ(targetOf(d, "links[1].body.section.radius"), arm(TargetPart::kBody));
  EXPECT_EQ(targetOf(d, "links.left arm.joint.axis[0]"), arm(TargetPart::kJoint));
  EXPECT_EQ(targetOf(d, "materials.silicone.density"), Target::object(TargetKind::kMaterial, d.materials.items[0].id));
}

TEST_F(SelectionTest, NonsenseIsTheProject) {
  for (const char* path : {"links[99].body", "links.nobody", "links[", "links[-1]", "links[99999999999999999999]", "",
                           ".", "[", "gravity[2]", "links"})
    EXPECT_EQ(targetOf(d, path), Target::project()) << path;
}

TEST_F(SelectionTest, JumpsToTheOwnerOfAField) {
  QSignalSpy wanted(&selection, &Selection::fieldRequested);
  EXPECT_FALSE(selection.jumpTo(d, {}));
  EXPECT_TRUE(selection.jumpTo(d, "links.left arm.body.length"));
  EXPECT_EQ(selection.current(), arm(TargetPart::kBody));
  ASSERT_EQ(wanted.size(), 1);
  EXPECT_EQ(wanted[0][0].toString(), "links.left arm.body.length");
}

TEST(Targets, ListEverythingOnce) {
  const Description d = project();
  const std::vector<Target> targets = targetsOf(d);
  EXPECT_EQ(targets.size(), 6u);  // project, two links, material, simulation, parameters
  for (const Target& target : targets) EXPECT_TRUE(exists(d, target));
}

TEST(DisplayText, ComesBackAndLeavesNonsenseOut) {
  const DisplayState state{.hidden = {"left arm", "ß\"]"},
                           .hiddenLoops = {"hinge"},
                           .hiddenLoads = {"floor"},
                           .ghost = true,
                           .edges = false};
  EXPECT_EQ(displayOf(displayText(state).toStdString()), state);
  EXPECT_TRUE(displayText({}).isEmpty());
  for (const char* text : {"", "[]", "7", "{\"hidden\": 3, \"ghost\": \"yes\"}", "{\"hidden\": [1, null]}", "nonsense"})
    EXPECT_EQ(displayOf(text), DisplayState{}) << text;
}

TEST(CameraText, ComesBackAndRefusesNonsense) {
  CameraView camera;
  camera.pivot = Vec3(0.1, -2, 3e-7);
  camera.distance = 0.75;
  camera.azimuth = 1.25;
  camera.elevation = -0.5;
  const auto back = cameraOf(cameraText(camera).toStdString());
  ASSERT_TRUE(back);
  EXPECT_EQ(back->pivot, camera.pivot);
  EXPECT_EQ(back->distance, camera.distance);
  EXPECT_EQ(back->azimuth, camera.azimuth);
  EXPECT_EQ(back->elevation, camera.elevation);
  for (const char* text : {"", "[]", "{\"distance\": 0}", "{\"distance\": -1}", "{\"distance\": 1e400}", "nonsense"})
    EXPECT_FALSE(cameraOf(text)) << text;
  EXPECT_TRUE(cameraOf("{\"distance\": 2, \"pivot\": [1, 2]}"));
}

TEST(Outlines, AreOfWhatHasAPlaceInTheView) {
  const ReadResult read = readProjectText(R"({"format": "tendril", "version": 1,
    "materials": {"m": {"young": 1e6, "poisson": 0.5, "density": 1000}},
    "links": [{"name": "soft", "joint": {"type": "revolute"}, "body": {"type": "rod", "material": "m", "length": 0.3,
      "section": {"shape": "circle", "radius": 0.02}, "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
    "actuators": [{"name": "motor", "type": "joint", "link": "soft"},
                  {"name": "cable", "type": "tendon", "route": [{"link": "soft", "z": 0.01}]},
                  {"name": "air", "type": "pressure", "link": "soft", "area": 1e-4}],
    "loads": [{"name": "water", "type": "fluid", "density": 1000, "viscous_drag": {"soft": [0, 0, 0, 1, 1, 1]}},
              {"name": "push", "type": "point_wrench", "link": "soft", "wrench": [0, 0, 0, 1, 0, 0]}]})");
  std::vector<Problem> problems;
  const auto model = buildModel(read.description, problems);
  ASSERT_TRUE(model) << (problems.empty() ? "" : problems.front().text());
  std::vector<Target> targets;
  for (const auto& each : read.description.actuators) targets.push_back(Target::object(TargetKind::kActuator, each.id));
  for (const auto& each : read.description.loads) targets.push_back(Target::object(TargetKind::kLoad, each.id));
  const std::vector<SceneSelection> outlines = ViewSelection::outlinesOf(targets, *model);
  ASSERT_EQ(outlines.size(), 3u) << "a motor and a fluid have none";
  EXPECT_EQ(outlines[0].actuator, 1);
  EXPECT_EQ(outlines[1].actuator, 2);
  ASSERT_GE(outlines[2].load, 0);
  EXPECT_EQ(model->loads[static_cast<std::size_t>(outlines[2].load)].name, "push") << "not one of those of the fluid";
}

}  // namespace
}  // namespace tendril
