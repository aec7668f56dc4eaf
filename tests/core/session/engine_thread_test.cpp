// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/engine/engine_thread.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>

#include "core/session/live/session.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

TEST(EngineThread, OnlyTheForbiddenThreadIsWatched) {
  Session session;
  session.load(std::make_unique<Program>(tests::chain(2)));
  const std::uint64_t before = engineViolations();
  std::jthread([&] {
    forbidEngineOnThisThread();
    session.play();
    session.seek(0, 0);
    session.reset();
    tests::latest(session);
    EXPECT_EQ(engineViolations(), before);
#ifdef NDEBUG
    Program forbidden(tests::chain(1));
    EXPECT_EQ(engineViolations(), before + 1);
    EXPECT_EQ(std::string(lastEngineViolation()), "Program");
    forbidEngineOnThisThread(false);
    Program allowed(tests::chain(1));
    EXPECT_EQ(engineViolations(), before + 1);
#else
    EXPECT_DEATH(Program(tests::chain(1)), "Program");
#endif
  }).join();
  Program here(tests::chain(1));
}

}  // namespace
}  // namespace tendril
