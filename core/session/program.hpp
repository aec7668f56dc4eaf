// SPDX-License-Identifier: BSD-3-Clause
// What a simulation thread runs: model, workspace and integrator, built beside the running one and swapped between
// steps.
#pragma once

#include <cstdint>
#include <memory>

#include "core/integrators/integrator.hpp"

namespace tendril {

struct Program {
  /// Builds workspace and integrator (Model::simulation) for a model. std::invalid_argument for an unknown integrator.
  /// May be called on any thread; every program gets a generation of its own, ascending.
  explicit Program(std::shared_ptr<const Model> model);

  std::shared_ptr<const Model> model;
  Data data;
  std::unique_ptr<Integrator> integrator;
  std::uint64_t generation;
};

/// The state of `from` for another model: links are matched by id; joints of the same type are copied, bodies keep
/// their shape as well as the new coordinates allow (ShapeCarrier), and what has no counterpart starts at the initial
/// values of `to`. `byName`: the models are of different projects, links are matched by name. t is kept; of z the
/// memory of controllers is, accelerations must be computed anew.
State carryOver(const Model& from, const State& state, const Model& to, bool byName = false);

}  // namespace tendril
