// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/state.hpp"

#include <utility>

#include "core/model/model.hpp"

namespace tendril {

int StateLayout::add(std::string name, int blockSize) {
  const int offset = size;
  blocks.push_back({std::move(name), offset, blockSize});
  size += blockSize;
  return offset;
}

const StateBlock* StateLayout::find(std::string_view name) const {
  for (const StateBlock& block : blocks)
    if (block.name == name) return &block;
  return nullptr;
}

Eigen::Map<const VecX> State::block(std::string_view name) const {
  const StateBlock* found = layout ? layout->find(name) : nullptr;
  if (!found || found->offset + found->size > z.size()) return {nullptr, 0};
  return {z.data() + found->offset, found->size};
}

State initialState(const Model& model) {
  State state;
  state.q = model.q0;
  state.v = model.v0;
  return state;
}

}  // namespace tendril
