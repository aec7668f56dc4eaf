// SPDX-License-Identifier: GPL-3.0-or-later
// States as JSON: coordinates of the robot as q and v, those of motors behind springs beside them.
#pragma once

#include "core/model/model.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::cli {

/// Adds q, and motors: {q} where the robot has some.
void addConfiguration(json::Node& node, const Model& model, const VecX& q);
/// Adds q and v, and motors: {q, v}.
void addState(json::Node& node, const Model& model, const VecX& q, const VecX& v);

/// Reads q and v of a state as they are written there; what is missing stays. q (nq) and v (nv) may be given with the
/// motors' numbers or without: then motors follow their joints and keep the springs' deflections at the start. Error
/// (bad file).
void readState(const json::Node& state, const Model& model, VecX& q, VecX& v);

}  // namespace tendril::cli
