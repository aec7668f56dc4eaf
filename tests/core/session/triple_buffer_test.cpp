// SPDX-License-Identifier: BSD-3-Clause
// The snapshot exchange under a writer and a reader that do their worst.
#include "core/session/engine/triple_buffer.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <thread>
#include <vector>

namespace tendril {
namespace {

/// Large enough to be torn, with a checksum over everything.
struct Frame {
  std::uint64_t number = 0;
  std::vector<std::uint64_t> values = std::vector<std::uint64_t>(64, 0);

  void write(std::uint64_t n) {
    number = n;
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = n * 0x9E3779B97F4A7C15ull + i;
  }
  bool whole() const {
    for (std::size_t i = 0; i < values.size(); ++i)
      if (values[i] != (number ? number * 0x9E3779B97F4A7C15ull + i : 0)) return false;
    return true;
  }
};

TEST(TripleBuffer, HandsOverTheLatestOnce) {
  TripleBuffer<int> exchange;
  EXPECT_FALSE(exchange.acquire());
  EXPECT_TRUE(exchange.taken());
  exchange.back() = 1;
  exchange.publish();
  EXPECT_FALSE(exchange.taken());
  exchange.back() = 2;
  exchange.publish();
  EXPECT_TRUE(exchange.acquire());
  EXPECT_EQ(exchange.front(), 2);
  EXPECT_TRUE(exchange.taken());
  EXPECT_FALSE(exchange.acquire());
  EXPECT_EQ(exchange.front(), 2);
}

TEST(TripleBuffer, MillionFramesAreWholeAndInOrder) {
  constexpr std::uint64_t kFrames = 1'000'000;
  TripleBuffer<Frame> exchange;
  std::jthread writer([&] {
    for (std::uint64_t n = 1; n <= kFrames; ++n) {
      exchange.back().write(n);
      exchange.publish();
    }
  });
  std::uint64_t last = 0, torn = 0, backwards = 0, seen = 0;
  while (last < kFrames) {
    if (!exchange.acquire()) continue;
    const Frame& frame = exchange.front();
    torn += !frame.whole();
    backwards += frame.number <= last;
    last = frame.number;
    ++seen;
  }
  EXPECT_EQ(torn, 0u);
  EXPECT_EQ(backwards, 0u);
  EXPECT_GT(seen, 1u);
}

}  // namespace
}  // namespace tendril
