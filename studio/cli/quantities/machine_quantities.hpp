// SPDX-License-Identifier: GPL-3.0-or-later
// Quantities of `tendril dynamics` that concern closed loops, prescribed motions and parameters.
#pragma once

#include "studio/cli/quantities/quantities.hpp"

namespace tendril::cli {

// Per row of the loops that is kept (`tendril info` lists the rows).
json::Node constraintError(const Model& model, Data& data, const StateValues& state);
/// The same per row that is dropped.
json::Node droppedConstraintError(const Model& model, Data& data, const StateValues& state);
/// {loop: {distance, angle}} over all rows: how far its sides are apart in what the joint does not free.
json::Node loopOpeningNode(const Model& model, Data& data, const StateValues& state);
json::Node constraintJacobian(const Model& model, Data& data, const StateValues& state);
json::Node constraintForce(const Model& model, Data& data, const StateValues& state);
json::Node loopForce(const Model& model, Data& data, const StateValues& state);

/// {a, tau} with the accelerations of `prescribed` given.
json::Node hybridDynamicsNode(const Model& model, Data& data, const StateValues& state);
/// {a, tau}: its derivatives by q or v, nv × nv, by the route of the state.
json::Node hybridByPosition(const Model& model, Data& data, const StateValues& state);
json::Node hybridByVelocity(const Model& model, Data& data, const StateValues& state);
/// Per input: the force that a position takes with the accelerations `a` of what is driven.
json::Node driveForceNode(const Model& model, Data& data, const StateValues& state);
/// {tau} of a closed machine whose `actuated` coordinates get what the motion needs.
json::Node constrainedInverseDynamicsNode(const Model& model, Data& data, const StateValues& state);
/// Change of inverse_dynamics with the number at `parameter`.
json::Node parameterDerivative(const Model& model, Data& data, const StateValues& state);

bool hasLoops(const Model& model, const StateValues& state);
bool hasPrescribed(const Model& model, const StateValues& state);
/// And the derivatives of hybrid dynamics exist.
bool hasPrescribedTree(const Model& model, const StateValues& state);
bool hasActuated(const Model& model, const StateValues& state);
bool hasPrescribedJoints(const Model& model, const StateValues& state);
bool hasParameter(const Model& model, const StateValues& state);

}  // namespace tendril::cli
