// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/anchor_state.hpp"

#include <utility>

#include "core/model/kinematics.hpp"

namespace tendril {
namespace {

/// Puts the block behind those of controllers, zero.
void insertBlock(const Model& model, State& state) {
  auto layout = std::make_shared<StateLayout>();
  VecX z = VecX::Zero(state.z.size() + model.anchorSize);
  const bool known = state.layout && state.z.size() == state.layout->size;
  const auto copy = [&](bool ofControllers) {
    if (!known) return;
    for (const StateBlock& block : state.layout->blocks)
      if (block.name != kAnchorBlock && block.name.starts_with(kControllerBlocks) == ofControllers)
        z.segment(layout->add(block.name, block.size), block.size) = state.z.segment(block.offset, block.size);
  };
  copy(true);
  if (model.anchorSize > 0) layout->add(kAnchorBlock, model.anchorSize);
  copy(false);
  state.z = z.head(layout->size);
  state.layout = std::move(layout);
}

}  // namespace

void startAnchors(const Model& model, Data& data, State& state) {
  if (model.anchorSize == 0) {
    if (state.layout && state.layout->find(kAnchorBlock)) insertBlock(model, state);
    return;
  }
  loadAnchors(model, state, data);
  if (state.block(kAnchorBlock).size() == model.anchorSize) return;
  insertBlock(model, state);
  kinematics(model, data, state.q, state.v);
  anchorContacts(model, data);
  storeAnchors(model, data, state);
}

void loadAnchors(const Model& model, const State& state, Data& data) {
  if (model.anchorSize == 0) return;
  const auto block = state.block(kAnchorBlock);
  if (block.size() == model.anchorSize) {
    data.anchors = block;
  } else {
    data.anchors.setZero();
  }
}

int anchorOffset(const Model& model) {
  int offset = 0;
  for (const ControllerLayout& layout : controllerLayouts(model)) offset += layout.size();
  return offset;
}

void loadAnchors(const VecXRef& z, int offset, Data& data) {
  if (offset + data.anchors.size() <= z.size()) {
    data.anchors = z.segment(offset, data.anchors.size());
  } else {
    data.anchors.setZero();
  }
}

void storeAnchors(const Model& model, const Data& data, State& state) {
  if (model.anchorSize == 0) return;
  state.z.segment(state.layout->find(kAnchorBlock)->offset, model.anchorSize) = data.anchors;
}

void giveAnchors(const Model& model, const VecXRef& anchors, State& state) {
  state.layout = nullptr;
  state.z.resize(0);
  if (model.anchorSize == 0 || anchors.size() != model.anchorSize) return;
  auto layout = std::make_shared<StateLayout>();
  layout->add(kAnchorBlock, model.anchorSize);
  state.z = anchors;
  state.layout = std::move(layout);
}

void followAnchors(const Model& model, const VecXRef& before, const VecXRef& q, const VecXRef& v, Data& data) {
  if (model.anchorSize == 0) return;
  data.anchors = before;
  kinematics(model, data, q, v);
  anchorContacts(model, data);
}

}  // namespace tendril
