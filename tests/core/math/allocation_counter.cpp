// SPDX-License-Identifier: BSD-3-Clause
#include "tests/core/math/allocation_counter.hpp"

#include <cstdlib>
#include <new>

namespace {
thread_local long allocations = 0;
}

void* operator new(std::size_t size) {
  ++allocations;
  if (void* memory = std::malloc(size == 0 ? 1 : size)) return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

long tendril::allocationCount() {
  return allocations;
}
