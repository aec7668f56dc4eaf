// SPDX-License-Identifier: BSD-3-Clause
// What the last steps before the end of a run say about why it ended.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/session/recording/history.hpp"

namespace tendril {

struct Model;

/// All of it from the states of the steps alone, so that it can be made at any time, beside the run.
struct DivergenceReport {
  /// Of the inner ones of the steps (all but the first and the last): t in s, and how far the step is from the equation
  /// of motion: ‖a − forwardDynamics‖ / ‖a‖ in the norm of the mass matrix, a from differences of v. Small: the steps
  /// are fine enough; about 1: they no longer follow it.
  std::vector<double> t, error;
  /// Per link: its share 0…1 of that error at the last of these steps, and its velocity coordinate (−1: none) that has
  /// the largest share.
  std::vector<double> share;
  std::vector<int> coordinate;
  int worstLink = -1;  ///< with the largest share

  /// The fastest motion of the robot linearised at the last step: rad/s of a vibration, 1/s of a decay; 0: not found
  /// (no inertia, or more than kMostCoordinates).
  static constexpr int kMostCoordinates = 600;
  double fastest = 0;
  bool decays = false;
  int fastestLink = -1;  ///< whose mass moves most in it
  double step = 0;       ///< s, median

  struct Margin {
    int link = -1;
    double margin = 1;      ///< AdmissibleSet::admissibleMargin
    double t = 0;           ///< s, of the step with the least one
    std::string violation;  ///< what ends there, for people
  };
  std::optional<Margin> least;  ///< of all bodies and steps; none: no body has such a set

  struct Depth {
    int contact = -1;  ///< index into Model::contacts
    double depth = 0;  ///< m
  };
  std::optional<Depth> deepest;  ///< at the last step; none: nothing touches

  /// Steps in a period of the fastest vibration, or in the time in which the fastest decay falls by e; 0: not found.
  double stepsPerPeriod() const;
};

/// `steps`: of this model, in order of time; three or more, else only what one instant tells is there. Never throws: an
/// instant whose dynamics cannot be computed is left out.
DivergenceReport reportDivergence(const std::shared_ptr<const Model>& model, const History& steps);

}  // namespace tendril
