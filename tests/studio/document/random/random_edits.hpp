// SPDX-License-Identifier: GPL-3.0-or-later
// Random commands of every kind: each described field with values in range, out of range and nonsense; every function
// that makes an edit (drawing.hpp); variants shown, notes kept, several fields at once; undo and redo.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "tests/studio/document/random/drawing.hpp"

namespace tendril {

/// `usual`, unless the environment variable TENDRIL_RANDOM_EDITS gives a number: how many random commands a test gives
/// to each project.
int randomEdits(int usual);

class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : dice_(seed) {}

  /// Gives one command. False if it was refused, with the reason.
  bool step(Document& document, std::vector<Problem>& problems);
  /// An edit of any kind but of one field; where copies of copies have made the project large, often one that makes it
  /// smaller.
  Edit structural(const Document& document);
  /// What the last step did, for the log.
  const std::string& last() const { return last_; }

  /// A command of the document, and how often steps were to give it and did.
  struct Count {
    int tried = 0, accepted = 0;
  };
  const std::map<std::string_view, Count>& counts() const { return counts_; }

 private:
  Dice dice_;
  Keepsakes kept_;
  std::string last_;
  std::map<std::string_view, Count> counts_;
};

}  // namespace tendril
