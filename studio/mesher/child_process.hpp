// SPDX-License-Identifier: GPL-3.0-or-later
// Other programs, run to their end.
#pragma once

#include <chrono>
#include <functional>
#include <string>
#include <utility>
#include <vector>

namespace tendril {

struct ChildProcess {
  std::vector<std::string> command = {};                              ///< program (found by PATH) and arguments
  std::vector<std::pair<std::string, std::string>> environment = {};  ///< added to this program's own
  std::chrono::milliseconds timeLimit = std::chrono::seconds(60);
  std::function<bool()> cancelled = {};  ///< asked every 20 ms, if given
};

struct ChildResult {
  enum class End { kExited, kMissing, kTimeLimit, kCancelled };
  End end = End::kExited;
  int status = 0;      ///< exit status; 128 + signal if one ended it
  std::string output;  ///< the last few thousand bytes of both outputs
};

/// Runs a program with nothing to read, and waits. When the time is over or it is cancelled, the program and what it
/// started is killed. Throws std::runtime_error if the system cannot start any program.
ChildResult runChild(const ChildProcess& child);

}  // namespace tendril
