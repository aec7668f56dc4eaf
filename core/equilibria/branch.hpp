// SPDX-License-Identifier: BSD-3-Clause
// One connected branch of equilibria, followed while the inputs are swept from one set to another.
//
// r(x, s) = (1 − s) r_A(x) + s r_B(x) = 0 with x = [q; λ]: u, tau and loads grow linearly from those of A to those of
// B. The branch is followed along its own length (pseudo-arclength), so it goes on beyond folds, where s turns back:
//   [K r_s; tᵀW t_s] [δx; δs] = −[r; 0],  t the unit tangent of the last point.
// The kkt matrix stays regular at folds; where its determinant changes sign, another branch crosses. Where
// stability changes otherwise, an event is reported, too: several branches cross at once, or it could not be told
// which. Keller 1977; Allgower & Georg 1990, §6, §8
#pragma once

#include <atomic>
#include <string>
#include <vector>

#include "core/equilibria/statics.hpp"

namespace tendril {

/// What acts at one end of a sweep. Models of both ends have the same coordinates; they may differ in loads.
struct BranchEnd {
  const Model& model;
  const StaticsProblem& problem;  ///< q of A: an equilibrium of A; q of B is ignored
};

struct BranchOptions {
  int points = 50;            ///< s changes by at most 1/points from one point to the next
  double lowest = -1;         ///< of s: the branch ends where it leads below
  double tolerance = 1e-12;   ///< of the residual, relative to the larger load of A and B
  double largestTurn = 0.15;  ///< rad, of any frame from one point to the next
  int maxPoints = 5000;
  const std::atomic<bool>* cancel = nullptr;
};

struct BranchPoint {
  double s = 0;
  VecX q;
  double residual = 0;
  bool stable = false;  ///< as StaticsResult::stable
};

/// A point of the branch where it turns back or another one crosses, between points[after] and points[after + 1].
struct BranchEvent {
  enum class Kind { kFold, kBifurcation };
  Kind kind = Kind::kFold;
  double s = 0;  ///< the event; of one that was not located the likeliest place in its interval
  VecX q;        ///< a configuration of the branch there or beside it
  std::size_t after = 0;
  double from = 0, to = 0;  ///< the interval of s in which it is for certain
  bool located = false;     ///< the interval is a millionth of the step from point to point, or less
};

struct Branch {
  std::vector<BranchPoint> points;  ///< from s = 0, along the branch
  std::vector<BranchEvent> events;  ///< in the order of the branch
  bool complete = false;            ///< s = 1 was reached
  int iterations = 0;               ///< of Newton's method
  std::string failure;              ///< if not complete: why. Empty otherwise
};

/// Follows the branch through a.problem.q towards s = 1, to its first point there. Deterministic. `data` (of a.model)
/// is overwritten. Sizes that do not fit: std::invalid_argument; what goes wrong on the way: a failure beside the
/// points that were found.
Branch followBranch(const BranchEnd& a, const BranchEnd& b, Data& data, const BranchOptions& options = {});

}  // namespace tendril
