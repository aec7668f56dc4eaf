// SPDX-License-Identifier: GPL-3.0-or-later
// A progress bar on a terminal, silent elsewhere.
#pragma once

#include <chrono>
#include <iosfwd>
#include <string>

namespace tendril::cli {

class ProgressBar {
 public:
  /// Draws on `stream` only if `terminal`.
  ProgressBar(std::ostream& stream, bool terminal, std::string title);
  ~ProgressBar();  ///< clears the line
  ProgressBar(const ProgressBar&) = delete;
  ProgressBar& operator=(const ProgressBar&) = delete;

  /// Fraction done, 0…1.
  void show(double fraction);

 private:
  std::ostream& stream_;
  bool terminal_;
  std::string title_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace tendril::cli
