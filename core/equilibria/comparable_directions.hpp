// SPDX-License-Identifier: BSD-3-Clause
// Directions in which stiffnesses compare, whatever functions a body's shape is made of.
#pragma once

#include "core/model/model.hpp"

namespace tendril::statics {

/// nv × m, m ≤ nv: T, block by block. Along the directions of a deformable body its stiffness at rest is a multiple of
/// the identity, ω² with ω the frequency of its softest coordinate (1/s²), so that Tᵀ K T does not depend on the basis
/// of its strains; combinations of functions that vanish to rounding (high powers) are left out. Along joints, and
/// bodies without stiffness, the mass is 1. `mass`: nv × nv; `weight`: nv, the roots of its diagonal or more.
MatX comparableDirections(const Model& model, const MatX& mass, const VecX& weight);

}  // namespace tendril::statics
