// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a file that is read: why it cannot be used, and what is not taken over as it is.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/fields/problem.hpp"

namespace tendril {

/// "text", as messages name things.
std::string inQuotes(std::string_view text);

class ImportNotes {
 public:
  explicit ImportNotes(std::vector<Problem>& problems) : problems_(problems) {}

  /// `line`: of the file, from 1; 0: it has none.
  void error(int line, std::string path, std::string message, std::string cure);
  /// Something that is not taken over as it is. The same message is given once, with the number of places and the first
  /// of them.
  void note(int line, std::string path, std::string message, std::string instead);

 private:
  struct Note {
    std::size_t problem;  ///< index of problems_
    int places;
  };

  std::vector<Problem>& problems_;
  std::map<std::string, Note> notes_;  ///< by message
};

}  // namespace tendril
