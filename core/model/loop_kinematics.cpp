// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/loop_kinematics.hpp"

#include <Eigen/QR>
#include <algorithm>
#include <cmath>
#include <random>

#include "core/math/se3.hpp"
#include "core/model/loop/loop_gap.hpp"

namespace tendril {
namespace {

constexpr double kDependent = 1e-6;  // of the largest pivot: a row that others imply (rods.md §12)
constexpr double kBeside = 0.05;     // rad, m: how far beside the initial configuration the rank is looked at
constexpr int kTries = 3;

struct RowPlace {
  std::size_t loop, row;
};

/// Rows of all loops, each of length 1 unless it is 0.
MatX allRows(const Model& model, const Data& data, const std::vector<Loop>& loops, int count) {
  MatX A = MatX::Zero(count, model.nv);
  int at = 0;
  for (const Loop& loop : loops) {
    const auto size = static_cast<int>(loop.rows.size());
    loopJacobian(model, data, loop, loop.rows, A.middleRows(at, size));
    at += size;
  }
  for (int k = 0; k < count; ++k)
    if (const double norm = A.row(k).norm(); norm > kDependent) A.row(k) /= norm;
  return A;
}

/// Indices of rows that none of the others implies, in order.
std::vector<int> independentRows(const MatX& A) {
  std::vector<int> kept;
  if (A.size() == 0 || A.cwiseAbs().maxCoeff() < kDependent) return kept;
  Eigen::ColPivHouseholderQR<MatX> qr;
  qr.setThreshold(kDependent);
  qr.compute(A.transpose());
  for (Eigen::Index k = 0; k < qr.rank(); ++k) kept.push_back(qr.colsPermutation().indices()[k]);
  std::sort(kept.begin(), kept.end());
  return kept;
}

/// A logarithm knows no more than half a turn: e of the row of a screw at the turn that fits its advance.
double atNearestTurn(const JointFreedom& joint, const ConstraintRow& row, double e) {
  const Vec3 turn = row.direction.head<3>(), slide = row.direction.tail<3>();
  if (!joint.screw || turn.isZero(0) || slide.isZero(0)) return e;
  return std::remainder(e, 2 * std::acos(-1.0) * turn.dot(joint.turnAxes.col(0)));
}

}  // namespace

Pose loopPose(const Data& data, const Loop& loop) {
  return sideB(data, loop).inverse() * (data.frames[loop.frameA].X * loop.offsetA);
}

ConstraintRows rowsInTree(const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows) {
  const Pose B = sideB(data, loop);
  const Mat3 Rba = loopPose(data, loop).R;
  ConstraintRows out(static_cast<Eigen::Index>(rows.size()), 6);
  for (std::size_t k = 0; k < rows.size(); ++k)
    out.row(static_cast<Eigen::Index>(k)) = transformWrench<double>(B, rowDirection(rows[k], Rba)).transpose();
  return out;
}

void loopError(const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows, VecXMut out,
               LoopMeasure measure) {
  const Pose X = loopPose(data, loop);
  const bool whole = measure == LoopMeasure::kLogarithm;
  const Vec6 open = whole ? logSE3<double>(X) : loopGap(loop.freedom, X).value;
  for (std::size_t k = 0; k < rows.size(); ++k) {
    double& e = out[static_cast<Eigen::Index>(k)];
    e = rows[k].turning ? -rows[k].axisB.dot(X.R * rows[k].axisA) : rows[k].direction.dot(open);
    if (whole) e = atNearestTurn(loop.freedom, rows[k], e);
  }
}

void loopJacobian(const Model& model, const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows,
                  MatXMut out) {
  out.setZero();
  const ConstraintRows n = rowsInTree(data, loop, rows);
  const auto column = [&](int c) -> Vec6 { return data.J.col(c); };
  addFrameColumns(model, loop.frameA, n, column, out);
  addFrameColumns(model, loop.frameB, -n, column, out);
}

void loopErrorJacobian(const Model& model, const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows,
                       MatXMut out, LoopMeasure measure) {
  out.setZero();
  const Pose X = loopPose(data, loop);
  const Mat6 rate = measure == LoopMeasure::kLogarithm ? leftTangentInverseSE3<double>(logSE3<double>(X))
                                                       : loopGap(loop.freedom, X).rate;
  const Pose B = sideB(data, loop);
  ConstraintRows n(static_cast<Eigen::Index>(rows.size()), 6);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    const Vec6 direction = rowDirection(rows[k], X.R);
    const Vec6 turned = rows[k].turning ? direction : Vec6(rate.transpose() * direction);
    n.row(static_cast<Eigen::Index>(k)) = transformWrench<double>(B, turned).transpose();
  }
  const auto column = [&](int c) -> Vec6 { return data.J.col(c); };
  addFrameColumns(model, loop.frameA, n, column, out);
  addFrameColumns(model, loop.frameB, -n, column, out);
}

void dropDependentRows(const Model& model, std::vector<Loop>& loops) {
  std::vector<RowPlace> places;
  for (std::size_t i = 0; i < loops.size(); ++i)
    for (std::size_t k = 0; k < loops[i].rows.size(); ++k) places.push_back({i, k});
  if (places.empty()) return;
  Data data(model);
  std::mt19937 random(1);
  std::uniform_real_distribution<double> beside(-kBeside, kBeside);
  VecX q = model.q0;
  std::vector<int> kept;
  for (int k = 0; k <= kTries; ++k) {
    kinematics(model, data, q, VecX::Zero(model.nv));
    std::vector<int> found = independentRows(allRows(model, data, loops, static_cast<int>(places.size())));
    if (found.size() > kept.size()) kept = std::move(found);
    if (kept.size() == places.size()) return;
    for (int v = 0; v < model.nv; ++v) {
      const double change = beside(random);
      if (model.qOfV[v] >= 0) q[model.qOfV[v]] = model.q0[model.qOfV[v]] + change;
    }
  }
  std::vector<std::vector<ConstraintRow>> stay(loops.size());
  for (std::size_t p = 0, next = 0; p < places.size(); ++p) {
    Loop& loop = loops[places[p].loop];
    const ConstraintRow& row = loop.rows[places[p].row];
    if (next < kept.size() && kept[next] == static_cast<int>(p)) {
      stay[places[p].loop].push_back(row);
      ++next;
    } else {
      loop.dropped.push_back(row);
    }
  }
  for (std::size_t i = 0; i < loops.size(); ++i) loops[i].rows = std::move(stay[i]);
}

}  // namespace tendril
