// SPDX-License-Identifier: BSD-3-Clause
// What a joint holds where it closes a loop: the directions that it does not free. rods.md §12
#pragma once

#include <vector>

#include "core/model/joint/joint_kind.hpp"

namespace tendril {

/// One direction of frame b in which frame a must not move.
struct ConstraintRow {
  Vec6 direction;     ///< twist coordinates [ω; v] of frame b
  int component = 0;  ///< 0…5: which of [ωx ωy ωz vx vy vz] it is, or is nearest to
  /// Keeps the unit vector `axisA` of frame a at a right angle to `axisB` of frame b: its direction axisB × axisA turns
  /// with frame a, and `direction` is where it starts.
  bool turning = false;
  Vec3 axisA = Vec3::Zero(), axisB = Vec3::Zero();
};

/// The row of ConstraintRow::turning for axes in frames that coincide.
ConstraintRow perpendicularRow(const Vec3& axisB, const Vec3& axisA);

/// Rows along each of `directions`, all angular or all linear.
void appendRows(std::vector<ConstraintRow>& rows, const std::vector<Vec3>& directions, bool angular);

/// Directions of space orthogonal to the orthonormal `free`, those of the frame first.
std::vector<Vec3> complement(const std::vector<Vec3>& free);

/// The orthonormal complement of the columns of S: angular directions first, then linear ones, columns of I₆ where the
/// axes are those of the frame; last what couples advance and turn.
std::vector<ConstraintRow> complementRows(const JointColumns& S);

/// Its direction where frame a is turned by R_ba against frame b; only `turning` rows depend on it.
Vec6 rowDirection(const ConstraintRow& row, const Mat3& Rba);

/// True if the rows hold nothing that the joint frees, also away from q = 0.
bool rowsHoldEverywhere(const Joint& joint, const std::vector<ConstraintRow>& rows);

}  // namespace tendril
