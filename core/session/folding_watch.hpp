// SPDX-License-Identifier: BSD-3-Clause
// Which soft bodies fold while a run is shown.
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "core/session/snapshot.hpp"

namespace tendril {

/// Looks at the soft bodies of what is shown: a few times a second while time goes on, else every time.
class FoldingWatch {
 public:
  using Clock = std::chrono::steady_clock;
  static constexpr std::chrono::milliseconds kBetweenLooks{250};  // more often cannot be read

  /// Sets `folded` of a snapshot that has the rest.
  void fill(Snapshot& snapshot, Clock::time_point now);

 private:
  std::vector<FoldedBody> look(const Snapshot& snapshot) const;

  std::shared_ptr<const Model> model_;  ///< of the last look
  Clock::time_point looked_;
  std::shared_ptr<const std::vector<FoldedBody>> folded_ = std::make_shared<const std::vector<FoldedBody>>();
};

}  // namespace tendril
