// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/soft_tree.hpp"

#include <optional>

#include "core/dynamics/time_derivatives/actuation.hpp"
#include "core/dynamics/time_derivatives/loads.hpp"
#include "core/dynamics/time_derivatives/section_series.hpp"
#include "core/model/body/body_series.hpp"
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

/// A body that is no chain of sections, between series and matrices of coefficients.
template <class T>
class CoefficientBody {
 public:
  CoefficientBody(const SeriesBody& body, int size, int last)
      : body_(body.makeSeries(last)),
        q_(MatX::Zero(size, last + 1)),
        qd_(q_),
        force_(q_),
        base_{Mat6X::Zero(6, last + 1), Eigen::Matrix3Xd::Zero(3, last + 1)},
        wrench_(base_.V),
        attached_(body_->stations().size(), wrench_) {}

  void move(const T* q, const T* qd, const FrameSeries<T>& base) {
    q_.setZero(), qd_.setZero(), base_.V.setZero(), base_.gamma.setZero();
    for (Eigen::Index j = 0; j < q_.rows(); ++j) addSeries(q[j], q_, j), addSeries(qd[j], qd_, j);
    for (int i = 0; i < 6; ++i) addSeries(base.V[i], base_.V, i);
    for (int i = 0; i < 3; ++i) addSeries(base.gamma[i], base_.gamma, i);
    body_->move(q_, qd_, base_);
  }
  FrameSeries<T> station(std::size_t s) const {
    FrameSeries<T> out;
    for (int i = 0; i < 6; ++i) out.V[i] = seriesOf<T>(body_->stations()[s].V, i);
    for (int i = 0; i < 3; ++i) out.gamma[i] = seriesOf<T>(body_->stations()[s].gamma, i);
    return out;
  }
  std::size_t stationCount() const { return attached_.size(); }
  /// As SectionSeries::pull.
  Vec6T<T> pull(const std::vector<Vec6T<T>>& attached, T* force) {
    for (std::size_t s = 0; s < attached_.size(); ++s) {
      attached_[s].setZero();
      for (int i = 0; i < 6; ++i) addSeries(attached[s][i], attached_[s], i);
    }
    body_->pull(attached_, wrench_, force_);
    addForce(force);
    Vec6T<T> base;
    for (int i = 0; i < 6; ++i) base[i] = seriesOf<T>(wrench_, i);
    return base;
  }
  void addInternal(T* force) {
    force_.setZero();
    body_->addInternalForce(force_);
    addForce(force);
  }

 private:
  void addForce(T* force) const {
    for (Eigen::Index j = 0; j < force_.rows(); ++j) force[j] += seriesOf<T>(force_, j);
  }

  std::unique_ptr<BodySeries> body_;
  MatX q_, qd_, force_;
  FrameCoefficients base_;
  Mat6X wrench_;
  std::vector<Mat6X> attached_;
};

template <class T>
class SoftTreeOf final : public SoftTree {
 public:
  SoftTreeOf(const Model& model, int order) : model_(model), order_(order), data_(model), actuation_(model, order + 1) {
    const std::size_t frames = static_cast<std::size_t>(model.frameCount);
    frames_.resize(frames), wrenches_.resize(frames);
    frames_[0].gamma = (-model.gravity).cast<T>();
    q_.resize(static_cast<std::size_t>(model.nq));
    v_.resize(static_cast<std::size_t>(model.nv)), force_ = v_;
    for (const Link& link : model.links) {
      LinkState& own = links_.emplace_back();
      own.mass = massOf(link);
      if (const auto* chain = dynamic_cast<const SectionChainBody*>(link.body.get())) {
        own.chain.emplace(chain->sectionChain());
        own.attached.resize(own.chain->chain().stations.size());
      } else if (const auto* body = dynamic_cast<const SeriesBody*>(link.body.get())) {
        own.body.emplace(*body, link.nBody, order + 1);
        own.attached.resize(own.body->stationCount());
      }
    }
    positions_ = MatX::Zero(model.nq, order + 2), rates_ = MatX::Zero(model.nv, order + 2);
    pulled_ = MatX::Zero(model.nv, order + 1);
    twists_.assign(frames, Mat6X::Zero(6, order + 2)), exerted_.assign(frames, Mat6X::Zero(6, order + 1));
  }

  void forces(const VecX& q, const MatX& rate, const TimeInputs& inputs, MatX& out) override {
    takeMotion(q, rate);
    for (std::size_t i = 0; i < links_.size(); ++i) moveLink(i);
    ownWrenches();
    const bool loads = inputs.loads && !model_.loads.empty();
    const bool pulled = inputs.internal && inputs.u && !actuation_.isConstant(*inputs.u);
    if (loads || pulled) kinematics(model_, data_, q, VecX::Zero(model_.nv));
    if (loads) subtractLoads(inputs.t);
    if (pulled) subtractActuation(*inputs.u);
    for (std::size_t i = links_.size(); i-- > 0;) pullLink(i);
    if (inputs.internal) addInternal();
    if (pulled)
      for (int i = 0; i < model_.nv; ++i) *forceAt(i) += seriesOf<T>(pulled_, i);
    for (int i = 0; i < model_.nv; ++i)
      for (int k = 0; k <= order_; ++k) out(i, k) = force_[static_cast<std::size_t>(i)][k];
  }

 private:
  struct LinkState {
    SectionMass mass;
    std::optional<SectionSeries<T>> chain;  ///< a soft link has this or `body`
    std::optional<CoefficientBody<T>> body;
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
    const auto stations = frames_.begin() + link.firstStation;
    if (own.chain) {
      own.chain->move(positions(link.qBody), velocities(link.vBody), frame);
      std::copy(own.chain->stations().begin(), own.chain->stations().end(), stations);
    } else if (own.body) {
      own.body->move(positions(link.qBody), velocities(link.vBody), frame);
      for (std::size_t s = 0; s < own.attached.size(); ++s)
        stations[static_cast<std::ptrdiff_t>(s)] = own.body->station(s);
    }
  }

  void ownWrenches() {
    for (Vec6T<T>& wrench : wrenches_) wrench.setZero();
    for (std::size_t i = 0; i < links_.size(); ++i)
      if (!model_.links[i].body) wrenches_[1 + i] = wrenchOfMass(links_[i].mass, frames_[1 + i]);
  }

  void subtractLoads(double t) {
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

  /// Into pulled_ and wrenches_.
  void subtractActuation(const MatX& u) {
    positions_.setZero(), rates_.setZero(), pulled_.setZero();
    for (int i = 0; i < model_.nq; ++i) addSeries(*positions(i), positions_, i);
    for (int i = 0; i < model_.nv; ++i) addSeries(*velocities(i), rates_, i);
    for (std::size_t f = 0; f < frames_.size(); ++f) {
      twists_[f].setZero(), exerted_[f].setZero();
      for (int a = 0; a < 6; ++a) addSeries(frames_[f].V[a], twists_[f], a);
    }
    actuation_.subtract(data_, {positions_, rates_, twists_}, u, pulled_, exerted_);
    for (std::size_t f = 0; f < frames_.size(); ++f)
      for (int a = 0; a < 6; ++a) wrenches_[f][a] += seriesOf<T>(exerted_[f], a);
  }

  void pullLink(std::size_t i) {
    const Link& link = model_.links[i];
    LinkState& own = links_[i];
    Vec6T<T>& wrench = wrenches_[1 + i];
    for (int j = 0; j < link.nBody; ++j) *forceAt(link.vBody + j) = T();
    if (link.body) {
      for (std::size_t s = 0; s < own.attached.size(); ++s)
        own.attached[s] = wrenches_[static_cast<std::size_t>(link.firstStation) + s];
      wrench += own.chain ? own.chain->pull(own.attached, forceAt(link.vBody))
                          : own.body->pull(own.attached, forceAt(link.vBody));
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
    if (links_[i].body) links_[i].body->addInternal(forceAt(link.vBody));
    if (!links_[i].chain) return;
    const SectionChain& chain = links_[i].chain->chain();
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
  ActuationSeries actuation_;
  MatX positions_, rates_, pulled_;      ///< coefficients for it: of q_, v_, and of what it subtracts
  std::vector<Mat6X> twists_, exerted_;  ///< likewise, per frame
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
