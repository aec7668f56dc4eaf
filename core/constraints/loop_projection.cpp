// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/loop_projection.hpp"

#include "core/constraints/prescribed_motion.hpp"
#include "core/dynamics/loops.hpp"

namespace tendril {
namespace {

constexpr double kClosed = 1e-12;  // m, rad
constexpr int kIterations = 5;

}  // namespace

void LoopProjection::resize(const Model& model) {
  opening_.setZero(model.nl), still_.setZero(model.nv);
  rows_.setZero(model.nl, model.nv);
  metric_.setIdentity(model.nv, model.nv);
  system_ = std::make_unique<KktSolver>(model.nv, model.nl);
  factorized_ = false;
}

void LoopProjection::weigh(const MatX& massMatrix) {
  if (opening_.size()) metric_ = massMatrix;
  factorized_ = false;
}

bool LoopProjection::isOpen(const Model& model, const Data& data, double tolerance) {
  for (const Loop& loop : model.loops)
    loopError(data, loop, loop.rows, opening_.segment(loop.firstRow, static_cast<Eigen::Index>(loop.rows.size())));
  return opening_.size() && opening_.cwiseAbs().maxCoeff() > tolerance;
}

/// system_->x: the least change with rows_ x = −opening_ that leaves what is driven alone.
bool LoopProjection::leastChange(const Model& model) {
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

void LoopProjection::close(const Model& model, Data& data, State& state) {
  for (int k = 0; k < kIterations; ++k) {
    loopErrors(model, data);
    opening_ = data.loopError;
    if (!(opening_.cwiseAbs().maxCoeff() > kClosed)) break;
    rows_ = data.loopErrorJacobian;
    if (!leastChange(model)) return;
    integrate(model, state.q, system_->x, state.q);
    kinematics(model, data, state.q, state.v);
  }
  settle(model, data, state.v);
}

void LoopProjection::settle(const Model& model, Data& data, VecX& v) {
  loopErrors(model, data);
  rows_ = data.loopJacobian;
  opening_.noalias() = rows_.lazyProduct(v);
  if (leastChange(model)) v += system_->x;
}

}  // namespace tendril
