// SPDX-License-Identifier: BSD-3-Clause
// Contact across segments at one state: forces on the frames of their ends, and their derivatives.
//
// The potential of contact_segments.hpp is a function of the four ends, so every end bears its share, and where two
// ends are in one frame their wrenches add up to the force at the touching point. Damping and friction act at that
// point. With twists J_j of the frames, dF_i = Σ_j (K_ij J_j + N_ij R_j), K_ij = ∂F_i/∂X_j − N_ij ad(V_j),
// N_ij = ∂F_i/∂V_j, by forward differentiation.
#pragma once

#include <vector>

#include "core/dynamics/contact/contacts.hpp"
#include "core/model/contact_segments.hpp"

namespace tendril {

/// What one touch does to the world: its part of what contacts.hpp tells.
ContactPoint segmentContactPoint(const Model& model, const Data& data, const SegmentTouch& touch);
/// By which its gap grows, m/s.
double segmentGapRate(const Data& data, const SegmentTouch& touch);
/// Stored energy, J, and power of damping, friction and resistance to turning, W (≤ 0).
double segmentContactEnergy(const Model& model, const Data& data);
double dissipativeSegmentPower(const Model& model, const Data& data);
/// As the functions for balls in contacts.hpp, which call them; after kinematics.
void addSegmentForces(const Model& model, const Data& data, VecXMut elastic, VecXMut dissipative);
void subtractSegmentWrenches(const Model& model, Data& data);
void subtractSegmentComposites(const Model& model, Data& data);
void addSegmentCoupling(const Model& model, Data& data);

}  // namespace tendril
