// SPDX-License-Identifier: BSD-3-Clause
#include "core/inverse_kinematics/pose_drag.hpp"

#include <Eigen/Cholesky>
#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "core/dynamics/perturbations.hpp"
#include "core/inverse_kinematics/perturbation_gains.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kLever = 0.5;         // of the robot's size: what a radian costs in metres
constexpr double kLastMove = 100;      // a base that floats moves when nothing else can
constexpr double kTurnsLater = 100;    // and turns after it has moved
constexpr double kDepth = 0.1;         // what counts of a distance along the sight
constexpr double kMostStretch = 0.25;  // of a soft body: a drag bends it and does not draw it out to a thread
// Of the robot's size:
constexpr double kExact = 1e-11, kReached = 1e-8, kBetter = 1e-7, kStretch = 0.1, kNudge = 0.02, kLongestStep = 1;
constexpr int kMostStretches = 25, kIterations = 20, kLastIterations = 150, kRelaxations = 6;
constexpr double kTurnStretch = 0.2;  // rad

/// Metric of a joint's coordinates: a radian costs as much as the way of a lever's end.
VecX jointCosts(const Joint& joint, double lever) {
  Pose X;
  JointColumns S;
  jointMotion(joint, joint.type->neutral().data(), X, S);
  const bool floats = JointFreedom(joint).slides > 1;
  VecX costs(S.cols());
  for (Eigen::Index k = 0; k < S.cols(); ++k) {
    const double turn = lever * lever * S.col(k).head<3>().squaredNorm(), slide = S.col(k).tail<3>().squaredNorm();
    costs[k] = floats ? kLastMove * (slide + kTurnsLater * turn) : slide + turn;
  }
  return costs;
}

/// A body's stiffness, so that its softest coordinate costs 1; the identity where it has none.
MatX bodyMetric(const Body& body, const VecXRef& q) {
  const int n = body.size();
  MatX K = MatX::Zero(n, n);
  body.addStiffness(q, K);
  K = (0.5 * (K + K.transpose())).eval();
  const double softest = K.diagonal().minCoeff();
  if (!K.allFinite() || !(softest > 0)) return MatX::Identity(n, n);
  K = K / softest + 1e-9 * MatX::Identity(n, n);
  return Eigen::LLT<MatX>(K).info() == Eigen::Success ? K : MatX(K.diagonal().asDiagonal());
}

}  // namespace

PoseDrag::PoseDrag(std::shared_ptr<const Model> model, Perturbation held, const VecXRef& start)
    : model_(std::move(model)), data_(*model_), start_(start), rest_(VecX::Zero(model_->nv)), held_(std::move(held)) {
  kinematics(*model_, data_, start_, rest_);
  size_ = std::max({robotSize(*model_, data_), held_.spec.place.offset.norm(), 1e-6});
  chooseCoordinates();
  twists_.resize(6, model_->nv);
  delta_.resize(model_->nv);
  if (!pulls()) angle_ = -error({}, start_)[0];
}

bool PoseDrag::pulls() const {
  return held_.spec.mode == PerturbationSpec::Mode::kPull;
}

/// What a pull brings to the target: the held point, with the axes of its section; of a twist the section.
Pose PoseDrag::heldPose() {
  Pose X = heldFrame(*model_, data_, held_);
  if (pulls()) X.p = X * held_.spec.place.offset;
  return X;
}

// ---- what may move

void PoseDrag::chooseCoordinates() {
  std::vector<bool> moves(static_cast<std::size_t>(model_->nv), false);
  for (const ColumnRange& range : model_->frameUpstream(1 + held_.link))
    for (int k = 0; k < range.size; ++k) moves[static_cast<std::size_t>(range.v + k)] = true;
  const Link& own = model_->links[static_cast<std::size_t>(held_.link)];
  for (int k = 0; held_.point && k < own.nBody; ++k) moves[static_cast<std::size_t>(own.vBody + k)] = true;
  double passed = 1;  // links that move, from the held point to the world
  for (int i = held_.link; i != kWorld; i = model_->links[static_cast<std::size_t>(i)].parent) {
    const Link& link = model_->links[static_cast<std::size_t>(i)];
    bool any = link.nvJoint > 0 && moves[static_cast<std::size_t>(link.vJoint)] && addJoint(link, passed * passed);
    const bool body = link.nBody > 0 && moves[static_cast<std::size_t>(link.vBody)];
    if (body && held_.spec.reach != PerturbationSpec::Reach::kJoint) any = addBody(link, passed * passed) || any;
    if (any && held_.spec.reach != PerturbationSpec::Reach::kPath) break;
    if (any) ++passed;
  }
  frozen_.assign(coordinates_.size(), false);
}

void PoseDrag::addBlock(int v, int q, MatX metric) {
  const int first = static_cast<int>(coordinates_.size()), size = static_cast<int>(metric.rows());
  for (int k = 0; k < size; ++k) {
    coordinates_.push_back(v + k);
    qOf_.push_back(q < 0 ? -1 : q + k);
    lower_.push_back(-kInfinity), upper_.push_back(kInfinity);
  }
  MatX factor = Eigen::LLT<MatX>(metric).matrixL();
  blocks_.push_back({first, size, false, std::move(metric), std::move(factor)});
}

/// Limits never push a robot that begins beyond them.
void PoseDrag::bound(int coordinate, double lower, double upper) {
  const auto k = static_cast<std::size_t>(coordinate);
  const double now = start_[qOf_[k]];
  lower_[k] = std::min(lower, now), upper_[k] = std::max(upper, now);
  blocks_.back().bounded = true;
}

bool PoseDrag::addJoint(const Link& link, double cost) {
  for (const PrescribedJoint& d : model_->prescribedJoints)
    if (d.v == link.vJoint) return false;  // a drive holds it
  const bool plain = link.joint.type->isVector();
  const int first = static_cast<int>(coordinates_.size());
  const VecX costs = cost * jointCosts(link.joint, kLever * size_);
  addBlock(link.vJoint, plain ? link.qJoint : -1, costs.asDiagonal());
  for (int k = 0; plain && k < std::min<int>(link.nvJoint, static_cast<int>(link.joint.lower.size())); ++k)
    bound(first + k, link.joint.lower[k], link.joint.upper[k]);
  return true;
}

bool PoseDrag::addBody(const Link& link, double cost) {
  const int first = static_cast<int>(coordinates_.size());
  const double lever = kLever * size_;
  addBlock(link.vBody, link.qBody,
           cost * lever * lever * bodyMetric(*link.body, start_.segment(link.qBody, link.nBody)));
  double length = 0;
  for (const BodySlice& slice : link.body->slices()) length += slice.length;
  for (int k = 0; k < link.nBody; ++k) {
    const Quantity quantity = link.body->coordinateInfo(k).quantity;
    if (quantity == Quantity::kStrain) bound(first + k, -kMostStretch, kMostStretch);
    if (quantity == Quantity::kLength) bound(first + k, -kMostStretch * length, kMostStretch * length);
  }
  return true;
}

// ---- one step

/// What makes a distance in the world one that is seen.
Mat3 PoseDrag::asSeen() const {
  return Mat3::Identity() - (1 - kDepth) * held_.spec.sight * held_.spec.sight.transpose();
}

PoseDrag::Task PoseDrag::error(const PerturbationTarget& target, const VecX& q) {
  kinematics(*model_, data_, q, rest_);
  ++evaluations_;
  const Pose X = heldPose();
  if (pulls()) return asSeen() * (target.point - X.p);
  const Mat3 wanted = expSO3<double>(Vec3(held_.spec.axis * target.angle)) * held_.spec.start;
  return Task::Constant(1, held_.spec.axis.dot(X.R * logSO3<double>(Mat3(X.R.transpose() * wanted))));
}

/// J_ at the configuration of the last error().
void PoseDrag::linearise() {
  heldJacobian(*model_, data_, held_, twists_);
  const Mat3 R = heldPose().R, seen = asSeen() * R;
  const bool pull = pulls();
  const auto n = static_cast<Eigen::Index>(coordinates_.size());
  J_.resize(pull ? 3 : 1, n);
  for (Eigen::Index k = 0; k < n; ++k) {
    const auto twist = twists_.col(coordinates_[static_cast<std::size_t>(k)]);
    if (pull)
      J_.col(k) = seen * twist.tail<3>();
    else
      J_(0, k) = held_.spec.axis.dot(R * twist.head<3>());
  }
}

void PoseDrag::freeze(const VecX& q, const VecX& way) {
  for (std::size_t k = 0; k < coordinates_.size(); ++k) {
    const double now = qOf_[k] < 0 ? 0 : q[qOf_[k]], step = way[static_cast<Eigen::Index>(k)];
    frozen_[k] = (step < 0 && now <= lower_[k]) || (step > 0 && now >= upper_[k]);
  }
  Jw_ = J_;
  for (Block& block : blocks_) {
    auto columns = Jw_.middleCols(block.first, block.size);
    if (block.bounded) {
      MatX metric = block.metric;
      for (int k = 0; k < block.size; ++k) {
        if (!frozen_[static_cast<std::size_t>(block.first + k)]) continue;
        metric.row(k).setZero(), metric.col(k).setZero();
        metric(k, k) = 1;
        columns.col(k).setZero();
      }
      block.factor = Eigen::LLT<MatX>(metric).matrixL();
    }
    block.factor.triangularView<Eigen::Lower>().transpose().solveInPlace<Eigen::OnTheRight>(columns);
  }
}

/// (Jw Jwᵀ + λ)⁻¹ r
PoseDrag::Task PoseDrag::towards(const Task& r, double damping) const {
  TaskSquare A = Jw_ * Jw_.transpose();
  A.diagonal().array() += damping;
  return A.ldlt().solve(r);
}

VecX PoseDrag::stepOf(const Task& r, double damping) const {
  return Jw_.transpose() * towards(r, damping);
}

void PoseDrag::move(const VecX& q, const VecX& whitened, VecX& out) {
  delta_.setZero();
  VecX step = whitened;
  for (const Block& block : blocks_) {
    auto part = step.segment(block.first, block.size);
    block.factor.triangularView<Eigen::Lower>().transpose().solveInPlace(part);
  }
  for (std::size_t k = 0; k < coordinates_.size(); ++k)
    if (!frozen_[k]) delta_[coordinates_[k]] = step[static_cast<Eigen::Index>(k)];
  integrate(*model_, q, delta_, out);
  for (std::size_t k = 0; k < coordinates_.size(); ++k)
    if (qOf_[k] >= 0) out[qOf_[k]] = std::clamp(out[qOf_[k]], lower_[k], upper_[k]);
}

/// Nielsen's rule for λ; stops at the target, or where no step brings it nearer.
double PoseDrag::approach(const PerturbationTarget& target, VecX& q, int iterations) {
  Task r = error(target, q);
  linearise();
  freeze(q, J_.transpose() * r);
  const auto scale = [this] { return std::max((Jw_ * Jw_.transpose()).trace(), 1e-30); };
  double damping = 1e-6 * scale(), growth = 2;
  VecX trial = q;
  for (int i = 0; i < iterations && r.norm() > kExact * size_; ++i) {
    VecX y = stepOf(r, damping);
    const double length = y.norm();
    if (!(length > kExact * size_) || damping > 1e12 * scale()) break;
    if (length > kLongestStep * size_) y *= kLongestStep * size_ / length;
    move(q, y, trial);
    const Task next = error(target, trial);
    const double gain = (r.squaredNorm() - next.squaredNorm()) / (r.squaredNorm() - (r - Jw_ * y).squaredNorm());
    if (!(next.squaredNorm() < r.squaredNorm())) {
      damping *= growth, growth *= 2;
      continue;
    }
    const bool still = r.norm() - next.norm() < 1e-3 * kExact * size_;
    q = trial, r = next;
    linearise();
    freeze(q, J_.transpose() * r);
    damping *= std::max(0.1, 1 - std::pow(2 * gain - 1, 3));
    damping = std::max(damping, 1e-14 * scale());
    growth = 2;
    if (still) break;
  }
  return r.norm();
}

// ---- beyond one step

/// Stretched out straight, no small step leads inwards: a nudge to one side finds whether a larger one does.
double PoseDrag::escape(const PerturbationTarget& target, VecX& q, double left) {
  VecX nudge(static_cast<Eigen::Index>(coordinates_.size()));
  for (Eigen::Index k = 0; k < nudge.size(); ++k) nudge[k] = std::sin(12.9898 * static_cast<double>(k) + 1);
  nudge *= kNudge * size_ / std::max(nudge.norm(), 1e-12);
  error(target, q);
  linearise();
  freeze(q, VecX::Zero(nudge.size()));
  VecX other = q;
  move(q, nudge, other);
  const double there = approach(target, other, kLastIterations);
  if (!(there < left - kBetter * size_)) return left;
  q = other;
  return there;
}

double PoseDrag::change(const VecX& q, VecX& weighted) {
  difference(*model_, start_, q, delta_);
  weighted.resize(static_cast<Eigen::Index>(coordinates_.size()));
  double cost = 0;
  for (const Block& block : blocks_) {
    VecX e(block.size);
    for (int k = 0; k < block.size; ++k) e[k] = delta_[coordinates_[static_cast<std::size_t>(block.first + k)]];
    weighted.segment(block.first, block.size) = block.metric * e;
    cost += e.dot(weighted.segment(block.first, block.size));
  }
  return cost;
}

/// Newton steps on the change since the start within the null space of J, each followed by the way back to the target.
double PoseDrag::relax(const PerturbationTarget& target, VecX& q, double left) {
  VecX weighted, trial = q;
  double cost = change(q, weighted), share = 1;
  for (int i = 0; i < kRelaxations && share > 0.1; ++i) {
    error(target, q);
    linearise();
    freeze(q, -weighted);
    for (std::size_t k = 0; k < frozen_.size(); ++k)
      if (frozen_[k]) weighted[static_cast<Eigen::Index>(k)] = 0;
    for (const Block& block : blocks_) {
      auto part = weighted.segment(block.first, block.size);
      block.factor.triangularView<Eigen::Lower>().solveInPlace(part);
    }
    const double tiny = 1e-10 * std::max((Jw_ * Jw_.transpose()).trace(), 1e-30);
    VecX y = stepOf(Jw_ * weighted, tiny) - weighted;
    if (y.norm() < 1e-9 * size_) break;
    y *= share * std::min(1.0, kLongestStep * size_ / y.norm());
    move(q, y, trial);
    const double there = approach(target, trial, kIterations);
    VecX next;
    const double costs = change(trial, next);
    if (there <= left * (1 + 1e-9) + kExact * size_ && costs < cost * (1 - 1e-6)) {
      q = trial, left = there, cost = costs, weighted = next;
    } else {
      share *= 0.5;
      change(q, weighted);
    }
  }
  return left;
}

double PoseDrag::follow(const PerturbationTarget& target, VecX& q) {
  evaluations_ = 0;
  const bool pull = pulls();
  const bool finite = pull ? target.point.allFinite() : std::isfinite(target.angle);
  if (!finite || q.size() != model_->nq || !q.allFinite()) return left_;
  Task whole = error(target, q);
  left_ = whole.norm();
  if (!pull) whole[0] = target.angle - angle_;
  if (coordinates_.empty() || left_ <= kExact * size_) return left_;
  const double stretch = pull ? kStretch * size_ : kTurnStretch;
  const int stretches = static_cast<int>(std::clamp(std::ceil(whole.norm() / stretch), 1.0, double{kMostStretches}));
  const Vec3 between = pull ? Vec3(target.point - heldPose().p) : Vec3(Vec3::Zero());
  VecX now = q;
  for (int i = 1; i <= stretches; ++i) {
    PerturbationTarget part = target;
    const double rest = 1 - static_cast<double>(i) / stretches;
    if (pull)
      part.point -= rest * between;
    else
      part.angle -= rest * whole[0];
    double left = approach(part, now, i == stretches ? kLastIterations : kIterations);
    if (left > kBetter * size_) left = escape(part, now, left);
    // Out of reach there is nothing to choose between; what is left of the depth is not out of reach.
    const double depth = held_.spec.sight.isZero() ? 0 : kDepth * between.norm();
    if (i == stretches && left <= std::max(kReached * size_, depth)) left = relax(part, now, left);
    if (!std::isfinite(left) || !now.allFinite()) return left_;
    if (i == stretches) {
      for (const DriveSpring& spring : model_->driveSprings)  // springs stay as they are deflected
        now[spring.motorQ] = q[spring.motorQ] + now[spring.jointQ] - q[spring.jointQ];
      q = now, left_ = left;
    }
    if (i == stretches && !pull) angle_ = target.angle - error(target, q)[0];
  }
  return left_;
}

}  // namespace tendril
