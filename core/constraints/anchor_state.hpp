// SPDX-License-Identifier: BSD-3-Clause
// What contacts that stick remember (Model::anchorSize, core/dynamics/contact/anchors.hpp) as a block of State::z,
// behind those of controllers and before those of the integrator. Where nothing sticks there is no block, and nothing
// happens.
#pragma once

#include "core/constraints/state.hpp"
#include "core/dynamics/contact/anchors.hpp"

namespace tendril {

constexpr const char* kAnchorBlock = "contact.anchors";

/// Completes the state: a block of the right size is kept, else what touches is held where it is now. data.anchors are
/// those of the state. Overwrites the kinematics of `data`.
void startAnchors(const Model& model, Data& data, State& state);
/// data.anchors ← the block; nothing is held if there is none.
void loadAnchors(const Model& model, const State& state, Data& data);
/// Where the block begins in the numbers z of any state of the model.
int anchorOffset(const Model& model);
/// The same as loadAnchors for the numbers z of a state without its layout; too few: nothing is held.
void loadAnchors(const VecXRef& z, int offset, Data& data);
/// The block ← data.anchors.
void storeAnchors(const Model& model, const Data& data, State& state);
/// A state with nothing but this block, if there are anchors, in z.
void giveAnchors(const Model& model, const VecXRef& anchors, State& state);
/// data.anchors ← those at (q, v), a part of a step behind where they were `before`. Overwrites the kinematics.
void followAnchors(const Model& model, const VecXRef& before, const VecXRef& q, const VecXRef& v, Data& data);

}  // namespace tendril
