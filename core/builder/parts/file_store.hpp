// SPDX-License-Identifier: BSD-3-Clause
// What was read from files or made of them, kept for the next time.
#pragma once

#include <cstddef>
#include <filesystem>
#include <memory>
#include <mutex>
#include <string>
#include <unordered_map>

namespace tendril {

/// A key of a file that is another one when the file has changed.
inline std::string fileKey(const std::filesystem::path& file) {
  std::error_code ignored;
  const auto time = std::filesystem::last_write_time(file, ignored);
  const auto size = std::filesystem::file_size(file, ignored);
  return file.string() + "\n" + std::to_string(time.time_since_epoch().count()) + "\n" + std::to_string(size);
}

/// Values by key, the last few of them: no more than kMost. Thread-safe: one is loaded at a time.
template <class T, std::size_t kMost = 32>
class FileStore {
 public:
  /// The value, by `load` if it is not there; what that throws is passed on, and nothing is kept.
  template <class F>
  std::shared_ptr<const T> take(const std::string& key, F&& load) {
    const std::lock_guard lock(mutex_);
    if (const auto known = entries_.find(key); known != entries_.end()) return known->second;
    auto value = std::make_shared<const T>(load());
    if (entries_.size() >= kMost) entries_.clear();
    entries_[key] = value;
    return value;
  }

 private:
  std::mutex mutex_;
  std::unordered_map<std::string, std::shared_ptr<const T>> entries_;
};

}  // namespace tendril
