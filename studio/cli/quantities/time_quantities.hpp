// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities of `tendril dynamics` that are derivatives by time, and what state files say of them.
#pragma once

#include "core/description/load.hpp"
#include "studio/cli/quantities/quantities.hpp"

namespace tendril::cli {

/// Keys of a state: "order" and those that end in "_derivatives". Error (bad file) that says which row is wrong.
TimeValues timeValuesOf(const json::Node& state, const Model& model);
/// The wrench whose k-th derivative at time t (s) is row k of `rows`, six numbers each, as formulas of time; missing
/// rows are zero. Error (bad file).
std::array<description::Formula, 6> wrenchOfDerivatives(const json::Node& rows, double t, const std::string& where);

/// Rows k = 0…order: k-th derivative of inverse_dynamics, nv numbers each. trees.md §7
json::Node inverseTimeDerivatives(const Model& model, Data& data, const StateValues& state);
/// The same of full_inverse_dynamics.
json::Node fullInverseTimeDerivatives(const Model& model, Data& data, const StateValues& state);
/// Rows a, ȧ, … of forward_dynamics.
json::Node forwardTimeDerivatives(const Model& model, Data& data, const StateValues& state);
/// {a, tau}: rows of hybrid_dynamics.
json::Node hybridTimeDerivatives(const Model& model, Data& data, const StateValues& state);

/// {tau1, tau2, phi1, phi2} of the joints of variable stiffness, for a motion of the links (q_derivatives 0…4, or
/// v_derivatives 0…3) and of their stiffness (sigma_derivatives 0…2). trees.md §9
json::Node variableStiffness(const Model& model, Data& data, const StateValues& state);
/// {tau, phi, theta} of all motors, for the same motion.
json::Node elasticDrives(const Model& model, Data& data, const StateValues& state);

bool hasStiffnessInTime(const Model& model, const StateValues& state);
bool hasDrivesInTime(const Model& model, const StateValues& state);
bool hasMotionInTime(const Model& model, const StateValues& state);
bool hasForcesInTime(const Model& model, const StateValues& state);
bool hasHybridInTime(const Model& model, const StateValues& state);

}  // namespace tendril::cli
