// SPDX-License-Identifier: BSD-3-Clause
// How far loops are open and how their rows move with the coordinates. rods.md §12
//
// X_ba is the pose of frame a in frame b, d = Ad_b⁻¹ (J_a − J_b) the twist of a relative to b in frame b. A row n of a
// loop has the Jacobian nᵀ d and the error e = nᵀ g, g = loopGap (or log(X_ba), see LoopMeasure); the row of a
// universal joint e = −a₁ · R_ba a₂.
#pragma once

#include "core/model/kinematics.hpp"

namespace tendril {

/// One row per row of a loop.
using ConstraintRows = Eigen::Matrix<double, Eigen::Dynamic, 6, 0, 6, 6>;

/// X_ba of a loop; after kinematics.
Pose loopPose(const Data& data, const Loop& loop);
/// Pose of frame b in the tree frame; after kinematics.
inline Pose sideB(const Data& data, const Loop& loop) {
  return data.frames[loop.frameB].X * loop.offsetB;
}

/// e of the given rows (any of the loop's, also dropped ones); out has one entry per row. A helical joint's row of the
/// logarithm is that of the turn, one of many, that fits best.
void loopError(const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows, VecXMut out,
               LoopMeasure measure = LoopMeasure::kGap);
/// Rows nᵀ d (one per given row × nv), overwritten.
void loopJacobian(const Model& model, const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows,
                  MatXMut out);
/// ∂e/∂q. Of the gap it is that of loopJacobian where the loop is closed, of the logarithm only while the joint's own
/// coordinates are zero, too: nᵀ T(log X_ba)⁻¹ d.
void loopErrorJacobian(const Model& model, const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows,
                       MatXMut out, LoopMeasure measure = LoopMeasure::kGap);

/// Adds nᵀ Ad_b⁻¹ times the columns of a frame to a row: out(k, v) += rowsInTree.row(k) · column(v) for all
/// coordinates that move `frame`.
template <class Column>
void addFrameColumns(const Model& model, int frame, const ConstraintRows& rowsInTree, const Column& column,
                     MatXMut out) {
  for (const ColumnRange& range : model.frameUpstream(frame))
    for (int k = 0; k < range.size; ++k)
      out.col(range.v + k).noalias() += rowsInTree.lazyProduct(column(range.column + k));
}

/// nᵀ Ad_b⁻¹ of the given rows (rows × 6): what turns a twist of the tree frame into rows.
ConstraintRows rowsInTree(const Data& data, const Loop& loop, const std::vector<ConstraintRow>& rows);

/// Moves rows that depend on others, at the initial configuration and beside it, to Loop::dropped: a column-pivoted QR
/// over the rows of all loops. The motion does not depend on which ones stay.
void dropDependentRows(const Model& model, std::vector<Loop>& loops);

}  // namespace tendril
