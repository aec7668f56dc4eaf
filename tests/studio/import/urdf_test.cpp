// SPDX-License-Identifier: GPL-3.0-or-later
// Robots from URDF: what they weigh beside another reader, what is taken over, what is said, what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <map>
#include <sstream>
#include <test_paths.hpp>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/project/project.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/support/python.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

std::string inertial(double mass, const std::string& origin, const std::string& tensor) {
  return "<inertial><origin " + origin + "/><mass value='" + std::to_string(mass) + "'/><inertia " + tensor +
         "/></inertial>";
}

constexpr auto kTensor = "ixx='0.02' iyy='0.03' izz='0.04' ixy='0.001' ixz='-0.002' iyz='0.003'";

/// Turned frames everywhere, a slide, a flange that is fixed, two fingers of which one follows.
std::string arm() {
  return "<?xml version='1.0'?><robot name='six'>"
         "<material name='orange'><color rgba='1 0.5 0 1'/></material>"
         "<link name='base'><visual><geometry><cylinder radius='0.1' length='0.05'/></geometry></visual></link>"
         "<link name='upper'>" +
         inertial(3, "xyz='0.1 0.02 0.2' rpy='0.3 -0.2 0.7'", kTensor) +
         "<visual><origin xyz='0 0 0.2' rpy='0 0.5 0'/><geometry><box size='0.1 0.2 0.4'/></geometry>"
         "<material name='orange'/></visual>"
         "<visual><geometry><sphere radius='0.07'/></geometry></visual>"
         "<collision><geometry><box size='0.1 0.2 0.4'/></geometry></collision></link>"
         "<link name='lower'>" +
         inertial(2, "xyz='0 0.1 0.1' rpy='1 0 0'", kTensor) + "</link><link name='slide'>" +
         inertial(0.7, "xyz='0.05 0 0'", kTensor) + "</link><link name='flange'>" +
         inertial(0.3, "rpy='0 1 0'", kTensor) + "</link><link name='left.finger'>" +
         inertial(0.1, "xyz='0 0 0.03'", kTensor) + "</link><link name='right.finger'>" +
         inertial(0.1, "xyz='0 0 0.03'", kTensor) +
         "</link><link name='tool'/>"
         "<joint name='shoulder' type='continuous'><origin xyz='0 0 0.3' rpy='0.2 0.4 -0.1'/><parent link='base'/>"
         "<child link='upper'/><axis xyz='0 1 1'/><limit effort='50' velocity='2'/></joint>"
         "<joint name='elbow' type='revolute'><origin xyz='0 0 0.5' rpy='1.5708 0 0.3'/><parent link='upper'/>"
         "<child link='lower'/><axis xyz='0 0 1'/><limit lower='-1' upper='2' effort='20' velocity='3'/>"
         "<dynamics damping='0.4' friction='0.1'/></joint>"
         "<joint name='reach' type='prismatic'><origin xyz='0 0.4 0'/><parent link='lower'/><child link='slide'/>"
         "<limit lower='0.1' upper='0.3' effort='5' velocity='1'/></joint>"
         "<joint name='mount' type='fixed'><origin xyz='0.2 0 0' rpy='0 0.3 0'/><parent link='slide'/>"
         "<child link='flange'/></joint>"
         "<joint name='grip' type='revolute'><origin xyz='0 0.03 0'/><parent link='flange'/><child link='left.finger'/>"
         "<axis xyz='1 0 0'/><limit lower='-0.8' upper='0.8' effort='3' velocity='1'/></joint>"
         "<joint name='grip2' type='revolute'><origin xyz='0 -0.03 0'/><parent link='flange'/>"
         "<child link='right.finger'/><axis xyz='1 0 0'/><limit lower='-0.8' upper='0.8' effort='3' velocity='1'/>"
         "<mimic joint='grip' multiplier='-1' offset='0.1'/></joint>"
         "<joint name='end' type='fixed'><parent link='flange'/><child link='tool'/></joint>"
         "<transmission name='t'/><gazebo/></robot>";
}

/// Rows of the other reader by child link, in the order of its columns.
std::vector<std::pair<std::string, std::vector<double>>> otherMassMatrix(const std::string& file,
                                                                         const std::string& positions) {
  const std::string command =
      python() + " " + std::string(TENDRIL_SOURCE_DIR) + "/tests/studio/import/urdf_mass_matrix.py " + file + positions;
  std::unique_ptr<FILE, int (*)(FILE*)> pipe(popen(command.c_str(), "r"), pclose);
  std::string text;
  char buffer[4096];
  while (std::fgets(buffer, sizeof(buffer), pipe.get())) text += buffer;
  std::vector<std::pair<std::string, std::vector<double>>> out;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    std::istringstream words(line);
    out.emplace_back();
    words >> out.back().first;
    for (double value = 0; words >> value;) out.back().second.push_back(value);
  }
  return out;
}

TEST(Urdf, WeighsWhatAnotherReaderFinds) {
  const TemporaryFolder folder;
  const std::string file = folder.write("robot.urdf", arm());
  const ImportedRobot robot = importRobot(file);
  ASSERT_TRUE(robot.ok());
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  ASSERT_EQ(model->nv, 5);
  const std::map<std::string, std::pair<std::string, double>> positions = {{"upper", {"shoulder", 0.7}},
                                                                           {"lower", {"elbow", -0.4}},
                                                                           {"slide", {"reach", 0.2}},
                                                                           {"left_finger", {"grip", 0.3}},
                                                                           {"right_finger", {"grip2", -0.6}}};
  VecX q = VecX::Zero(model->nq);
  std::map<std::string, int> place;
  std::string arguments;
  for (const Link& link : model->links) {
    if (link.nvJoint == 0) continue;
    const auto& [joint, value] = positions.at(link.name);
    q[link.qJoint] = value, place[link.name] = link.vJoint;
    arguments += ' ' + joint + '=' + std::to_string(value);
  }
  Data data(*model);
  massMatrix(*model, data, q);
  const MatX& M = data.massMatrix;
  const auto other = otherMassMatrix(file, arguments);
  ASSERT_EQ(other.size(), 5u);
  for (const auto& [row, values] : other)
    for (std::size_t k = 0; k < other.size(); ++k) {
      const auto ours = [&](std::string name) {
        std::replace(name.begin(), name.end(), '.', '_');
        return place.at(name);
      };
      EXPECT_NEAR(M(ours(row), ours(other[k].first)), values[k], 1e-12 * M.norm()) << row << ", " << other[k].first;
    }
}

TEST(Urdf, TakesOverJointsMotorsColoursAndShapes) {
  const ImportedRobot robot = read(arm());
  ASSERT_TRUE(robot.ok());
  EXPECT_EQ(robot.description.name, "six");
  EXPECT_EQ(linkOf(robot, "base").joint.type, JointType::kFixed);
  const description::Link& lower = linkOf(robot, "lower");
  EXPECT_EQ(lower.joint.type, JointType::kRevolute);
  EXPECT_EQ(lower.joint.damping.values.front().value, 0.4);
  ASSERT_EQ(lower.joint.limits.size(), 1u);
  EXPECT_EQ(lower.joint.limits[0][1]->value, 2);
  EXPECT_TRUE(linkOf(robot, "upper").joint.limits.empty()) << "continuous joints have no stops";
  const description::Link& slide = linkOf(robot, "slide");
  EXPECT_EQ(slide.joint.axis[0].value, 1) << "the axis that is not given is x";
  EXPECT_EQ(slide.joint.q0.front().value, 0.1) << "it begins inside its stops";
  EXPECT_EQ(linkOf(robot, "upper").color, "#ff8000");
  const auto& body = std::get<description::RigidBody>(*linkOf(robot, "upper").body);
  EXPECT_EQ((*body.visual->box)[2].value, 0.4);
  EXPECT_TRUE(linkOf(robot, "upper picture").visual->sphere);
  EXPECT_EQ(linkOf(robot, "upper picture").parent.name, "upper");
  std::vector<std::string> motors;
  for (const auto& actuator : robot.description.actuators) motors.push_back(actuator.name);
  EXPECT_THAT(motors,
              testing::ElementsAre("shoulder motor", "elbow motor", "reach motor", "grip motor", "grip2 motor"));
  EXPECT_EQ((*robot.description.actuators[1].range)[0].value, -20);
}

/// They are what contacts touch; a link that has no pictures is drawn with them.
TEST(Urdf, TakesOverCollisionShapes) {
  const auto body = [](const ImportedRobot& robot, const std::string& name) {
    return std::get<description::RigidBody>(*linkOf(robot, name).body);
  };
  const description::RigidBody upper = body(read(arm()), "upper");
  ASSERT_EQ(upper.collision.size(), 1u);
  EXPECT_EQ((*upper.collision[0].box)[2].value, 0.4);

  const std::string ball = "<geometry><sphere radius='0.1'/></geometry>",
                    box = "<geometry><box size='1 2 3'/></geometry>";
  const std::string mass = "<inertial><mass value='1'/><inertia ixx='1' iyy='1' izz='1'/></inertial>";
  const ImportedRobot robot = read(
      "<robot name='r'><link name='same'>" + mass + "<visual>" + ball + "</visual><collision>" + ball +
      "</collision></link><link name='frame'><visual>" + ball + "</visual><collision><origin xyz='0 0 1'/>" + ball +
      "</collision></link><link name='bare'>" + mass + "<collision>" + ball + "</collision><collision>" + box +
      "</collision></link><joint name='a' type='fixed'><parent link='same'/><child link='frame'/></joint>"
      "<joint name='b' type='fixed'><parent link='same'/><child link='bare'/></joint></robot>");
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  EXPECT_THAT(body(robot, "same").collision, testing::IsEmpty()) << "contacts touch the picture, which is the same";
  EXPECT_EQ(body(robot, "frame").mass.value, 0) << "a body, to have the shape, but without mass";
  ASSERT_EQ(body(robot, "frame").collision.size(), 1u);
  EXPECT_EQ(body(robot, "frame").collision[0].pose.position[2].value, 1);
  EXPECT_TRUE(body(robot, "frame").visual->sphere);
  EXPECT_EQ(body(robot, "bare").collision.size(), 2u);
  EXPECT_TRUE(body(robot, "bare").visual->sphere);
  EXPECT_TRUE(linkOf(robot, "bare picture").visual->box);
  EXPECT_TRUE(built(robot.description));
}

/// Cylinders of URDF lie along z, ours along x.
TEST(Urdf, TurnsRoundShapesIntoOurAxis) {
  const ImportedRobot robot = read(arm());
  const description::Visual& drum = *linkOf(robot, "base").visual;
  const description::Number4& w = *drum.pose.quaternion;
  const Mat3 R = Eigen::Quaterniond(w[0].value, w[1].value, w[2].value, w[3].value).toRotationMatrix();
  EXPECT_LT((R * Vec3::UnitX() - Vec3::UnitZ()).norm(), 1e-15);
}

TEST(Urdf, SaysWhatItLeftOut) {
  EXPECT_THAT(texts(read(arm())),
              AllOf(Contains(HasSubstr("<transmission> is not understood; it was left out")),
                    Contains(HasSubstr("<gazebo>")), Contains(HasSubstr("dry friction of 0.1 in the joint \"elbow\"")),
                    Contains(HasSubstr("limits of velocity of 5 joints")),
                    Contains(HasSubstr("the name \"left.finger\" is not possible here; it became \"left_finger\"")),
                    Contains(HasSubstr("\"grip2\" mimics \"grip\""))));
}

/// That the finger follows in a run is tried in tests/studio/cli/convert_test.cpp.
TEST(Urdf, JointsThatMimicHaveAController) {
  const ImportedRobot robot = read(arm());
  ASSERT_TRUE(built(robot.description));
  ASSERT_EQ(robot.description.controllers.size(), 1u);
  const auto& law = std::get<description::ExpressionController>(robot.description.controllers[0].type);
  EXPECT_EQ(law.outputs.entries[0].first.name, "grip2 motor");
  EXPECT_THAT(law.outputs.entries[0].second.values[0].text,
              AllOf(HasSubstr("-1*'left_finger'.q[0] + 0.1"), HasSubstr("'right_finger'.v[0]")));
}

TEST(Urdf, SaysTheSameOnceWithTheNumberOfPlaces) {
  const ImportedRobot robot =
      read("<robot name='r'><gazebo/><gazebo/><link name='a'><sensor/></link><gazebo/></robot>");
  EXPECT_THAT(texts(robot),
              testing::ElementsAre("warning: <gazebo> is not understood, in 3 places; it was left out (line 1)",
                                   "warning: links.a: <sensor> is not understood; it was left out (line 1)"));
}

TEST(Urdf, FloatsIfWanted) {
  const ImportedRobot robot = read(arm(), {.floating = true, .directory = {}});
  EXPECT_EQ(linkOf(robot, "base").joint.type, JointType::kFree);
}

TEST(Urdf, MakesImpossibleInertiasPossibleAndSaysSo) {
  const ImportedRobot robot =
      read("<robot name='r'><link name='a'>" + inertial(1, "", "ixx='1' iyy='0.1' izz='0.2' ixy='0' ixz='0' iyz='0'") +
           "</link></robot>");
  ASSERT_TRUE(robot.ok());
  EXPECT_THAT(texts(robot), Contains(HasSubstr("principal moments 0.1, 0.2, 1 kg·m²); the nearest")));
  const auto& body = std::get<description::RigidBody>(*robot.description.links[0].body);
  EXPECT_NEAR(body.inertia[0].value, body.inertia[1].value + body.inertia[2].value, 1e-8);
  EXPECT_NEAR(body.inertia[0].value, 1 - 0.7 / 3, 1e-8);
  EXPECT_TRUE(built(robot.description));
}

TEST(Urdf, FindsMeshesOfPackages) {
  const TemporaryFolder folder;
  folder.write("six/meshes/part.stl", "solid\nendsolid\n");
  const std::string mesh =
      "<visual><geometry><mesh filename='package://six/meshes/part.stl' scale='0.001 0.001 0.001'/>"
      "</geometry></visual>";
  const std::string gone = "<visual><geometry><mesh filename='package://six/meshes/none.stl'/></geometry></visual>";
  const std::string file =
      folder.write("six/urdf/six.urdf", "<robot name='r'><link name='a'>" + mesh + gone + "</link></robot>");
  const ImportedRobot robot = importRobot(file, {.floating = false, .directory = folder.path()});
  EXPECT_EQ(linkOf(robot, "a").visual->mesh, "six/meshes/part.stl");
  EXPECT_EQ(linkOf(robot, "a").visual->scale.value, 0.001);
  EXPECT_THAT(texts(robot), Contains(HasSubstr("none.stl\" is not found")));
}

TEST(Urdf, ComesBackFromItsProject) {
  const ImportedRobot robot = read(arm());
  const std::string text = projectText(robot.description);
  const ReadResult again = readProjectText(text);
  EXPECT_TRUE(again.ok());
  EXPECT_EQ(projectText(again.description), text);
}

// ---- what is refused

struct Bad {
  const char* name;
  std::string text;
  const char* message;
};
void PrintTo(const Bad& bad, std::ostream* out) {
  *out << bad.name;
}

std::string robotOf(const std::string& inside) {
  return "<robot name='r'>\n" + inside + "\n</robot>";
}
std::string joint(const std::string& name, const std::string& parent, const std::string& child,
                  const std::string& inside = "<axis xyz='0 0 1'/>", const std::string& type = "continuous") {
  return "<joint name='" + name + "' type='" + type + "'><parent link='" + parent + "'/><child link='" + child + "'/>" +
         inside + "</joint>";
}
const std::string kTwo = "<link name='a'/><link name='b'/>";

class BadUrdf : public testing::TestWithParam<Bad> {};

TEST_P(BadUrdf, SaysWhyItIsNone) {
  const ImportedRobot robot = read(GetParam().text);
  EXPECT_FALSE(robot.ok());
  EXPECT_THAT(texts(robot), Contains(HasSubstr(GetParam().message)));
}

INSTANTIATE_TEST_SUITE_P(
    All, BadUrdf,
    testing::Values(
        Bad{"noXml", "<robot><link", "is no XML"}, Bad{"empty", "", "is no XML"},
        Bad{"binary", std::string("\0\1\2\377", 4), "is no XML"},
        Bad{"html", "<html></html>", "holds no robot but <html>"},
        Bad{"xacro", "<robot name='r' xmlns:xacro='http://x'><xacro:include filename='a'/></robot>",
            "xacro robot.xacro > robot.urdf"},
        Bad{"noLinks", robotOf(""), "there is no <link>"},
        Bad{"noName", robotOf("<link/>"), "a <link> has no name; give it one: <link name=\"…\"> (line 2)"},
        Bad{"twice", robotOf("<link name='a'/><link name='a'/>"), "the link \"a\" is given twice"},
        Bad{"twoRoots", robotOf(kTwo), "several links hang on none: \"a\", \"b\""},
        Bad{"circle", robotOf(kTwo + joint("j", "a", "b") + joint("k", "b", "a")), "the joints form a circle"},
        Bad{"island", robotOf("<link name='r'/>" + kTwo + joint("j", "a", "b") + joint("k", "b", "a")),
            "is part of a circle that nothing holds"},
        Bad{"twoParents", robotOf("<link name='c'/>" + kTwo + joint("j", "a", "b") + joint("k", "c", "b")),
            "the link \"b\" hangs on two joints, \"j\" and \"k\""},
        Bad{"noChild", robotOf(kTwo + joint("j", "a", "z")), "the joint \"j\" names no link: \"z\""},
        Bad{"unknownType", robotOf(kTwo + joint("j", "a", "b", "", "ball")), "is of no known type: \"ball\""},
        Bad{"axis0", robotOf(kTwo + joint("j", "a", "b", "<axis xyz='0 0 0'/>")),
            "axis of the joint \"j\" has no length"},
        Bad{"axisText", robotOf(kTwo + joint("j", "a", "b", "<axis xyz='0 one 0'/>")),
            "xyz=\"0 one 0\" of <axis> is not 3 numbers"},
        Bad{"axisNaN", robotOf(kTwo + joint("j", "a", "b", "<axis xyz='0 nan 1'/>")), "is not 3 numbers"},
        Bad{"limits", robotOf(kTwo + joint("j", "a", "b", "<limit lower='1' upper='-1' effort='1'/>", "revolute")),
            "are the wrong way round"},
        Bad{"mimic", robotOf(kTwo + joint("j", "a", "b", "<mimic joint='x'/>")), "follows none: \"x\""},
        Bad{"negativeMass",
            robotOf("<link name='a'>" + inertial(-1, "", "ixx='1' iyy='1' izz='1' ixy='0' ixz='0' iyz='0'") +
                    "</link>"),
            "links.a.body.mass: the mass is negative: -1"}),
    [](const auto& info) { return info.param.name; });

TEST(BadUrdf, FilesThatCannotBeRead) {
  EXPECT_THAT(texts(importRobot("/nowhere/robot.urdf")), Contains(HasSubstr("is no file")));
  EXPECT_THAT(texts(importRobot("/")), Contains(HasSubstr("is no file")));
}

/// Every byte of a good file in turn is lost: there is an answer, and what is read can be built or says why not.
TEST(BadUrdf, MutatedFilesNeverEndTheProgram) {
  const std::string whole = arm();
  const TemporaryFolder folder;
  int refused = 0;
  for (std::size_t k = 0; k < whole.size(); k += 7) {
    std::string text = whole;
    text.erase(k, 1 + k % 40);
    const ImportedRobot robot = importRobot(folder.write("robot.urdf", text));
    std::vector<Problem> problems;
    if (!robot.ok() || !buildModel(robot.description, problems)) ++refused;
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace tendril
