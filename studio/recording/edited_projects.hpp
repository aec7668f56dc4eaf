// SPDX-License-Identifier: GPL-3.0-or-later
// Projects that were edited while their run was recorded:
//
//   edits/rows   how many there are
//   edits/t      from when on, s
//   edits/end    where the text of each ends in edits/text
//   edits/text   the texts, one after the other
#pragma once

#include <optional>
#include <string>

#include "studio/recording/hdf5_file.hpp"

namespace tendril {

/// The project from t (s) on; an empty text: none.
struct ProjectEdit {
  double t = 0;
  std::string text;
};

/// Writes them into a file that grows.
class EditedProjects {
 public:
  /// Makes the data sets.
  static void create(hid_t file);
  /// Appends one, unless it is empty; edits/rows is left as it was.
  void write(hid_t file, const ProjectEdit& edit);
  /// Says how many there are now: what was written counts.
  void commit(hid_t file) const;

 private:
  std::int64_t written_ = 0, bytes_ = 0;
};

/// The last one that had begun at t (empty: at the end); empty: the project was not edited before.
std::string editedProject(hid_t file, std::optional<double> t);

}  // namespace tendril
