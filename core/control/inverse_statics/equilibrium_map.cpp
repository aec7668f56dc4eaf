// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/inverse_statics/equilibrium_map.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/loops.hpp"

namespace tendril {
namespace {

constexpr double kBalanced = 1e-11;  // of the largest coordinate and 1: Newton's last step
constexpr double kForces = 1e-9;     // relative residual of an equilibrium
constexpr double kLongest = 0.5;     // of a step of Newton's method: rad, rad/m, m
constexpr int kNewton = 25;

double largest(const VecX& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

}  // namespace

EquilibriumMap::EquilibriumMap(const Model& model, Data& data, std::vector<int> inputs, double t)
    : q(model.q0),
      u(VecX::Zero(model.nu)),
      lambda(VecX::Zero(model.nl)),
      model_(model),
      data_(data),
      inputs_(std::move(inputs)),
      t_(t),
      rest_(VecX::Zero(model.nv)),
      actuation_(model, inputs_) {}

bool EquilibriumMap::balance() {
  double before = std::numeric_limits<double>::infinity();
  for (int k = 0; k < kNewton; ++k) {
    if (!linearize()) return false;
    const VecX step = -tangent_.solve(residual_);
    if (!step.allFinite()) return false;
    const double size = largest(step.head(model_.nv));
    if (size > 0.5 * before && size < 1e3 * kBalanced) return measure() <= kForces;  // rounding
    if (k > 3 && size > before) return false;
    move(std::min(1.0, kLongest / std::max(kLongest, size)) * step);
    if (size <= kBalanced * (1 + largest(q))) return linearize() && measure() <= kForces;
    before = size;
  }
  return false;
}

const MatX& EquilibriumMap::columns() {
  const VecX efforts = effortsByInput();
  actuation_.evaluate(model_, data_, q, rest_);
  MatX sides = MatX::Zero(model_.nv + model_.nl, static_cast<Eigen::Index>(inputs_.size()));
  sides.topRows(model_.nv) = actuation_.columns * efforts.asDiagonal();
  for (const PrescribedJoint& d : model_.prescribedJoints) {
    sides.row(d.v).setZero();
    const auto found = std::ranges::find(inputs_, d.input);
    if (found != inputs_.end()) sides(d.v, found - inputs_.begin()) = 1;
  }
  columns_ = tangent_.solve(sides).topRows(model_.nv);
  return columns_;
}

void EquilibriumMap::predict(const VecX& step) {
  VecX moved = q;
  integrate(model_, q, columns_ * step, moved);
  q = moved;
}

double EquilibriumMap::measure() {
  const double scale = std::max(largest(data_.elastic), largest(data_.tau - data_.elastic));
  const double forces = largest(residual_.head(model_.nv));
  relativeResidual_ = std::max(scale > 0 ? forces / scale : forces, largest(residual_.tail(model_.nl)));
  return relativeResidual_;
}

/// ∂e/∂u of the inputs: 1, but for cables on spools, which are pulled as what they take in exceeds their way.
VecX EquilibriumMap::effortsByInput() const {
  VecX out = VecX::Ones(static_cast<Eigen::Index>(inputs_.size()));
  for (std::size_t i = 0; model_.hasEffortLaws && i < model_.actuators.size(); ++i) {
    const auto found = std::ranges::find(inputs_, model_.inputOffset[i]);
    if (model_.actuators[i]->hasEffortLaw() && found != inputs_.end())
      out[found - inputs_.begin()] = -data_.effortByCoordinate[*found];
  }
  return out;
}

void EquilibriumMap::move(const VecX& step) {
  VecX moved = q;
  integrate(model_, q, step.head(model_.nv), moved);
  q = moved;
  lambda += step.tail(model_.nl);
}

/// residual_, tangent_ at q, λ, u.
bool EquilibriumMap::linearize() {
  residualDerivatives(model_, data_, q, rest_, rest_, {.t = t_, .u = &u, .lambda = model_.nl ? &lambda : nullptr});
  const int nv = model_.nv, nl = model_.nl;
  residual_.resize(nv + nl);
  residual_.head(nv) = data_.tau;
  MatX tangent = MatX::Zero(nv + nl, nv + nl);
  tangent.topLeftCorner(nv, nv) = data_.dIDdq;
  if (nl) {
    loopErrors(model_, data_);
    residual_.tail(nl) = data_.loopError;
    tangent.topRightCorner(nv, nl) = -data_.loopJacobian.transpose();
    tangent.bottomLeftCorner(nl, nv) = data_.loopErrorJacobian;
  }
  for (const PrescribedJoint& d : model_.prescribedJoints) {
    tangent.row(d.v).setZero();
    tangent(d.v, d.v) = 1;
    residual_[d.v] = q[d.q] - u[d.input];
  }
  if (!tangent.allFinite() || !residual_.allFinite()) return false;
  tangent_.compute(tangent);
  return tangent_.rcond() > 1e-15;
}

}  // namespace tendril
