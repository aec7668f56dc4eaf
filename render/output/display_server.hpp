// SPDX-License-Identifier: BSD-3-Clause
// A display for programs that have none.
#pragma once

#include <memory>
#include <string>

namespace tendril {

/// True if `display` (such as ":0") can be drawn on: a local server answers, or it is on another machine, which is not
/// tried.
bool displayAnswers(const std::string& display);

/// A private Xvfb with software OpenGL. DISPLAY points to it while it lives; it ends with this object or this process.
class PrivateDisplay {
 public:
  /// Throws std::runtime_error if Xvfb is missing or does not start within 10 s.
  PrivateDisplay();
  ~PrivateDisplay();
  PrivateDisplay(const PrivateDisplay&) = delete;
  PrivateDisplay& operator=(const PrivateDisplay&) = delete;

  const std::string& name() const { return name_; }
  int process() const { return process_; }
  /// A private display if DISPLAY is not set or does not answer, otherwise null.
  static std::unique_ptr<PrivateDisplay> ifNeeded();

 private:
  void stop();
  std::string name_;
  int process_ = -1;
  bool hadDisplay_ = false;
  std::string oldDisplay_;
};

}  // namespace tendril
