// SPDX-License-Identifier: BSD-3-Clause
// Hands the latest value from one thread to one other without locks or waiting.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>

namespace tendril {

/// Three slots and one atomic that holds the index of the middle slot and a bit "fresh". The writer owns the back slot,
/// the reader the front slot; publish() and acquire() each swap theirs with the middle one by a single exchange, so a
/// slot never has two owners. One writer thread, one reader thread.
template <class T>
class TripleBuffer {
 public:
  /// Writer: the slot to fill. Its content is an old value, whose storage may be reused.
  T& back() { return slots_[back_]; }
  /// Writer: makes the back slot the latest value.
  void publish() { back_ = middle_.exchange(back_ | kFresh, std::memory_order_acq_rel) & kIndex; }
  /// Writer: whether the reader has taken the last published value.
  bool taken() const { return (middle_.load(std::memory_order_relaxed) & kFresh) == 0; }

  /// Reader: brings the latest value to front(); false if there is none newer.
  bool acquire() {
    if ((middle_.load(std::memory_order_relaxed) & kFresh) == 0) return false;
    front_ = middle_.exchange(front_, std::memory_order_acq_rel) & kIndex;
    return true;
  }
  /// Reader: the value of the last acquire(). Stays as it is until the next one.
  const T& front() const { return slots_[front_]; }

 private:
  static constexpr std::uint8_t kIndex = 3, kFresh = 4;
  std::array<T, 3> slots_{};
  alignas(64) std::uint8_t back_ = 0;
  alignas(64) std::atomic<std::uint8_t> middle_ = 1;
  alignas(64) std::uint8_t front_ = 2;
};

}  // namespace tendril
