// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a run as a history.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/session/recording/history.hpp"

namespace tendril {

class RunHistory {
 public:
  /// Room for so many rows of a model.
  RunHistory(const Model& model, std::size_t rows);

  /// Signals of controllers, which rows hold after the entries of recordHeader(): what SimulationRequest::signals asks
  /// for.
  static std::vector<std::string> signalsOf(const Model& model);

  /// One row: recordHeader(), then signalsOf().
  void append(const std::vector<double>& row);
  const std::shared_ptr<History>& history() const { return history_; }

 private:
  int nq_, nv_, nu_, size_ = 0;
  std::vector<int> places_;  ///< of the signals in State::z
  std::shared_ptr<History> history_;
};

}  // namespace tendril
