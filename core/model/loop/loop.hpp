// SPDX-License-Identifier: BSD-3-Clause
// Closed loops: a joint between two frames that are already part of the tree.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/model/joint/constraint_row.hpp"

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

/// "wx" … "vz" of the component.
inline std::string_view constraintRowName(const ConstraintRow& row) {
  constexpr std::array<std::string_view, 6> kNames = {"wx", "wy", "wz", "vx", "vy", "vz"};
  return kNames[static_cast<std::size_t>(row.component)];
}

/// What counts as the error of a loop's rows. Both are zero where it is closed.
enum class LoopMeasure {
  kGap,        ///< what is left once the joint's nearest motion is taken away (loopGap): what holds loops together
  kLogarithm,  ///< log(X_ba) itself, as `constraint_error` and rods.md §12 define it
};

/// A loop with its places in the indexed model.
struct Loop : LoopSpec {
  explicit Loop(LoopSpec spec) : LoopSpec(std::move(spec)), freedom(joint) {}

  JointFreedom freedom;             ///< of its joint
  int frameA = 0, frameB = 0;       ///< frames of the model
  Pose offsetA, offsetB;            ///< of the sides in those frames
  std::vector<ConstraintRow> rows;  ///< those that are kept
  std::vector<ConstraintRow> dropped;
  int firstRow = 0;  ///< of the kept rows in λ
};

}  // namespace tendril
