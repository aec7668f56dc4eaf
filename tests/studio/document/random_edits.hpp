// SPDX-License-Identifier: GPL-3.0-or-later
// Random edits of every kind: each described field with values in range, out of range and nonsense; objects added,
// removed, renamed, copied, moved, attached elsewhere, made of another kind.
#pragma once

#include <random>
#include <string>
#include <vector>

#include "studio/document/document.hpp"

namespace tendril {

class RandomEdits {
 public:
  explicit RandomEdits(unsigned seed) : random_(seed) {}

  /// Makes one edit, undo or redo. False if it was refused, with the reason.
  bool step(Document& document, std::vector<Problem>& problems);
  /// One field only, with a value that has good chances.
  bool nudge(Document& document, std::vector<Problem>& problems);
  /// What the last step did, for the log.
  const std::string& last() const { return last_; }
  /// Something added, removed, renamed, copied, moved, attached elsewhere or made of another kind.
  Edit structural(const Document& document);

 private:
  bool setField(Document& document, std::vector<Problem>& problems);
  bool change(Document& document, std::vector<Problem>& problems);
  ItemRef anyItem(const Description& description);
  ObjectId anyId(const Description& description, ItemKind kind);
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }

  std::mt19937 random_;
  std::string last_, clipboard_;
  int names_ = 0;
};

/// A field and JSON texts to try in it.
struct FieldSample {
  std::string path, json;
};

/// All fields of a description, absent optional ones included, each with a random value.
std::vector<FieldSample> sampleFields(const Description& description, std::mt19937& random);

}  // namespace tendril
