// SPDX-License-Identifier: BSD-3-Clause
// Forward dynamics in two steps: the bias by inverse dynamics at zero acceleration, then M a = r by one O(N)
// factorisation from tips to root that eliminates each body's own coordinates and then its joint's. The factorisation
// serves any number of right-hand sides. [lie] Table 3; primitives.md §5
#include "core/dynamics/factorization.hpp"

#include <algorithm>
#include <cmath>

#include "core/dynamics/loops.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

/// A.col(j).tail −= Σ A(j, k) A.col(k).tail over k < j, four columns at a time.
void subtractColumns(MatX& A, Eigen::Index j) {
  const Eigen::Index count = A.rows() - j;
  Eigen::Index k = 0;
  for (; k + 4 <= j; k += 4) {
    A.col(j).tail(count) -= A(j, k) * A.col(k).tail(count) + A(j, k + 1) * A.col(k + 1).tail(count) +
                            A(j, k + 2) * A.col(k + 2).tail(count) + A(j, k + 3) * A.col(k + 3).tail(count);
  }
  for (; k < j; ++k) A.col(j).tail(count) -= A(j, k) * A.col(k).tail(count);
}

/// A = [M; H] (more rows than columns) ← [L; H L⁻ᵀ] with M = L Lᵀ, lower triangle, without allocation. False if a pivot
/// is not positive and finite.
bool eliminate(MatX& A) {
  for (Eigen::Index j = 0; j < A.cols(); ++j) {
    subtractColumns(A, j);
    const double pivot = A(j, j);
    if (!(pivot > 0) || !std::isfinite(pivot)) return false;
    A.col(j).tail(A.rows() - j) *= 1 / std::sqrt(pivot);
  }
  return true;
}

template <class Column>
void solveLower(const MatX& L, Column&& x) {
  for (Eigen::Index j = 0; j < L.cols(); ++j) {
    x[j] /= L(j, j);
    x.tail(L.cols() - j - 1) -= x[j] * L.col(j).segment(j + 1, L.cols() - j - 1);
  }
}

template <class Column>
void solveUpper(const MatX& L, Column&& x) {
  for (Eigen::Index j = L.cols() - 1; j >= 0; --j) {
    x[j] -= L.col(j).segment(j + 1, L.cols() - j - 1).dot(x.tail(L.cols() - j - 1));
    x[j] /= L(j, j);
  }
}

bool isLocked(const Data& data, int v) {
  return !data.locked.empty() && data.locked[static_cast<std::size_t>(v)];
}

/// Coordinates that are locked neither move nor couple: [M; H] with unit columns in their place.
void lockBody(const Link& link, const Data& data, MatX& block) {
  for (int k = 0; k < link.nBody; ++k) {
    if (!isLocked(data, link.vBody + k)) continue;
    block.col(k).setZero(), block.row(k).setZero();
    block(k, k) = 1;
  }
}

void eliminateBody(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  LinkFactor& f = data.factors[i];
  auto H = f.block.bottomRows<6>();
  gatherBody(model, data, i, f.block.topRows(link.nBody), H);
  if (link.nBody == 0) return;
  lockBody(link, data, f.block);
  if (!eliminate(f.block)) throw SingularMassMatrix(model, i);
  data.articulated[1 + i].noalias() -= H.lazyProduct(H.transpose());
}

/// Inverse of a small symmetric positive definite matrix; false if it is not.
bool invert(JointSquare& D) {
  const Eigen::Index n = D.rows();
  if (n == 1) {
    if (!(D(0, 0) > 0) || !std::isfinite(D(0, 0))) return false;
    D(0, 0) = 1 / D(0, 0);
    return true;
  }
  JointSquare L = D;
  for (Eigen::Index j = 0; j < n; ++j) {
    for (Eigen::Index k = 0; k < j; ++k) L.col(j).tail(n - j) -= L(j, k) * L.col(k).tail(n - j);
    if (!(L(j, j) > 0) || !std::isfinite(L(j, j))) return false;
    L.col(j).tail(n - j) /= std::sqrt(L(j, j));
  }
  D.setIdentity();
  L.template triangularView<Eigen::Lower>().solveInPlace(D);
  L.template triangularView<Eigen::Lower>().transpose().solveInPlace(D);
  return true;
}

/// The inverse of a joint's block without its locked coordinates, zero there.
bool invertFree(const Link& link, const Data& data, JointSquare& D) {
  if (data.locked.empty()) return invert(D);
  const auto clear = [&](double diagonal) {
    for (int k = 0; k < link.nvJoint; ++k) {
      if (!isLocked(data, link.vJoint + k)) continue;
      D.row(k).setZero(), D.col(k).setZero();
      D(k, k) = diagonal;
    }
  };
  clear(1);
  const bool good = invert(D);
  clear(0);
  return good;
}

void eliminateJoint(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  if (link.nvJoint == 0) return;
  LinkFactor& f = data.factors[i];
  Mat6& I = data.articulated[1 + i];
  const auto J = data.J.middleCols(link.columnJoint, link.nvJoint);
  if (link.nvJoint == 1) {
    if (isLocked(data, link.vJoint)) {
      f.U.setZero(), f.inverse.setZero();
      return;
    }
    const Vec6 U = I * J.col(0);
    double D = J.col(0).dot(U);
    if (link.joint.driveInertia.size()) D += link.joint.driveInertia[0];
    if (!(D > 0) || !std::isfinite(D)) throw SingularMassMatrix(model, i);
    f.U.col(0) = U;
    f.inverse(0, 0) = 1 / D;
    I.noalias() -= (U / D) * U.transpose();
    return;
  }
  f.U.noalias() = I.lazyProduct(J);
  f.inverse.noalias() = J.transpose().lazyProduct(f.U);
  if (link.joint.driveInertia.size()) f.inverse.diagonal() += link.joint.driveInertia;
  if (!invertFree(link, data, f.inverse)) throw SingularMassMatrix(model, i);
  const JointColumns scaled = f.U.lazyProduct(f.inverse);
  I.noalias() -= scaled.lazyProduct(f.U.transpose());
}

void solveBodyBackward(const Link& link, Data& data, int i, VecXMut x) {
  const LinkFactor& f = data.factors[i];
  Vec6& base = data.wrenches[1 + i];
  auto r = x.segment(link.vBody, link.nBody);
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    const Vec6& attached = data.wrenches[link.firstStation + s];
    r.noalias() -= data.J.middleCols(link.stationColumns[s], link.nBody).transpose().lazyProduct(attached);
    base += attached;
  }
  if (!data.locked.empty())
    for (int k = 0; k < link.nBody; ++k)
      if (isLocked(data, link.vBody + k)) r[k] = 0;
  solveLower(f.block, r);
  base.noalias() += f.block.bottomRows<6>().lazyProduct(r);
}

void solveBodyForward(const Link& link, Data& data, int i, VecXMut x) {
  const LinkFactor& f = data.factors[i];
  const Vec6& A = data.frames[1 + i].A;
  auto r = x.segment(link.vBody, link.nBody);
  r.noalias() -= f.block.bottomRows<6>().transpose().lazyProduct(A);
  solveUpper(f.block, r);
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    Vec6& station = data.frames[link.firstStation + s].A;
    station = A;
    station.noalias() += data.J.middleCols(link.stationColumns[s], link.nBody).lazyProduct(r);
  }
}

}  // namespace

void factorize(const Model& model, Data& data) {
  bodyInertias(model, data);
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    if (model.links[i].body) eliminateBody(model, data, i);
    eliminateJoint(model, data, i);
    data.articulated[model.links[i].parentFrame] += data.articulated[1 + i];
  }
}

void solveFactorized(const Model& model, Data& data, VecXMut x) {
  for (Vec6& wrench : data.wrenches) wrench.setZero();
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    const Link& link = model.links[i];
    if (link.body) solveBodyBackward(link, data, i, x);
    Vec6& base = data.wrenches[1 + i];
    const LinkFactor& f = data.factors[i];
    if (link.nvJoint == 1) {
      double& r = x[link.vJoint];
      r = f.inverse(0, 0) * (r - data.J.col(link.columnJoint).dot(base));
      base += f.U.col(0) * r;
    } else if (link.nvJoint > 1) {
      auto r = x.segment(link.vJoint, link.nvJoint);
      r.noalias() -= data.J.middleCols(link.columnJoint, link.nvJoint).transpose().lazyProduct(base);
      const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> solved = f.inverse.lazyProduct(r);
      r = solved;
      base.noalias() += f.U.lazyProduct(r);
    }
    data.wrenches[link.parentFrame] += base;
  }
  data.frames[0].A.setZero();
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const LinkFactor& f = data.factors[i];
    Vec6& A = data.frames[1 + i].A;
    A = data.frames[link.parentFrame].A;
    if (link.nvJoint == 1) {
      double& r = x[link.vJoint];
      r -= f.inverse(0, 0) * f.U.col(0).dot(A);
      A += data.J.col(link.columnJoint) * r;
    } else if (link.nvJoint > 1) {
      auto r = x.segment(link.vJoint, link.nvJoint);
      const Eigen::Matrix<double, Eigen::Dynamic, 1, 0, 6, 1> moved = f.U.transpose().lazyProduct(A);
      r.noalias() -= f.inverse.lazyProduct(moved);
      A.noalias() += data.J.middleCols(link.columnJoint, link.nvJoint).lazyProduct(r);
    }
    if (link.body) solveBodyForward(link, data, static_cast<int>(i), x);
  }
}

void checkConstraintRows(const Model& model, const Data& data, const VecX& start) {
  constexpr double kConsistent = 1e-8;  // of the right side: what the rows may leave open
  const auto rowChange = [&](int k) { return data.loopJacobian.row(k).dot(data.acceleration - start); };
  double scale = data.loopResidual.cwiseAbs().maxCoeff();
  for (int k = 0; k < model.nl; ++k) {
    const auto row = data.loopJacobian.row(k).cwiseAbs();
    // At rest accelerations are what is left of forces that the loops balance.
    const double held = row.dot(data.loopY.lazyProduct(data.lambda).cwiseAbs());
    scale = std::max({scale, row.dot(data.acceleration.cwiseAbs()), held});
  }
  for (int k = 0; k < model.nl; ++k)
    if (!(std::abs(data.loopResidual[k] + rowChange(k)) <= kConsistent * scale)) throw OverconstrainedMotion(model, k);
}

void forwardDynamics(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
  kinematics(model, data, q, v);
  forwardDynamicsAtCurrent(model, data, inputs);
}

void forwardDynamicsAtCurrent(const Model& model, Data& data, const Inputs& inputs) {
  VecX& start = data.force;
  start.setZero();
  if (inputs.motion)
    for (const PrescribedJoint& d : model.prescribedJoints) start[d.v] = (*inputs.motion)[d.v];
  const CoordinateLock lock(model, data);
  data.a = start;
  residualAtCurrent(model, data, inputs);
  if (model.nl) loopConstraints(model, data, inputs.measure);
  factorize(model, data);
  data.acceleration = -data.tau;
  for (const PrescribedJoint& d : model.prescribedJoints) data.acceleration[d.v] = 0;
  solveFactorized(model, data, data.acceleration);
  if (model.nl) addLoopForces(model, data);
  for (const PrescribedJoint& d : model.prescribedJoints) data.acceleration[d.v] = start[d.v];
  if (model.nl && !model.prescribedJoints.empty()) checkConstraintRows(model, data, start);
}

void driveForces(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const Inputs& inputs,
                 VecXMut out) {
  out.setZero();
  if (model.prescribedJoints.empty()) return;
  forwardDynamics(model, data, q, v, inputs);
  Inputs all = inputs;
  if (model.nl) all.lambda = &data.lambda;
  residual(model, data, data.q, data.v, data.acceleration, all);
  for (const PrescribedJoint& d : model.prescribedJoints) out[d.input] = data.tau[d.v];
}

}  // namespace tendril
