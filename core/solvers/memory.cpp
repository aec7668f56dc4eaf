// SPDX-License-Identifier: BSD-3-Clause
#include "core/solvers/memory.hpp"

namespace tendril {
namespace {

bool isMemory(const StateBlock& block) {
  return block.name.starts_with("integrator.");
}

}  // namespace

bool hasMemory(const State& state, std::initializer_list<const char*> names, int size) {
  if (!state.layout || state.z.size() != state.layout->size) return names.size() == 0;
  std::size_t count = 0;
  for (const StateBlock& block : state.layout->blocks) count += isMemory(block);
  if (count != names.size()) return false;
  for (const char* name : names) {
    const StateBlock* block = state.layout->find(name);
    if (!block || block->size != size) return false;
  }
  return true;
}

void giveMemory(State& state, std::initializer_list<const char*> names, const VecXRef& value) {
  auto layout = std::make_shared<StateLayout>();
  VecX z = VecX::Zero(state.z.size() + static_cast<Eigen::Index>(names.size()) * value.size());
  if (state.layout && state.z.size() == state.layout->size) {
    for (const StateBlock& block : state.layout->blocks) {
      if (isMemory(block)) continue;
      z.segment(layout->add(block.name, block.size), block.size) = state.z.segment(block.offset, block.size);
    }
  }
  for (const char* name : names) {
    const auto size = static_cast<int>(value.size());
    z.segment(layout->add(name, size), size) = value;
  }
  state.z = z.head(layout->size);
  state.layout = std::move(layout);
}

Eigen::Map<VecX> memoryBlock(State& state, const char* name) {
  const StateBlock& block = *state.layout->find(name);
  return {state.z.data() + block.offset, block.size};
}

}  // namespace tendril
