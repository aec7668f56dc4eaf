// SPDX-License-Identifier: BSD-3-Clause
// MuJoCo: the model is written as MJCF in memory. Its free joint has world linear and body angular velocity, in that
// order, which is turned into Tendril's body twists here, outside of what is timed.
#include <mujoco/mujoco.h>

#include <Eigen/Geometry>
#include <cstring>
#include <sstream>
#include <vector>

#include "tests/benchmarks/peer.hpp"

namespace tendril::benchmarks {
namespace {

std::string numbers(const Eigen::Ref<const VecX>& values) {
  std::ostringstream out;
  out.precision(17);
  for (const double value : values) out << value << ' ';
  return out.str();
}

void writeBody(const Model& model, int index, std::ostream& xml) {
  const Link& link = model.links[index];
  const Eigen::Quaterniond q(link.pose.R);
  const Mat3& I = link.rigid.inertia;
  xml << "<body pos='" << numbers(link.pose.p) << "' quat='" << numbers(Vec4(q.w(), q.x(), q.y(), q.z())) << "'>";
  if (link.joint.type == JointType::kFree) {
    xml << "<freejoint name='" << link.name << "'/>";
  } else {
    xml << "<joint name='" << link.name << "' type='hinge' axis='" << numbers(link.joint.axis) << "'/>";
  }
  Vec6 inertia;
  inertia << I(0, 0), I(1, 1), I(2, 2), I(0, 1), I(0, 2), I(1, 2);
  xml << "<inertial pos='" << numbers(link.rigid.com) << "' mass='"
      << numbers(Eigen::Matrix<double, 1, 1>(link.rigid.mass)) << "' fullinertia='" << numbers(inertia) << "'/>";
  for (int child = 0; child < static_cast<int>(model.links.size()); ++child)
    if (model.links[child].parent == index) writeBody(model, child, xml);
  xml << "</body>";
}

std::string mjcf(const Model& model) {
  std::ostringstream xml;
  xml << "<mujoco><compiler angle='radian' boundmass='0' boundinertia='0' inertiafromgeom='false'/>"
      << "<option gravity='" << numbers(model.gravity) << "'><flag contact='disable' constraint='disable'/></option>"
      << "<worldbody>";
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i)
    if (model.links[i].parent == kWorld) writeBody(model, i, xml);
  xml << "</worldbody></mujoco>";
  return xml.str();
}

mjModel* load(const std::string& xml) {
  auto files = std::make_unique<mjVFS>();
  mj_defaultVFS(files.get());
  mj_makeEmptyFileVFS(files.get(), "robot.xml", static_cast<int>(xml.size()));
  std::memcpy(files->filedata[0], xml.data(), xml.size());
  char error[256] = "";
  mjModel* model = mj_loadXML("robot.xml", files.get(), error, sizeof error);
  mj_deleteVFS(files.get());
  return model;
}

class Mujoco : public Peer {
 public:
  Mujoco(const Model& model, mjModel* m) : model_(model), m_(m), d_(mj_makeData(m)) {
    for (const Link& link : model.links) {
      const int joint = mj_name2id(m_, mjOBJ_JOINT, link.name.c_str());
      places_.push_back({&link, m_->jnt_qposadr[joint], m_->jnt_dofadr[joint]});
    }
  }
  ~Mujoco() override {
    mj_deleteData(d_);
    mj_deleteModel(m_);
  }
  std::string_view name() const override { return "MuJoCo"; }

  void set(const VecX& q, const VecX& v, const VecX& a, const VecX& tau) override {
    for (const Place& place : places_) {
      const Link& link = *place.link;
      for (int i = 0; i < link.nqJoint; ++i) d_->qpos[place.q + i] = q[link.qJoint + i];
      if (link.joint.type != JointType::kFree) {
        d_->qvel[place.v] = v[link.vJoint];
        d_->qacc[place.v] = a[link.vJoint];
        d_->qfrc_applied[place.v] = tau[link.vJoint];
        continue;
      }
      turn_ = Eigen::Quaterniond(q[link.qJoint + 3], q[link.qJoint + 4], q[link.qJoint + 5], q[link.qJoint + 6]);
      spin_ = v.segment<3>(link.vJoint), slide_ = v.segment<3>(link.vJoint + 3);
      assign(d_->qvel + place.v, v.segment<6>(link.vJoint));
      assign(d_->qacc + place.v, a.segment<6>(link.vJoint));
      Eigen::Map<Vec3>(d_->qacc + place.v) += turn_ * spin_.cross(slide_);
      assign(d_->qfrc_applied + place.v, tau.segment<6>(link.vJoint));
    }
  }
  void inverseDynamics() override {
    mj_kinematics(m_, d_);
    mj_comPos(m_, d_);
    mj_comVel(m_, d_);
    mj_rne(m_, d_, 1, d_->qfrc_inverse);
  }
  void massMatrix() override {
    mj_kinematics(m_, d_);
    mj_comPos(m_, d_);
    mj_crb(m_, d_);
  }
  void forwardDynamics() override {
    massMatrix();
    mj_factorM(m_, d_);
    mj_comVel(m_, d_);
    mj_rne(m_, d_, 0, d_->qfrc_bias);
    mju_sub(d_->qfrc_smooth, d_->qfrc_applied, d_->qfrc_bias, m_->nv);
    mj_solveM(m_, d_, d_->qacc_smooth, d_->qfrc_smooth, 1);
  }
  VecX torques() override { return gather(d_->qfrc_inverse); }
  VecX acceleration() override {
    VecX a = gather(d_->qacc_smooth);
    for (const Place& place : places_)
      if (place.link->joint.type == JointType::kFree) a.segment<3>(place.link->vJoint + 3) -= spin_.cross(slide_);
    return a;
  }
  MatX mass() override {
    const int n = m_->nv;
    std::vector<double> dense(static_cast<std::size_t>(n * n));
    mj_fullM(m_, dense.data(), d_->qM);
    MatX T = MatX::Zero(n, n);  // MuJoCo's velocities from Tendril's
    for (const Place& place : places_) {
      const int v = place.link->vJoint;
      if (place.link->joint.type != JointType::kFree) {
        T(place.v, v) = 1;
        continue;
      }
      T.block<3, 3>(place.v, v + 3) = turn_.toRotationMatrix();
      T.block<3, 3>(place.v + 3, v).setIdentity();
    }
    return T.transpose() * Eigen::Map<MatX>(dense.data(), n, n) * T;
  }

 private:
  struct Place {
    const Link* link;
    int q, v;
  };
  /// [angular; linear] in the body to [linear in the world; angular in the body].
  void assign(double* out, const Vec6& twist) const {
    Eigen::Map<Vec3>(out + 0) = turn_ * Vec3(twist.tail<3>());
    Eigen::Map<Vec3>(out + 3) = twist.head<3>();
  }
  VecX gather(const double* in) const {
    VecX out(model_.nv);
    for (const Place& place : places_) {
      const int v = place.link->vJoint;
      if (place.link->joint.type != JointType::kFree) {
        out[v] = in[place.v];
        continue;
      }
      out.segment<3>(v) = Eigen::Map<const Vec3>(in + place.v + 3);
      out.segment<3>(v + 3) = turn_.conjugate() * Vec3(Eigen::Map<const Vec3>(in + place.v));
    }
    return out;
  }

  const Model& model_;
  mjModel* m_;
  mjData* d_;
  std::vector<Place> places_;
  Eigen::Quaterniond turn_ = Eigen::Quaterniond::Identity();
  Vec3 spin_ = Vec3::Zero(), slide_ = Vec3::Zero();
};

}  // namespace

std::unique_ptr<Peer> makeMujoco(const Model& model) {
  mjModel* m = load(mjcf(model));  // null: it nests bodies in XML only so deep
  return m ? std::make_unique<Mujoco>(model, m) : nullptr;
}

}  // namespace tendril::benchmarks
