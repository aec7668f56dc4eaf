// SPDX-License-Identifier: BSD-3-Clause
// What a run recorded: append-only, capped, readable from any thread while it grows.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "core/constraints/state.hpp"

namespace tendril {

/// Records of t, q, v, u, z, energies and balance in chunks that never move. One thread appends; any thread reads the
/// records below size() without locks: their memory is written before the length that covers them is released.
class History {
 public:
  /// Record widths and the memory that it may take, in bytes (at least one chunk is kept). `layout`: of z; null: none.
  History(std::uint64_t generation, int nq, int nv, int nu, std::size_t capacityBytes,
          std::shared_ptr<const StateLayout> layout = {});

  /// One record; the views stay valid as long as the History.
  struct Record {
    double t;                          ///< s
    Eigen::Map<const VecX> q, v, u;    ///< nq, nv, nu
    Eigen::Map<const VecX> z;          ///< as layout() says; empty where what was recorded had another layout
    double kinetic, gravity, elastic;  ///< J
    double balance;                    ///< % of what flowed
  };

  // ---- any thread
  std::size_t size() const { return size_.load(std::memory_order_acquire); }
  Record record(std::size_t index) const;  ///< index < size()
  double time(std::size_t index) const { return row(index)[0]; }
  /// Index of the last record with time ≤ t (0 if there is none before). Needs size() > 0.
  std::size_t find(double t) const;
  std::uint64_t generation() const { return generation_; }
  const std::shared_ptr<const StateLayout>& layout() const { return layout_; }  ///< of z; null: it is not recorded
  std::size_t capacity() const { return chunks_.size() * kChunk; }              ///< records
  std::size_t bytes() const;                                                    ///< memory in use
  std::size_t capacityBytes() const;                                            ///< memory that it may take
  double fill() const { return static_cast<double>(size()) / static_cast<double>(capacity()); }  ///< 0…1
  /// Every how many recorded instants one was kept: 1, then 2, 4, … each time the memory was full.
  int thinning() const { return thinning_; }

  // ---- the appending thread
  /// False, and nothing is stored, when full.
  /// z: of the layout; of another size, it is not kept.
  bool append(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, const double (&energies)[3],
              double balance, const VecXRef& z = VecX());
  bool full() const { return size() == capacity(); }
  /// The next append() takes chunkBytes() of memory more.
  bool needsChunk() const { return size() % kChunk == 0; }
  std::size_t chunkBytes() const { return kChunk * width_ * sizeof(double); }
  /// A history of the same capacity with every second record. Readers of this one keep it as long as they hold it.
  std::shared_ptr<History> thinned() const;

 private:
  static constexpr std::size_t kChunk = 256;  // records
  const double* row(std::size_t index) const { return &chunks_[index / kChunk][(index % kChunk) * width_]; }
  double* newRow();

  std::uint64_t generation_;
  std::shared_ptr<const StateLayout> layout_;
  int nq_, nv_, nu_, nz_, thinning_ = 1;
  std::size_t width_, capacityBytes_;
  std::vector<std::unique_ptr<double[]>> chunks_;  // sized once; a chunk is allocated before size_ covers it
  std::atomic<std::size_t> size_ = 0;
};

}  // namespace tendril
