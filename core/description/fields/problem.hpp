// SPDX-License-Identifier: BSD-3-Clause
// What is wrong with a project: where, what, and what to do.
#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tendril {

struct Problem {
  enum class Severity { kError, kWarning };

  std::string path;     ///< of the field, such as "links.arm.body.section.radius"; empty: the whole file
  std::string message;  ///< what is wrong
  std::string cure;     ///< what to do; may be empty
  int line = 0;         ///< in the file, from 1; 0 where there is none
  Severity severity = Severity::kError;

  /// One line for people: "path: message; cure (line 12)".
  std::string text() const {
    std::string out = path.empty() ? message : path + ": " + message;
    if (!cure.empty()) out += "; " + cure;
    if (line > 0) out += " (line " + std::to_string(line) + ")";
    return severity == Severity::kWarning ? "warning: " + out : out;
  }
  bool isError() const { return severity == Severity::kError; }
};

/// True if one of the problems is an error.
inline bool hasErrors(const std::vector<Problem>& problems) {
  for (const Problem& problem : problems)
    if (problem.isError()) return true;
  return false;
}

/// Path of a field while walking a description: "links.arm.body.divisions[1].length".
class FieldPath {
 public:
  /// Appends one step for the lifetime of the returned object.
  class Step {
   public:
    Step(std::string& text, std::size_t length) : text_(text), length_(length) {}
    Step(const Step&) = delete;
    Step& operator=(const Step&) = delete;
    ~Step() { text_.resize(length_); }

   private:
    std::string& text_;
    std::size_t length_;
  };

  Step key(std::string_view name) {
    const std::size_t length = text_.size();
    if (!text_.empty()) text_ += '.';
    text_ += name;
    return {text_, length};
  }
  Step index(std::size_t i) {
    const std::size_t length = text_.size();
    text_ += '[' + std::to_string(i) + ']';
    return {text_, length};
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace tendril
