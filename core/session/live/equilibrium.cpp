// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/live/equilibrium.hpp"

#include <exception>
#include <utility>

#include "core/constraints/loop_closure.hpp"

namespace tendril {

StaticsResult Equilibrium::solve(const Program& program, const State& state, const LiveInputs& inputs,
                                 const std::atomic<bool>* cancel) {
  const Model& model = *program.model;
  if (model_ != program.model) {
    model_ = program.model;
    data_ = std::make_unique<Data>(model);
  }
  data_->gravity = program.data.gravity;
  StaticsProblem problem;
  problem.t = state.t;
  problem.q = state.q;
  problem.perturbation = inputs.perturbation();
  problem.u.resize(model.nu), problem.tau.resize(model.nv);
  StaticsOptions options;
  options.cancel = cancel;
  try {
    inputs.evaluate(state.t, problem.u, problem.tau);
    return solveStatics(model, *data_, problem, options);
  } catch (const std::exception& error) {
    StaticsResult result;
    result.q = state.q;
    result.failure = error.what();
    return result;
  }
}

void Equilibrium::show(const Model& model, const VecX& from, const VecX& to) {
  Way way{from, VecX(model.nv), from, Clock::now()};
  difference(model, from, to, way.delta);
  way_ = std::move(way);
}

void Equilibrium::advance(const Model& model) {
  const double x = std::chrono::duration<double>(Clock::now() - way_->begin).count() / kShown;
  if (!(x < 1)) return stopShowing();
  integrate(model, way_->from, x * x * (3 - 2 * x) * way_->delta, way_->q);
  if (model.nl == 0) return;
  // The straight way would open loops.
  State closed;
  closed.q = way_->q, closed.v.setZero(model.nv);
  if (!closeLoops(model, *data_, closed)) way_->q = closed.q;
}

}  // namespace tendril
