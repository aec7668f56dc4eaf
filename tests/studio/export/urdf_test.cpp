// SPDX-License-Identifier: GPL-3.0-or-later
// Exported robots read back: URDF by urdfdom, URDF and MJCF by the studio's own import, the same masses and forces.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <urdf_parser/urdf_parser.h>

#include <Eigen/Geometry>
#include <fstream>
#include <map>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/math/so3.hpp"
#include "core/model/contact/contact_surface.hpp"
#include "studio/export/rigid_robot.hpp"
#include "studio/import/robot_import.hpp"
#include "tests/studio/export/exported.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::HasSubstr;

Pose poseOf(const urdf::Pose& given) {
  Pose out;
  const urdf::Rotation& w = given.rotation;
  out.R = Eigen::Quaterniond(w.w, w.x, w.y, w.z).toRotationMatrix();
  out.p = Vec3(given.position.x, given.position.y, given.position.z);
  return out;
}

Joint jointOf(const urdf::Joint& given) {
  Joint out;
  const int type = given.type;
  if (type == urdf::Joint::FIXED) return out;
  if (type == urdf::Joint::FLOATING) out.type = JointType::kFree;
  if (type == urdf::Joint::PLANAR) out.type = JointType::kPlanar;
  if (type == urdf::Joint::PRISMATIC) out.type = JointType::kPrismatic;
  if (type == urdf::Joint::REVOLUTE || type == urdf::Joint::CONTINUOUS) out.type = JointType::kRevolute;
  out.axis = Vec3(given.axis.x, given.axis.y, given.axis.z).normalized();
  return out;
}

/// The tree that urdfdom has read, as links of the engine, parents first.
void addTree(const urdf::Link& link, int parent, std::vector<LinkSpec>& links) {
  LinkSpec out;
  out.name = link.parent_joint->name;
  out.parent = parent, out.station = kBaseStation;
  out.pose = poseOf(link.parent_joint->parent_to_joint_origin_transform);
  out.joint = jointOf(*link.parent_joint);
  if (link.inertial) {
    const urdf::Inertial& I = *link.inertial;
    const Pose at = poseOf(I.origin);
    out.rigid.mass = I.mass, out.rigid.com = at.p;
    out.rigid.inertia << I.ixx, I.ixy, I.ixz, I.ixy, I.iyy, I.iyz, I.ixz, I.iyz, I.izz;
    out.rigid.inertia = Mat3(at.R * out.rigid.inertia * at.R.transpose());
  }
  const int index = static_cast<int>(links.size());
  links.push_back(std::move(out));
  for (const auto& child : link.child_links) addTree(*child, index, links);
}

Model modelOf(const urdf::ModelInterface& robot, const Vec3& gravity) {
  ModelSpec spec;
  spec.gravity = gravity;
  for (const auto& child : robot.getRoot()->child_links) addTree(*child, kWorld, spec.links);
  return Model(std::move(spec));
}

/// Where a joint of a file's stands in another model of it: by the link that moves with it.
using Find = std::function<int(const std::string& part, const FilePart& of)>;

/// A configuration with its velocities in both models: those of the file and of the robot are `theirs` and `mine` times
/// the same numbers. Balls are three hinges where the file has no balls.
struct Match {
  VecX q, otherQ;
  MatX mine, theirs;
};

Match matchOf(const Model& model, const Model& other, const Find& find) {
  Match out;
  out.q = someConfiguration(model), out.otherQ = other.q0;
  out.mine = MatX::Identity(model.nv, model.nv), out.theirs = MatX::Zero(other.nv, model.nv);
  const auto place = [&](const FilePart& part, const std::string& name) -> const Link& {
    const int index = find(name, part);
    if (index < 0) throw std::runtime_error("no joint " + name);
    return other.links[static_cast<std::size_t>(index)];
  };
  for (const FilePart& part : fileParts(model)) {
    const Link& link = model.links[static_cast<std::size_t>(part.link)];
    const int q = link.qJoint + part.first, v = link.vJoint + part.first;
    if (part.ball && find(part.name + " x", part) >= 0) {
      const Vec3 angles(0.3, -0.5, 0.7);
      Mat3 R = Mat3::Identity();
      for (int k = 2; k >= 0; --k) {
        const char* const axis = k == 0 ? " x" : k == 1 ? " y" : "";  // the last hinge carries the link
        const Link& hinge = place(part, part.name + axis);
        out.otherQ[hinge.qJoint] = angles[k], out.theirs(hinge.vJoint, v + k) = 1;
        out.mine.block<3, 1>(v, v + k) = R.transpose().col(k);
        R = rotationAbout<double>(Vec3::Unit(k), angles[k]) * R;
      }
      out.q.segment<4>(q) = quaternionFromRotation<double>(R);
      continue;
    }
    const Link& theirs = place(part, part.name);
    const bool planar = theirs.joint.type == JointType::kPlanar;
    const int offset = planar ? part.first : 0;
    if (part.free || part.ball) {
      const int size = part.free ? 7 : 4;
      out.otherQ.segment(theirs.qJoint, size) = out.q.segment(q, size);
      const int dofs = part.free ? 6 : 3;
      out.theirs.block(theirs.vJoint, v, dofs, dofs).setIdentity();
    } else {
      const double factor = part.follows != 0 ? part.follows : 1;
      out.otherQ[theirs.qJoint + offset] = factor * out.q[q];
      out.theirs(theirs.vJoint + offset, v) = factor;
    }
  }
  return out;
}

/// Masses and weights of the same configuration, and with `moving` also the forces of a motion.
void expectSame(const Model& model, const Model& other, const Find& find, bool moving) {
  const Match match = matchOf(model, other, find);
  Data mine(model), theirs(other);
  const VecX s = moving ? someVelocity(model, 0.3) : VecX(VecX::Zero(model.nv)), a = someVelocity(model, 1.4);
  inverseDynamicsWithMass(model, mine, match.q, match.mine * s, match.mine * a, {.loads = false});
  inverseDynamicsWithMass(other, theirs, match.otherQ, match.theirs * s, match.theirs * a, {.loads = false});
  const MatX M = match.mine.transpose() * mine.massMatrix * match.mine;
  EXPECT_LT((match.theirs.transpose() * theirs.massMatrix * match.theirs - M).norm(), 1e-9 * M.norm());
  const VecX tau = match.mine.transpose() * mine.tau;
  EXPECT_LT((match.theirs.transpose() * theirs.tau - tau).norm(), 1e-9 * tau.norm());
}

bool hasBalls(const Model& model) {
  return std::ranges::any_of(model.links, [](const Link& l) { return l.joint.type == JointType::kSpherical; });
}

std::string textOf(const std::string& file) {
  std::ifstream stream(file);
  return {std::istreambuf_iterator<char>(stream), {}};
}

void expectUrdfdomReads(const ExportedProject& project, const std::string& file) {
  const urdf::ModelInterfaceSharedPtr robot = urdf::parseURDF(textOf(file));
  ASSERT_TRUE(robot);
  EXPECT_EQ(robot->getRoot()->name, "world");
  const Model other = modelOf(*robot, project.model->gravity);  // which URDF does not hold
  // Names of URDF's joints: that of a link whose joint is simple, and of a planar one.
  const auto find = [&](const std::string& name, const FilePart& part) {
    const Link& link = project.model->links[static_cast<std::size_t>(part.link)];
    if (link.joint.type == JointType::kPlanar) return other.linkIndex(link.name);
    if (part.ball && name == part.name) return other.linkIndex(name + " z");
    return other.linkIndex(name);
  };
  expectSame(*project.model, other, find, !hasBalls(*project.model));
}

void expectImportReads(const ExportedProject& project, const std::string& file) {
  const ImportedRobot robot = importRobot(file);
  for (const Problem& problem : robot.problems) ASSERT_FALSE(problem.isError()) << problem.text();
  std::vector<Problem> problems;
  Description description = robot.description;
  description.gravity = project.description.gravity;  // which URDF does not hold
  const auto other = buildModel(description, problems);
  ASSERT_TRUE(other) << (problems.empty() ? "" : problems.front().text());
  const bool urdf = file.ends_with(".urdf");
  const auto find = [&](const std::string& name, const FilePart& part) {
    const Link& link = project.model->links[static_cast<std::size_t>(part.link)];
    const int joints = link.joint.type->velocities() + (link.joint.type == JointType::kHelical ? 1 : 0);
    const bool planar = urdf && link.joint.type == JointType::kPlanar;
    const bool several = joints > 1 && !part.ball && !part.free && !planar;
    const bool last = several && (part.follows != 0 || (part.first == joints - 1));
    if (planar || last) return other->linkIndex(link.name);
    return other->linkIndex(!urdf && several ? link.name + ' ' + name : name);
  };
  expectSame(*project.model, *other, find, !hasBalls(*project.model));
}

class ExportReadBack : public testing::TestWithParam<const char*> {};

TEST_P(ExportReadBack, HasTheSameMassesAndForces) {
  const TemporaryFolder folder;
  const ExportedProject project =
      GetParam() == std::string("all joints") ? projectOf(allJoints(0)) : exampleProject(GetParam());
  const std::string urdf = folder.path("robot.urdf"), mjcf = folder.path("robot.xml");
  const ExportedModel first = exportRobot(project.description, *project.model, ExportFormat::kUrdf, urdf);
  ASSERT_TRUE(first.ok()) << testing::PrintToString(textsOf(first));
  expectUrdfdomReads(project, urdf);
  expectImportReads(project, urdf);
  ASSERT_TRUE(exportRobot(project.description, *project.model, ExportFormat::kMjcf, mjcf).ok());
  if (project.model->loops.empty()) expectImportReads(project, mjcf);  // else bodies may be drawn as they start
}

INSTANTIATE_TEST_SUITE_P(Robots, ExportReadBack,
                         testing::Values("all joints", "double-pendulum", "spinning-pendulum", "elastic-arm",
                                         "variable-stiffness-3r", "variable-stiffness-7r", "four-bar", "aerial-tree"));

/// What stands for soft links, too: masses, springs and dampers.
TEST(ExportMjcf, ChainsReadBack) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("hybrid-arm");
  const std::string file = folder.path("robot.xml");
  ASSERT_TRUE(exportRobot(project.description, *project.model, ExportFormat::kMjcf, file, {.softLinks = 4}).ok());
  ExportNotes notes;
  std::vector<ChainError> errors;
  ModelSpec spec;
  spec.links = rigidRobot(project.description, *project.model, {4}, notes, errors).links;
  const Model chain(std::move(spec));
  std::vector<Problem> problems;
  const auto other = buildModel(importRobot(file).description, problems);
  ASSERT_TRUE(other);
  const auto find = [&](const std::string& name, const FilePart&) {
    for (std::size_t i = 0; i < other->links.size(); ++i)
      if (other->links[i].name == name || other->links[i].name.ends_with(' ' + name)) return static_cast<int>(i);
    return -1;
  };
  expectSame(chain, *other, find, true);
  const Match match = matchOf(chain, *other, find);
  Data mine(chain), theirs(*other);
  elasticForce(chain, mine, match.q);
  elasticForce(*other, theirs, match.otherQ);
  EXPECT_LT((match.theirs.transpose() * theirs.elastic - mine.elastic).norm(), 1e-9 * mine.elastic.norm());
}

TEST(ExportUrdf, SaysLimitsMotorsShapesAndColours) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(allJoints());
  const std::string file = folder.path("robot.urdf");
  const ExportedModel done = exportRobot(project.description, *project.model, ExportFormat::kUrdf, file);
  ASSERT_TRUE(done.ok());
  const urdf::ModelInterfaceSharedPtr robot = urdf::parseURDF(textOf(file));
  ASSERT_TRUE(robot);
  const auto joint = robot->getJoint("a");
  ASSERT_TRUE(joint && joint->limits && joint->dynamics);
  EXPECT_EQ(joint->type, urdf::Joint::REVOLUTE);
  EXPECT_DOUBLE_EQ(joint->limits->lower, -2);
  EXPECT_DOUBLE_EQ(joint->limits->upper, 1.5);
  EXPECT_DOUBLE_EQ(joint->limits->effort, 5);
  EXPECT_DOUBLE_EQ(joint->dynamics->damping, 0.1);
  EXPECT_DOUBLE_EQ(robot->getJoint("b")->dynamics->damping, 0.3) << "damper and friction of the drive";
  const auto advance = robot->getJoint("c advance");
  ASSERT_TRUE(advance && advance->mimic);
  EXPECT_EQ(advance->mimic->joint_name, "c turn");
  EXPECT_DOUBLE_EQ(advance->mimic->multiplier, 0.02);
  const auto link = robot->getLink("a");
  ASSERT_EQ(link->visual_array.size(), 3u) << "a capsule is a cylinder with two balls";
  EXPECT_EQ(link->collision_array.size(), 3u);
  EXPECT_NEAR(link->visual->material->color.b, 0.8, 1e-6);
  const auto& cylinder = dynamic_cast<const urdf::Cylinder&>(*link->visual->geometry);
  EXPECT_DOUBLE_EQ(cylinder.length, 0.1);
  EXPECT_NEAR((poseOf(link->visual->origin).R.col(2) - Vec3::UnitX()).norm(), 0, 1e-12);
  const std::vector<std::string> notes = textsOf(done);
  EXPECT_THAT(notes, Contains(AllOf(HasSubstr("joints that URDF has no word for"), HasSubstr("c, d, e"))));
  EXPECT_THAT(notes, Contains(HasSubstr("ball joints: g")));
  EXPECT_THAT(notes, Contains(HasSubstr("springs of joints: b, e")));
  EXPECT_THAT(notes, Contains(HasSubstr("inertia of rotors: b")));
}

/// MJCF holds what URDF has no word for.
/// What contacts touch goes into both formats, and comes back as it was.
TEST(ExportReadBackShapes, CollisionShapesStay) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(R"({"format": "tendril", "version": 1, "links": [
    {"name": "a", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1, "inertia": [1, 1, 1, 0, 0, 0],
      "visual": {"box": [0.1, 0.2, 0.3]}, "collision": [{"sphere": 0.2, "pose": {"position": [0, 0, 0.4]}},
                                                          {"box": [0.3, 0.1, 0.1]}]}}]})");
  ASSERT_TRUE(project.model);
  for (const auto& [format, name] : {std::pair(ExportFormat::kUrdf, "r.urdf"), {ExportFormat::kMjcf, "r.xml"}}) {
    SCOPED_TRACE(name);
    const std::string file = folder.path(name);
    ASSERT_TRUE(exportRobot(project.description, *project.model, format, file).ok());
    const Description back = importRobot(file).description;
    const auto& before = std::get<description::RigidBody>(*project.description.links[0].body);
    const auto found = std::ranges::find(back.links, "a", &description::Link::name);
    ASSERT_NE(found, back.links.end());
    const auto& after = std::get<description::RigidBody>(*found->body);
    EXPECT_TRUE(after.visual == before.visual);
    EXPECT_TRUE(after.collision == before.collision);
    EXPECT_EQ(std::ranges::count_if(back.links, [](const auto& link) { return link.visual.has_value(); }), 0)
        << "what touches is not drawn";
  }
}

TEST(ExportMjcf, KeepsRotorsAndSprings) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(allJoints());
  const std::string file = folder.path("robot.xml");
  ASSERT_TRUE(exportRobot(project.description, *project.model, ExportFormat::kMjcf, file).ok());
  expectImportReads(project, file);
  const ImportedRobot robot = importRobot(file);
  const auto link = [&](const std::string& name) {
    return *std::ranges::find_if(robot.description.links, [&](const auto& each) { return each.name == name; });
  };
  EXPECT_EQ(link("b").joint.stiffness.values.front().value, 3);
  EXPECT_EQ(link("e e first").joint.stiffness.values.front().value, 1);
  EXPECT_EQ(link("e").joint.stiffness.values.front().value, 2);
  EXPECT_EQ(link("a").color, "#3366cc");
}

/// Meshes stand beside the file and are found from there, wherever both are moved.
TEST(ExportUrdf, TakesMeshesAlong) {
  const TemporaryFolder folder;
  const std::string stl =
      "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1000 0 0\nvertex 0 1000 0\nendloop\nendfacet\n"
      "endsolid s\n";
  const std::string mesh = folder.write("far/away/part.stl", stl);
  const ExportedProject project = projectOf(R"({"format":"tendril","version":1,"name":"mesh","links":[
    {"name":"one","parent":"world","joint":{"type":"fixed"},"body":{"type":"rigid","mass":1,"inertia":[1,1,1,0,0,0],
     "visual":{"mesh":")" + mesh + R"(","scale":0.001}}}]})");
  std::filesystem::create_directory(folder.path("out"));
  const ExportedModel done =
      exportRobot(project.description, *project.model, ExportFormat::kUrdf, folder.path("out/robot.urdf"));
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  EXPECT_EQ(done.files.size(), 2u);
  std::filesystem::rename(folder.path("out"), folder.path("moved"));
  const ImportedRobot robot = importRobot(folder.path("moved/robot.urdf"));
  ASSERT_TRUE(robot.ok());
  const auto& body = std::get<description::RigidBody>(*robot.description.links.front().body);
  ASSERT_TRUE(body.visual);
  const TriangleMesh read = readMesh(folder.path("moved/" + body.visual->mesh), body.visual->scale.value);
  ASSERT_EQ(read.triangles.size(), 1u);
  double reach = 0;
  for (const Vec3& vertex : read.vertices) reach = std::max(reach, vertex.x());
  EXPECT_NEAR(reach, 1, 1e-6) << "in metres";
}

}  // namespace
}  // namespace tendril
