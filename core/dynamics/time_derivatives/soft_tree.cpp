// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/soft_tree.hpp"

#include <optional>

#include "core/dynamics/time_derivatives/loads.hpp"
#include "core/dynamics/time_derivatives/section_series.hpp"
#include "core/model/joint/joint_forces.hpp"
#include "core/model/joint/joint_series.hpp"
#include "core/model/kinematics.hpp"

namespace tendril::series {
namespace {

SectionMass massOf(const Link& link) {
  const RigidInertia& own = link.rigid;
  SectionMass out{.mass = own.mass, .first = own.mass * own.com};
  out.second = own.inertia + own.mass * (own.com.squaredNorm() * Mat3::Identity() - own.com * own.com.transpose());
  out.heavy = out.mass, out.heavyFirst = out.first;
  if (!link.fluid) return out;
  out.added = link.fluid->added;
  out.heavy -= link.fluid->displaced;
  out.heavyFirst -= link.fluid->displaced * link.fluid->center;
  return out;
}

template <class T>
LoadSeries asLoadSeries(const T& x) {
  LoadSeries out;
  std::copy(x.c.begin(), x.c.end(), out.c.begin());
  return out;
}

template <class T>
class SoftTreeOf final : public SoftTree {
 public:
  SoftTreeOf(const Model& model, int order) : model_(model), order_(order), data_(model) {
    const std::size_t frames = static_cast<std::size_t>(model.frameCount);
    frames_.resize(frames), wrenches_.resize(frames);
    frames_[0].gamma = (-model.gravity).cast<T>();
    q_.resize(static_cast<std::size_t>(model.nq));
    v_.resize(static_cast<std::size_t>(model.nv)), force_ = v_;
    for (const Link& link : model.links) {
      LinkState& own = links_.emplace_back();
      own.mass = massOf(link);
      if (const auto* body = dynamic_cast<const SectionChainBody*>(link.body.get())) {
        own.body.emplace(body->sectionChain());
        own.attached.resize(own.body->chain().stations.size());
      }
    }
  }

  void forces(const VecX& q, const MatX& rate, const TimeInputs& inputs, MatX& out) override {
    takeMotion(q, rate);
    for (std::size_t i = 0; i < links_.size(); ++i) moveLink(i);
    ownWrenches();
    if (inputs.loads && !model_.loads.empty()) subtractLoads(q, inputs.t);
    for (std::size_t i = links_.size(); i-- > 0;) pullLink(i);
    if (inputs.internal) addInternal();
    for (int i = 0; i < model_.nv; ++i)
      for (int k = 0; k <= order_; ++k) out(i, k) = force_[static_cast<std::size_t>(i)][k];
  }

 private:
  struct LinkState {
    SectionMass mass;
    std::optional<SectionSeries<T>> body;
    std::vector<Vec6T<T>> attached;
    PoseT<T> X;  ///< of the joint's motion
    JointColumnsT<T> S;
  };

  const T* positions(int at) const { return q_.data() + at; }
  const T* velocities(int at) const { return v_.data() + at; }
  T* forceAt(int at) { return force_.data() + at; }

  void takeMotion(const VecX& q, const MatX& rate) {
    const int count = std::min<int>(static_cast<int>(rate.cols()), static_cast<int>(T().c.size()));
    for (int i = 0; i < model_.nv; ++i) {
      T& v = v_[static_cast<std::size_t>(i)];
      v = T();
      for (int k = 0; k < count; ++k) v[k] = rate(i, k);
    }
    for (const Link& link : model_.links) {
      if (link.nvJoint > 0)
        jointPositions(link.joint, q.data() + link.qJoint, velocities(link.vJoint), q_.data() + link.qJoint);
      for (int j = 0; j < link.nBody; ++j)
        q_[static_cast<std::size_t>(link.qBody + j)] = integral(q[link.qBody + j], *velocities(link.vBody + j));
    }
  }

  void moveLink(std::size_t i) {
    const Link& link = model_.links[i];
    LinkState& own = links_[i];
    const FrameSeries<T>& parent = frames_[static_cast<std::size_t>(link.parentFrame)];
    jointMotion(link.joint, positions(link.qJoint), own.X, own.S);
    own.X = constantPose<T>(link.jointPose) * own.X;
    FrameSeries<T>& frame = frames_[1 + i];
    frame.V = transformTwistInverse<T>(own.X, parent.V);
    for (int j = 0; j < link.nvJoint; ++j) frame.V += Vec6T<T>(own.S.col(j)) * *velocities(link.vJoint + j);
    frame.gamma = own.X.R.transpose() * parent.gamma;
    if (!own.body) return;
    own.body->move(positions(link.qBody), velocities(link.vBody), frame);
    std::copy(own.body->stations().begin(), own.body->stations().end(), frames_.begin() + link.firstStation);
  }

  void ownWrenches() {
    for (Vec6T<T>& wrench : wrenches_) wrench.setZero();
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!links_[i].body) wrenches_[1 + i] = wrenchOfMass(links_[i].mass, frames_[1 + i]);
  }

  void subtractLoads(const VecX& q, double t) {
    kinematics(model_, data_, q, VecX::Zero(model_.nv));
    StationSeries frame;
    for (std::size_t k = 0; k < model_.loads.size(); ++k) {
      const auto at = static_cast<std::size_t>(model_.loadFrames[k]);
      frame.V = frames_[at].V.unaryExpr(&asLoadSeries<T>);
      frame.R = data_.frames[at].X.R.template cast<LoadSeries>();
      turnAxes(frame, order_);
      const Vec6T<LoadSeries> F = loadWrench(model_, k, frame, t, order_);
      for (int a = 0; a < 6; ++a)
        for (int c = 0; c <= order_; ++c) wrenches_[at][a][c] -= F[a][c];
    }
  }

  void pullLink(std::size_t i) {
    const Link& link = model_.links[i];
    LinkState& own = links_[i];
    Vec6T<T>& wrench = wrenches_[1 + i];
    for (int j = 0; j < link.nBody; ++j) *forceAt(link.vBody + j) = T();
    if (own.body) {
      for (std::size_t s = 0; s < own.attached.size(); ++s)
        own.attached[s] = wrenches_[static_cast<std::size_t>(link.firstStation) + s];
      wrench += own.body->pull(own.attached, forceAt(link.vBody));
    }
    for (int j = 0; j < link.nvJoint; ++j) {
      T& force = *forceAt(link.vJoint + j);
      force = own.S.col(j).dot(wrench);
      if (link.joint.driveInertia.size()) force += rateOf(*velocities(link.vJoint + j)) * link.joint.driveInertia[j];
    }
    wrenches_[static_cast<std::size_t>(link.parentFrame)] += transformWrench<T>(own.X, wrench);
  }

  void addInternal() {
    for (std::size_t i = 0; i < links_.size(); ++i) addInternal(i);
    for (const DriveSpring& spring : model_.driveSprings) {
      const T phi = *positions(spring.motorQ) - *positions(spring.jointQ);
      T torque;
      spring.law->series(phi.c.data(), order_, torque.c.data());
      for (int k = 0; k <= order_; ++k)
        (*forceAt(spring.motorV))[k] += torque[k], (*forceAt(spring.jointV))[k] -= torque[k];
    }
  }
  /// Springs, dampers and stops of the joint, elasticity and damping of the body.
  void addInternal(std::size_t i) {
    const Link& link = model_.links[i];
    if (link.nvJoint > 0) {
      Eigen::Map<VecXT<T>> force(forceAt(link.vJoint), link.nvJoint);
      addJointElasticForce(link.joint, positions(link.qJoint), force);
      addJointDampingForce(link.joint, positions(link.qJoint), velocities(link.vJoint), force);
    }
    if (!links_[i].body) return;
    const SectionChain& chain = links_[i].body->chain();
    for (int a = 0; a < chain.size; ++a)
      for (int b = 0; b < chain.size; ++b) {
        if (chain.stiffness(a, b) != 0) *forceAt(link.vBody + a) += *positions(link.qBody + b) * chain.stiffness(a, b);
        if (chain.damping(a, b) != 0) *forceAt(link.vBody + a) += *velocities(link.vBody + b) * chain.damping(a, b);
      }
  }

  const Model& model_;
  int order_;
  Data data_;  ///< for where loads act
  std::vector<LinkState> links_;
  std::vector<FrameSeries<T>> frames_;  ///< as those of Data
  std::vector<Vec6T<T>> wrenches_;      ///< per frame, in its axes: what must be exerted there
  std::vector<T> q_, v_, force_;
};

}  // namespace

std::unique_ptr<SoftTree> SoftTree::make(const Model& model, int order) {
  std::unique_ptr<SoftTree> tree;
  withSeries(order + 1, [&](auto scalar) {  // the last coefficient of the velocities that is read
    tree = std::make_unique<SoftTreeOf<decltype(scalar)>>(model, order);
  });
  return tree;
}

}  // namespace tendril::series
