// SPDX-License-Identifier: BSD-3-Clause
// From body quantities to right-invariant ones and back. The velocities of a free joint are the twist V of the link in
// its own frame; in the joint's frame, whose pose of the link is C, the same twist is V⁰ = Ad_C V, Ċ = [V⁰] C, and the
// wrench F of its forces is W⁰ = Ad_C⁻ᵀ F. Spherical joints likewise, ω⁰ = R ω and m⁰ = R m. Since C moves, derivatives
// mix: trees.md §6, [higher] §2. All other coordinates are the same in both.
#pragma once

#include "core/model/model.hpp"

namespace tendril {

/// Columns k = 0…n − 1 of v (nv × n, n ≤ 16) are the k-th time derivatives of the velocities at q (nq), overwritten in
/// place by those of the other kind.
void velocitiesToSpatial(const Model& model, const VecXRef& q, MatXMut v);
void velocitiesToBody(const Model& model, const VecXRef& q, MatXMut v);

/// The same for generalised forces (nv × n); `v` (nv × n − 1 or more columns): the motion, in body quantities.
void forcesToSpatial(const Model& model, const VecXRef& q, const Eigen::Ref<const MatX>& v, MatXMut tau);
void forcesToBody(const Model& model, const VecXRef& q, const Eigen::Ref<const MatX>& v, MatXMut tau);

}  // namespace tendril
