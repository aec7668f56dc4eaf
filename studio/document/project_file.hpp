// SPDX-License-Identifier: GPL-3.0-or-later
// The file that an open project belongs to: what was written or read last, and whether somebody else wrote since.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/description/fields/problem.hpp"

namespace tendril {

class ProjectFile {
 public:
  ProjectFile() = default;
  /// A file as it was read: `text` is what stood in it.
  ProjectFile(std::filesystem::path path, std::string_view text);

  bool exists() const { return !path_.empty(); }
  const std::filesystem::path& path() const { return path_; }

  /// Writes the text in one step; links are followed and permissions kept. A file that may not be written is not
  /// replaced either. Returns what went wrong: where, why, and what to do; the file is as it was then.
  std::optional<Problem> write(std::string_view text);

  enum class OnDisk { kSame, kChanged, kGone };
  /// Compares what is there now with what was read or written last.
  OnDisk look() const;
  /// What is there now is known: the user has been told, and keeps what is open.
  void acceptDisk();

 private:
  std::filesystem::path path_;
  std::uint64_t known_ = 0;  ///< hash of the text
};

}  // namespace tendril
