// SPDX-License-Identifier: BSD-3-Clause
// Proof that a thread (the window's) never solves, builds or computes kinematics; names of those that do.
#pragma once

#include <cstdint>

namespace tendril {

/// From now on any engine work on the calling thread is a violation: it is counted, and in debug builds it aborts with
/// a message. `forbid` false allows it again.
void forbidEngineOnThisThread(bool forbid = true);
/// How often forbidden work was begun, on all threads.
std::uint64_t engineViolations();
/// What was begun last where it was forbidden; empty if nothing was. A string literal.
const char* lastEngineViolation();
/// Called where engine work begins. `what`: a string literal.
void checkEngineThread(const char* what);
/// Names the calling thread for debuggers and measurements: at most 15 characters.
void nameThisThread(const char* name);

}  // namespace tendril
