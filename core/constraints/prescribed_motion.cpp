// SPDX-License-Identifier: BSD-3-Clause
#include "core/constraints/prescribed_motion.hpp"

#include <cmath>

#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/constraints/kkt_solver.hpp"
#include "core/constraints/loop_closure.hpp"
#include "core/dynamics/loops.hpp"
#include "core/text/number_text.hpp"

namespace tendril {
namespace {

constexpr double kJump = 2;  // of what the velocities at both ends could explain

Failure driveFailure(const Model& model, Failure::Kind kind, double t, const PrescribedJoint& d,
                     const std::string& what) {
  Failure out = makeFailure(model, kind, t, VecX::Zero(model.nv));
  out.link = linkOfVelocity(model, d.v);
  out.linkName = model.links[static_cast<std::size_t>(out.link)].name;
  out.residual.resize(0);
  out.advice = what + " " + out.advice;
  return out;
}

std::string number(double x) {
  return messageNumber(x, 4);
}

std::string drives(const Model& model) {
  std::string names;
  for (const PrescribedJoint& d : model.prescribedJoints)
    names += (names.empty() ? "\"" : ", \"") + model.inputName(d.input) + '"';
  return names;
}

}  // namespace

void PrescribedMotion::resize(const Model& model) {
  model_ = &model;
  for (VecX* x : {&u_, &rate_, &acceleration_}) x->setZero(model.nu);
  tau_.setZero(model.nv);
}

void PrescribedMotion::sample(const InputsProvider& inputs, double t) {
  if (!any()) return;
  inputs.evaluate(t, u_, tau_);
  inputs.rates(t, rate_, acceleration_);
}

StepResult PrescribedMotion::check(double t) const {
  for (const PrescribedJoint& d : model_->prescribedJoints) {
    if (std::isfinite(position(d)) && std::isfinite(velocity(d)) && std::isfinite(acceleration(d))) continue;
    const char* what = !std::isfinite(position(d))   ? "is"
                       : !std::isfinite(velocity(d)) ? "has a rate that is"
                                                     : "has an acceleration that is";
    Failure out = driveFailure(*model_, Failure::Kind::kNotFinite, t, d,
                               "The position \"" + model_->inputName(d.input) + "\" " + what + " not a finite number.");
    out.advice = out.advice.substr(0, out.advice.find("number.") + 7) + " Check the expression or table that gives it.";
    return out;
  }
  return {};
}

void PrescribedMotion::givePosition(VecXMut q) const {
  for (const PrescribedJoint& d : model_->prescribedJoints) q[d.q] = position(d);
}

void PrescribedMotion::giveVelocity(VecXMut v) const {
  for (const PrescribedJoint& d : model_->prescribedJoints) v[d.v] = velocity(d);
}

void PrescribedMotion::giveAcceleration(VecXMut a) const {
  for (const PrescribedJoint& d : model_->prescribedJoints) a[d.v] = acceleration(d);
}

bool PrescribedMotion::isAt(const VecX& q, const VecX& v) const {
  for (const PrescribedJoint& d : model_->prescribedJoints)
    if (q[d.q] != position(d) || v[d.v] != velocity(d)) return false;
  return true;
}

StepResult followInputs(const Model& model, PrescribedMotion& motion, const InputsProvider& inputs, State& state) {
  motion.resize(model);
  motion.sample(inputs, state.t);
  if (StepResult bad = motion.check(state.t)) return bad;
  if (motion.isAt(state.q, state.v)) return {};
  motion.givePosition(state.q), motion.giveVelocity(state.v);
  setIntegratorState(state, {});
  return {};
}

StepResult checkJumps(const Model& model, const VecX& q, const VecX& v, double t, double h,
                      const PrescribedMotion& next) {
  for (const PrescribedJoint& d : model.prescribedJoints) {
    const double from = q[d.q], to = next.position(d), speed = std::abs(v[d.v]) + std::abs(next.velocity(d));
    const double gap = std::abs(to - from - 0.5 * h * (v[d.v] + next.velocity(d)));
    const double explained = kJump * (h * speed + h * h * std::abs(next.acceleration(d)));
    if (gap <= explained + 1e-6 * (1 + std::abs(from))) continue;
    return driveFailure(model, Failure::Kind::kMotionJumps, t, d,
                        "\"" + model.inputName(d.input) + "\" goes from " + number(from) + " to " + number(to) +
                            " within " + number(h) + " s.");
  }
  return {};
}

namespace {

/// Change of a driven velocity that its accelerations do not explain, by Simpson's rule.
double unexplained(const PrescribedJoint& d, double h, const PrescribedMotion& from, const PrescribedMotion& middle,
                   const PrescribedMotion& to) {
  const double explained = h / 6 * (from.acceleration(d) + 4 * middle.acceleration(d) + to.acceleration(d));
  return to.velocity(d) - from.velocity(d) - explained;
}

/// What is left of it around the instant where it is largest: a kink stays, a smooth motion leaves nothing. t and h
/// become those of the interval that it was narrowed to.
double narrowedKink(const InputsProvider& inputs, const PrescribedJoint& d, double& t, double& h, PrescribedMotion from,
                    PrescribedMotion to) {
  constexpr int kHalvings = 24;
  PrescribedMotion middle = from, quarter = from;
  const auto sampled = [&](double at) -> const PrescribedMotion& { return quarter.sample(inputs, at), quarter; };
  double found = 0;
  for (int k = 0; k < kHalvings; ++k, h /= 2) {
    middle.sample(inputs, t + h / 2);
    const double first = unexplained(d, h / 2, from, sampled(t + h / 4), middle);
    const double second = unexplained(d, h / 2, middle, sampled(t + 3 * h / 4), to);
    const bool early = std::abs(first) >= std::abs(second);
    found = early ? first : second;
    (early ? to : from) = middle;
    if (!early) t += h / 2;
  }
  return found;
}

/// Whether the velocity of one driven coordinate has a kink in (t, t + h), where `from` and `to` were sampled; then t
/// and h are those of a narrow interval around it, and `jump` is its size.
bool hasKink(const InputsProvider& inputs, const PrescribedJoint& d, double& t, double& h, const PrescribedMotion& from,
             const PrescribedMotion& to, double& jump) {
  constexpr double kSuspicious = 1e-3, kReal = 1e-6;  // of the speed
  const double left = to.velocity(d) - from.velocity(d) - 0.5 * h * (from.acceleration(d) + to.acceleration(d));
  const double speed = std::abs(from.velocity(d)) + std::abs(to.velocity(d));
  if (!(std::abs(left) > kSuspicious * speed)) return false;
  jump = narrowedKink(inputs, d, t, h, from, to);
  return std::abs(jump) > kReal * speed && std::isfinite(jump);
}

}  // namespace

bool findKinks(const Model& model, const InputsProvider& inputs, double t, double h, const PrescribedMotion& from,
               const PrescribedMotion& to, VecX& kinks) {
  bool any = false;
  for (const PrescribedJoint& d : model.prescribedJoints) {
    double at = t, width = h, jump = 0;
    if (!hasKink(inputs, d, at, width, from, to, jump)) continue;
    if (!any) kinks.setZero(model.nv);
    any = true;
    kinks[d.v] = jump;
  }
  return any;
}

bool firstKink(const Model& model, const InputsProvider& inputs, double t, double h, PrescribedMotion& from,
               PrescribedMotion& to, Kink& kink) {
  constexpr int kMost = 16;  // that are looked for before the last one found
  bool found = false;
  double end = t + h;
  from.sample(inputs, t);
  for (int k = 0; k < kMost && end > t; ++k) {
    to.sample(inputs, end);
    double before = end, after = end;
    for (const PrescribedJoint& d : model.prescribedJoints) {
      double at = t, width = end - t, jump = 0;
      if (hasKink(inputs, d, at, width, from, to, jump) && at < before) before = at, after = at + width;
    }
    if (before == end) break;
    found = true;
    kink.before = end = before, kink.after = after;
  }
  if (!found) return false;
  kink.jump.setZero(model.nv);
  from.sample(inputs, kink.before), to.sample(inputs, kink.after);
  for (const PrescribedJoint& d : model.prescribedJoints) kink.jump[d.v] = to.velocity(d) - from.velocity(d);
  return true;
}

void applyKinks(const Model& model, Data& data, const VecX& q, const VecX& kinks, VecX& v) {
  massMatrix(model, data, q);
  MatX M = data.massMatrix, A(model.nl, model.nv);
  const VecX momentum = M * kinks;
  pinSquare(model, M);
  if (model.nl) {
    kinematics(model, data, q, v);
    loopErrors(model, data);
    A = data.loopJacobian;
  }
  const VecX opening = A * kinks;
  pinColumns(model, A);
  KktSolver system(model.nv, model.nl);
  system.factorize(M, A, A);
  system.solve(momentum, opening);
  pinEntries(model, system.x);
  v += system.x;
}

StepResult checkBlocked(const Model& model, Data& data, const State& state, const PrescribedMotion& next) {
  if (model.prescribedJoints.empty() || model.loops.empty()) return {};
  State there = state;
  next.givePosition(there.q), next.giveVelocity(there.v);
  StepResult open = closeLoops(model, data, there);
  if (!open) return {};
  open->kind = Failure::Kind::kMotionBlocked;
  open->advice += " PrescribedJoint are " + drives(model) + ".";
  return open;
}

Failure makeBlockedFailure(const Model& model, double t, int row) {
  Failure out = driveFailure(model, Failure::Kind::kMotionBlocked, t, model.prescribedJoints.front(),
                             "What " + drives(model) + " are to do leaves \"" + model.rowName(row) + "\" open.");
  return out;
}

void pinEntries(const Model& model, VecXMut x) {
  for (const PrescribedJoint& d : model.prescribedJoints) x[d.v] = 0;
}

void pinColumns(const Model& model, MatXMut rows) {
  for (const PrescribedJoint& d : model.prescribedJoints) rows.col(d.v).setZero();
}

void pinSquare(const Model& model, MatXMut matrix, double diagonal) {
  for (const PrescribedJoint& d : model.prescribedJoints) {
    matrix.row(d.v).setZero(), matrix.col(d.v).setZero();
    matrix(d.v, d.v) = diagonal;
  }
}

VecX driveForcesAt(const Model& model, Data& data, const State& state, const InputsProvider& inputs) {
  VecX u(model.nu), tau(model.nv), motion = VecX::Zero(model.nv), out = VecX::Zero(model.nu);
  inputs.evaluate(state.t, u, tau);
  PrescribedMotion driven;
  driven.resize(model);
  driven.sample(inputs, state.t);
  driven.giveAcceleration(motion);
  driveForces(model, data, state.q, state.v,
              {.t = state.t, .u = model.nu ? &u : nullptr, .tau = &tau, .motion = &motion}, out);
  return out;
}

}  // namespace tendril
