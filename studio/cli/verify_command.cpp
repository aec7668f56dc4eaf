// SPDX-License-Identifier: GPL-3.0-or-later
#include <atomic>
#include <cstdio>
#include <functional>
#include <limits>
#include <ostream>
#include <random>

#include "core/dynamics/contact/contacts.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/quantities/quantities.hpp"

namespace tendril::cli {
namespace {

using json::Node;

constexpr double kStep = 3e-4;        // of central differences of fourth order
constexpr double kDifference = 2e-6;  // relative: what differences of that step can show
constexpr double kAlgebra = 1e-8;     // relative: identities without differences
constexpr double kClear = 15;         // steps: depth of contacts that differences may be taken through
constexpr double kRoundings = 16;     // of terms that cancel
constexpr int kDraws = 200;           // of states, until one is clear of the instants where contacts begin or end
constexpr double kSpread = 0.2;       // of the random coordinates, rad, m, –

/// Where checks are made, and what ends them early.
struct CheckedState : StateValues {
  const std::atomic<bool>* cancel = nullptr;
};

/// A state around the initial one.
CheckedState randomState(const Model& model, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&](int size, double scale) {
    return VecX(VecX::NullaryExpr(size, [&] { return scale * normal(random); }));
  };
  CheckedState s;
  s.q.resize(model.nq);
  s.v = vector(model.nv, 1), s.a = vector(model.nv, 1);
  s.u.resize(model.nu), s.tau = vector(model.nv, 0.1);
  integrate(model, model.q0, vector(model.nv, kSpread), s.q);
  s.u = clipped(model, vector(model.nu, 1).cwiseAbs());
  return s;
}

/// What touches, if all of it is pressed together clearly; −1 otherwise.
int clearContacts(const Model& model, Data& data, const VecX& q, const VecX& v) {
  kinematics(model, data, q, v);
  std::vector<ContactPoint> points;
  activeContacts(model, data, points);
  for (const ContactPoint& point : points)
    if (-point.gap < kClear * kStep) return -1;
  return static_cast<int>(points.size());
}

/// Whether the same things touch within all steps of the differences: where contact begins or ends, forces have no
/// second derivative.
bool isClear(const Model& model, Data& data, const CheckedState& s) {
  const int touching = clearContacts(model, data, s.q, s.v);
  VecX q(model.nq);
  for (int k = 0; k < model.nv && touching >= 0; ++k)
    for (const double step : {-2 * kStep, 2 * kStep}) {
      integrate(model, s.q, step * VecX::Unit(model.nv, k), q);
      if (clearContacts(model, data, q, s.v) != touching) return false;
    }
  return touching >= 0;
}

/// A random state that differences can be taken at.
CheckedState clearState(const Model& model, Data& data, std::mt19937& random) {
  CheckedState state = randomState(model, random);
  for (int i = 0; i < kDraws && !model.contacts.empty() && !isClear(model, data, state); ++i)
    state = randomState(model, random);
  return state;
}

/// 0 of nothing.
double largestEntry(const Eigen::Ref<const MatX>& x) {
  return x.size() ? x.cwiseAbs().maxCoeff() : 0;
}

/// Largest error relative to the largest entry, but for what roundings of forces of a size leave in differences().
double relative(const Eigen::Ref<const MatX>& got, const Eigen::Ref<const MatX>& want, double forces = 0) {
  const double rounding = kRoundings * std::numeric_limits<double>::epsilon() * forces / kStep;
  const double scale = largestEntry(want), error = largestEntry(got - want);
  const double left = error <= rounding ? 0 : error - rounding;  // NaN stays
  return scale > 0 ? left / scale : left;
}

/// Mass of a link, kg. After massMatrix.
double massOf(const Model& model, const Data& data, std::size_t link) {
  return model.links[link].body ? data.bodies[link]->mass : model.links[link].rigid.mass;
}

/// How large forces and moments of inertia and weight may be before they cancel, N and N·m: at a hinge that stands
/// upright nothing is left of them. Moments and accelerations are those about the world's origin.
double forceSize(const Model& model, Data& data, const CheckedState& s, const VecX& a) {
  massMatrix(model, data, s.q);
  const double motion = largestEntry(a) + largestEntry(s.v) * largestEntry(s.v);
  double sum = 0;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const double arm = std::max(1.0, worldPose(data, static_cast<int>(1 + i)).p.norm());
    sum += massOf(model, data, i) * (data.gravity.norm() + motion * arm) * arm;
  }
  return sum;
}

/// Sizes of the terms of the energy before they cancel, J: of a pendulum on a mountain, much more than it ever swings.
double energySize(const Model& model, Data& data, const CheckedState& s) {
  const Energy now = energy(model, data, s.q, s.v);
  double sum = now.kinetic + now.elastic + now.contact;
  for (std::size_t i = 0; i < model.links.size(); ++i)
    sum += massOf(model, data, i) * data.gravity.norm() * (1 + worldPose(data, static_cast<int>(1 + i)).p.norm());
  return sum;
}

/// A command that was interrupted ends between two evaluations.
void stopIfCancelled(const std::atomic<bool>* cancel) {
  if (cancel && cancel->load(std::memory_order_relaxed))
    throw Error(ExitCode::kInterrupted, "interrupted; nothing was verified");
}

/// Columns of df/dx along each coordinate; f(k, h) = f(x ⊕ h e_k). The step is long, and the order high, because the
/// huge inertia forces of light, stiff robots cancel only up to roundings, which a short step would magnify.
MatX differences(const CheckedState& s, const std::function<VecX(int, double)>& f) {
  const auto size = static_cast<int>(s.v.size());
  MatX out(size, size);
  for (int k = 0; k < size; ++k) {
    stopIfCancelled(s.cancel);
    out.col(k) = (8 * (f(k, kStep) - f(k, -kStep)) - (f(k, 2 * kStep) - f(k, -2 * kStep))) / (12 * kStep);
  }
  return out;
}

VecX moved(const Model& model, const VecX& q, const VecX& delta) {
  VecX out(model.nq);
  integrate(model, q, delta, out);
  return out;
}

VecX unit(const Model& model, int k, double h) {
  return h * VecX::Unit(model.nv, k);
}

using Check = double (*)(const Model& model, Data& data, const CheckedState& s);

double massMatrixColumns(const Model& model, Data& data, const CheckedState& s) {
  massMatrix(model, data, s.q);
  const MatX M = data.massMatrix;
  MatX columns(model.nv, model.nv);
  data.gravity.setZero();
  for (int k = 0; k < model.nv; ++k) {
    inverseDynamics(model, data, s.q, VecX::Zero(model.nv), VecX::Unit(model.nv, k), {.loads = false});
    columns.col(k) = data.tau;
  }
  data.gravity = model.gravity;
  return relative(columns, M);
}

double massMatrixSymmetry(const Model& model, Data& data, const CheckedState& s) {
  massMatrix(model, data, s.q);
  const MatX M = data.massMatrix;
  return relative(M, M.transpose());
}

/// The inputs with the forces of the loops that forwardDynamics found; they live in `data`.
Inputs withLoops(const Model& model, const Data& data, Inputs inputs) {
  if (model.nl > 0) inputs.lambda = &data.lambda;
  return inputs;
}

double inverseOfForward(const Model& model, Data& data, const CheckedState& s) {
  const Inputs inputs{.t = s.t, .u = &s.u, .tau = &s.tau, .motion = &s.a};
  forwardDynamics(model, data, s.q, s.v, inputs);
  const VecX a = data.acceleration;
  const Inputs closed = withLoops(model, data, inputs);
  massMatrix(model, data, s.q);
  const double scale = largestEntry(data.massMatrix.cwiseAbs() * a.cwiseAbs());  // of the terms that must cancel
  residual(model, data, s.q, s.v, a, closed);
  for (const PrescribedJoint& d : model.prescribedJoints) data.tau[d.v] = 0;  // the forces of the drives
  return largestEntry(data.tau) / (scale > 0 ? scale : 1);
}

double inverseByPosition(const Model& model, Data& data, const CheckedState& s) {
  inverseDynamicsDerivatives(model, data, s.q, s.v, s.a, {.t = s.t});
  const MatX analytic = data.dIDdq;
  const MatX numeric = differences(s, [&](int k, double h) {
    inverseDynamics(model, data, moved(model, s.q, unit(model, k, h)), s.v, s.a, {.t = s.t});
    return data.tau;
  });
  return relative(analytic, numeric, forceSize(model, data, s, s.a));
}

double inverseByVelocity(const Model& model, Data& data, const CheckedState& s) {
  inverseDynamicsDerivatives(model, data, s.q, s.v, s.a, {.t = s.t});
  const MatX analytic = data.dIDdv;
  const MatX numeric = differences(s, [&](int k, double h) {
    inverseDynamics(model, data, s.q, s.v + unit(model, k, h), s.a, {.t = s.t});
    return data.tau;
  });
  return relative(analytic, numeric, forceSize(model, data, s, s.a));
}

/// ∂FD/∂q and ∂FD/∂v through M ∂a − Aᵀ ∂λ = −∂r, so that a badly conditioned M does not hide behind the differences.
double forwardDerivatives(const Model& model, Data& data, const CheckedState& s) {
  const Inputs inputs{.t = s.t, .u = &s.u, .tau = &s.tau, .motion = &s.a};
  forwardDynamicsDerivatives(model, data, s.q, s.v, inputs);
  const VecX a = data.acceleration;
  const Inputs closed = withLoops(model, data, inputs);
  const MatX dq = data.dFDdq, dv = data.dFDdv, rows = data.loopJacobian;
  massMatrix(model, data, s.q);
  const MatX M = data.massMatrix;
  const MatX byPosition = differences(s, [&](int k, double h) {
    residual(model, data, moved(model, s.q, unit(model, k, h)), s.v, a, closed);
    return VecX(-data.tau);
  });
  const MatX byVelocity = differences(s, [&](int k, double h) {
    residual(model, data, s.q, s.v + unit(model, k, h), a, closed);
    return VecX(-data.tau);
  });
  MatX left = M * dq - rows.transpose() * data.dLambdadq, right = M * dv - rows.transpose() * data.dLambdadv;
  for (const PrescribedJoint& d : model.prescribedJoints)
    left.row(d.v) = byPosition.row(d.v), right.row(d.v) = byVelocity.row(d.v);
  // Of light, stiff robots the forces of inertia are huge, and they cancel.
  const double forces = std::max(largestEntry(M.cwiseAbs() * a.cwiseAbs()), forceSize(model, data, s, a));
  return std::max(relative(left, byPosition, forces), relative(right, byVelocity, forces));
}

/// d(kinetic + gravity + elastic + contact)/dt along the motion against the power of inputs, loads and dampers.
double powerBalance(const Model& model, Data& data, const CheckedState& s) {
  const Inputs inputs{.t = s.t, .u = &s.u, .tau = &s.tau, .motion = &s.a};
  VecX drives(model.nu);
  driveForces(model, data, s.q, s.v, inputs, drives);
  forwardDynamics(model, data, s.q, s.v, inputs);
  const VecX a = data.acceleration, ofLoops = data.loopJacobian.transpose() * data.lambda, effort = data.effort;
  actuationMatrix(model, data, s.q);
  VecX force = s.tau + ofLoops + externalForce(model, data, s), stored = VecX::Zero(model.nv), lost = stored;
  addContactForces(model, data, stored, lost);
  force -= stored;  // part of the energy
  if (model.nu > 0) force += data.B * effort;
  for (const PrescribedJoint& d : model.prescribedJoints) force[d.v] += drives[d.input];
  dampingForce(model, data, s.q, s.v);
  const double power = s.v.dot(force - data.damping);
  const double h = 1e-5 / std::max(1.0, std::sqrt(largestEntry(a)));
  const auto energyAt = [&](double t) {
    return energy(model, data, moved(model, s.q, t * s.v + 0.5 * t * t * a), s.v + t * a).total();
  };
  const double rate = (energyAt(h) - energyAt(-h)) / (2 * h);
  massMatrix(model, data, s.q);
  const double flow = s.v.cwiseAbs().dot((data.massMatrix.cwiseAbs() * a.cwiseAbs()) + force.cwiseAbs());
  const double rounding = kRoundings * std::numeric_limits<double>::epsilon() * energySize(model, data, s) / h;
  const double error = std::abs(rate - power), left = error <= rounding ? 0 : error - rounding;
  return left / (flow > 0 ? flow : 1);
}

struct NamedCheck {
  const char* name;
  Check run;
  double bound;
};

constexpr NamedCheck kChecks[] = {
    {"mass matrix = columns of inverse dynamics", massMatrixColumns, kAlgebra},
    {"mass matrix is symmetric", massMatrixSymmetry, kAlgebra},
    {"inverse dynamics of forward dynamics", inverseOfForward, kAlgebra},
    {"d_id_dq against differences", inverseByPosition, kDifference},
    {"d_id_dv against differences", inverseByVelocity, kDifference},
    {"d_fd against differences", forwardDerivatives, kDifference},
    {"power balance", powerBalance, kDifference},
};

struct Outcome {
  const NamedCheck* check;
  double worst = 0;
  bool good() const { return worst <= check->bound; }
};

std::vector<Outcome> runChecks(const Model& model, const VerifyOptions& options, const std::atomic<bool>* cancel) {
  Data data(model);
  std::mt19937 random(options.seed);
  std::vector<Outcome> outcomes;
  for (const NamedCheck& check : kChecks) outcomes.push_back({&check});
  for (int i = 0; i < options.states; ++i) {
    CheckedState state = clearState(model, data, random);
    state.cancel = cancel;
    for (Outcome& outcome : outcomes) {
      stopIfCancelled(cancel);
      const double error = outcome.check->run(model, data, state);
      if (!(error <= outcome.worst)) outcome.worst = error;
    }
  }
  return outcomes;
}

void print(const std::vector<Outcome>& outcomes, std::ostream& out) {
  for (const Outcome& outcome : outcomes) {
    char text[128];
    std::snprintf(text, sizeof text, "%-4s  %-42s  %.1e (allowed %.0e)\n", outcome.good() ? "good" : "BAD",
                  outcome.check->name, outcome.worst, outcome.check->bound);
    out << text;
  }
}

void printJson(const std::vector<Outcome>& outcomes, std::ostream& out) {
  Node all = Node::object();
  for (const Outcome& outcome : outcomes) {
    Node one = objectOf({{"error", outcome.worst}, {"allowed", outcome.check->bound}});
    one.add("good", Node::ofBool(outcome.good()));
    all.add(outcome.check->name, std::move(one));
  }
  out << json::write(all) << '\n';
}

}  // namespace

void verify(const VerifyOptions& options, const Streams& streams) {
  const Project project = readProjectFile(options.project, streams.diagnostics);
  const std::shared_ptr<const Model> model = buildProject(project, streams.diagnostics);
  const std::vector<Outcome> outcomes = runChecks(*model, options, streams.cancel);
  options.json ? printJson(outcomes, streams.out) : print(outcomes, streams.out);
  for (const Outcome& outcome : outcomes)
    if (!outcome.good()) throw Error(ExitCode::kFailed, std::string("check failed: ") + outcome.check->name);
}

}  // namespace tendril::cli
