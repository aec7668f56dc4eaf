// SPDX-License-Identifier: GPL-3.0-or-later
// What `tendril dynamics` can compute at one state: a table from names to functions.
#pragma once

#include <span>

#include "core/dynamics/dynamics.hpp"
#include "core/project/json_tree.hpp"

namespace tendril::cli {

/// One state and what acts on it. Sizes: q nq; v, a, tau nv; u nu. Wrenches of a state file are loads of the model.
struct StateValues {
  double t = 0;  ///< s
  VecX q, v, a, u, tau;
};

/// Adding a quantity: one function and one line in quantities.cpp.
struct Quantity {
  std::string_view name;
  json::Node (*compute)(const Model& model, Data& data, const StateValues& state);
};

std::span<const Quantity> quantities();

/// Names of quantities that the file format knows and this version does not compute.
std::span<const std::string_view> laterQuantities();

/// The quantity of that name. Error (bad file) that lists the known ones and names the nearest.
const Quantity& findQuantity(std::string_view name);

/// −external_force is part of inverse_dynamics: point wrenches as generalised forces (nv), at velocity v.
VecX externalForce(const Model& model, Data& data, const StateValues& state);

/// Inputs within their ranges.
VecX clipped(const Model& model, const VecX& u);

}  // namespace tendril::cli
