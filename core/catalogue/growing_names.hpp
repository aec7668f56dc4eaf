// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <deque>
#include <mutex>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tendril {

/// Names that become more while the program runs. What span() returned stays as it was, for ever. Thread safe.
class GrowingNames {
 public:
  explicit GrowingNames(std::vector<std::string> first) { add(std::move(first)); }

  std::span<const std::string_view> span() const {
    const std::lock_guard lock(mutex_);
    return spans_.back();
  }
  void add(std::vector<std::string> names) {
    const std::lock_guard lock(mutex_);
    std::vector<std::string_view> all = spans_.empty() ? std::vector<std::string_view>() : spans_.back();
    for (std::string& name : names) all.push_back(names_.emplace_back(std::move(name)));
    spans_.push_back(std::move(all));
  }

 private:
  mutable std::mutex mutex_;
  std::deque<std::string> names_;  // a deque never moves what it holds
  std::deque<std::vector<std::string_view>> spans_;
};

}  // namespace tendril
