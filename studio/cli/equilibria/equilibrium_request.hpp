// SPDX-License-Identifier: GPL-3.0-or-later
// Where `statics` and `modes` look for an equilibrium, and under what.
#pragma once

#include <filesystem>
#include <functional>
#include <memory>

#include "core/description/description.hpp"
#include "core/equilibria/statics.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

struct EquilibriumRequest {
  std::shared_ptr<const Model> model;  ///< with the wrenches of the inputs as loads
  StaticsProblem problem;              ///< u clipped, which `diagnostics` says; q only where the inputs give one
  VecX v;                              ///< nv, zero where the inputs give none: for those who ask about a motion
};

/// Reads the project and the inputs (S.json; empty: none). Error (bad file) for what cannot be read or does not fit.
/// `change`: what is done to the project before its model is built.
EquilibriumRequest readEquilibrium(const ProjectOptions& options, const std::filesystem::path& inputs,
                                   std::ostream& diagnostics, const std::function<void(Description&)>& change = {});

/// The equilibrium. Error (a run that failed) if there is none.
StaticsResult findEquilibrium(const EquilibriumRequest& request, bool stable, const Streams& streams);

/// "stable", "neutral: …" or "not stable: …".
std::string stabilityText(const StaticsResult& result);

/// The coordinates q of every link, six in a row.
void printCoordinates(const Model& model, const VecX& q, std::ostream& out);

}  // namespace tendril::cli
