// SPDX-License-Identifier: GPL-3.0-or-later
// Autosave: what would be lost if the program ended now, kept in a folder of its own, one file per running program.
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/fields/problem.hpp"

namespace tendril {

/// A project that was open and changed when its program ended.
struct Recovered {
  std::filesystem::path file;      ///< of the recovery
  std::filesystem::path original;  ///< the project's own file; empty if it was never saved
  std::filesystem::path folder;    ///< where its relative paths start
  std::string name;                ///< of the project
  std::int64_t savedAt = 0;        ///< s since 1970
  std::int64_t process = 0;        ///< that wrote it
  std::string text;                ///< of the project
};

/// The recovery of one running program. Writing is atomic: whenever the program is killed, the file holds the last or
/// the one before. Any thread, one at a time.
class Recovery {
 public:
  /// Writes into `folder`, made when it is needed.
  explicit Recovery(std::filesystem::path folder);
  /// Keeps the file: it is removed by clear(), when the project is saved or closed.
  ~Recovery() = default;

  /// What went wrong, if it could not be written.
  std::optional<Problem> write(const std::string& text, const std::string& name, const std::filesystem::path& original,
                               const std::filesystem::path& folder) const;
  /// Nothing is left to be recovered.
  void clear() const;
  const std::filesystem::path& file() const { return file_; }

  /// $XDG_STATE_HOME/tendril/recovery, ~/.local/state/tendril/recovery where that is not set.
  static std::filesystem::path defaultFolder();
  /// Recoveries in a folder whose programs have ended, the latest first. Files that are none or cannot be read are left
  /// alone.
  static std::vector<Recovered> orphans(const std::filesystem::path& folder);
  /// Removes the file of a recovery that was taken over or declined.
  static void discard(const Recovered& recovered);

 private:
  std::filesystem::path folder_, file_;
};

}  // namespace tendril
