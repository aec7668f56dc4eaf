// SPDX-License-Identifier: GPL-3.0-or-later
// What `tendril dynamics` can compute at one state: a table from names to functions.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/project/json_tree.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/quantities/parameter_derivative.hpp"

namespace tendril::cli {

/// Derivatives by time: column k is the k-th one, nv rows.
struct TimeValues {
  std::optional<int> order = {};
  std::optional<MatX> v = {}, tau = {};
  std::optional<MatX> q = {};      ///< nq rows
  std::optional<MatX> sigma = {};  ///< one row per joint of variable stiffness
};

/// One state and what acts on it. Sizes: q nq; v, a, tau nv; u nu. Wrenches of a state file are loads of the model.
struct StateValues {
  double t = 0;  ///< s
  VecX q, v, a, u, tau;
  std::optional<std::vector<int>> prescribed = {}, actuated = {};  ///< velocity indices
  ForceCriterion criterion = ForceCriterion::kUnique;
  bool table7 = false;  ///< derivatives of hybrid dynamics by [lie] Table 7 instead of the fast route
  TimeValues time = {};
  std::shared_ptr<const Parameter> parameter = {};  ///< null: none was named
};

/// Adding a quantity: one function and one line in quantities.cpp.
struct Quantity {
  std::string_view name;
  json::Node (*compute)(const Model& model, Data& data, const StateValues& state);
  /// Whether it has a meaning there; null: always. What has none is left out unless it is asked for.
  bool (*applies)(const Model& model, const StateValues& state) = nullptr;
};

std::span<const Quantity> quantities();

/// The quantity of that name. Error (bad file) that lists the known ones and names the nearest.
const Quantity& findQuantity(std::string_view name);

/// −external_force is part of inverse_dynamics: point wrenches as generalised forces (nv), at velocity v.
VecX externalForce(const Model& model, Data& data, const StateValues& state);

/// Inputs within their ranges.
VecX clipped(const Model& model, const VecX& u);

/// Calls a forward algorithm with the state's inputs; open loops are stabilised as `constraint_error` counts them.
template <class Algorithm>
void runForward(const Model& model, Data& data, const StateValues& s, Algorithm algorithm) {
  const VecX u = clipped(model, s.u);
  algorithm(model, data, s.q, s.v,
            Inputs{.t = s.t, .u = &u, .tau = &s.tau, .motion = &s.a, .measure = LoopMeasure::kLogarithm});
}

}  // namespace tendril::cli
