// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/engine/engine_thread.hpp"

#ifdef __linux__
#include <pthread.h>
#endif

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

void nameThisThread([[maybe_unused]] const char* name) {
#ifdef __linux__
  pthread_setname_np(pthread_self(), name);
#endif
}

}  // namespace tendril
