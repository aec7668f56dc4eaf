// SPDX-License-Identifier: GPL-3.0-or-later
#include <cstdio>
#include <functional>
#include <limits>
#include <ostream>
#include <random>

#include "core/dynamics/contacts.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/errors.hpp"
#include "studio/cli/json_values.hpp"
#include "studio/cli/quantities.hpp"

namespace tendril::cli {
namespace {

using json::Node;

constexpr double kStep = 3e-4;        // of central differences of fourth order
constexpr double kDifference = 2e-6;  // relative: what differences of that step can show
constexpr double kAlgebra = 1e-8;     // relative: identities without differences
constexpr double kClear = 15;         // steps: depth of contacts that differences may be taken through
constexpr int kDraws = 200;           // of states, until one is clear of the instants where contacts begin or end
constexpr double kSpread = 0.2;       // of the random coordinates, rad, m, –

/// A state around the initial one.
StateValues randomState(const Model& model, std::mt19937& random) {
  std::normal_distribution<double> normal;
  const auto vector = [&](int size, double scale) {
    return VecX(VecX::NullaryExpr(size, [&] { return scale * normal(random); }));
  };
  StateValues s{.q = VecX(model.nq),
                .v = vector(model.nv, 1),
                .a = vector(model.nv, 1),
                .u = VecX(model.nu),
                .tau = vector(model.nv, 0.1)};
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
bool isClear(const Model& model, Data& data, const StateValues& s) {
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
StateValues clearState(const Model& model, Data& data, std::mt19937& random) {
  StateValues state = randomState(model, random);
  for (int i = 0; i < kDraws && !model.contacts.empty() && !isClear(model, data, state); ++i)
    state = randomState(model, random);
  return state;
}

/// Largest error relative to the largest entry.
double relative(const Eigen::Ref<const MatX>& got, const Eigen::Ref<const MatX>& want) {
  const double scale = want.size() ? want.cwiseAbs().maxCoeff() : 0;
  const double error = want.size() ? (got - want).cwiseAbs().maxCoeff() : 0;
  return scale > 0 ? error / scale : error;
}

/// The same but for what roundings of forces of a size leave in differences().
double relativeBeyondRounding(const Eigen::Ref<const MatX>& got, const Eigen::Ref<const MatX>& want, double forces) {
  const double rounding = 2 * std::numeric_limits<double>::epsilon() * forces / kStep;
  const double scale = want.size() ? want.cwiseAbs().maxCoeff() : 0;
  const double error = want.size() ? (got - want).cwiseAbs().maxCoeff() : 0;
  const double left = error <= rounding ? 0 : error - rounding;
  return scale > 0 ? left / scale : left;
}

/// Columns of df/dx along each coordinate; f(k, h) = f(x ⊕ h e_k). The step is long, and the order high, because the
/// huge inertia forces of light, stiff robots cancel only up to roundings, which a short step would magnify.
MatX differences(int size, const std::function<VecX(int, double)>& f) {
  MatX out(size, size);
  for (int k = 0; k < size; ++k)
    out.col(k) = (8 * (f(k, kStep) - f(k, -kStep)) - (f(k, 2 * kStep) - f(k, -2 * kStep))) / (12 * kStep);
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

using Check = double (*)(const Model& model, Data& data, const StateValues& s);

double massMatrixColumns(const Model& model, Data& data, const StateValues& s) {
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

double massMatrixSymmetry(const Model& model, Data& data, const StateValues& s) {
  massMatrix(model, data, s.q);
  const MatX M = data.massMatrix;
  return relative(M, M.transpose());
}

/// The inputs with the forces of the loops that forwardDynamics found; they live in `data`.
Inputs withLoops(const Model& model, const Data& data, Inputs inputs) {
  if (model.nl > 0) inputs.lambda = &data.lambda;
  return inputs;
}

double inverseOfForward(const Model& model, Data& data, const StateValues& s) {
  const Inputs inputs{.t = s.t, .u = &s.u, .tau = &s.tau, .motion = &s.a};
  forwardDynamics(model, data, s.q, s.v, inputs);
  const VecX a = data.acceleration;
  const Inputs closed = withLoops(model, data, inputs);
  massMatrix(model, data, s.q);
  const double scale = (data.massMatrix.cwiseAbs() * a.cwiseAbs()).maxCoeff();  // of the terms that must cancel
  residual(model, data, s.q, s.v, a, closed);
  for (const Driven& d : model.driven) data.tau[d.v] = 0;  // the forces of the drives
  return data.tau.cwiseAbs().maxCoeff() / (scale > 0 ? scale : 1);
}

double inverseByPosition(const Model& model, Data& data, const StateValues& s) {
  inverseDynamicsDerivatives(model, data, s.q, s.v, s.a, {.t = s.t});
  const MatX analytic = data.dIDdq;
  return relative(analytic, differences(model.nv, [&](int k, double h) {
                    inverseDynamics(model, data, moved(model, s.q, unit(model, k, h)), s.v, s.a, {.t = s.t});
                    return data.tau;
                  }));
}

double inverseByVelocity(const Model& model, Data& data, const StateValues& s) {
  inverseDynamicsDerivatives(model, data, s.q, s.v, s.a, {.t = s.t});
  const MatX analytic = data.dIDdv;
  return relative(analytic, differences(model.nv, [&](int k, double h) {
                    inverseDynamics(model, data, s.q, s.v + unit(model, k, h), s.a, {.t = s.t});
                    return data.tau;
                  }));
}

/// ∂FD/∂q and ∂FD/∂v through M ∂a − Aᵀ ∂λ = −∂r, so that a badly conditioned M does not hide behind the differences.
double forwardDerivatives(const Model& model, Data& data, const StateValues& s) {
  const Inputs inputs{.t = s.t, .u = &s.u, .tau = &s.tau, .motion = &s.a};
  forwardDynamicsDerivatives(model, data, s.q, s.v, inputs);
  const VecX a = data.acceleration;
  const Inputs closed = withLoops(model, data, inputs);
  const MatX dq = data.dFDdq, dv = data.dFDdv, rows = data.loopJacobian;
  massMatrix(model, data, s.q);
  const MatX M = data.massMatrix;
  const MatX byPosition = differences(model.nv, [&](int k, double h) {
    residual(model, data, moved(model, s.q, unit(model, k, h)), s.v, a, closed);
    return VecX(-data.tau);
  });
  const MatX byVelocity = differences(model.nv, [&](int k, double h) {
    residual(model, data, s.q, s.v + unit(model, k, h), a, closed);
    return VecX(-data.tau);
  });
  MatX left = M * dq - rows.transpose() * data.dLambdadq, right = M * dv - rows.transpose() * data.dLambdadv;
  for (const Driven& d : model.driven) left.row(d.v) = byPosition.row(d.v), right.row(d.v) = byVelocity.row(d.v);
  const double forces = (M.cwiseAbs() * a.cwiseAbs()).maxCoeff();  // light, stiff robots: huge, and they cancel
  return std::max(relativeBeyondRounding(left, byPosition, forces), relativeBeyondRounding(right, byVelocity, forces));
}

/// d(kinetic + gravity + elastic + contact)/dt along the motion against the power of inputs, loads and dampers.
double powerBalance(const Model& model, Data& data, const StateValues& s) {
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
  for (const Driven& d : model.driven) force[d.v] += drives[d.input];
  dampingForce(model, data, s.q, s.v);
  const double power = s.v.dot(force - data.damping);
  const double h = 1e-5 / std::max(1.0, std::sqrt(a.cwiseAbs().maxCoeff()));
  const auto energyAt = [&](double t) {
    return energy(model, data, moved(model, s.q, t * s.v + 0.5 * t * t * a), s.v + t * a).total();
  };
  const double rate = (energyAt(h) - energyAt(-h)) / (2 * h);
  massMatrix(model, data, s.q);
  const double flow = s.v.cwiseAbs().dot((data.massMatrix.cwiseAbs() * a.cwiseAbs()) + force.cwiseAbs());
  return std::abs(rate - power) / (flow > 0 ? flow : 1);
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

std::vector<Outcome> runChecks(const Model& model, const VerifyOptions& options) {
  Data data(model);
  std::mt19937 random(options.seed);
  std::vector<Outcome> outcomes;
  for (const NamedCheck& check : kChecks) outcomes.push_back({&check});
  for (int i = 0; i < options.states; ++i) {
    const StateValues state = clearState(model, data, random);
    for (Outcome& outcome : outcomes) {
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
  const std::vector<Outcome> outcomes = runChecks(*model, options);
  options.json ? printJson(outcomes, streams.out) : print(outcomes, streams.out);
  for (const Outcome& outcome : outcomes)
    if (!outcome.good()) throw Error(ExitCode::kFailed, std::string("check failed: ") + outcome.check->name);
}

}  // namespace tendril::cli
