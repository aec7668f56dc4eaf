// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/machine_quantities.hpp"

#include <stdexcept>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/loops.hpp"
#include "core/model/loop_state.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/quantities/parameter_derivative.hpp"

namespace tendril::cli {

using json::Node;
using S = StateValues;

namespace {

void needLoops(const Model& model, const char* name) {
  if (model.loops.empty())
    throw Error(ExitCode::kBadFile, std::string("want: ") + name + " needs a robot with loops; this one has none");
}

/// data.lambda of the constrained forward dynamics.
void solveLoops(const Model& model, Data& data, const S& s, const char* name) {
  needLoops(model, name);
  runForward(model, data, s, forwardDynamics);
}

}  // namespace

bool hasLoops(const Model& model, const S&) {
  return !model.loops.empty();
}
bool hasPrescribed(const Model&, const S& s) {
  return s.prescribed.has_value();
}
bool hasPrescribedTree(const Model& model, const S& s) {
  return s.prescribed.has_value() && model.loops.empty();
}
bool hasActuated(const Model& model, const S& s) {
  return !model.loops.empty() && s.actuated.has_value();
}
bool hasPrescribedJoints(const Model& model, const S&) {
  return !model.prescribedJoints.empty();
}
bool hasParameter(const Model&, const S& s) {
  return s.parameter != nullptr;
}

namespace {

/// Rows of log(X_b⁻¹ X_a), all that `rows` picks of every loop, in order.
VecX logarithmRows(const Model& model, Data& data, const S& s, std::vector<ConstraintRow> Loop::*rows) {
  kinematics(model, data, s.q, s.v);
  VecX out;
  for (const Loop& loop : model.loops) {
    VecX error(static_cast<Eigen::Index>((loop.*rows).size()));
    loopError(data, loop, loop.*rows, error, LoopMeasure::kLogarithm);
    out.conservativeResize(out.size() + error.size());
    out.tail(error.size()) = error;
  }
  return out;
}

}  // namespace

Node constraintError(const Model& model, Data& data, const S& s) {
  needLoops(model, "constraint_error");
  return listNode(logarithmRows(model, data, s, &Loop::rows), "constraint_error");
}

Node droppedConstraintError(const Model& model, Data& data, const S& s) {
  needLoops(model, "dropped_constraint_error");
  return listNode(logarithmRows(model, data, s, &Loop::dropped), "dropped_constraint_error");
}

Node loopOpeningNode(const Model& model, Data& data, const S& s) {
  needLoops(model, "loop_opening");
  kinematics(model, data, s.q, s.v);
  Node out = Node::object();
  for (const Loop& loop : model.loops) {
    const LoopOpening open = loopOpening(data, loop);
    out.add(loop.name, objectOf({{"distance", open.distance}, {"angle", open.angle}}));
  }
  return out;
}

Node constraintJacobian(const Model& model, Data& data, const S& s) {
  needLoops(model, "constraint_jacobian");
  kinematics(model, data, s.q, s.v);
  loopErrors(model, data);
  return rowsNode(data.loopJacobian, "constraint_jacobian");
}

Node constraintForce(const Model& model, Data& data, const S& s) {
  solveLoops(model, data, s, "constraint_force");
  return listNode(data.lambda, "constraint_force");
}

Node loopForce(const Model& model, Data& data, const S& s) {
  solveLoops(model, data, s, "loop_force");
  return listNode(data.loopJacobian.transpose() * data.lambda, "loop_force");
}

Node hybridDynamicsNode(const Model& model, Data& data, const S& s) {
  if (!s.prescribed)
    throw Error(ExitCode::kBadFile, "want: hybrid_dynamics needs \"prescribed\", a list of velocity indices");
  runForward(model, data, s,
             [&](const Model& robot, Data& work, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
               hybridDynamics(robot, work, q, v, s.a, *s.prescribed, inputs);
             });
  Node out = Node::object();
  out.add("a", listNode(data.acceleration, "hybrid_dynamics.a"));
  out.add("tau", listNode(data.tau, "hybrid_dynamics.tau"));
  return out;
}

namespace {

HybridDerivatives hybridDerivatives(const Model& model, Data& data, const S& s, const std::string& name) {
  if (!s.prescribed)
    throw Error(ExitCode::kBadFile, "want: " + name + " needs \"prescribed\", a list of velocity indices");
  if (!model.loops.empty())
    throw Error(ExitCode::kBadFile, "want: " + name + " is for trees; loop '" + model.loops.front().name +
                                        "' closes this robot. d_fd_dq and d_fd_dv know loops and driven joints");
  HybridDerivatives out;
  const auto solve = s.table7 ? hybridDynamicsDerivativesByRecursion : hybridDynamicsDerivatives;
  try {
    runForward(model, data, s,
               [&](const Model& robot, Data& work, const VecXRef& q, const VecXRef& v, const Inputs& inputs) {
                 solve(robot, work, q, v, s.a, *s.prescribed, inputs, out);
               });
  } catch (const std::invalid_argument& unserved) {
    throw Error(ExitCode::kBadFile, name + ": " + unserved.what());
  }
  return out;
}

Node matricesNode(const MatX& a, const MatX& tau, const std::string& name) {
  Node out = Node::object();
  out.add("a", rowsNode(a, name + ".a"));
  out.add("tau", rowsNode(tau, name + ".tau"));
  return out;
}

}  // namespace

Node hybridByPosition(const Model& model, Data& data, const S& s) {
  const HybridDerivatives d = hybridDerivatives(model, data, s, "d_hybrid_dq");
  return matricesNode(d.aq, d.tauq, "d_hybrid_dq");
}

Node hybridByVelocity(const Model& model, Data& data, const S& s) {
  const HybridDerivatives d = hybridDerivatives(model, data, s, "d_hybrid_dv");
  return matricesNode(d.av, d.tauv, "d_hybrid_dv");
}

Node driveForceNode(const Model& model, Data& data, const S& s) {
  VecX out(model.nu);
  runForward(model, data, s, [&](const Model& robot, Data& work, const VecXRef& q, const VecXRef& v, const Inputs& in) {
    driveForces(robot, work, q, v, in, out);
  });
  return listNode(out, "drive_force");
}

Node constrainedInverseDynamicsNode(const Model& model, Data& data, const S& s) {
  needLoops(model, "constrained_inverse_dynamics");
  if (!s.actuated)
    throw Error(ExitCode::kBadFile,
                "want: constrained_inverse_dynamics needs \"actuated\", a list of velocity indices");
  const VecX u = clipped(model, s.u);
  const ConstrainedForces forces =
      constrainedInverseDynamics(model, data, s.q, s.v, s.a, *s.actuated, s.criterion, {s.t, &u, &s.tau});
  if (!forces.failure.empty()) throw Error(ExitCode::kFailed, "constrained_inverse_dynamics: " + forces.failure);
  Node out = Node::object();
  out.add("tau", listNode(forces.tau, "constrained_inverse_dynamics"));
  return out;
}

Node parameterDerivative(const Model& model, Data&, const S& s) {
  if (!s.parameter)
    throw Error(ExitCode::kBadFile,
                "want: d_id_dparameter needs \"parameter\", the path of a number such as links.arm.body.mass");
  const auto evaluate = [&](double value, VecX& out) {
    const std::shared_ptr<const Model> changed = s.parameter->build(value);
    if (!changed || changed->nq != model.nq || changed->nv != model.nv) return false;
    Data work(*changed);
    inverseDynamics(*changed, work, s.q, s.v, s.a, {.t = s.t});
    out = work.tau;
    return out.allFinite();
  };
  const auto derivative = differentiateByParameter(evaluate, s.parameter->value);
  if (!derivative)
    throw Error(ExitCode::kFailed, "d_id_dparameter: " + s.parameter->path +
                                       " cannot be changed to either side without breaking the robot");
  return listNode(*derivative, "d_id_dparameter");
}

}  // namespace tendril::cli
