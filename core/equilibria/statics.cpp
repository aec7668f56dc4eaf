// SPDX-License-Identifier: BSD-3-Clause
#include "core/equilibria/statics.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "core/constraints/failure.hpp"
#include "core/constraints/loop_closure.hpp"
#include "core/equilibria/statics_stages.hpp"
#include "core/integrators/divergence.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

using statics::Equations;
using statics::Flow;
using statics::Path;

void checkSize(const char* name, const VecX& given, int wanted) {
  if (given.size() != 0 && given.size() != wanted)
    throw std::invalid_argument(std::string("statics: ") + name + " has " + std::to_string(given.size()) +
                                " entries, the robot needs " + std::to_string(wanted));
}

std::string quoted(const Model& model, int link) {
  return link < 0 ? std::string("the robot") : "link \"" + model.links[static_cast<std::size_t>(link)].name + "\"";
}

/// Everything that solveStatics keeps between its stages.
class Search {
 public:
  Search(const Model& model, Data& data, const StaticsProblem& problem, const StaticsOptions& options)
      : model_(model), data_(data), problem_(problem), options_(options), eq_(model, data, problem, options) {}

  StaticsResult run() {
    result_.q = problem_.q.size() ? problem_.q : model_.q0;
    if (!checkNumbers()) return std::move(result_);
    place(result_.q);
    normalize(model_, result_.q);
    begin_ = result_.q;
    const bool found = problem_.q.size() ? fromGuess() : fromRest();
    if (found && options_.preferStable) settle();
    conclude(found);
    return std::move(result_);
  }

 private:
  bool checkNumbers() {
    const VecX none = VecX::Zero(model_.nv);
    const VecX& tau = problem_.tau.size() ? problem_.tau : none;
    const VecX u = statics::inputsOf(model_, problem_);
    if (const StepResult bad = checkFinite(model_, problem_.t, result_.q, none, u, tau)) {
      result_.failure = "No equilibrium: " + (bad->link >= 0 ? "a value of " + quoted(model_, bad->link) +
                                                                   " is not a finite number. Check q and tau."
                                                             : bad->advice);
      result_.link = bad->link;
      return false;
    }
    return true;
  }

  /// Prescribed coordinates where their inputs want them.
  void place(VecX& q) const {
    if (model_.prescribedJoints.empty()) return;
    const VecX u = statics::inputsOf(model_, problem_);
    for (const PrescribedJoint& d : model_.prescribedJoints) q[d.q] = u[d.input];
  }

  bool along(Path::Kind kind, VecX& q) {
    Path path(eq_, kind, options_.tolerance);
    const bool found = path.follow(q);
    result_.loadSteps += path.steps();
    return found;
  }

  /// Loops that a guess leaves open are closed first.
  bool close(VecX& q) {
    State state;
    state.q = q, state.v = VecX::Zero(model_.nv);
    if (const StepResult open = closeLoops(model_, data_, state)) {
      result_.failure = "No equilibrium: " + open->advice;
      result_.link = open->link;
      return false;
    }
    q = state.q;
    return true;
  }

  /// Whether the rows of loops that are in no equation hold at x, too.
  bool closed(const VecX& x) {
    if (!model_.loops.empty()) eq_.evaluate(x);
    return eq_.impliedOpen() == 0;
  }

  bool fromGuess() {
    if (!close(result_.q)) return false;
    VecX x = eq_.begin(result_.q);
    if (along(Path::Kind::kGuess, x) || falls(x)) return take(x);
    if (unheld_ >= 0) return false;
    result_.loadSteps = 0;
    return fromRest();
  }

  bool fromRest() {
    VecX q = model_.q0;
    place(q);
    normalize(model_, q);
    if (!model_.loops.empty()) {  // the loops close while the load grows
      VecX x = eq_.begin(q);
      if (along(Path::Kind::kLoad, x) && closed(x)) return take(x);
      result_.loadSteps = 0;
      if (!close(q)) return false;
    }
    VecX x = eq_.begin(q);
    const bool found = along(Path::Kind::kLoad, x) || falls(x);
    take(x);
    return found;
  }

  bool take(const VecX& x) {
    x_ = x;
    result_.q = eq_.configuration(x);
    return true;
  }

  /// The gradient flow under the whole load.
  bool falls(VecX& q) {
    Flow flow(eq_, options_.tolerance);
    const Flow::End end = flow.follow(q);
    unheld_ = flow.unheld();
    if (end != Flow::End::kStable && end != Flow::End::kNeutral) return false;
    result_.loadSteps = std::max(result_.loadSteps, 1);
    return true;
  }

  /// Leaves an equilibrium that is not stable.
  void settle() {
    if (!eq_.stability().unstable) return;
    VecX x = x_;
    if (falls(x)) take(x);
    unheld_ = -1;
  }

  void conclude(bool found) {
    if (x_.size() == 0) take(eq_.begin(result_.q));
    eq_.evaluateTangent(x_);
    if (found && eq_.impliedOpen() > 0) {
      const StepResult open = checkLoops(model_, data_, problem_.t, kLoopsClosed);
      found = false;
      if (open) result_.failure = "No equilibrium: " + open->advice, result_.link = open->link;
    }
    found = found && isNear();
    const Equations::Stability stability = eq_.stability();
    result_.residual = eq_.relativeResidual();
    result_.iterations = eq_.iterations - 1;
    result_.converged = found;
    result_.stable = found && stability.definite;
    if (!found) return result_.failure.empty() ? explain() : void();
    for (const int v : stability.moved) {
      const std::string& name = model_.links[static_cast<std::size_t>(linkOfVelocity(model_, v))].name;
      if (std::find(result_.neutral.begin(), result_.neutral.end(), name) == result_.neutral.end())
        result_.neutral.push_back(name);
    }
  }

  /// Refuses what no material follows: the equations hold there too, but the robot does not. A coordinate that already
  /// began so far away is the user's.
  bool isNear() {
    constexpr double kFarthest = DivergenceWatch::kFarthest;
    for (int i = 0; i < model_.nq; ++i) {
      if (!(std::abs(result_.q[i]) > kFarthest && std::abs(begin_[i]) <= kFarthest)) continue;
      result_.link = makeFailureAtPosition(model_, Failure::Kind::kDiverged, problem_.t, i).link;
      result_.failure = "No equilibrium within reach: a coordinate of " + quoted(model_, result_.link) + " is " +
                        messageNumber(result_.q[i], 3) +
                        " there. Look for a load that is too large, or for stiffness that is too small.";
      return false;
    }
    return true;
  }

  void explain() {
    if (options_.cancel && options_.cancel->load()) {
      result_.failure = "Stopped before an equilibrium was found.";
    } else if (unheld_ >= 0) {
      result_.link = linkOfVelocity(model_, unheld_);
      const Link& link = model_.links[static_cast<std::size_t>(result_.link)];
      result_.failure = "No equilibrium: nothing holds " + quoted(model_, result_.link) + ". Its " +
                        (unheld_ < link.vBody ? std::string(link.joint.type->name()) + " joint" : "body") +
                        " gives way to the load without end. Fix the joint or give it stiffness, balance the load by "
                        "an actuator, or take the load (gravity) away.";
    } else {
      explainResidual();
    }
  }

  void explainResidual() {
    const Failure failure =
        makeFailure(model_, Failure::Kind::kNewtonDiverged, problem_.t, eq_.residual.head(model_.nv));
    result_.link = failure.link;
    if (!eq_.residual.allFinite()) {
      result_.failure = "No equilibrium: the forces on " + quoted(model_, failure.link) +
                        " are not finite numbers. Check the expressions of its loads and sections.";
      return;
    }
    result_.failure =
        "No equilibrium found: at " + quoted(model_, failure.link) + " forces of " +
        messageNumber(100 * result_.residual, 2) +
        " % of the load stay unbalanced. Begin from another shape, put the inputs on in smaller steps, or "
        "let the robot come to rest in a simulation with damping.";
  }

  const Model& model_;
  Data& data_;
  const StaticsProblem& problem_;
  const StaticsOptions& options_;
  Equations eq_;
  VecX begin_;  ///< nq: where the search began
  VecX x_;      ///< [q; λ] of result_
  StaticsResult result_;
  int unheld_ = -1;
};

}  // namespace

StaticsResult solveStatics(const Model& model, Data& data, const StaticsProblem& problem,
                           const StaticsOptions& options) {
  checkSize("u", problem.u, model.nu);
  checkSize("tau", problem.tau, model.nv);
  checkSize("q", problem.q, model.nq);
  return Search(model, data, problem, options).run();
}

}  // namespace tendril
