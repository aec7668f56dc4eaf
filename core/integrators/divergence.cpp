// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/divergence.hpp"

#include <cmath>
#include <utility>

#include "core/constraints/failure.hpp"
#include "core/integrators/stable_step.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

std::string number(double x) {
  return messageNumber(x, 3);
}

/// Speeds (nv) in the metric of the kinetic energy: who moves too much.
VecX comparableSpeeds(const Model& model, Data& data, const State& state) {
  massMatrix(model, data, state.q);
  return data.massMatrix.diagonal().cwiseSqrt().cwiseProduct(state.v);
}

}  // namespace

void DivergenceWatch::start(const State& state) {
  good_ = state;
  sinceLook_ = 0;
  suspicious_ = false;
}

StepResult DivergenceWatch::check(const Model& model, Data& data, const Integrator& integrator, State& state,
                                  bool last) {
  StepResult bad = checkSize(model, state);
  const bool look = last || ++sinceLook_ >= kInterval;
  if (!bad && look) {
    sinceLook_ = 0;
    bad = checkEnergy(model, data, integrator, state, last);
    if (!bad && !suspicious_) good_ = state;
  }
  if (!bad) return {};
  if (model.simulation.integrator == "runge_kutta_4") explainExplicitStep(model, data, model.simulation.step, *bad);
  bad->time = good_.t;
  state = good_;
  return bad;
}

StepResult DivergenceWatch::checkSize(const Model& model, const State& state) const {
  if (model.nq == 0) return {};
  Eigen::Index worst = 0;
  const double size = state.q.cwiseAbs().maxCoeff(&worst);
  if (size <= kFarthest) return {};
  Failure out = makeFailureAtPosition(model, Failure::Kind::kDiverged, state.t, static_cast<int>(worst));
  out.advice =
      "A coordinate of it has come to " + number(state.q[worst]) + " at t = " + number(state.t) + " s. " + out.advice;
  return out;
}

StepResult DivergenceWatch::checkEnergy(const Model& model, Data& data, const Integrator& integrator,
                                        const State& state, bool last) {
  const Energy now = energy(model, data, state.q, state.v, &integrator.inputs());
  const double percent = integrator.balancePercent(now);
  const bool before = std::exchange(suspicious_, !(percent <= kMostGained));
  if (!suspicious_ || !(before || last)) return {};
  Failure out = makeFailure(model, Failure::Kind::kDiverged, state.t, comparableSpeeds(model, data, state));
  out.advice = "Up to t = " + number(state.t) + " s, " + number(integrator.balanceResidual(now)) +
               " J came from nowhere, " + number(percent) + " % of all that flowed. " + out.advice;
  return out;
}

std::vector<std::string> accuracyWarnings(const StepStatistics& statistics, double balance) {
  std::vector<std::string> out;
  if (statistics.stepError > kCoarseStep)
    out.push_back("The step is too coarse for this motion: its error is " + number(100 * statistics.stepError) +
                  " % of the motion in a step. Try a smaller step, or an integrator that controls its error (bdf).");
  if (balance < -DivergenceWatch::kMostGained)
    out.push_back("The method itself took " + number(-balance) +
                  " % of the energy that flowed. Try a smaller step, or an integrator "
                  "that controls its error (bdf).");
  return out;
}

}  // namespace tendril
