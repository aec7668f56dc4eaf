// SPDX-License-Identifier: GPL-3.0-or-later
// Linked into both programs and compiled for the oldest processor: says so where the program cannot run, instead of an
// illegal instruction in the first constructor of a global.
#include <errno.h>
#include <unistd.h>

#include "core/math/processor.hpp"

namespace {

constexpr int kCannotRunHere = 1;

/// Runs before every other constructor of the program; 101 is the first priority that programs may use.
__attribute__((constructor(101))) void checkProcessor() {
  char text[512];
  if (!tendril::describeMissingFeatures(program_invocation_short_name, tendril::compiledProcessorFeatures,
                                        tendril::availableProcessorFeatures(), text, sizeof text))
    return;
  std::size_t length = 0;
  while (text[length]) ++length;
  [[maybe_unused]] const auto written = write(STDERR_FILENO, text, length);
  _exit(kCannotRunHere);
}

}  // namespace
