// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <atomic>
#include <mutex>
#include <string>
#include <utility>

namespace tendril {

/// Why a plugin failed in a run, kept for who explains how the run ended. The first failure counts until it is taken.
/// Thread safe; const, because what fails is.
class FailureNote {
 public:
  void write(const std::string& why) const {
    const std::lock_guard lock(mutex_);
    if (set_) return;
    why_ = why;
    set_ = true;
  }
  bool isSet() const { return set_; }
  /// Empty: nothing has failed since the last time.
  std::string take() const {
    const std::lock_guard lock(mutex_);
    set_ = false;
    return std::exchange(why_, {});
  }

 private:
  mutable std::atomic<bool> set_ = false;
  mutable std::mutex mutex_;
  mutable std::string why_;
};

}  // namespace tendril
