// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/recording/history.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <thread>

namespace tendril {
namespace {

constexpr int kQ = 7, kV = 6, kU = 2;

void appendNumber(History& history, int n) {
  const double x = n;
  history.append(0.5 * x, VecX::Constant(kQ, x), VecX::Constant(kV, -x), VecX::Constant(kU, 2 * x), {x, x + 1, x + 2},
                 x + 3);
}

void expectNumber(const History::Record& record, int n) {
  const double x = n;
  ASSERT_EQ(record.t, 0.5 * x);
  ASSERT_EQ(record.q, VecX::Constant(kQ, x));
  ASSERT_EQ(record.v, VecX::Constant(kV, -x));
  ASSERT_EQ(record.u, VecX::Constant(kU, 2 * x));
  ASSERT_EQ(record.kinetic + record.gravity + record.elastic + record.balance, 4 * x + 6);
}

TEST(History, KeepsWhatWasAppended) {
  History history(3, kQ, kV, kU, 1 << 20);
  EXPECT_EQ(history.generation(), 3u);
  EXPECT_EQ(history.bytes(), 0u);
  for (int n = 0; n < 1000; ++n) appendNumber(history, n);
  ASSERT_EQ(history.size(), 1000u);
  for (int n = 0; n < 1000; ++n) expectNumber(history.record(static_cast<std::size_t>(n)), n);
  EXPECT_GT(history.bytes(), 0u);
  EXPECT_LE(history.bytes(), history.capacityBytes());
  EXPECT_LE(history.capacityBytes(), std::size_t{1} << 20);
}

TEST(History, FindsTheRecordOfATime) {
  History history(1, kQ, kV, kU, 1 << 20);
  for (int n = 0; n < 700; ++n) appendNumber(history, n);
  EXPECT_EQ(history.find(-1), 0u);
  EXPECT_EQ(history.find(0), 0u);
  EXPECT_EQ(history.find(0.49), 0u);
  EXPECT_EQ(history.find(0.5), 1u);
  EXPECT_EQ(history.find(100.2), 200u);
  EXPECT_EQ(history.find(1e9), 699u);
}

TEST(History, StopsAtItsCapAndThinsOut) {
  History history(1, kQ, kV, kU, 0);  // one chunk at least
  const int capacity = static_cast<int>(history.capacity());
  for (int n = 0; n < capacity; ++n) appendNumber(history, n);
  EXPECT_TRUE(history.full());
  EXPECT_EQ(history.fill(), 1);
  EXPECT_FALSE(history.append(0, VecX::Zero(kQ), VecX::Zero(kV), VecX::Zero(kU), {0, 0, 0}, 0));
  const auto half = history.thinned();
  EXPECT_EQ(half->thinning(), 2);
  ASSERT_EQ(half->size(), history.size() / 2);
  EXPECT_EQ(half->capacity(), history.capacity());
  for (std::size_t i = 0; i < half->size(); ++i) expectNumber(half->record(i), static_cast<int>(2 * i));
}

TEST(History, CanBeReadWhileItGrows) {
  constexpr int kRecords = 100'000;
  History history(1, kQ, kV, kU, 64 << 20);
  std::jthread writer([&] {
    for (int n = 0; n < kRecords; ++n) appendNumber(history, n);
  });
  std::size_t size = 0;
  while (size < kRecords) {
    const std::size_t now = history.size();
    ASSERT_GE(now, size);
    if (now == size) continue;
    for (const std::size_t i : {size, now / 2, now - 1}) expectNumber(history.record(i), static_cast<int>(i));
    size = now;
  }
}

}  // namespace
}  // namespace tendril
