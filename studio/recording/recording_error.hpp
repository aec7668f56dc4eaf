// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <stdexcept>

namespace tendril {

/// A file of a run cannot be read or written. The message names the file, says what is wrong and what to do.
struct RecordingError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

}  // namespace tendril
