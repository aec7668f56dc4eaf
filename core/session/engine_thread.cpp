// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/engine_thread.hpp"

#include <atomic>
#include <cstdio>
#include <cstdlib>

namespace tendril {
namespace {

thread_local bool forbidden = false;
std::atomic<std::uint64_t> violations = 0;
std::atomic<const char*> last = "";

}  // namespace

void forbidEngineOnThisThread(bool forbid) {
  forbidden = forbid;
}

std::uint64_t engineViolations() {
  return violations.load();
}

const char* lastEngineViolation() {
  return last.load();
}

void checkEngineThread(const char* what) {
  if (!forbidden) return;
  violations.fetch_add(1);
  last.store(what);
#ifndef NDEBUG
  std::fprintf(stderr, "engine work on a thread that must not do it: %s\n", what);
  std::abort();
#endif
}

}  // namespace tendril
