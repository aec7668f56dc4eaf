// SPDX-License-Identifier: GPL-3.0-or-later
// Planes of the world in MJCF and SDF: what touches them, with which friction, beside MuJoCo 2.2.2's own numbers for
// the same file.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "core/constraints/inputs_provider.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/integrators/integrator.hpp"
#include "tests/studio/import/imported.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr double kSlope = 20 * M_PI / 180;

/// Boxes on a slope of 20°, each with another friction; one that the plane does not touch, one that hangs on the world.
constexpr auto kSlopeFile = R"(
<mujoco model="slope">
  <option gravity="0 0 -9.81"/>
  <worldbody>
    <geom name="ramp" type="plane" size="5 5 0.1" euler="0 20 0" friction="0.1"/>
    <body name="slow" pos="0 -1 0" euler="0 20 0"><freejoint/><geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" friction="0.2"/></body>
    <body name="stays" pos="0 0 0" euler="0 20 0"><freejoint/><geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" friction="0.7 0.01 0.002" condim="6"/></body>
    <body name="slippery" pos="0 1 0" euler="0 20 0"><freejoint/><geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" priority="1" friction="0.05"/></body>
    <body name="bare" pos="0 2 0" euler="0 20 0"><freejoint/><geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" condim="1" priority="1"/></body>
    <body name="ghost" pos="0 3 0" euler="0 20 0"><freejoint/><geom type="box" size="0.1 0.1 0.05" pos="0 0 0.05" contype="2" conaffinity="4"/></body>
    <body name="wall" pos="0 4 0"><geom type="box" size="0.1 0.1 0.1"/></body>
  </worldbody>
</mujoco>
)";

/// By the body that touches.
std::map<std::string, description::Contact> contactsOf(const ImportedRobot& robot) {
  std::map<std::string, description::Contact> out;
  for (const description::Load& load : robot.description.loads) {
    const auto& contact = std::get<description::Contact>(load.type);
    EXPECT_EQ(contact.between[1].name, "world");
    EXPECT_EQ(contact.surface, description::ContactSurface::kPlane);
    EXPECT_TRUE(out.try_emplace(contact.between[0].name, contact).second) << "twice: " << contact.between[0].name;
  }
  return out;
}

std::vector<std::string> namesOf(const std::map<std::string, description::Contact>& contacts) {
  std::vector<std::string> out;
  for (const auto& [name, contact] : contacts) out.push_back(name);
  return out;
}

/// Of the bodies, after so many seconds.
std::map<std::string, Vec3> placesAfter(const Description& description, double seconds) {
  std::map<std::string, Vec3> out;
  const auto model = built(description);
  if (!model) return out;
  Data data(*model);
  const auto integrator = makeIntegrator(model->simulation);
  const SignalInputs inputs(*model);
  State state = initialState(*model);
  const StepResult start = integrator->reset(*model, data, state, inputs);
  EXPECT_FALSE(start) << start->message();
  while (state.t < seconds - 1e-9) {
    const StepResult bad = integrator->step(*model, data, state, model->simulation.step, inputs);
    EXPECT_FALSE(bad) << bad->message();
    if (bad) break;
  }
  kinematics(*model, data, state.q, state.v);
  for (std::size_t i = 0; i < model->links.size(); ++i)
    out[model->links[i].name] = worldPose(data, 1 + static_cast<int>(i)).p;
  return out;
}

TEST(Grounds, HaveTheFrictionThatMujocoFinds) {
  const ImportedRobot robot = read(kSlopeFile);
  ASSERT_TRUE(robot.ok());
  EXPECT_THAT(texts(robot), IsEmpty());
  const auto contacts = contactsOf(robot);
  EXPECT_THAT(namesOf(contacts), ElementsAre("bare", "slippery", "slow", "stays"));
  EXPECT_EQ(contacts.at("slow").friction.value, 0.2) << "the larger one of both";
  EXPECT_EQ(contacts.at("slow").spinningFriction.value, 0) << "in three dimensions";
  EXPECT_EQ(contacts.at("stays").friction.value, 0.7);
  EXPECT_EQ(contacts.at("stays").spinningFriction.value, 0.01);
  EXPECT_EQ(contacts.at("stays").rollingFriction.value, 0.002);
  EXPECT_EQ(contacts.at("slippery").friction.value, 0.05) << "that of the higher priority";
  EXPECT_EQ(contacts.at("bare").friction.value, 0) << "of one dimension";
  EXPECT_TRUE(contacts.at("slow").stick);
  EXPECT_FALSE(contacts.at("bare").stick);
}

TEST(Grounds, HoldAndLetSlideAsInMujoco) {
  const auto places = placesAfter(read(kSlopeFile).description, 0.5);
  ASSERT_FALSE(places.empty());
  const std::map<std::string, Vec3> mujoco = {{"slow", {0.177378, -1, -0.064552}},
                                              {"stays", {-0.000016, 0, -0.000102}},
                                              {"slippery", {0.339629, 1, -0.123616}},
                                              {"bare", {0.393680, 2, -0.143396}},
                                              {"ghost", {0, 3, -1.225024}}};
  constexpr double kSoft = 3e-3;  // m: how far both sink in is a matter of their own
  for (const auto& [name, place] : mujoco) EXPECT_LT((places.at(name) - place).norm(), kSoft) << name;
}

/// It carries the weight of the robot on one point at a depth of a millimetre, whatever that is.
TEST(Grounds, AreAsStiffAsTheRobotIsHeavy) {
  for (const double mass : {0.01, 1.0, 300.0}) {
    const ImportedRobot robot =
        read("<mujoco><worldbody><geom type='plane'/><body name='b'><freejoint/><geom size='0.1' mass='" +
             std::to_string(mass) + "'/></body></worldbody></mujoco>");
    ASSERT_TRUE(robot.ok());
    const description::Contact contact = contactsOf(robot).at("b");
    EXPECT_NEAR(contact.stiffness.value * std::pow(1e-3, contact.exponent.value) / (9.81 * mass), 1, 0.01);
    EXPECT_TRUE(built(robot.description));
  }
}

TEST(Grounds, OfMjcfSayWhatIsNotTakenOver) {
  const auto file = [](const std::string& world, const std::string& geoms = "<geom size='0.1'/>",
                       const std::string& option = "") {
    return read("<mujoco>" + option + "<worldbody>" + world + "<body name='b'><joint/>" + geoms +
                "</body></worldbody></mujoco>");
  };
  const std::string plane = "<geom type='plane' friction='0.1'/>";
  EXPECT_THAT(texts(file("<geom type='box' size='1 1 1'/>")), ElementsAre(HasSubstr("that are no planes")));
  EXPECT_THAT(texts(file("<geom type='plane' contype='0' conaffinity='0'/>")),
              ElementsAre(HasSubstr("a plane that nothing touches")));
  EXPECT_THAT(texts(file(plane, "<geom size='0.1' solref='0.01 1'/>")),
              ElementsAre(HasSubstr("how soft a contact is")));
  EXPECT_THAT(texts(file(plane, "<geom size='0.1' friction='0.3'/><geom size='0.2' friction='0.6'/>")),
              ElementsAre(HasSubstr("with different friction")));
  EXPECT_THAT(texts(file(plane, "<geom size='0.1'/><geom size='0.2' contype='2' conaffinity='2'/>")),
              ElementsAre(HasSubstr("some shapes touch a plane")));
  EXPECT_THAT(texts(file("", "<geom size='0.1'/><geom type='plane'/>")),
              ElementsAre(HasSubstr("a plane on a body that moves")));
  const ImportedRobot off = file(plane, "<geom size='0.1'/>", "<option><flag contact='disable'/></option>");
  EXPECT_THAT(texts(off), ElementsAre(HasSubstr("contacts are disabled")));
  EXPECT_THAT(off.description.loads, IsEmpty());
}

/// A body without a joint stands in the world, and so does its plane.
TEST(Grounds, OfBodiesThatStayCountToo) {
  const ImportedRobot robot = read(
      "<mujoco><worldbody><body name='table' pos='0 0 0.5' euler='0 90 0'><geom type='plane' pos='0.2 0 0'/></body>"
      "<body name='b' pos='1 0 0'><freejoint/><geom size='0.1'/></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const description::Contact contact = contactsOf(robot).at("b");
  EXPECT_NEAR(contact.pose.position[0].value, 0, 1e-15);
  EXPECT_NEAR(contact.pose.position[2].value, 0.3, 1e-15);
  const auto& turn = *contact.pose.quaternion;
  const Vec3 normal = Eigen::Quaterniond(turn[0].value, turn[1].value, turn[2].value, turn[3].value) * Vec3::UnitZ();
  EXPECT_LT((normal - Vec3::UnitX()).norm(), 1e-12);
}

/// What hangs on the world without a joint, and what weighs nothing, but touches.
TEST(Grounds, TouchFramesThatAreDrawn) {
  const ImportedRobot robot = read(
      "<mujoco><worldbody><geom type='plane'/><body name='b' pos='0 0 1'><freejoint/><geom size='0.1'/>"
      "<body name='foot' pos='0 0 -0.2'><geom size='0.05' mass='0'/></body></body></worldbody></mujoco>");
  ASSERT_TRUE(robot.ok());
  EXPECT_THAT(namesOf(contactsOf(robot)), ElementsAre("b", "foot"));
  EXPECT_TRUE(std::get<description::RigidBody>(*linkOf(robot, "foot").body).visual->sphere);
  EXPECT_TRUE(built(robot.description));
}

/// A leg that is stretched in the zero position of the file, as its keyframe does not have it.
TEST(Grounds, OfBodiesThatBeginInThemAreLeftOut) {
  const ImportedRobot robot = read(
      "<mujoco><worldbody><geom type='plane'/><body name='b' pos='0 0 0.3'><freejoint/><geom size='0.1'/>"
      "<body name='leg'><joint/><geom type='capsule' size='0.02' fromto='0 0 0 0 0 -0.5'/></body></body>"
      "</worldbody></mujoco>");
  ASSERT_TRUE(robot.ok());
  EXPECT_THAT(namesOf(contactsOf(robot)), ElementsAre("b"));
  EXPECT_THAT(texts(robot), ElementsAre(HasSubstr("begins too deep in a plane")));
  EXPECT_TRUE(built(robot.description));
}

std::string sdfBox(const std::string& name, double y, const std::string& surface) {
  return "<model name='" + name + "'><pose>0 " + std::to_string(y) + " 0 0 " + std::to_string(kSlope) +
         " 0</pose><link name='" + name +
         "'><inertial><pose>0 0 0.05 0 0 0</pose><mass>1</mass><inertia><ixx>0.01</ixx><iyy>0.01</iyy><izz>0.01</izz>"
         "</inertia></inertial><collision name='c'><pose>0 0 0.05 0 0 0</pose><geometry><box><size>0.2 0.2 0.1</size>"
         "</box></geometry>" +
         surface + "</collision></link></model>";
}

std::string friction(double mu) {
  return "<surface><friction><ode><mu>" + std::to_string(mu) + "</mu><mu2>" + std::to_string(mu) +
         "</mu2></ode></friction></surface>";
}

/// The ground that Gazebo's worlds have, tilted by its normal.
std::string sdfWorld(const std::string& models, const std::string& surface = friction(0.5)) {
  const std::string plane = "<geometry><plane><normal>" + std::to_string(std::sin(kSlope)) + " 0 " +
                            std::to_string(std::cos(kSlope)) + "</normal><size>100 100</size></plane></geometry>";
  return "<?xml version='1.0'?><sdf version='1.9'><world name='w'><gravity>0 0 -9.81</gravity><model name='ground'>"
         "<static>true</static><link name='ground'><collision name='c'>" +
         plane + surface + "</collision><visual name='v'>" + plane + "</visual></link></model>" + models +
         "</world></sdf>";
}

TEST(Grounds, OfSdfHoldAndLetSlide) {
  const ImportedRobot robot =
      read(sdfWorld(sdfBox("stays", 0, friction(2)) + sdfBox("slides", 1, friction(0.1)) +
                    sdfBox("falls", 2, "<surface><contact><collide_bitmask>0</collide_bitmask></contact></surface>")));
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto contacts = contactsOf(robot);
  EXPECT_THAT(namesOf(contacts), ElementsAre("slides", "stays"));
  EXPECT_NEAR(contacts.at("stays").friction.value, 0.5, 1e-9) << "the smaller one of both";
  EXPECT_NEAR(contacts.at("slides").friction.value, 0.1, 1e-9);
  EXPECT_THAT(texts(robot), Not(Contains(HasSubstr("plane"))));
  const auto places = placesAfter(robot.description, 0.5);
  ASSERT_FALSE(places.empty());
  const double way = 0.125 * 9.81 * (std::sin(kSlope) - 0.1 * std::cos(kSlope));
  EXPECT_LT((places.at("slides") - way * Vec3(std::cos(kSlope), 0, -std::sin(kSlope)) - Vec3::UnitY()).norm(), 3e-3);
  EXPECT_LT(places.at("stays").norm(), 1e-3);
  EXPECT_LT(places.at("falls").z(), -1.2);
}

TEST(Grounds, OfSdfSayWhatIsNotTakenOver) {
  const std::string both =
      "<surface><friction><ode><mu>0.5</mu><mu2>0.2</mu2></ode><torsional><coefficient>1"
      "</coefficient></torsional></friction></surface>";
  EXPECT_THAT(texts(read(sdfWorld(sdfBox("a", 0, friction(1)), both))),
              AllOf(Contains(HasSubstr("<torsional>")), Contains(HasSubstr("(mu2)"))));
}

}  // namespace
}  // namespace tendril
