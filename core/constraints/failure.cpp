// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/failure.hpp"

#include <cmath>
#include <limits>

#include "core/dynamics/tree_passes.hpp"
#include "core/model/body/admissible_set.hpp"

namespace tendril {
namespace {

const char* adviceFor(Failure::Kind kind) {
  switch (kind) {
    case Failure::Kind::kNotFinite:
      return "Try a smaller step or the integrator generalized_alpha, more damping, and check inputs and loads for "
             "values that grow without bound.";
    case Failure::Kind::kNewtonDiverged:
      return "Try a smaller step, more material or joint damping, a smaller rho_inf, or inputs that change less "
             "suddenly.";
    case Failure::Kind::kSingularMassMatrix:
      return "Give the link mass and inertia about every axis in which it can move, or fix its joint.";
    case Failure::Kind::kStepTooSmall:
      return "Use a positive, finite step that is not tiny compared with the time.";
    case Failure::Kind::kLoopOpen:
      return "Move its sides nearer to each other in the initial position (q0), or give the chain more freedom.";
    case Failure::Kind::kToleranceNotMet:
      return "Try larger rtol and atol, the integrator generalized_alpha with a fixed step, or inputs and loads that "
             "change less suddenly.";
    case Failure::Kind::kMotionJumps:
      return "No force can do that. Give a position without jumps, such as a ramp or a smooth step.";
    case Failure::Kind::kMotionBlocked:
      return "Drive fewer joints of the loop, or give positions that it can take.";
    case Failure::Kind::kInadmissible:
      return "Use a stiffer material, smaller inputs and loads, or other mode functions.";
    case Failure::Kind::kController:
      return "";  // it says itself what is wrong
    case Failure::Kind::kDiverged:
      return "Try a smaller step, an integrator that controls its error (bdf), a smaller rho_inf, more damping, and "
             "check "
             "inputs and loads for values that grow without bound.";
  }
  return "";
}

int firstNotFinite(const VecXRef& x) {
  for (Eigen::Index i = 0; i < x.size(); ++i)
    if (!std::isfinite(x[i])) return static_cast<int>(i);
  return -1;
}

int linkOfPosition(const Model& model, int q) {
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const Link& link = model.links[i];
    if (q >= link.qJoint && q < link.qJoint + link.nqJoint) return i;
    if (q >= link.qBody && q < link.qBody + link.nBody) return i;
  }
  return -1;
}

Failure failure(const Model& model, Failure::Kind kind, double time, int link) {
  Failure out;
  out.kind = kind;
  out.time = time;
  out.link = link;
  if (link >= 0) out.linkName = model.links[link].name;
  out.advice = adviceFor(kind);
  return out;
}

}  // namespace

Failure makeFailure(const Model& model, Failure::Kind kind, double time, const VecXRef& suspicion) {
  VecX perLink = VecX::Zero(static_cast<Eigen::Index>(model.links.size()));
  for (int v = 0; v < model.nv; ++v) {
    const int link = linkOfVelocity(model, v);
    const double value = std::isfinite(suspicion[v]) ? std::abs(suspicion[v]) : std::numeric_limits<double>::max();
    if (link >= 0) perLink[link] = std::max(perLink[link], value);
  }
  Eigen::Index worst = -1;
  if (perLink.size() > 0) perLink.maxCoeff(&worst);
  Failure out = failure(model, kind, time, static_cast<int>(worst));
  out.residual = std::move(perLink);
  return out;
}

Failure makeFailureAtPosition(const Model& model, Failure::Kind kind, double time, int q) {
  return failure(model, kind, time, linkOfPosition(model, q));
}

Failure makeSingularFailure(const Model& model, double time, int link) {
  return failure(model, Failure::Kind::kSingularMassMatrix, time, link);
}

StepResult checkFinite(const Model& model, double time, const VecXRef& q, const VecXRef& v, const VecXRef& u,
                       const VecXRef& tau) {
  const auto kind = Failure::Kind::kNotFinite;
  if (const int i = firstNotFinite(q); i >= 0) return failure(model, kind, time, linkOfPosition(model, i));
  if (const int i = firstNotFinite(v); i >= 0) return failure(model, kind, time, linkOfVelocity(model, i));
  if (const int i = firstNotFinite(tau); i >= 0) return failure(model, kind, time, linkOfVelocity(model, i));
  if (const int i = firstNotFinite(u); i >= 0) {
    Failure out = failure(model, kind, time, -1);
    out.advice = "The input \"" + model.inputName(i) +
                 "\" is not a finite number. Check the expression or table that "
                 "gives it.";
    return out;
  }
  return {};
}

Failure makeNotFiniteFailure(const Model& model, Data& data, const State& state, double h, const VecXRef& suspicion) {
  kinematics(model, data, state.q, state.v);
  for (int k = 0; k < static_cast<int>(model.loads.size()); ++k) {
    const bool fine = loadForce(model, data, k, state.t).allFinite() &&
                      loadForce(model, data, k, state.t + h / 2).allFinite() &&
                      loadForce(model, data, k, state.t + h).allFinite();
    if (fine) continue;
    Failure out = failure(model, Failure::Kind::kNotFinite, state.t, model.loads[k].link);
    out.advice = "The load \"" + model.loads[k].name +
                 "\" on it gives a value that is not a finite number. Check its "
                 "expressions.";
    return out;
  }
  return makeFailure(model, Failure::Kind::kNotFinite, state.t, suspicion);
}

void explainInadmissible(const Model& model, const State& state, double h, Failure& out) {
  constexpr double kNear = 0.1;  // of the margin at rest: a step that fails from here has met the edge
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    const auto* set = dynamic_cast<const AdmissibleSet*>(link.body.get());
    if (!set) continue;
    const auto q = state.q.segment(link.qBody, link.nBody);
    const VecX next = q + h * state.v.segment(link.vBody, link.nBody);
    for (const VecX& at : {VecX(q), next}) {
      if (!at.allFinite() || set->admissibleMargin(at) > kNear) continue;
      Failure named = failure(model, Failure::Kind::kInadmissible, out.time, static_cast<int>(i));
      named.advice = "There " + set->violation(at) + ". " + named.advice;
      named.residual = std::move(out.residual);
      out = std::move(named);
      return;
    }
  }
}

StepResult checkStep(double t, double h) {
  if (std::isfinite(t) && std::isfinite(h) && h > 0 && t + h > t) return {};
  Failure out;
  out.kind = Failure::Kind::kStepTooSmall;
  out.time = t;
  out.advice = adviceFor(out.kind);
  return out;
}

}  // namespace tendril
