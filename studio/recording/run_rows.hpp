// SPDX-License-Identifier: GPL-3.0-or-later
// Rows of a live run as recordings have them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/session/recording/run_sink.hpp"
#include "core/session/recording/signals.hpp"
#include "studio/recording/run_recorder.hpp"

namespace tendril {

/// Computes the rows of one run, with a workspace of its own: recordHeader(), then recordedSignals(). For one thread.
class RunRows {
 public:
  explicit RunRows(const RunPart& part);

  const std::vector<std::string>& names() const { return names_; }
  SignalCatalogue catalogue() const { return SignalCatalogue(*part_.model); }
  /// What made the next instants: a model of the same coordinates. Signals that it does not have are no numbers.
  void use(const RunPart& part);
  /// The row of an instant, valid until the next.
  std::span<const double> row(const RecordedInstant& at);

 private:
  void makeSampler();

  RunPart part_;
  std::vector<std::string> names_, signals_;  ///< all; those behind the header
  std::unique_ptr<SignalSampler> sampler_;
  std::vector<double> row_;
};

/// The origin of a run's recording but for where the project lies.
RunOrigin runOrigin(const RunPart& part, std::string project);

}  // namespace tendril
