// SPDX-License-Identifier: BSD-3-Clause
// Decides from the sizes of Newton's corrections: converged, worth a new matrix, or out of reach.
#pragma once

namespace tendril {

/// Sizes are scaled: 1 is the size of what is being computed, `tolerance` what is wanted.
class NewtonMonitor {
 public:
  enum class Verdict { kContinue, kConverged, kDiverged };

  /// `wantsMatrix`: whether the first iteration needs a matrix of its own; else it has that of an earlier step.
  explicit NewtonMonitor(double tolerance, bool wantsMatrix = true)
      : tolerance_(tolerance), wantsMatrix_(wantsMatrix) {}

  /// Whether the next iteration should build the matrix anew instead of using the last one again.
  bool wantsMatrix() const { return wantsMatrix_; }
  /// Judges the correction of an iteration, made with a matrix built at that very point (`fresh`) or an older one.
  Verdict judge(double size, bool fresh);

 private:
  static constexpr int kMaxIterations = 30;
  static constexpr double kWorthReusing = 0.1;  ///< contraction below which an old matrix is cheaper than a new one
  /// Of the tolerance: what may be left by old matrices, whose errors add up from step to step.
  static constexpr double kLeft = 0.1;

  double tolerance_, last_ = 0;
  bool wantsMatrix_;
  bool old_ = !wantsMatrix_;  ///< no matrix of this step yet
  int iterations_ = 0, growths_ = 0;
};

}  // namespace tendril
