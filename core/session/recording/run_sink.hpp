// SPDX-License-Identifier: BSD-3-Clause
// Somebody who writes down what a live run records, as it is recorded.
#pragma once

#include <memory>

#include "core/constraints/state.hpp"
#include "core/session/recording/run.hpp"

namespace tendril {

/// One recorded instant of a live run.
struct RecordedInstant {
  const State& state;                ///< everything that it goes on from
  const VecX& u;                     ///< nu
  double kinetic, gravity, elastic;  ///< J
  double balance;                    ///< % of what flowed
};

class RunSink {
 public:
  virtual ~RunSink() = default;
  /// The next instant of `run`, made by its last part. A run begins with another id; with another history, where a run
  /// of which nothing was recorded beyond its start was replaced, by one of other coordinates perhaps; and with a time
  /// that does not ascend. On the session's thread, between two steps: must be short and not throw.
  virtual void instant(const std::shared_ptr<const Run>& run, const RecordedInstant& now) = 0;
  /// No more of them come. On the session's thread.
  virtual void ended() = 0;
};

}  // namespace tendril
