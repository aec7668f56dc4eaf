// SPDX-License-Identifier: GPL-3.0-or-later
// Robots from SDF: beside KDL's reading of the same robot, frames, nested and included models, loops, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <sdf/sdf.hh>
#include <test_paths.hpp>

#include "core/dynamics/dynamics.hpp"
#include "tests/studio/import/beside_kdl.hpp"
#include "tests/studio/import/imported.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string robot(const std::string& inside) {
  return "<?xml version='1.0'?><sdf version='1.9'><model name='m'>" + inside + "</model></sdf>";
}

constexpr auto kInertial =
    "<inertial><pose>0.1 0.02 0.2 0.3 -0.2 0.7</pose><mass>3</mass><inertia><ixx>0.02</ixx><iyy>0.03</iyy>"
    "<izz>0.04</izz><ixy>0.001</ixy><ixz>-0.002</ixz><iyz>0.003</iyz></inertia></inertial>";

std::string link(const std::string& name, const std::string& pose, const std::string& more = {}) {
  return "<link name='" + name + "'>" + pose + kInertial + more + "</link>";
}

std::string joint(const std::string& name, const std::string& type, const std::string& parent, const std::string& child,
                  const std::string& more = "<axis><xyz>0 0 1</xyz></axis>") {
  return "<joint name='" + name + "' type='" + type + "'><parent>" + parent + "</parent><child>" + child + "</child>" +
         more + "</joint>";
}

/// What libsdformat makes of a URDF, written as SDF, moves as KDL reads the URDF.
TEST(Sdf, MovesAsTheUrdfItIsMadeOf) {
  for (const char* name : {"ur10e", "panda"}) {
    const fs::path urdf = fs::path(TENDRIL_SOURCE_DIR) / "assets/robots" / name / (std::string(name) + ".urdf");
    sdf::Console::Instance()->SetQuiet(true);
    const sdf::SDFPtr made = sdf::readFile(urdf.string());
    ASSERT_TRUE(made);
    std::string text = made->ToString();
    // What holds the robot, which a URDF does not say.
    const std::string base = made->Root()->GetElement("model")->GetElement("link")->Get<std::string>("name");
    text.insert(text.find("</model>"), joint("hold", "fixed", "world", base, ""));
    ImportedRobot robot = read(text);
    ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
    EXPECT_EQ(robot.description.gravity[2].value, -9.8) << "the format's own";
    robot.description.gravity[2] = -9.81;
    expectLikeKdl(robot.description, urdf, 1e-9);
  }
}

/// A link whose frame is not that of its joint, a joint with a pose, an axis expressed in another frame, beside the
/// same robot written as URDF.
TEST(Sdf, FramesMeanWhatTheFormatSays) {
  const ImportedRobot robot = read(tendril::robot(
      "<frame name='tilt'><pose>0 0 0 0.3 0.2 0.1</pose></frame>" + link("base", "<pose>0.2 0 0.1 0 0 0.4</pose>") +
      link("arm", "<pose relative_to='base'>0 0.1 0.3 0.5 0 0</pose>") + joint("hold", "fixed", "world", "base", "") +
      joint("hinge", "revolute", "base", "arm",
            "<pose relative_to='arm'>0.05 0 -0.1 0 0.3 0</pose><axis><xyz expressed_in='tilt'>0 1 0</xyz><limit>"
            "<lower>-1</lower><upper>2</upper><effort>20</effort></limit><dynamics><damping>0.4</damping>"
            "<friction>0.1</friction></dynamics></axis>")));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->nv, 1);
  // By hand: about the axis through the joint's origin, in the world.
  const auto rotation = [](double r, double p, double y) {
    return Mat3(Eigen::AngleAxisd(y, Vec3::UnitZ()) * Eigen::AngleAxisd(p, Vec3::UnitY()) *
                Eigen::AngleAxisd(r, Vec3::UnitX()));
  };
  const Mat3 base = rotation(0, 0, 0.4), arm = base * rotation(0.5, 0, 0);
  const Vec3 armAt = Vec3(0.2, 0, 0.1) + base * Vec3(0, 0.1, 0.3);
  const Vec3 point = armAt + arm * Vec3(0.05, 0, -0.1), axis = rotation(0.3, 0.2, 0.1) * Vec3::UnitY();
  const Vec3 center = armAt + arm * Vec3(0.1, 0.02, 0.2);
  const Mat3 turn = arm * rotation(0.3, -0.2, 0.7);
  Mat3 tensor;
  tensor << 0.02, 0.001, -0.002, 0.001, 0.03, 0.003, -0.002, 0.003, 0.04;
  const double expected =
      3 * axis.cross(center - point).squaredNorm() + axis.dot(turn * tensor * turn.transpose() * axis);
  Data data(*model);
  massMatrix(*model, data, VecX::Zero(1));
  EXPECT_NEAR(data.massMatrix(0, 0), expected, 1e-12);
  inverseDynamics(*model, data, VecX::Zero(1), VecX::Zero(1), VecX::Zero(1));
  EXPECT_NEAR(data.tau[0], -axis.dot((center - point).cross(Vec3(0, 0, -9.8 * 3))), 1e-9);
  EXPECT_EQ(linkOf(robot, "arm").joint.damping.values[0].value, 0.4);
  EXPECT_EQ((*robot.description.actuators[0].range)[1].value, 20);
  EXPECT_THAT(texts(robot), Contains(HasSubstr("dry friction")));
}

TEST(Sdf, NestedAndIncludedModelsComeAlong) {
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "gripper");
  folder.write("gripper/model.config",
               "<?xml version='1.0'?><model><name>g</name><sdf version='1.9'>model.sdf</sdf></model>");
  folder.write("gripper/model.sdf",
               "<?xml version='1.0'?><sdf version='1.9'><model name='gripper'>" + link("palm", "") + "</model></sdf>");
  const ImportedRobot robot = importRobot(folder.write(
      "robot.sdf",
      tendril::robot(link("base", "") + joint("hold", "fixed", "world", "base", "") +
                     "<model name='inner'><pose>0 0 1 0 0 0</pose>" + link("finger", "<pose>0 0.1 0 0 0 0</pose>") +
                     "</model><include><uri>model://gripper</uri>"
                     "<name>grip</name><pose>1 0 0 0 0 0</pose></include>" +
                     joint("a", "revolute", "base", "inner::finger") + joint("b", "prismatic", "base", "grip::palm"))));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  EXPECT_EQ(linkOf(robot, "finger").pose.position[2].value, 1);
  EXPECT_EQ(linkOf(robot, "finger").pose.position[1].value, 0.1);
  EXPECT_EQ(linkOf(robot, "palm").joint.type, JointType::kPrismatic);
  EXPECT_EQ(linkOf(robot, "palm").pose.position[0].value, 1);
  EXPECT_TRUE(built(robot.description));
}

TEST(Sdf, CirclesBecomeLoopsAndWhatNothingHoldsFloats) {
  const ImportedRobot robot = read(tendril::robot(
      link("a", "") + link("b", "<pose>1 0 0 0 0 0</pose>") + link("c", "<pose>0 1 0 0 0 0</pose>") +
      joint("ab", "revolute", "a", "b") + joint("ac", "revolute", "a", "c") + joint("bc", "revolute", "b", "c")));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  EXPECT_EQ(linkOf(robot, "a").joint.type, JointType::kFree);
  ASSERT_EQ(robot.description.loops.size(), 1u);
  EXPECT_EQ(robot.description.loops[0].type, JointType::kRevolute);
  EXPECT_THAT(texts(robot), Contains(HasSubstr("they float")));
  EXPECT_TRUE(built(robot.description));
}

TEST(Sdf, WhatIsLeftOutIsNamed) {
  const ImportedRobot robot =
      read(tendril::robot(link("a", "",
                               "<sensor name='s' type='imu'/><visual name='v'><geometry><ellipsoid><radii>1 2 "
                               "3</radii></ellipsoid></geometry></visual>") +
                          "<plugin name='p' filename='p.so'/><link name='bare'/>" + joint("s", "screw", "a", "bare")));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  EXPECT_THAT(texts(robot),
              AllOf(Contains(HasSubstr("<sensor> of a <link>")), Contains(HasSubstr("<plugin> of a <model>")),
                    Contains(HasSubstr("an ellipsoid")), Contains(HasSubstr("without <inertial>")),
                    Contains(HasSubstr("a screw or a gearbox"))));
}

/// As in URDF: contacts touch them, and they are drawn where nothing else is.
TEST(Sdf, TakesOverCollisionShapes) {
  const std::string box = "<geometry><box><size>0.1 0.2 0.3</size></box></geometry>";
  const std::string both = "<visual name='v'><geometry><sphere><radius>0.1</radius></sphere></geometry></visual>";
  const std::string collision = "<collision name='c'>" + box + "</collision>";
  const ImportedRobot robot = read(tendril::robot(link("bare", "", collision) + link("drawn", "", both + collision) +
                                                  joint("j", "revolute", "bare", "drawn")));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto picture = [&](const std::string& name) {
    return std::get<description::RigidBody>(*linkOf(robot, name).body).visual.value_or(description::Visual());
  };
  ASSERT_TRUE(picture("bare").box);
  EXPECT_EQ((*picture("bare").box)[2].value, 0.3);
  EXPECT_TRUE(picture("drawn").sphere);
  EXPECT_FALSE(picture("drawn").box);
  const auto& drawn = std::get<description::RigidBody>(*linkOf(robot, "drawn").body);
  ASSERT_EQ(drawn.collision.size(), 1u);
  EXPECT_EQ((*drawn.collision[0].box)[2].value, 0.3);
  EXPECT_THAT(std::get<description::RigidBody>(*linkOf(robot, "bare").body).collision, testing::IsEmpty());
}

TEST(BadSdf, IsRefusedWithAReason) {
  EXPECT_THAT(texts(read("<sdf version='1.9'/>")), testing::Not(testing::IsEmpty()));
  EXPECT_FALSE(read("<sdf version='1.9'/>").ok());
  EXPECT_FALSE(read(robot("")).ok());
  EXPECT_FALSE(read(robot(link("a", "") + joint("j", "revolute", "a", "lost"))).ok());
  EXPECT_FALSE(read(robot(link("a", "") + link("a", ""))).ok());
  const TemporaryFolder folder;
  fs::create_directories(folder.path() / "self");
  folder.write("self/model.config",
               "<?xml version='1.0'?><model><name>g</name><sdf version='1.9'>model.sdf</sdf></model>");
  const ImportedRobot circle =
      importRobot(folder.write("self/model.sdf", robot(link("a", "") + "<include><uri>model://self</uri></include>")));
  EXPECT_THAT(texts(circle), Contains(HasSubstr("\"model://self\" includes itself")));
  EXPECT_THAT(texts(read(robot("<include><uri>model://nowhere</uri></include>"))),
              Contains(HasSubstr("\"model://nowhere\" is not found")));
}

}  // namespace
}  // namespace tendril
