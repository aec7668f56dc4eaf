// SPDX-License-Identifier: BSD-3-Clause
// Formulas of measured signals (core/signals) as controllers use them: values and rates at a measured state.
#pragma once

#include <vector>

#include "core/signals/signal_program.hpp"
#include "core/signals/signal_reader.hpp"

namespace tendril {

/// Immutable. All sources of the program must be measured (isMeasured), none of its columns may use rate().
class MeasuredFormulas {
 public:
  explicit MeasuredFormulas(SignalProgram program);

  int size() const { return static_cast<int>(program_.columns().size()); }
  const SignalProgram& program() const { return program_; }
  /// Whether the rate of a formula follows from q and v: it uses positions and the time only.
  bool knowsRate(int formula) const { return knowsRate_[static_cast<std::size_t>(formula)] != 0; }

 private:
  SignalProgram program_;
  std::vector<char> knowsRate_;
};

/// Their numbers at one state, with a workspace of the plant, which must outlive it.
class MeasuredValues {
 public:
  MeasuredValues(const Model& plant, const MeasuredFormulas& formulas);
  /// values ← at (t, q, v), where contacts that stick hold at `anchors` (Measurement). No allocation but for what
  /// contacts touch.
  void evaluate(double t, const VecXRef& q, const VecXRef& v, Eigen::Map<const VecX> anchors = {nullptr, 0});
  /// rates ← of those that are known, NaN of the others; after evaluate() with the same state.
  void evaluateRates(double t, const VecXRef& q, const VecXRef& v);

  VecX values, rates;  ///< one per formula

 private:
  SignalInstant instant(double t, const VecXRef& q, const VecXRef& v) const;

  const SignalProgram& program_;
  SignalReader reader_;
  SignalProgram::Memory memory_;
  std::vector<double> numbers_, numberRates_;
  VecX none_;
};

}  // namespace tendril
