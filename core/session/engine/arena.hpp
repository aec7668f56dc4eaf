// SPDX-License-Identifier: BSD-3-Clause
// Limits the threads that one run may use.
#pragma once

#include <tbb/task_arena.h>

#include <algorithm>
#include <thread>

#include "core/model/model.hpp"

namespace tendril {

/// Where the steps of a model run: `threads` of oneTBB (0: all but one), and no oneTBB at all where no body is worth
/// it.
class Arena {
 public:
  explicit Arena(const Model& model) : arena_(count(model)), parallel_(model.deformable.size() > 1) {}

  template <class F>
  void run(F&& f) {
    if (parallel_) {
      arena_.execute(std::forward<F>(f));
    } else {
      f();
    }
  }

 private:
  static int count(const Model& model) {
    const int hardware = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
    const int wanted = model.simulation.threads;
    return wanted > 0 ? std::min(wanted, hardware) : std::max(1, hardware - 1);
  }
  tbb::task_arena arena_;
  bool parallel_;
};

}  // namespace tendril
