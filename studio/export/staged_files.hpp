// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <initializer_list>
#include <string_view>
#include <vector>

namespace tendril {

/// Files that appear together or not at all: they are written into a hidden folder beside their place, and moved when
/// all of them are there.
class StagedFiles {
 public:
  /// `target`: the file that is asked for; others stand beside it or in folders there. std::runtime_error with a
  /// sentence for people where it is there already and may not be replaced, or its folder cannot be written to.
  StagedFiles(std::filesystem::path target, bool replace);
  /// Removes what was not moved.
  ~StagedFiles();
  StagedFiles(const StagedFiles&) = delete;
  StagedFiles& operator=(const StagedFiles&) = delete;

  /// Where to write the file that is asked for.
  std::filesystem::path file() const { return folder_ / target_.filename(); }
  /// Where to write one that will stand at `relative` to the folder of the target; makes the folders on the way.
  std::filesystem::path beside(const std::filesystem::path& relative) const;
  /// Moves everything to its place; the files there. std::runtime_error as the constructor.
  std::vector<std::filesystem::path> commit();

 private:
  std::filesystem::path target_, folder_;
  bool replace_;
};

/// Writes a file. std::runtime_error with a sentence for people where not all of it gets there.
void writeWhole(const std::filesystem::path& file, std::string_view content);
/// Likewise, of parts that follow each other.
void writeParts(const std::filesystem::path& file, std::initializer_list<std::string_view> parts);

}  // namespace tendril
