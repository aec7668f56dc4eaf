// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/loops.hpp"

#include <Eigen/Cholesky>
#include <Eigen/QR>

#include "core/dynamics/factorization.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

constexpr double kDependent = 1e-11;  // of the largest: pivots of A M⁻¹ Aᵀ below count as zero

/// A loop as it moves: everything in the tree frame.
struct Motion {
  Motion(const Data& data, const Loop& given)
      : loop(given), A(data.frames[loop.frameA]), B(data.frames[loop.frameB]), n(rowsInTree(data, loop, loop.rows)) {
    U = A.V - B.V;
    rate = 2 / loop.stabilization;
    W = A.A - B.A - crossMotion<double>(B.V, U) + rate * U;
    R = sideB(data, loop).R;
  }

  const Loop& loop;
  const Frame &A, &B;
  ConstraintRows n;
  Vec6 U, W;  ///< twist of a relative to b; what the rows of the acceleration multiply
  double rate = 0;
  Mat3 R;  ///< of frame b
};

/// A row that turns with frame a, `axis × arm`.
struct TurningRow {
  TurningRow(const Data& data, const Motion& motion, const ConstraintRow& row)
      : axis(motion.R * row.axisB),
        arm(motion.R * (loopPose(data, motion.loop).R * row.axisA)),
        omega(motion.U.head<3>()) {}

  /// What its turning adds: its own velocity times ω.
  double rate() const { return omega.dot(axis.cross(omega.cross(arm))); }
  /// ∂(n · w)/∂φ for a turn φ of frame a relative to b.
  Vec3 turned(const Vec3& w) const { return (skew<double>(axis) * skew<double>(arm)).transpose() * -w; }
  /// ∂rate()/∂φ and /∂ω.
  Vec3 rateByTurn() const {
    return -(omega.transpose() * skew<double>(axis) * skew<double>(omega) * skew<double>(arm)).transpose();
  }
  Vec3 rateByOmega() const {
    return -(skew<double>(axis) * skew<double>(arm) + skew<double>(arm) * skew<double>(axis)) * omega;
  }

  Vec3 axis, arm, omega;  ///< axis of b, axis of a, velocity of a relative to b
};

int rowCount(const Loop& loop) {
  return static_cast<int>(loop.rows.size());
}

/// Adds row · (columns of the frame) to one row of `out`; column(c) gives a Vec6.
template <class Column>
void addRow(const Model& model, int frame, const Vec6& row, const Column& column, MatXMut out, int k) {
  for (const ColumnRange& range : model.frameUpstream(frame))
    for (int i = 0; i < range.size; ++i) out(k, range.v + i) += row.dot(column(range.column + i));
}

Vec6 angular(const Vec3& w) {
  Vec6 out;
  out << w, Vec3::Zero();
  return out;
}

/// Wrench of a loop on frame a, tree frame.
Vec6 loopWrench(const Data& data, const Loop& loop, const VecX& lambda) {
  return rowsInTree(data, loop, loop.rows).transpose() * lambda.segment(loop.firstRow, rowCount(loop));
}

}  // namespace

void loopErrors(const Model& model, Data& data) {
  for (const Loop& loop : model.loops) {
    loopError(data, loop, loop.rows, data.loopError.segment(loop.firstRow, rowCount(loop)));
    loopJacobian(model, data, loop, loop.rows, data.loopJacobian.middleRows(loop.firstRow, rowCount(loop)));
    loopErrorJacobian(model, data, loop, loop.rows, data.loopErrorJacobian.middleRows(loop.firstRow, rowCount(loop)));
  }
}

void loopConstraints(const Model& model, Data& data, LoopMeasure measure) {
  for (const Loop& loop : model.loops) {
    auto error = data.loopError.segment(loop.firstRow, rowCount(loop));
    auto out = data.loopResidual.segment(loop.firstRow, rowCount(loop));
    loopError(data, loop, loop.rows, error, measure);
    loopJacobian(model, data, loop, loop.rows, data.loopJacobian.middleRows(loop.firstRow, rowCount(loop)));
    const Motion motion(data, loop);
    out = motion.n.lazyProduct(motion.W);
    out += error / (loop.stabilization * loop.stabilization);
    for (int k = 0; k < rowCount(loop); ++k)
      if (const ConstraintRow& row = loop.rows[static_cast<std::size_t>(k)]; row.turning)
        out[k] += TurningRow(data, motion, row).rate();
  }
}

namespace {

/// Derivatives of one loop's residual through the motion of frame a.
void addSideA(const Model& model, const Data& data, const Motion& m, MatXMut dq, MatXMut dv) {
  const auto byQ = [&](int c) -> Vec6 {
    const Vec6 J = data.J.col(c), L = data.columns.col(c).head<6>(), R = data.columns.col(c).segment<6>(6);
    const Vec6 dV = crossMotion<double>(J, m.A.V) + R;
    const Vec6 dA = crossMotion<double>(J, m.A.A) + L - crossMotion<double>(m.A.V, R);
    return dA - crossMotion<double>(m.B.V, dV) + m.rate * dV;
  };
  const auto byV = [&](int c) -> Vec6 {
    const Vec6 J = data.J.col(c), Y = data.columnsV.col(c).head<6>();
    return Y - crossMotion<double>(Vec6(m.A.V + m.B.V), J) + m.rate * J;
  };
  addFrameColumns(model, m.loop.frameA, m.n, byQ, dq);
  addFrameColumns(model, m.loop.frameA, m.n, byV, dv);
}

/// The same through frame b, which also turns the rows.
void addSideB(const Model& model, const Data& data, const Motion& m, MatXMut dq, MatXMut dv) {
  const auto byQ = [&](int c) -> Vec6 {
    const Vec6 J = data.J.col(c), L = data.columns.col(c).head<6>(), R = data.columns.col(c).segment<6>(6);
    const Vec6 dV = crossMotion<double>(J, m.B.V) + R;
    const Vec6 dA = crossMotion<double>(J, m.B.A) + L - crossMotion<double>(m.B.V, R);
    return -dA - crossMotion<double>(dV, m.U) + crossMotion<double>(m.B.V, dV) - m.rate * dV -
           crossMotion<double>(J, m.W);
  };
  const auto byV = [&](int c) -> Vec6 {
    const Vec6 J = data.J.col(c), Y = data.columnsV.col(c).head<6>();
    return -Y + 2 * crossMotion<double>(m.B.V, J) - crossMotion<double>(J, m.U) - m.rate * J;
  };
  addFrameColumns(model, m.loop.frameB, m.n, byQ, dq);
  addFrameColumns(model, m.loop.frameB, m.n, byV, dv);
}

/// What row k adds by its turning.
void addTurning(const Model& model, const Data& data, const Motion& m, int k, MatXMut dq, MatXMut dv) {
  const TurningRow row(data, m, m.loop.rows[static_cast<std::size_t>(k)]);
  const Vec6 byTurn = angular(row.turned(m.W.head<3>()) + row.rateByTurn()), byOmega = angular(row.rateByOmega());
  const auto J = [&](int c) -> Vec6 { return data.J.col(c); };
  const auto rateOfA = [&](int c) -> Vec6 {
    return crossMotion<double>(Vec6(data.J.col(c)), m.A.V) + data.columns.col(c).segment<6>(6);
  };
  const auto rateOfB = [&](int c) -> Vec6 {
    const Vec6 column = data.J.col(c);
    return crossMotion<double>(column, m.B.V) + data.columns.col(c).segment<6>(6) + crossMotion<double>(column, m.U);
  };
  addRow(model, m.loop.frameA, byTurn, J, dq, k);
  addRow(model, m.loop.frameB, -byTurn, J, dq, k);
  addRow(model, m.loop.frameA, byOmega, rateOfA, dq, k);
  addRow(model, m.loop.frameB, -byOmega, rateOfB, dq, k);
  addRow(model, m.loop.frameA, byOmega, J, dv, k);
  addRow(model, m.loop.frameB, -byOmega, J, dv, k);
}

}  // namespace

void loopConstraintDerivatives(const Model& model, Data& data, LoopMeasure measure) {
  for (const Loop& loop : model.loops) {
    auto dq = data.loopRowsQ.middleRows(loop.firstRow, rowCount(loop));
    auto dv = data.loopRowsV.middleRows(loop.firstRow, rowCount(loop));
    loopErrorJacobian(model, data, loop, loop.rows, dq, measure);
    dq /= loop.stabilization * loop.stabilization;
    dv.setZero();
    const Motion motion(data, loop);
    addSideA(model, data, motion, dq, dv);
    addSideB(model, data, motion, dq, dv);
    for (int k = 0; k < rowCount(loop); ++k)
      if (loop.rows[static_cast<std::size_t>(k)].turning) addTurning(model, data, motion, k, dq, dv);
  }
}

void subtractLoopWrenches(const Model& model, Data& data, const VecX& lambda) {
  for (const Loop& loop : model.loops) {
    const Vec6 F = loopWrench(data, loop, lambda);
    data.wrenches[loop.frameA] -= F;
    data.wrenches[loop.frameB] += F;
  }
}

void subtractLoopComposites(const Model& model, Data& data, const VecX& lambda) {
  for (const Loop& loop : model.loops) {
    const Vec6 F = loopWrench(data, loop, lambda);
    // The wrench turns with frame b: on b as a body's own, on a as one that stays in the world plus addLoopCoupling.
    data.composites[loop.frameA].F -= F;
    data.composites[loop.frameA].K += crossForceBar<double>(F);
    data.composites[loop.frameB].F += F;
  }
}

void addLoopCoupling(const Model& model, Data& data, const VecX& lambda) {
  const auto add = [&](int frameI, int frameK, const Mat6& block) {
    for (const ColumnRange& k : model.frameUpstream(frameK))
      for (int c = 0; c < k.size; ++c) {
        const Vec6 right = block * data.J.col(k.column + c);
        for (const ColumnRange& i : model.frameUpstream(frameI))
          for (int r = 0; r < i.size; ++r) data.dIDdq(i.v + r, k.v + c) += data.J.col(i.column + r).dot(right);
      }
  };
  for (const Loop& loop : model.loops) {
    add(loop.frameA, loop.frameB, -crossForceBar<double>(loopWrench(data, loop, lambda)));
    for (std::size_t k = 0; k < loop.rows.size(); ++k) {
      if (!loop.rows[k].turning) continue;
      const TurningRow row(data, Motion(data, loop), loop.rows[k]);
      Mat6 turn = Mat6::Zero();  // of −λ n when frame a turns relative to b
      turn.topLeftCorner<3, 3>() =
          lambda[loop.firstRow + static_cast<int>(k)] * skew<double>(row.axis) * skew<double>(row.arm);
      add(loop.frameA, loop.frameA, turn), add(loop.frameB, loop.frameB, turn);
      add(loop.frameA, loop.frameB, -turn), add(loop.frameB, loop.frameA, -turn);
    }
  }
}

void addLoopForces(const Model& model, Data& data) {
  data.loopY = data.loopJacobian.transpose();
  for (int k = 0; k < model.nl; ++k) {
    for (int v = 0; v < model.nv && !data.locked.empty(); ++v)
      if (data.locked[static_cast<std::size_t>(v)]) data.loopY(v, k) = 0;
    solveFactorized(model, data, data.loopY.col(k));
  }
  data.loopSquare.noalias() = data.loopJacobian * data.loopY;
  data.lambda = -data.loopResidual;
  data.lambda.noalias() -= data.loopJacobian * data.acceleration;
  solveLoopSquare(data, data.lambda);
  data.acceleration.noalias() += data.loopY * data.lambda;
}

void solveLoopSquare(const Data& data, MatXMut rhs) {
  const VecX scale = data.loopSquare.diagonal().cwiseSqrt().cwiseMax(1e-300).cwiseInverse();
  const MatX scaled = scale.asDiagonal() * data.loopSquare * scale.asDiagonal();
  const MatX right = scale.asDiagonal() * rhs;
  const Eigen::LLT<MatX> cholesky(scaled);
  if (cholesky.info() == Eigen::Success && cholesky.rcond() > kDependent) {
    rhs = scale.asDiagonal() * cholesky.solve(right);
    return;
  }
  Eigen::CompleteOrthogonalDecomposition<MatX> orthogonal;
  orthogonal.setThreshold(kDependent);
  orthogonal.compute(scaled);
  rhs = scale.asDiagonal() * orthogonal.solve(right);
}

}  // namespace tendril
