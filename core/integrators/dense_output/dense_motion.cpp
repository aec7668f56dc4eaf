// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/dense_output/dense_motion.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/se3.hpp"

namespace tendril {
namespace {

Vec6 at(const ManifoldBlock& block, const VecX& x) {
  Vec6 out = Vec6::Zero();
  out.head(block.size) = x.segment(block.v, block.size);
  return out;
}

}  // namespace

void DenseMotion::resize(const Model& model) {
  groups_ = model.groups;
  for (VecX* x : {&delta_, &end_, &increment_, &rate_}) x->setZero(model.nv);
  loops_.resize(model);
  driven_.resize(model);
}

void DenseMotion::span(const State& from, const State& to, const MatX& massMatrix) {
  from_ = &from, to_ = &to;
  loops_.weigh(massMatrix);
}

void DenseMotion::read(const Model& model, Data& data, const InputsProvider& inputs, State& out) {
  interpolate(model, out);
  driven_.sample(inputs, out.t);
  driven_.givePosition(out.q), driven_.giveVelocity(out.v);
  if (model.nl == 0) return;
  kinematics(model, data, out.q, out.v);
  loops_.close(model, data, out);
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
  for (const ManifoldBlock& block : groups_)
    end_.segment(block.v, block.size) =
        (rightTangentInverseSE3<double>(at(block, delta_)) * at(block, to.v)).head(block.size);
  increment_ = x * x * (3 - 2 * x) * delta_ + (h * x * y * y) * from.v - (h * x * x * y) * end_;
  rate_ = (6 * x * y / h) * delta_ + (y * (1 - 3 * x)) * from.v + (x * (3 * x - 2)) * end_;
  integrate(model, from.q, increment_, out.q);
  out.v = rate_;
  for (const ManifoldBlock& block : groups_)
    out.v.segment(block.v, block.size) =
        (rightTangentSE3<double>(at(block, increment_)) * at(block, rate_)).head(block.size);
}

}  // namespace tendril
