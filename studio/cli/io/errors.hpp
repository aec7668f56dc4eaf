// SPDX-License-Identifier: GPL-3.0-or-later
// How a command ends when it cannot do its work.
#pragma once

#include <stdexcept>
#include <string>

namespace tendril::cli {

/// Exit codes of the program (project-format: 0, 2 wrong command line, 3 bad file, 4 a run that failed).
enum class ExitCode { kGood = 0, kUsage = 2, kBadFile = 3, kFailed = 4, kInterrupted = 130 };

/// Ends the command; `what()` is for the user and says what is wrong, where, and what to do.
class Error : public std::runtime_error {
 public:
  Error(ExitCode code, const std::string& message) : std::runtime_error(message), code_(code) {}
  ExitCode code() const { return code_; }

 private:
  ExitCode code_;
};

}  // namespace tendril::cli
