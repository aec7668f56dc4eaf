// SPDX-License-Identifier: BSD-3-Clause
// Where a point of the robot can be: its equilibria over the ranges of the inputs.
#pragma once

#include <atomic>
#include <cstdint>
#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "core/model/perturbation.hpp"

namespace tendril {

struct WorkspaceProblem {
  int link = 0;             ///< index
  BodyPlace place;          ///< of the point on it: placeAlong
  std::vector<int> inputs;  ///< indices into u that vary over their ranges (workspaceInputs); the others stay as in `u`
  Vec3 gravity = Vec3::Zero();  ///< m/s²
  VecX q, u;                    ///< nq, nu: where to look for the equilibrium that all others are reached from
  double t = 0;                 ///< s, for loads of time
};

struct WorkspaceOptions {
  int samples = 2000;
  std::uint64_t seed = 0;                     ///< shifts the sequence of inputs
  int threads = 0;                            ///< of oneTBB; 0: all. The result is the same
  const std::atomic<bool>* cancel = nullptr;  ///< true: stop; what was found so far is kept
  std::atomic<int>* done = nullptr;           ///< counts samples that are through
};

/// One sample that an equilibrium was found for.
struct WorkspacePoint {
  int sample = 0;
  VecX u, q;                     ///< nu, nq
  Vec3 position = Vec3::Zero();  ///< of the point, world, m
  /// How far the point moves as the inputs move by their ranges (m, to first order: singular values of its derivative
  /// by the inputs over their ranges), in the direction in which it moves most, then least.
  Vec3 mobility = Vec3::Zero();
  double rangeMargin = 0;    ///< of the input nearest to an end of its range: 0 at the end, 1 in the middle
  double foldingMargin = 1;  ///< foldingOf() of the soft body nearest to folding
  bool stable = true;        ///< solveStatics
};

struct SampledWorkspace {
  std::vector<WorkspacePoint> points;  ///< by sample
  int samples = 0;                     ///< that were looked at
  /// Directions in which inputs move the point at all: 3, of a point that stays in a surface 2, on a line 1.
  int directions = 0;
  std::string failure;  ///< why there is nothing: what, where, what to do

  int lost() const { return samples - static_cast<int>(points.size()); }  ///< without an equilibrium
  /// What of `mobility` tells how well a point can be moved from there: of the worst direction that there is.
  double leastMobility(const WorkspacePoint& point) const { return directions ? point.mobility[directions - 1] : 0; }
};

/// Lower and upper end (m × 2) of what inputs may be: of their ranges, of a drive's position where it has none of its
/// joint's limits. std::invalid_argument names an input whose range has no end.
MatX workspaceRanges(const Model& model, const std::vector<int>& inputs);
/// All inputs whose lower end is below the upper one.
std::vector<int> workspaceInputs(const Model& model);

/// Inputs spread evenly over their ranges (a sequence of low discrepancy, R_d of M. Roberts: every beginning of it is
/// even, too), and the equilibrium of each: reached from that of the nearest sample before it along the straight way
/// between both inputs, in steps that follow the branch (predicted by the derivative of equilibria, corrected by
/// Newton's method, shorter where the correction is not small). So all points lie on the branch of the first one.
/// Where that way ends, a sample is lost. std::invalid_argument: what does not fit.
SampledWorkspace sampleWorkspace(const Model& model, const WorkspaceProblem& problem,
                                 const WorkspaceOptions& options = {});

}  // namespace tendril
