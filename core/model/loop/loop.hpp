// SPDX-License-Identifier: BSD-3-Clause
// Closed loops: a joint between two frames that are already part of the tree.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/joint/joint.hpp"

namespace tendril {

/// One side of a loop, as the builder gives it.
struct LoopSide {
  int link = -1;     ///< −1: the world
  int station = -1;  ///< of the link: kBaseStation, 0 = tip, or a station index of its body
  Pose pose;         ///< of the side's frame there
};

/// A loop as the builder gives it. The joint's motion leads from frame b to frame a.
struct LoopSpec {
  std::uint64_t id = 0;
  std::string name;
  Joint joint;  ///< type, axes, pitch; springs, dampers and stops of a loop are not used
  LoopSide a, b;
  double stabilization = 0.01;  ///< time constant T of the index-1 form, s
};

/// One direction of frame b in which frame a must not move.
struct ConstraintRow {
  Vec6 direction;        ///< twist coordinates [ω; v] of frame b
  bool turning = false;  ///< the row of a universal joint, which turns with frame a: see rowDirection
  int component = 0;     ///< 0…5: which of [ωx ωy ωz vx vy vz] it is, or is nearest to
};

/// The directions that a joint does not free, angular ones first: columns of I₆ where the axes are those of the frame,
/// else an orthonormal complement. Of a helical joint the last one couples advance and turn, of a universal joint the
/// first one is the right angle between its axes.
std::vector<ConstraintRow> constraintRows(const Joint& joint);

/// "wx" … "vz" of the component.
std::string_view constraintRowName(const ConstraintRow& row);

/// The same direction at X_ba, the pose of frame a in frame b. Only `turning` rows depend on it: a₁ × R a₂.
Vec6 rowDirection(const Joint& joint, const ConstraintRow& row, const Mat3& Rba);

/// What counts as the error of a loop's rows. Both are zero where it is closed.
enum class LoopMeasure {
  kGap,        ///< what is left once the joint's nearest motion is taken away (loopGap): what holds loops together
  kLogarithm,  ///< log(X_ba) itself, as `constraint_error` and rods.md §12 define it
};

/// A loop with its places in the indexed model.
struct Loop : LoopSpec {
  int frameA = 0, frameB = 0;       ///< frames of the model
  Pose offsetA, offsetB;            ///< of the sides in those frames
  std::vector<ConstraintRow> rows;  ///< those that are kept
  std::vector<ConstraintRow> dropped;
  int firstRow = 0;  ///< of the kept rows in λ
};

}  // namespace tendril
