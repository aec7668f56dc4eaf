// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/dense_motion.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/loops.hpp"
#include "core/math/se3.hpp"

namespace tendril {
namespace {

constexpr double kClosed = 1e-12;  // m, rad
constexpr int kIterations = 5;

Vec6 at(const GroupBlock& block, const VecX& x) {
  Vec6 out = Vec6::Zero();
  out.head(block.size) = x.segment(block.v, block.size);
  return out;
}

}  // namespace

std::vector<GroupBlock> groupBlocks(const Model& model) {
  std::vector<GroupBlock> out;
  for (const Link& link : model.links) {
    if (link.joint.type == JointType::kSpherical) out.push_back({link.vJoint, 3});
    if (link.joint.type == JointType::kFree) out.push_back({link.vJoint, 6});
  }
  return out;
}

void DenseMotion::resize(const Model& model) {
  groups_ = groupBlocks(model);
  for (VecX* x : {&delta_, &end_, &increment_, &rate_}) x->setZero(model.nv);
  opening_.setZero(model.nl), still_.setZero(model.nv);
  metric_.setIdentity(model.nv, model.nv);
  rows_.setZero(model.nl, model.nv);
  system_ = std::make_unique<Bordered>(model.nv, model.nl);
  driven_.resize(model);
  factorized_ = false;
}

void DenseMotion::span(const State& from, const State& to, const MatX& massMatrix) {
  from_ = &from, to_ = &to;
  if (opening_.size()) metric_ = massMatrix;
  factorized_ = false;
}

void DenseMotion::read(const Model& model, Data& data, const InputsProvider& inputs, State& out) {
  interpolate(model, out);
  driven_.sample(inputs, out.t);
  driven_.givePosition(out.q), driven_.giveVelocity(out.v);
  if (model.nl) close(model, data, out);
}

void DenseMotion::interpolate(const Model& model, State& out) {
  const State &from = *from_, &to = *to_;
  const double h = to.t - from.t, x = h > 0 ? std::clamp((out.t - from.t) / h, 0.0, 1.0) : 1, y = 1 - x;
  if (y == 0) {
    out.q = to.q, out.v = to.v;
    return;
  }
  difference(model, from.q, to.q, delta_);
  end_ = to.v;  // rate of D at the end
  for (const GroupBlock& block : groups_)
    end_.segment(block.v, block.size) =
        (rightTangentInverseSE3<double>(at(block, delta_)) * at(block, to.v)).head(block.size);
  increment_ = x * x * (3 - 2 * x) * delta_ + (h * x * y * y) * from.v - (h * x * x * y) * end_;
  rate_ = (6 * x * y / h) * delta_ + (y * (1 - 3 * x)) * from.v + (x * (3 * x - 2)) * end_;
  integrate(model, from.q, increment_, out.q);
  out.v = rate_;
  for (const GroupBlock& block : groups_)
    out.v.segment(block.v, block.size) =
        (rightTangentSE3<double>(at(block, increment_)) * at(block, rate_)).head(block.size);
}

/// system_->x: the least change with rows_ x = −opening_ that leaves what is driven alone.
bool DenseMotion::leastChange(const Model& model) {
  pinColumns(model, rows_);
  if (factorized_) {
    system_->border(rows_, rows_);
  } else {
    pinSquare(model, metric_);
    system_->factorize(metric_, rows_, rows_);
    factorized_ = true;
  }
  system_->solve(still_, opening_);
  return system_->x.allFinite();
}

void DenseMotion::close(const Model& model, Data& data, State& out) {
  for (int k = 0; k < kIterations; ++k) {
    kinematics(model, data, out.q, out.v);
    loopErrors(model, data);
    opening_ = data.loopError;
    if (!(opening_.cwiseAbs().maxCoeff() > kClosed)) break;
    rows_ = data.loopErrorJacobian;
    if (!leastChange(model)) return;
    integrate(model, out.q, system_->x, out.q);
  }
  rows_ = data.loopJacobian;
  opening_.noalias() = rows_.lazyProduct(out.v);
  if (leastChange(model)) out.v += system_->x;
}

}  // namespace tendril
