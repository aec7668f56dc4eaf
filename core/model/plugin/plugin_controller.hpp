// SPDX-License-Identifier: BSD-3-Clause
// A controller of a plugin, called safely.
#pragma once

#include <string>
#include <vector>

#include "core/math/types.hpp"
#include "core/model/plugin/plugin_functions.hpp"

namespace tendril {

/// Numbers that somebody else writes, with others on both sides that he must not touch.
class GuardedNumbers {
 public:
  explicit GuardedNumbers(int count)
      : numbers_(VecX::Constant(count + 2 * kGuards, kGuard)), inner_(numbers_.data() + kGuards, count) {
    inner_.setZero();
  }
  GuardedNumbers(const GuardedNumbers&) = delete;
  GuardedNumbers& operator=(const GuardedNumbers&) = delete;

  Eigen::Map<VecX>& inner() { return inner_; }
  bool intact() const {
    return (numbers_.head(kGuards).array() == kGuard).all() && (numbers_.tail(kGuards).array() == kGuard).all();
  }
  /// Makes the guards whole again.
  void restore() { numbers_.head(kGuards).setConstant(kGuard), numbers_.tail(kGuards).setConstant(kGuard); }

 private:
  static constexpr int kGuards = 8;
  static constexpr double kGuard = -7.29112201955639e+303;  // nothing that a controller would write
  VecX numbers_;
  Eigen::Map<VecX> inner_;
};

class PluginController {
 public:
  struct Signal {
    std::string name, unit, meaning;
  };
  /// Of a robot and of what the controller gives it.
  struct Size {
    int nq = 0, nv = 0, outputs = 0;
  };
  /// What it writes in one call.
  struct Answer {
    Answer(const PluginController& controller, const Size& size)
        : state(controller.states(size.outputs)),
          demand(size.outputs),
          signals(static_cast<int>(controller.signals().size())) {}
    GuardedNumbers state;  ///< its memory: what it gets, too
    GuardedNumbers demand, signals;
  };
  /// A motion to try it on.
  struct Sample {
    VecX q, v;
  };

  PluginController(PluginCallerPtr caller, const TendrilController& table);

  const std::string& name() const { return name_; }
  const std::string& meaning() const { return meaning_; }
  const std::string& plugin() const { return caller_->name(); }
  const std::vector<PluginLaw::Coefficient>& parameters() const { return parameters_; }
  const std::vector<Signal>& signals() const { return signals_; }
  int states(int outputs) const { return table_.state_count + table_.states_per_output * outputs; }

  /// Why it cannot serve a robot of this size, or an empty text.
  std::string misfit(const Size& size) const;
  /// One sample. Why the answer cannot be used, or an empty text: an error, numbers that are not finite, something
  /// written beside its arrays.
  std::string evaluate(std::span<const double> parameters, double t, double step, const VecXRef& q, const VecXRef& v,
                       Answer& answer) const;
  /// Asks it along samples, twice: why it cannot be used, or an empty text. Also where the second answers differ, or it
  /// changes what it was given.
  std::string tryOut(std::span<const double> parameters, const Size& size, const std::vector<Sample>& samples) const;

 private:
  PluginCallerPtr caller_;
  TendrilController table_;
  std::string name_, meaning_;
  std::vector<PluginLaw::Coefficient> parameters_;
  std::vector<Signal> signals_;
};

}  // namespace tendril
