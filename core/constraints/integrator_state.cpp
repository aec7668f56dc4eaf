// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/integrator_state.hpp"

namespace tendril {
namespace {

bool isMemory(const StateBlock& block) {
  return block.name.starts_with("integrator.");
}

}  // namespace

bool hasIntegratorState(const State& state, std::span<const IntegratorBlock> blocks) {
  if (!state.layout || state.z.size() != state.layout->size) return blocks.empty();
  std::size_t count = 0;
  for (const StateBlock& block : state.layout->blocks) count += isMemory(block);
  if (count != blocks.size()) return false;
  for (const IntegratorBlock& wanted : blocks) {
    const StateBlock* block = state.layout->find(wanted.name);
    if (!block || block->size != wanted.value.size()) return false;
  }
  return true;
}

void setIntegratorState(State& state, std::span<const IntegratorBlock> blocks) {
  auto layout = std::make_shared<StateLayout>();
  Eigen::Index size = state.z.size();
  for (const IntegratorBlock& block : blocks) size += block.value.size();
  VecX z = VecX::Zero(size);
  if (state.layout && state.z.size() == state.layout->size) {
    for (const StateBlock& block : state.layout->blocks) {
      if (isMemory(block)) continue;
      z.segment(layout->add(block.name, block.size), block.size) = state.z.segment(block.offset, block.size);
    }
  }
  for (const IntegratorBlock& block : blocks) {
    const auto count = static_cast<int>(block.value.size());
    z.segment(layout->add(block.name, count), count) = block.value;
  }
  state.z = z.head(layout->size);
  state.layout = std::move(layout);
}

Eigen::Map<VecX> integratorBlock(State& state, const char* name) {
  const StateBlock& block = *state.layout->find(name);
  return {state.z.data() + block.offset, block.size};
}

}  // namespace tendril
