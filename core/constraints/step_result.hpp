// SPDX-License-Identifier: BSD-3-Clause
// What can go wrong in a step, and where.
#pragma once

#include <optional>
#include <string>

#include "core/model/model.hpp"

namespace tendril {

/// Why a step could not be made. The state that was handed in is kept: it is the last good one.
struct Failure {
  enum class Kind {
    kNotFinite,           ///< a coordinate, velocity or force is not a finite number
    kNewtonDiverged,      ///< the implicit equations were not solved, not even after halving the step
    kSingularMassMatrix,  ///< something can move without inertia
    kStepTooSmall,        ///< the step cannot advance time
    kLoopOpen,            ///< a loop cannot be closed
    kToleranceNotMet,     ///< error control found no step that keeps the tolerances
    kMotionJumps,         ///< the position that a drive is to have jumps
    kMotionBlocked,       ///< loops do not let a drive move as it is to
    kInadmissible,        ///< a volume is deformed further than its primitives can
    kController,          ///< a controller could not compute its output
    kDiverged,            ///< the motion is one that no robot makes: energy from nowhere, coordinates beyond all bounds
  };
  Kind kind = Kind::kNotFinite;
  double time = 0;  ///< s, of the last good state
  int link = -1;    ///< index of the link with the largest scaled residual, −1 if unknown
  std::string linkName;
  VecX residual;       ///< per link, scaled, for painting it on the robot; empty if unknown
  std::string advice;  ///< what to try

  /// One sentence or two: what, where, when, what to do.
  std::string message() const;
};

using StepResult = std::optional<Failure>;  ///< empty: the step was made

/// The link that owns velocity index v.
int linkOfVelocity(const Model& model, int v);

}  // namespace tendril
