// SPDX-License-Identifier: BSD-3-Clause
// Numbers and lines of a .msh file, text or binary.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace tendril {

/// Reads forward through the bytes of a file. Every function throws std::runtime_error with the place if what it wants
/// is not there. Numbers are text or binary, as set.
class MshInput {
 public:
  /// Keeps a view on `bytes`.
  explicit MshInput(std::string_view bytes) : bytes_(bytes) {}

  /// From now on numbers are binary, with the bytes of each turned round if `swapped`.
  void setBinary(bool swapped) {
    binary_ = true;
    swapped_ = swapped;
  }
  bool binary() const { return binary_; }

  /// What is left holds nothing but white space (which is passed).
  bool atEnd();
  std::size_t remaining() const { return bytes_.size() - at_; }

  /// The next word, up to white space; always text.
  std::string_view word();
  /// The rest of the line without its end; always text.
  std::string_view line();
  /// A number in text, whatever the file is.
  std::int64_t textInteger();
  double textReal();

  /// A number as the file is: integers of 4 or 8 bytes.
  std::int64_t integer4();
  std::int64_t integer8();
  double real();
  /// Passes that many numbers of that many bytes each.
  void skip(std::int64_t count, int bytesEach);

  /// Passes everything up to and including `mark`.
  void skipPast(std::string_view mark);

  /// A count that the file announces: not negative, and at most what fits into the remaining bytes.
  std::int64_t checkedCount(std::int64_t count, std::string_view noun);

  /// Throws: "line 12: …", in binary "byte 345: …".
  [[noreturn]] void fail(const std::string& what) const;

 private:
  template <class T>
  T raw();
  void skipSpace();

  std::string_view bytes_;
  std::size_t at_ = 0;
  std::size_t last_ = 0;  // where the last word or number began
  bool binary_ = false, swapped_ = false;
};

}  // namespace tendril
