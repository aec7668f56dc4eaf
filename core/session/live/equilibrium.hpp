// SPDX-License-Identifier: BSD-3-Clause
// Equilibria of a session: the search, and the way to what it found as it is shown.
#pragma once

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>

#include "core/equilibria/statics.hpp"
#include "core/session/live_inputs.hpp"
#include "core/session/program.hpp"

namespace tendril {

class Equilibrium {
 public:
  using Clock = std::chrono::steady_clock;

  /// Searches from `state` with the inputs of that instant. The result never throws: what went wrong is its failure.
  StaticsResult solve(const Program& program, const State& state, const LiveInputs& inputs,
                      const std::atomic<bool>* cancel);

  /// Shows the way from one configuration to another, over kShown of wall time.
  void show(const Model& model, const VecX& from, const VecX& to);
  bool showing() const { return way_.has_value(); }
  void stopShowing() { way_.reset(); }
  /// Brings shown() to the configuration that is due; ends the show once all of the way was shown.
  void advance(const Model& model);
  const VecX& shown() const { return way_->q; }
  Data& data() { return *data_; }  ///< a workspace of the model of the last search

 private:
  static constexpr double kShown = 0.4;  ///< s
  struct Way {
    VecX from, delta, q;
    Clock::time_point begin;
  };
  std::optional<Way> way_;
  // A workspace of its own: the live run's must stay as its last step left it.
  std::shared_ptr<const Model> model_;
  std::unique_ptr<Data> data_;
};

}  // namespace tendril
