// SPDX-License-Identifier: GPL-3.0-or-later
// Robots from MJCF: beside MuJoCo 2.2.2's own numbers for the same file, what is taken over, said, refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <stdexcept>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;

/// Classes of defaults, turned and fixed Euler angles, two joints off the origin of a body, masses from geoms.
constexpr auto kArm = R"(
<mujoco model="two">
  <compiler angle="degree" eulerseq="zyx" autolimits="true"/>
  <option gravity="0 0 -9.8"/>
  <default>
    <geom density="800" rgba="0.2 0.4 0.8 1"/>
    <joint damping="0.3"/>
    <default class="finger"><geom type="box" density="1200"/><joint type="slide" axis="0 1 0" range="0 0.04"/></default>
  </default>
  <worldbody>
    <geom type="plane" size="1 1 0.1"/>
    <body name="upper" pos="0.1 0 0.4" euler="30 20 -10">
      <joint name="yaw" axis="0 0 1" pos="0.02 0 0.01"/>
      <joint name="pitch" axis="0 1 1" pos="0 0.03 0" range="-90 120" armature="0"/>
      <geom type="capsule" fromto="0 0 0 0.1 0.2 0.3" size="0.04"/>
      <geom type="ellipsoid" size="0.05 0.06 0.07" pos="0.1 0 0.1" axisangle="1 0 0 40"/>
      <site name="s1" pos="0 0.05 0.1"/>
      <body name="lower" pos="0.1 0.2 0.3" xyaxes="0 1 0 -1 0 0.2">
        <joint name="roll" axis="1 0 0" pos="0 0.01 0.02" stiffness="2"/>
        <inertial pos="0.01 0.02 0.1" quat="0.9 0.1 0.2 0.3" mass="1.3" diaginertia="0.01 0.012 0.008"/>
        <geom type="cylinder" size="0.03 0.1"/>
        <site name="s2" pos="0 0.05 0"/>
        <body name="left" childclass="finger" pos="0 0 0.15"><joint name="l"/><geom size="0.01 0.02 0.03" pos="0 0.01 0.03"/></body>
        <body name="right" childclass="finger" pos="0 0 0.15"><joint name="r" axis="0 -1 0"/><geom size="0.01 0.02 0.03" pos="0 -0.01 0.03" mass="0.05"/></body>
      </body>
    </body>
  </worldbody>
  <tendon><spatial name="cable"><site site="s1"/><site site="s2"/></spatial></tendon>
  <equality><joint joint1="r" joint2="l" polycoef="0 1 0 0 0"/></equality>
  <actuator>
    <motor name="yaw motor" joint="yaw" gear="20" ctrlrange="-1 1"/>
    <position name="pitch servo" joint="pitch" kp="10"/>
    <motor name="pull" tendon="cable" gear="-1" ctrlrange="0 50"/>
  </actuator>
</mujoco>
)";

template <class List>
std::vector<std::string> namesOf(const List& list) {
  std::vector<std::string> out;
  for (const auto& each : list) out.push_back(each.name);
  return out;
}

// MuJoCo turns every inertia into principal axes, by an iteration that ends at about 1e-8 of it: bodies without
// products of inertia agree to 1e-15.
constexpr double kMujoco = 1e-7;

TEST(Mjcf, MovesAsInMujoco) {
  const ImportedRobot robot = read(kArm);
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->nv, 5);
  const VecX q = (VecX(5) << 0.3, -0.4, 0.5, 0.01, 0.02).finished();
  Data data(*model);
  massMatrix(*model, data, q);
  const Eigen::Matrix<double, 5, 5, Eigen::RowMajor> M{
      (Eigen::Matrix<double, 5, 5, Eigen::RowMajor>() << 0.08225905548684623, -0.047713763101974296,
       -0.022314633245458237, 0.009132802663118668, -0.007927780089512735, -0.047713763101974296, 0.09845367638460181,
       0.028964564531513873, -0.013710599594156889, 0.01190156214770563, -0.022314633245458237, 0.028964564531513873,
       0.021500049159741446, -0.009215999999999995, 0.007999999999999997, 0.009132802663118668, -0.013710599594156889,
       -0.009215999999999995, 0.05759999999999999, 0.0, -0.007927780089512735, 0.01190156214770563,
       0.007999999999999997, 0.0, 0.049999999999999996)
          .finished()};
  EXPECT_LT((data.massMatrix - M).cwiseAbs().maxCoeff(), kMujoco * M.norm());
  const VecX zero = VecX::Zero(5), holding = (VecX(5) << 1.371259815852158, -3.027351884587933, -0.7433751518939479,
                                              0.3915351821906356, -0.33987429009603787)
                                                 .finished();
  inverseDynamics(*model, data, q, zero, zero);
  EXPECT_LT((data.tau - holding).cwiseAbs().maxCoeff(), kMujoco * holding.norm());
}

TEST(Mjcf, TakesOverJointsShapesTendonsAndMotors) {
  const ImportedRobot robot = read(kArm);
  EXPECT_EQ(robot.description.name, "two");
  EXPECT_THAT(namesOf(robot.description.links),
              ElementsAre("upper yaw", "upper", "upper picture", "lower", "left", "right"));
  EXPECT_EQ(linkOf(robot, "upper").color, "#3366cc");
  EXPECT_TRUE(std::get<description::RigidBody>(*linkOf(robot, "upper").body).visual->capsule);
  EXPECT_EQ(linkOf(robot, "left").joint.type, JointType::kPrismatic);
  EXPECT_EQ(linkOf(robot, "left").joint.limits[0][1]->value, 0.04);
  EXPECT_NEAR(linkOf(robot, "upper").joint.limits[0][0]->value, -M_PI / 2, 1e-15);
  EXPECT_EQ(linkOf(robot, "lower").joint.stiffness.values[0].value, 2);
  EXPECT_EQ(linkOf(robot, "lower").joint.damping.values[0].value, 0.3);
  EXPECT_THAT(namesOf(robot.description.actuators), ElementsAre("yaw motor", "pitch servo", "right motor", "pull"));
  EXPECT_EQ((*robot.description.actuators[0].range)[1].value, 20);
  // A motor with a positive gear would push the tendon longer.
  EXPECT_EQ((*robot.description.actuators[3].range)[0].value, 0);
  EXPECT_EQ((*robot.description.actuators[3].range)[1].value, 50);
  const auto& cable = std::get<description::TendonActuator>(robot.description.actuators[3].type);
  ASSERT_EQ(cable.route.size(), 2u);
  EXPECT_EQ(cable.route[1].link.name, "lower");
  EXPECT_THAT(texts(robot), AllOf(Contains(HasSubstr("an ellipsoid")), Contains(HasSubstr("<position>")),
                                  Contains(HasSubstr("a coupling of joints"))));
}

/// The length of the cable by our own route, beside ten_length of MuJoCo.
/// What only touches is in groups that are not seen, what is only seen touches nothing.
TEST(Mjcf, TakesOverCollisionShapes) {
  const auto bodyOf = [](const std::string& geoms) {
    const ImportedRobot robot = read(
        "<mujoco><worldbody><body name='b'><joint/><inertial pos='0 0 0' mass='1' "
        "diaginertia='1 1 1'/>" +
        geoms + "</body></worldbody></mujoco>");
    EXPECT_TRUE(robot.ok());
    return std::get<description::RigidBody>(*linkOf(robot, "b").body);
  };
  const std::string seen = "<geom type='box' size='1 1 1' contype='0' conaffinity='0'/>";
  const std::string hidden = "<geom type='sphere' size='0.5' group='3' pos='0 0 2'/>";
  const description::RigidBody both = bodyOf(seen + hidden);
  EXPECT_TRUE(both.visual->box);
  ASSERT_EQ(both.collision.size(), 1u);
  EXPECT_TRUE(both.collision[0].sphere);
  EXPECT_EQ(both.collision[0].pose.position[2].value, 2);
  EXPECT_THAT(bodyOf("<geom type='box' size='1 1 1'/>").collision, testing::IsEmpty()) << "as it is drawn";
  EXPECT_THAT(bodyOf(seen).collision, testing::IsEmpty());
  const description::RigidBody bare = bodyOf(hidden);
  EXPECT_TRUE(bare.visual->sphere) << "drawn with what touches";
  EXPECT_THAT(bare.collision, testing::IsEmpty());
}

TEST(Mjcf, CablesAreAsLong) {
  const ImportedRobot robot = read(kArm);
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  Data data(*model);
  const VecX q = (VecX(5) << 0.3, -0.4, 0.5, 0.01, 0.02).finished();
  kinematics(*model, data, q, VecX::Zero(5));
  const auto& route = std::get<description::TendonActuator>(robot.description.actuators[3].type).route;
  std::vector<Vec3> points;
  for (const auto& piece : route)
    for (std::size_t i = 0; i < model->links.size(); ++i)
      if (model->links[i].name == piece.link.name) {
        const auto& p = piece.points[0];
        points.push_back(worldPose(data, 1 + static_cast<int>(i)) * Vec3(p[0].value, p[1].value, p[2].value));
      }
  ASSERT_EQ(points.size(), 2u);
  EXPECT_NEAR((points[1] - points[0]).norm(), 0.280808952411, 1e-11);
}

TEST(Mjcf, FreeJointsFloatAndConnectionsClose) {
  const ImportedRobot robot = read(R"(<mujoco><worldbody>
      <body name='a' pos='0 0 1'><freejoint/><geom size='0.1'/>
        <body name='b' pos='0.5 0 0'><joint/><geom size='0.1'/></body>
        <body name='c' pos='0 0.5 0'><joint type='ball'/><geom size='0.1'/></body></body>
      </worldbody><equality><connect body1='b' body2='c' anchor='0 0.2 0'/></equality></mujoco>)");
  ASSERT_TRUE(robot.ok());
  EXPECT_EQ(linkOf(robot, "a").joint.type, JointType::kFree);
  EXPECT_EQ(linkOf(robot, "c").joint.type, JointType::kSpherical);
  ASSERT_EQ(robot.description.loops.size(), 1u);
  const description::Loop& loop = robot.description.loops[0];
  EXPECT_EQ(loop.a.pose.position[1].value, 0.2);
  EXPECT_NEAR(loop.b.pose.position[0].value, 0.5, 1e-15);
  EXPECT_NEAR(loop.b.pose.position[1].value, -0.3, 1e-15);
  EXPECT_TRUE(built(robot.description));
}

TEST(Mjcf, IncludesOtherFiles) {
  const TemporaryFolder folder;
  folder.write("bodies.xml", "<mujocoinclude><body name='a'><joint/><geom size='0.1'/></body></mujocoinclude>");
  const ImportedRobot robot =
      importRobot(folder.write("robot.xml", "<mujoco><worldbody><include file='bodies.xml'/></worldbody></mujoco>"));
  EXPECT_TRUE(robot.ok());
  EXPECT_THAT(namesOf(robot.description.links), ElementsAre("a"));
  const ImportedRobot circle = importRobot(folder.write("self.xml", "<mujoco><include file='self.xml'/></mujoco>"));
  EXPECT_THAT(texts(circle), Contains(HasSubstr("files include each other in a circle")));
  const ImportedRobot none = importRobot(folder.write("lost.xml", "<mujoco><include file='x.xml'/></mujoco>"));
  EXPECT_THAT(texts(none), Contains(HasSubstr("the included file \"x.xml\" cannot be read")));
}

/// A box of 2 × 4 × 6 cm as a mesh in millimetres weighs what a geom of its size does.
TEST(Mjcf, MeshesWeighWhatFillsThem) {
  const TemporaryFolder folder;
  std::string box;
  for (const int x : {-1, 1})
    for (const int y : {-2, 2})
      for (const int z : {-3, 3})
        box += "v " + std::to_string(10 * x + 5) + ' ' + std::to_string(10 * y) + ' ' + std::to_string(10 * z) + '\n';
  for (const char* face : {"1 2 4 3", "5 7 8 6", "1 5 6 2", "3 4 8 7", "1 3 7 5", "2 6 8 4"})
    box += "f " + std::string(face) + '\n';
  folder.write("box.obj", box);
  folder.write("open.obj", "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n");
  const auto robot = [&](const std::string& geoms) {
    return importRobot(folder.write("robot.xml",
                                    "<mujoco><asset><mesh name='b' file='box.obj' scale='.001 .001 .001'/>"
                                    "<mesh name='o' file='open.obj'/></asset><worldbody><body name='a'>"
                                    "<joint/>" +
                                        geoms + "</body></worldbody></mujoco>"));
  };
  const auto weight = [](const ImportedRobot& of) { return std::get<description::RigidBody>(*linkOf(of, "a").body); };
  const std::string at = " pos='.1 .2 .3' euler='10 20 30'";
  const auto mesh = weight(robot("<geom type='mesh' mesh='b' density='700'" + at + "/>"));
  const auto same =
      weight(robot("<body name='x' " + at + "/><geom type='box' size='.01 .02 .03' density='700'" + at + "/>"));
  EXPECT_NEAR(mesh.mass.value, 0.7 * 0.048, 1e-12);
  EXPECT_NEAR(mesh.mass.value, same.mass.value, 1e-12);
  for (std::size_t k = 0; k < 6; ++k) EXPECT_NEAR(mesh.inertia[k].value, same.inertia[k].value, 1e-12);
  const double shift[3] = {mesh.com[0].value - same.com[0].value, mesh.com[1].value - same.com[1].value,
                           mesh.com[2].value - same.com[2].value};
  EXPECT_NEAR(std::hypot(shift[0], shift[1], shift[2]), 0.005, 1e-12);
  EXPECT_NEAR(weight(robot("<geom type='mesh' mesh='b' mass='3'/>")).mass.value, 3, 1e-12);
  EXPECT_THAT(texts(robot("<geom type='mesh' mesh='o'/>")),
              AllOf(Contains(HasSubstr("\"o\" is open: it encloses no volume")), Contains(HasSubstr("weigh nothing"))));
}

TEST(BadMjcf, IsRefusedWithAReason) {
  const auto body = [](const std::string& inside) {
    return "<mujoco><worldbody><body name='a'>" + inside + "</body></worldbody></mujoco>";
  };
  EXPECT_THAT(texts(read("<mujoco/>")), Contains(HasSubstr("there is no <body>")));
  EXPECT_THAT(texts(read(body("<joint axis='0 0 0'/>"))), Contains(HasSubstr("the axis has no length")));
  EXPECT_THAT(texts(read(body("<joint/><joint type='free'/>"))), Contains(HasSubstr("no known type here: \"free\"")));
  EXPECT_THAT(texts(read(body("<inertial mass='-1' diaginertia='1 1 1'/>"))), Contains(HasSubstr("mass is negative")));
  EXPECT_THAT(texts(read(body("<geom size='big'/>"))), Contains(HasSubstr("size=\"big\" of <geom> is not numbers")));
  EXPECT_THAT(texts(read("<mujoco><compiler eulerseq='abc'/></mujoco>")), Contains(HasSubstr("no sequence of axes")));
}

/// Bytes of a good file are lost in turn: there is always an answer.
TEST(BadMjcf, MutatedFilesNeverEndTheProgram) {
  const std::string whole = kArm;
  const TemporaryFolder folder;
  int refused = 0;
  for (std::size_t k = 0; k < whole.size(); k += 5) {
    std::string text = whole;
    text.erase(k, 1 + k % 30);
    const ImportedRobot robot = importRobot(folder.write("robot.xml", text));
    std::vector<Problem> problems;
    if (!robot.ok() || !buildModel(robot.description, problems)) ++refused;
  }
  EXPECT_GT(refused, 50);
}

}  // namespace
}  // namespace tendril
