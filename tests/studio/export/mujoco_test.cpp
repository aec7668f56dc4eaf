// SPDX-License-Identifier: GPL-3.0-or-later
// What MuJoCo makes of exported robots: the same masses and forces as the engine.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <mujoco/mujoco.h>

#include "core/dynamics/dynamics.hpp"
#include "core/math/so3.hpp"
#include "studio/export/rigid_robot.hpp"
#include "tests/studio/export/exported.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::HasSubstr;

class Mujoco {
 public:
  explicit Mujoco(const std::string& file) {
    char error[1000] = "";
    model_ = mj_loadXML(file.c_str(), nullptr, error, sizeof error);
    EXPECT_TRUE(model_) << error;
    if (model_) data_ = mj_makeData(model_);
  }
  ~Mujoco() {
    if (data_) mj_deleteData(data_);
    if (model_) mj_deleteModel(model_);
  }
  Mujoco(const Mujoco&) = delete;
  Mujoco& operator=(const Mujoco&) = delete;

  bool ok() const { return model_ != nullptr; }
  mjModel& model() { return *model_; }
  mjData& data() { return *data_; }
  int joint(const std::string& name) const {
    const int id = mj_name2id(model_, mjOBJ_JOINT, name.c_str());
    EXPECT_GE(id, 0) << name;
    return std::max(id, 0);
  }
  MatX massMatrix() {
    mj_forward(model_, data_);
    Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> M(model_->nv, model_->nv);
    mj_fullM(model_, M.data(), data_->qM);
    return M;
  }
  /// M a + bias − passive forces.
  VecX inverseDynamics() {
    model_->opt.disableflags |= mjDSBL_CONTACT | mjDSBL_CONSTRAINT;
    mj_inverse(model_, data_);
    return Eigen::Map<VecX>(data_->qfrc_inverse, model_->nv);
  }

 private:
  mjModel* model_ = nullptr;
  mjData* data_ = nullptr;
};

/// Sets the configuration; columns: velocities of the file's for those of the robot's (J is constant in time but for
/// free joints).
MatX setConfiguration(Mujoco& other, const Model& model, const VecX& q) {
  MatX J = MatX::Zero(other.model().nv, model.nv);
  for (const FilePart& part : fileParts(model)) {
    const Link& link = model.links[static_cast<std::size_t>(part.link)];
    const int id = other.joint(part.name), at = other.model().jnt_qposadr[id], dof = other.model().jnt_dofadr[id];
    const int mine = link.qJoint + part.first, v = link.vJoint + part.first;
    mjtNum* const to = other.data().qpos + at;
    if (part.free) {
      Pose X;
      X.p = q.segment<3>(mine);
      X.R = Eigen::Quaterniond(q[mine + 3], q[mine + 4], q[mine + 5], q[mine + 6]).toRotationMatrix();
      X = link.pose * X;
      const Eigen::Vector4d w = quaternionFromRotation<double>(X.R);
      std::copy(X.p.begin(), X.p.end(), to);
      std::copy(w.begin(), w.end(), to + 3);
      J.block<3, 3>(dof, v + 3) = X.R;
      J.block<3, 3>(dof + 3, v).setIdentity();
    } else if (part.ball) {
      std::copy(q.data() + mine, q.data() + mine + 4, to);
      J.block<3, 3>(dof, v).setIdentity();
    } else {
      *to = (part.follows != 0 ? part.follows : 1) * q[mine];
      J(dof, v) = part.follows != 0 ? part.follows : 1;
    }
  }
  return J;
}

ExportedModel writeMjcf(const ExportedProject& project, const std::string& file,
                        const RobotExportOptions& options = {}) {
  return exportRobot(project.description, *project.model, ExportFormat::kMjcf, file, options);
}

/// Masses, and forces of a motion (at rest where a joint is free, whose accelerations MuJoCo has in other axes).
void expectSameDynamics(Mujoco& other, const Model& model) {
  Data data(model);
  const VecX q = someConfiguration(model);
  const MatX J = setConfiguration(other, model, q);
  massMatrix(model, data, q);
  const MatX M = J.transpose() * other.massMatrix() * J;
  EXPECT_LT((M - data.massMatrix).norm(), 1e-9 * data.massMatrix.norm());
  const bool free = std::ranges::any_of(model.links, [](const Link& l) { return l.joint.type == JointType::kFree; });
  const VecX v = free ? VecX(VecX::Zero(model.nv)) : someVelocity(model, 0.2), a = someVelocity(model, 1.1);
  const VecX theirV = J * v, theirA = J * a;
  std::copy(theirV.begin(), theirV.end(), other.data().qvel);
  std::copy(theirA.begin(), theirA.end(), other.data().qacc);
  VecX zero = VecX::Zero(model.nu);
  residual(model, data, q, v, a, {.u = &zero, .loads = false});
  const VecX tau = J.transpose() * other.inverseDynamics();
  EXPECT_LT((tau - data.tau).norm(), 1e-9 * (1 + data.tau.norm()));
}

class MujocoOpensExample : public testing::TestWithParam<const char*> {};

TEST_P(MujocoOpensExample, WithTheSameMassesAndForces) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject(GetParam());
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"));
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  expectSameDynamics(other, *project.model);
}

INSTANTIATE_TEST_SUITE_P(Examples, MujocoOpensExample,
                         testing::Values("double-pendulum", "spinning-pendulum", "five-bar", "variable-stiffness-3r",
                                         "variable-stiffness-7r", "four-bar", "aerial-tree", "elastic-arm"));

TEST(MujocoOpens, AllJointsWithTheSameMassesAndForces) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(allJoints());
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"));
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  EXPECT_THAT(textsOf(done), testing::Contains(AllOf(HasSubstr("helical joints: c"), HasSubstr("tied to a turn"))));
  EXPECT_THAT(textsOf(done), testing::Contains(HasSubstr("soft stops of joints: a")));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  EXPECT_EQ(other.model().nu, 3);
  EXPECT_EQ(other.model().neq, 1);
  const int a = other.joint("a");
  EXPECT_DOUBLE_EQ(other.model().jnt_range[2 * a], -2);
  EXPECT_DOUBLE_EQ(other.model().jnt_range[2 * a + 1], 1.5);
  expectSameDynamics(other, *project.model);
}

/// The chain that stands for a rod has the rod's mass, springs and order; MuJoCo's chain is that of the engine.
TEST(MujocoOpens, ChainsOfSoftLinks) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("tendon-arm-3-segments");
  const ExportedModel refused = writeMjcf(project, folder.path("robot.xml"));
  ASSERT_FALSE(refused.ok());
  EXPECT_THAT(refused.problems.front().text(), AllOf(HasSubstr("no soft bodies"), HasSubstr("--soft-links")));
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"), {.softLinks = 6});
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  EXPECT_THAT(textsOf(done), testing::Contains(AllOf(HasSubstr("a chain of 6 rigid links"), HasSubstr("Hz"))));
  ExportNotes notes;
  std::vector<ChainError> errors;
  ModelSpec spec;
  spec.links = rigidRobot(project.description, *project.model, {6}, notes, errors).links;
  spec.gravity = project.model->gravity;
  const Model chain(std::move(spec));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  expectSameDynamics(other, chain);
  // All tendons: what they do to the joints is what the engine's do to a rod that is straight, summed over the parts.
  EXPECT_EQ(other.model().ntendon, static_cast<int>(project.model->actuators.size()));
  EXPECT_EQ(other.model().nu, static_cast<int>(project.model->actuators.size()));
}

/// Stiff springs come with a step in which MuJoCo's motion stays finite, loops included.
TEST(MujocoOpens, StiffChainsWithAStepThatHolds) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("parallel-platform");
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"), {.softLinks = 3});
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  EXPECT_THAT(textsOf(done), testing::Contains(HasSubstr("explicit steps")));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  mj_resetDataKeyframe(&other.model(), &other.data(), 0);
  while (other.data().time < 0.05) mj_step(&other.model(), &other.data());
  EXPECT_EQ(other.data().warning[mjWARN_BADQACC].number, 0);
}

/// By the moments of the tendons about a hinge at the base, where the geometry is the same.
TEST(MujocoOpens, TendonsAndPropellersWithTheSameForces) {
  const TemporaryFolder folder;
  const ExportedProject project = projectOf(R"({"format":"tendril","version":1,"name":"pull","links":[
    {"name":"foot","parent":"world","joint":{"type":"free"},"body":{"type":"rigid","mass":2,"inertia":[0.1,0.1,0.1,0,0,0]}},
    {"name":"arm","parent":"foot","at":"base","joint":{"type":"revolute","axis":[0,0,1]},
     "body":{"type":"rigid","mass":1,"com":[0.1,0,0],"inertia":[0.01,0.01,0.01,0,0,0]}}],
    "actuators":[
    {"name":"cable","type":"tendon","tension_only":true,"range":[0,30],"route":[
      {"link":"foot","points":[[0,0.05,0.01],[0.02,0.05,0]]},{"link":"arm","points":[[0.1,0.03,0],[0.2,0.03,0.02]]}]},
    {"name":"rotors","type":"propellers","link":"foot","range":[0,20],"rotors":[
      {"position":[0.2,0,0],"tilt":[0.2,0.1],"spin":1,"thrust":1e-5,"drag":2e-7},
      {"position":[-0.1,0.1,0.05],"tilt":[0,0],"spin":-1,"thrust":1e-5,"drag":2e-7}]}]})");
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"));
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  const Model& model = *project.model;
  const VecX q = someConfiguration(model);
  const MatX J = setConfiguration(other, model, q);
  ASSERT_EQ(other.model().nu, 3);
  const VecX u = Eigen::Vector3d(7, 11, 13);
  std::copy(u.begin(), u.end(), other.data().ctrl);
  mj_forward(&other.model(), &other.data());
  const VecX force = J.transpose() * Eigen::Map<VecX>(other.data().qfrc_actuator, other.model().nv);
  Data data(model);
  actuationMatrix(model, data, q);
  EXPECT_LT((force - data.B * u).norm(), 1e-9 * (data.B * u).norm());
}

/// Where a machine stands at the start its loops are closed, as MuJoCo ties them.
TEST(MujocoOpens, ClosedLoops) {
  const TemporaryFolder folder;
  const ExportedProject project = exampleProject("four-bar");
  const ExportedModel done = writeMjcf(project, folder.path("robot.xml"));
  ASSERT_TRUE(done.ok()) << testing::PrintToString(textsOf(done));
  Mujoco other(folder.path("robot.xml"));
  ASSERT_TRUE(other.ok());
  ASSERT_GT(other.model().neq, 0) << testing::PrintToString(textsOf(done));
  setConfiguration(other, *project.model, project.model->q0);
  mj_forward(&other.model(), &other.data());
  for (int row = 0; row < other.data().ne; ++row) EXPECT_NEAR(other.data().efc_pos[row], 0, 1e-6);
}

}  // namespace
}  // namespace tendril
