// SPDX-License-Identifier: BSD-3-Clause
// Step control around the one-step methods of implicit.hpp.
//
// The error of a step is what its end differs from one of higher order: with q̈ of the last three points as a parabola,
//   v* = v + ∫ q̈,  D* = h v + ∫∫ q̈ + h²/12 [v, v₊]   (the bracket on spherical and free joints, Magnus 1954),
// along the loops, in the norm of rtol and atol. The next step is chosen by a PI rule (Gustafsson 1991). A change of
// the step changes what the algorithmic acceleration a stands for, an acceleration a fixed share of a step away: a − q̈
// is scaled with h. A step ends before a kink of a prescribed position; what the kink does to the free velocities is an
// impulse, and the method starts anew. A step that jumps over a touch or a stop which its ends do not notice is made
// shorter.
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/constraints/anchor_state.hpp"
#include "core/constraints/failure.hpp"
#include "core/constraints/integrator_state.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "core/integrators/contact_refinement.hpp"
#include "core/integrators/dense_output/dense_motion.hpp"
#include "core/integrators/dense_output/dense_output_integrator.hpp"
#include "core/integrators/implicit/implicit.hpp"
#include "core/integrators/implicit/input_jumps.hpp"

namespace tendril {
namespace {

constexpr double kSafety = 0.9, kShrink = 0.2, kGrow = 3;
constexpr double kProportional = 0.4 / 3, kIntegral = 0.7 / 3;  // of a local error of third order
constexpr double kKeep = 1.1;                                   // growth that is not worth another step
constexpr double kFirst = 0.01;                                 // of the step that is asked for: the first one
constexpr double kShortest = 1e-6;                              // of the step that is asked for
constexpr double kAtOnce = 1e-6;                                // of a step: a kink this near is here
constexpr double kDigits = 64 * std::numeric_limits<double>::epsilon();
constexpr double kMostDigits = 30;  // times the tolerance: beyond, it is out of reach
constexpr double kSolved = 1e-3;    // of rtol: what Newton's method may leave
constexpr int kRejections = 40;     // of one step
constexpr int kKinks = 16;          // at one instant

/// [a, b] of the algebra: a × b, or ad_a b for twists [ω; v].
void bracket(const ManifoldBlock& block, const VecX& a, const VecX& b, Vec6& out) {
  const Vec3 w = a.segment<3>(block.v), u = b.segment<3>(block.v);
  out.head<3>() = w.cross(u);
  if (block.size == 6) out.tail<3>() = w.cross(b.segment<3>(block.v + 3)) + a.segment<3>(block.v + 3).cross(u);
}

/// The range of a joint's coordinate.
struct Stop {
  int q;
  double lower, upper;
};

std::vector<Stop> stopsOf(const Model& model) {
  std::vector<Stop> out;
  for (const Link& link : model.links)
    for (int k = 0; k < link.joint.lower.size() && k < link.joint.upper.size(); ++k)
      out.push_back({link.qJoint + k, link.joint.lower[k], link.joint.upper[k]});
  return out;
}

/// An end of an internal step. w: the energy account, J.
struct Point {
  State state;
  VecX acceleration;
  Vec3 w = Vec3::Zero();
};

class Adaptive : public DenseOutputIntegrator {
 public:
  Adaptive(const SimulationSettings& settings, std::unique_ptr<ImplicitIntegrator> method)
      : DenseOutputIntegrator(settings), method_(std::move(method)) {}

 private:
  void prepare(const Model& model, Data& data, const InputsProvider& inputs) override;
  void use(Data&, const InputsProvider& inputs) override { provider_ = &inputs; }
  StepResult startAt(const Model& model, Data& data, const State& state, bool same) override;
  StepResult internalStep(const Model& model, Data& data, const State& state, double end) override;
  Failure stepFailure(const Model& model, Data& data, const State& state) override;
  double internalTime() const override { return to_.state.t; }
  bool seesKinks() const override { return true; }
  bool read(const Model& model, Data& data, State& state) override;
  void closeGaps(const Model& model, Data& data, State& state) override;

  StepResult restart(const Model& model, Data& data, const VecX& anchors);
  double longestBeforeContact(const Model& model, Data& data);
  StepResult passKinks(const Model& model, Data& data, double& h);
  StepResult attempt(const Model& model, Data& data, double h);
  void refuse(double factor, double h, const StepStatistics& before);
  bool overlooks(const Model& model, Data& data);
  bool meets(const Model& model, Data& data, const State& state) const;
  double error(const Model& model, double h);
  void magnus(const VecX& v, const VecX& vEnd, double h);
  double scaled(const Model& model, const VecX& error, double h, bool positions);
  void choose(double error, double h);
  void rescaleAlgorithmic(State& state, const VecX& acceleration, double ratio) const;
  void keepAccount(const StepStatistics& before);
  void readAccount(double t);

  std::unique_ptr<ImplicitIntegrator> method_;
  const InputsProvider* provider_ = nullptr;
  std::vector<ManifoldBlock> groups_;
  std::vector<Stop> stops_;
  ContactApproach contacts_;
  Point before_, from_, to_;  ///< the last three ends of internal steps
  int known_ = 0;             ///< how many of them there are
  double h_ = 0;              ///< s, next step
  double lastStep_ = 0;       ///< s, of the algorithmic acceleration that to_ remembers
  double lastError_ = 1;
  bool refused_ = false;  ///< the step was shorter at first: the next one is not longer
  DenseMotion motion_;    ///< from from_ to to_
  State between_;
  PrescribedMotion start_, end_;
  Kink kink_;
  VecX delta_, slope_, errorQ_, errorV_, scaledError_;
};

void Adaptive::prepare(const Model& model, Data& data, const InputsProvider& inputs) {
  contacts_.prepare(model, data);
  provider_ = &inputs;
  groups_ = model.groups;
  stops_ = stopsOf(model);
  motion_.resize(model), start_.resize(model), end_.resize(model);
  for (VecX* x : {&delta_, &slope_, &errorQ_, &errorV_, &scaledError_}) x->setZero(model.nv);
  between_.q.setZero(model.nq), between_.v.setZero(model.nv);
  h_ = kFirst * settings_.step;
}

StepResult Adaptive::startAt(const Model& model, Data& data, const State& state, bool) {
  to_.state.t = state.t, to_.state.q = state.q, to_.state.v = state.v;
  to_.w = {statistics_.workIn, statistics_.dissipated, statistics_.exchanged};
  return restart(model, data, state.block(kAnchorBlock));
}

/// Goes on from to_ without a past.
StepResult Adaptive::restart(const Model& model, Data& data, const VecX& anchors) {
  giveAnchors(model, anchors, to_.state);
  if (StepResult bad = method_->reset(model, data, to_.state, *provider_)) return bad;
  to_.acceleration = method_->acceleration();
  from_ = before_ = to_;
  known_ = 1, lastError_ = 1, lastStep_ = 0;
  h_ = std::min(h_, settings_.step);  // what follows may be sudden
  StepStatistics account = statistics_;
  account.workIn = to_.w[0], account.dissipated = to_.w[1], account.exchanged = to_.w[2];
  method_->continueAccount(account);
  return {};
}

/// What prescribed velocities that jump at the end of the last internal step do to the others. h: the step, shortened
/// to end before the next jump.
StepResult Adaptive::passKinks(const Model& model, Data& data, double& h) {
  for (int k = 0; k < kKinks; ++k) {
    State& state = to_.state;
    if (model.prescribedJoints.empty() || !firstKink(model, *provider_, state.t, h, start_, end_, kink_)) return {};
    if (kink_.before - state.t > kAtOnce * h) {
      h = kink_.before - state.t;
      return {};
    }
    integrate(model, state.q, (kink_.after - state.t) * state.v, state.q);
    const double kinetic = energy(model, data, state.q, state.v).kinetic;
    applyKinks(model, data, state.q, kink_.jump, state.v);
    state.t = kink_.after;
    end_.givePosition(state.q), end_.giveVelocity(state.v);
    const double work = energy(model, data, state.q, state.v).kinetic - kinetic;
    to_.w[0] += work, to_.w[2] += std::abs(work);
    if (StepResult bad = restart(model, data, state.block(kAnchorBlock))) return bad;
    h = std::min(h, h_);
  }
  return {};
}

/// What follows to_: one step whose error is small enough.
StepResult Adaptive::internalStep(const Model& model, Data& data, const State& state, double) {
  h_ = std::min(h_, kLongest * settings_.step);
  double longest = std::min(h_, longestBeforeContact(model, data));
  StepResult bad = passKinks(model, data, longest);
  if (bad) bad->time = state.t;  // the last good state is the one that was handed out
  if (bad) return bad;
  std::swap(before_, from_), std::swap(from_, to_);
  known_ = std::min(known_ + 1, 3);
  for (int k = 0; k < kRejections; ++k) {
    const double h = std::min(h_, longest);
    const StepStatistics before = method_->statistics();
    bad = attempt(model, data, h);
    if (bad && bad->kind == Failure::Kind::kStepTooSmall) break;
    const double size = bad ? 0 : error(model, h);
    if (bad || !std::isfinite(size)) {
      refuse(kShrink, h, before);
    } else if (size > 1) {
      refuse(std::clamp(kSafety * std::cbrt(1 / size), kShrink, kSafety), h, before);
    } else {
      motion_.span(from_.state, to_.state, data.massMatrix);
      if (!overlooks(model, data)) {
        choose(size, h);
        lastStep_ = h;
        keepAccount(before);
        return {};
      }
      refuse(0.5, h, before);
    }
    if (h_ < kShortest * settings_.step) break;
  }
  if (!bad) return stepFailure(model, data, state);
  bad->time = state.t;
  return bad;
}

/// Longer, something could be beyond what it should touch.
double Adaptive::longestBeforeContact(const Model& model, Data& data) {
  if (model.contacts.empty()) return h_;
  const Approach& near = contacts_.look(model, data, to_.state.q, to_.state.v, to_.acceleration, h_);
  return std::min(near.longestStep, near.resolvingStep);
}

/// One step of h from from_ to to_.
StepResult Adaptive::attempt(const Model& model, Data& data, double h) {
  to_ = from_;
  if (lastStep_ > 0) rescaleAlgorithmic(to_.state, from_.acceleration, h / lastStep_);
  StepResult bad = method_->step(model, data, to_.state, h, *provider_);
  if (!bad) to_.acceleration = method_->acceleration();
  return bad;
}

/// The step of h was not good: the next try is shorter. What it cost counts.
void Adaptive::refuse(double factor, double h, const StepStatistics& before) {
  h_ = factor * h;
  lastError_ = 1, refused_ = true;
  ++statistics_.rejected;
  const StepStatistics now = method_->statistics();
  StepStatistics account = before;
  account.newton = now.newton, account.jacobians = now.jacobians;
  method_->continueAccount(account);
}

/// Whether the robot touches something or leans on a stop.
bool Adaptive::meets(const Model& model, Data& data, const State& state) const {
  for (const Stop& stop : stops_)
    if (state.q[stop.q] < stop.lower || state.q[stop.q] > stop.upper) return true;
  if (model.contacts.empty()) return false;
  kinematics(model, data, state.q, state.v);
  return contactEnergy(model, data) > 0;
}

/// Whether that happens between from_ and to_, but at neither of them.
bool Adaptive::overlooks(const Model& model, Data& data) {
  const double h = to_.state.t - from_.state.t;
  const int parts = static_cast<int>(std::ceil(h / settings_.step - 1e-6));
  if (parts < 2 || (stops_.empty() && model.contacts.empty())) return false;
  if (meets(model, data, from_.state) || meets(model, data, to_.state)) return false;
  for (int k = 1; k < parts; ++k) {
    between_.t = from_.state.t + h * k / parts;
    motion_.read(model, data, *provider_, between_);
    if (meets(model, data, between_)) return true;
  }
  return false;
}

/// Size of the error of the step from from_ to to_; errorQ_, errorV_ are its parts.
double Adaptive::error(const Model& model, double h) {
  const VecX &a0 = from_.acceleration, &a1 = to_.acceleration;
  difference(model, from_.state.q, to_.state.q, delta_);
  slope_.setZero();  // second divided difference of the acceleration
  if (known_ >= 3) {
    const double last = from_.state.t - before_.state.t;
    slope_ = ((a1 - a0) / h - (a0 - before_.acceleration) / last) / (h + last);
  }
  errorV_ = to_.state.v - from_.state.v - (0.5 * h) * (a0 + a1) + (h * h * h / 6) * slope_;
  errorQ_ = delta_ - h * from_.state.v - (h * h / 6) * (2 * a0 + a1) + (h * h * h * h / 12) * slope_;
  magnus(from_.state.v, to_.state.v, h);
  method_->keepAlongLoops(model, errorQ_);
  method_->keepAlongLoops(model, errorV_);
  const double squares = scaled(model, errorQ_, h, true) + scaled(model, errorV_, h, false);
  const int counted = model.nv - static_cast<int>(model.prescribedJoints.size());
  return std::sqrt(squares / std::max(1, 2 * counted));
}

/// errorQ_ −= h²/12 [v, vEnd]
void Adaptive::magnus(const VecX& v, const VecX& vEnd, double h) {
  Vec6 turn;
  for (const ManifoldBlock& block : groups_) {
    bracket(block, v, vEnd, turn);
    errorQ_.segment(block.v, block.size) -= (h * h / 12) * turn.head(block.size);
  }
}

/// Sum of squares of an error in units of rtol |x| + atol; turns of group joints count as 1 rad, their places as 1 m.
/// The digits that velocities lack because positions have no more are allowed for.
double Adaptive::scaled(const Model& model, const VecX& error, double h, bool positions) {
  double out = 0;
  for (int i = 0; i < model.nv; ++i) {
    const int q = model.qOfV[static_cast<std::size_t>(i)];
    double size = 1;
    if (!positions) {
      size = std::max(std::abs(from_.state.v[i]), std::abs(to_.state.v[i]));
    } else if (q >= 0) {
      size = std::max(std::abs(from_.state.q[q]), std::abs(to_.state.q[q]));
    }
    const double wanted = settings_.rtol * size + settings_.atol;
    const double digits = positions ? 0 : kDigits * (1 + std::abs(delta_[i])) / h;
    const double entry = error[i] / (wanted + std::min(digits, kMostDigits * wanted));
    scaledError_[i] = positions ? entry : std::max(std::abs(scaledError_[i]), std::abs(entry));
    out += entry * entry;
  }
  return out;
}

/// The step after one of length h with an error of this size.
void Adaptive::choose(double error, double h) {
  const double size = std::max(error, 1e-10);
  const double factor = kSafety * std::pow(size, -kIntegral) * std::pow(lastError_, kProportional);
  lastError_ = std::max(size, 1e-4);
  const double most = std::exchange(refused_, false) ? 1 : kGrow;
  if (factor < 1 || factor >= kKeep) h_ = h * std::clamp(factor, kShrink, most);
}

void Adaptive::rescaleAlgorithmic(State& state, const VecX& acceleration, double ratio) const {
  if (ratio == 1) return;
  auto a = integratorBlock(state, kAlgorithmicBlock);
  a = acceleration + ratio * (a - acceleration);
}

void Adaptive::keepAccount(const StepStatistics& before) {
  const StepStatistics& now = method_->statistics();
  to_.w = {now.workIn, now.dissipated, now.exchanged};
  statistics_.substeps += now.substeps - before.substeps;
  statistics_.newton = now.newton, statistics_.jacobians = now.jacobians;
  statistics_.largestKinetic = std::max(statistics_.largestKinetic, now.largestKinetic);
}

Failure Adaptive::stepFailure(const Model& model, Data&, const State& state) {
  return makeFailure(model, Failure::Kind::kToleranceNotMet, state.t, scaledError_);
}

/// read() has closed them.
void Adaptive::closeGaps(const Model& model, Data& data, State& state) {
  if (model.nl == 0) kinematics(model, data, state.q, state.v);
}

bool Adaptive::read(const Model& model, Data& data, State& state) {
  const double h = to_.state.t - from_.state.t;
  const double x = h > 0 ? std::clamp((state.t - from_.state.t) / h, 0.0, 1.0) : 1;
  readAccount(state.t);
  if (model.anchorSize > 0) anchors_ = from_.state.block(kAnchorBlock);
  acceleration_ = from_.acceleration + x * (to_.acceleration - from_.acceleration);
  motion_.read(model, data, *provider_, state);
  return true;
}

/// The energy account as a parabola through the last three points.
void Adaptive::readAccount(double t) {
  const double a = before_.state.t, b = from_.state.t, c = to_.state.t;
  Vec3 w = to_.w;
  if (t < c && c > b) {
    const Vec3 late = (to_.w - from_.w) / (c - b);
    w = from_.w + (t - b) * late;
    if (known_ >= 3 && b > a) w += (t - b) * (t - c) * (late - (from_.w - before_.w) / (b - a)) / (c - a);
  }
  statistics_.workIn = w[0], statistics_.dissipated = w[1], statistics_.exchanged = w[2];
}

}  // namespace

std::unique_ptr<Integrator> makeImplicit(const ImplicitScheme& scheme, const SimulationSettings& settings) {
  if (!settings.adaptive) {
    std::unique_ptr<Integrator> method =
        std::make_unique<ImplicitIntegrator>(scheme, settings.newtonTolerance, settings.analyticJacobian);
    if (!scheme.holdInputs) method = restartAtJumps(std::move(method));
    return refineAtContacts(std::move(method), StepKind::kImplicit);
  }
  ImplicitScheme continuous = scheme;
  continuous.holdInputs = false;  // whose errors step control would not see
  continuous.halvings = 0;
  continuous.keepMatrix = false;  // steps are of other lengths, and may be undone
  const double tolerance = std::min(settings.newtonTolerance, kSolved * settings.rtol);
  return std::make_unique<Adaptive>(
      settings, std::make_unique<ImplicitIntegrator>(continuous, tolerance, settings.analyticJacobian));
}

}  // namespace tendril
