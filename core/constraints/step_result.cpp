// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/step_result.hpp"

#include "core/text/number_text.hpp"

namespace tendril {
namespace {

std::string describe(Failure::Kind kind) {
  switch (kind) {
    case Failure::Kind::kNotFinite:
      return "a value is no longer a finite number";
    case Failure::Kind::kNewtonDiverged:
      return "the equations of a step could not be solved, not even with smaller steps";
    case Failure::Kind::kSingularMassMatrix:
      return "something can move without inertia (singular mass matrix)";
    case Failure::Kind::kStepTooSmall:
      return "the time step does not advance time";
    case Failure::Kind::kLoopOpen:
      return "a loop cannot be closed";
    case Failure::Kind::kToleranceNotMet:
      return "no step is short enough to keep the error within the tolerances";
    case Failure::Kind::kMotionJumps:
      return "the position that a drive is to have jumps";
    case Failure::Kind::kMotionBlocked:
      return "the loops do not let a drive move as it is to";
    case Failure::Kind::kInadmissible:
      return "its primitives cannot deform it further";
    case Failure::Kind::kController:
      return "a controller could not go on";
    case Failure::Kind::kDiverged:
      return "the motion has diverged";
  }
  return {};
}

}  // namespace

std::string Failure::message() const {
  std::string text = "Stopped at t = " + messageNumber(time, 6) + " s";
  if (!linkName.empty()) text += " in link \"" + linkName + "\"";
  text += ": " + describe(kind) + ".";
  if (!advice.empty()) text += " " + advice;
  return text;
}

int linkOfVelocity(const Model& model, int v) {
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const Link& link = model.links[i];
    if (v >= link.vJoint && v < link.vJoint + link.nvJoint) return i;
    if (v >= link.vBody && v < link.vBody + link.nBody) return i;
  }
  return -1;
}

}  // namespace tendril
