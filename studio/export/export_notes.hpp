// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/description/fields/problem.hpp"

namespace tendril {

/// What an export does not take over as it is. Things of one kind with one cure become one note that names all of them.
class ExportNotes {
 public:
  /// `what`: of which kind, in the plural, such as "springs of joints"; `name`: which one, may be empty; `instead`:
  /// what was done.
  void add(std::string_view what, std::string_view name, std::string_view instead);
  /// As warnings, in the order in which the kinds came up.
  std::vector<Problem> problems() const;

 private:
  struct Note {
    std::string what, instead;
    std::vector<std::string> names;
  };
  std::vector<Note> notes_;
};

}  // namespace tendril
