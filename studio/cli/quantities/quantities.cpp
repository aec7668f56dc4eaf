// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/quantities.hpp"

#include <array>

#include "core/dynamics/contact/contacts.hpp"
#include "core/text/nearest_name.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/quantities/machine_quantities.hpp"
#include "studio/cli/quantities/time_quantities.hpp"

namespace tendril::cli {
namespace {

using json::Node;
using S = StateValues;

Inputs loadsAt(const S& s) {
  return {.t = s.t};
}

Node poses(const Model& model, Data& data, const S& s) {
  kinematics(model, data, s.q, s.v);
  sections(model, data);
  Node all = Node::object();
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    const Link& link = model.links[i];
    const Pose base = worldPose(data, 1 + i);
    const auto [frame, offset] = model.place(i, 0);
    Node one = Node::object();
    one.add("base", poseNode(base));
    one.add("tip", poseNode(worldPose(data, frame) * offset));
    if (link.body) {
      Node stations = Node::array();
      for (const Pose& section : data.bodies[i]->sections) stations.items.push_back(poseNode(base * section));
      one.add("stations", std::move(stations));
    }
    all.add(link.name, std::move(one));
  }
  return all;
}

Node jacobians(const Model& model, Data& data, const S& s) {
  kinematics(model, data, s.q, s.v);
  Node all = Node::object();
  MatX J(6, model.nv);
  for (int i = 0; i < static_cast<int>(model.links.size()); ++i) {
    Node one = Node::object();
    for (const auto& [name, station] : {std::pair{"base", kBaseStation}, std::pair{"tip", 0}}) {
      const auto [frame, offset] = model.place(i, station);
      frameJacobian(model, data, frame, offset, J);
      one.add(name, rowsNode(J, "jacobians"));
    }
    all.add(model.links[i].name, std::move(one));
  }
  return all;
}

/// inverseDynamics without loads; `gravity` false: without weight.
VecX motionForce(const Model& model, Data& data, const S& s, const VecX& v, bool gravity) {
  const Vec3 given = data.gravity;
  if (!gravity) data.gravity.setZero();
  inverseDynamics(model, data, s.q, v, VecX::Zero(model.nv), {.loads = false});
  data.gravity = given;
  return data.tau;
}

Node bias(const Model& model, Data& data, const S& s) {
  return listNode(motionForce(model, data, s, s.v, false), "bias");
}

Node gravityForce(const Model& model, Data& data, const S& s) {
  return listNode(motionForce(model, data, s, VecX::Zero(model.nv), true), "gravity_force");
}

Node massMatrixNode(const Model& model, Data& data, const S& s) {
  massMatrix(model, data, s.q);
  return rowsNode(data.massMatrix, "mass_matrix");
}

Node elastic(const Model& model, Data& data, const S& s) {
  elasticForce(model, data, s.q);
  return listNode(data.elastic, "elastic_force");
}

Node damping(const Model& model, Data& data, const S& s) {
  dampingForce(model, data, s.q, s.v);
  return listNode(data.damping, "damping_force");
}

Node external(const Model& model, Data& data, const S& s) {
  return listNode(externalForce(model, data, s), "external_force");
}

Node actuationMatrixNode(const Model& model, Data& data, const S& s) {
  actuationMatrix(model, data, s.q);
  return rowsNode(data.B, "actuation_matrix");
}

Node actuationCoordinatesNode(const Model& model, Data& data, const S& s) {
  VecX y(model.nu);
  actuationCoordinates(model, data, s.q, y);
  return listNode(y, "actuation_coordinates");
}

/// What multiplies actuation_matrix: the inputs, of tendons driven by length their tensions.
Node actuationEffort(const Model& model, Data& data, const S& s) {
  if (model.nu == 0) return listNode(data.effort, "actuation_effort");
  const VecX u = clipped(model, s.u);
  residual(model, data, s.q, s.v, VecX::Zero(model.nv), {.t = s.t, .u = &u});
  return listNode(data.effort, "actuation_effort");
}

Node inverse(const Model& model, Data& data, const S& s) {
  inverseDynamics(model, data, s.q, s.v, s.a, loadsAt(s));
  return listNode(data.tau, "inverse_dynamics");
}

Node fullInverse(const Model& model, Data& data, const S& s) {
  inverseDynamics(model, data, s.q, s.v, s.a, loadsAt(s));
  const VecX tau = data.tau;
  elasticForce(model, data, s.q);
  dampingForce(model, data, s.q, s.v);
  return listNode(tau + data.elastic + data.damping, "full_inverse_dynamics");
}

Node forward(const Model& model, Data& data, const S& s) {
  runForward(model, data, s, forwardDynamics);
  return listNode(data.acceleration, "forward_dynamics");
}

template <MatX Data::*kResult>
Node inverseDerivative(const Model& model, Data& data, const S& s) {
  inverseDynamicsDerivatives(model, data, s.q, s.v, s.a, loadsAt(s));
  return rowsNode(data.*kResult, "a derivative of inverse dynamics");
}

template <MatX Data::*kResult>
Node forwardDerivative(const Model& model, Data& data, const S& s) {
  runForward(model, data, s, forwardDynamicsDerivatives);
  return rowsNode(data.*kResult, "a derivative of forward dynamics");
}

Node actuationDerivativeNode(const Model& model, Data& data, const S& s) {
  MatX out(model.nv, model.nv);
  actuationDerivative(model, data, s.q, s.u, out);
  return rowsNode(out, "d_actuation_dq");
}

Node stiffness(const Model& model, Data& data, const S& s) {
  MatX out(model.nv, model.nv);
  stiffnessMatrix(model, data, s.q, out);
  return rowsNode(out, "stiffness_matrix");
}

Node dampingMatrixNode(const Model& model, Data& data, const S& s) {
  MatX out(model.nv, model.nv);
  dampingMatrix(model, data, s.q, s.v, out);
  return rowsNode(out, "damping_matrix");
}

Node coriolisNode(const Model& model, Data& data, const S& s) {
  MatX out(model.nv, model.nv);
  coriolisMatrix(model, data, s.q, s.v, out);
  return rowsNode(out, "coriolis_matrix");
}

Node energyNode(const Model& model, Data& data, const S& s) {
  const VecX u = clipped(model, s.u);
  const Energy e = energy(model, data, s.q, s.v, &u);
  Node node = objectOf({{"kinetic", e.kinetic}, {"gravity", e.gravity}, {"elastic", e.elastic}});
  if (!model.contacts.empty()) node.add("contact", Node::ofNumber(e.contact));
  return node;
}

Node momentumNode(const Model& model, Data& data, const S& s) {
  return listNode(momentum(model, data, s.q, s.v), "momentum");
}

constexpr std::array kQuantities = {
    Quantity{"poses", poses},
    Quantity{"jacobians", jacobians},
    Quantity{"mass_matrix", massMatrixNode},
    Quantity{"bias", bias},
    Quantity{"gravity_force", gravityForce},
    Quantity{"elastic_force", elastic},
    Quantity{"damping_force", damping},
    Quantity{"external_force", external},
    Quantity{"actuation_matrix", actuationMatrixNode},
    Quantity{"actuation_coordinates", actuationCoordinatesNode},
    Quantity{"actuation_effort", actuationEffort},
    Quantity{"inverse_dynamics", inverse},
    Quantity{"full_inverse_dynamics", fullInverse},
    Quantity{"forward_dynamics", forward},
    Quantity{"d_id_dq", inverseDerivative<&Data::dIDdq>},
    Quantity{"d_id_dv", inverseDerivative<&Data::dIDdv>},
    Quantity{"d_fd_dq", forwardDerivative<&Data::dFDdq>},
    Quantity{"d_fd_dv", forwardDerivative<&Data::dFDdv>},
    Quantity{"d_actuation_dq", actuationDerivativeNode},
    Quantity{"stiffness_matrix", stiffness},
    Quantity{"damping_matrix", dampingMatrixNode},
    Quantity{"coriolis_matrix", coriolisNode},
    Quantity{"energy", energyNode},
    Quantity{"momentum", momentumNode},
    Quantity{"constraint_error", constraintError, hasLoops},
    Quantity{"dropped_constraint_error", droppedConstraintError, hasLoops},
    Quantity{"loop_opening", loopOpeningNode, hasLoops},
    Quantity{"constraint_jacobian", constraintJacobian, hasLoops},
    Quantity{"constraint_force", constraintForce, hasLoops},
    Quantity{"loop_force", loopForce, hasLoops},
    Quantity{"hybrid_dynamics", hybridDynamicsNode, hasPrescribed},
    Quantity{"d_hybrid_dq", hybridByPosition, hasPrescribedTree},
    Quantity{"d_hybrid_dv", hybridByVelocity, hasPrescribedTree},
    Quantity{"drive_force", driveForceNode, hasPrescribedJoints},
    Quantity{"constrained_inverse_dynamics", constrainedInverseDynamicsNode, hasActuated},
    Quantity{"d_id_dparameter", parameterDerivative, hasParameter},
    Quantity{"inverse_dynamics_derivatives", inverseTimeDerivatives, hasMotionInTime},
    Quantity{"full_inverse_dynamics_derivatives", fullInverseTimeDerivatives, hasMotionInTime},
    Quantity{"forward_dynamics_derivatives", forwardTimeDerivatives, hasForcesInTime},
    Quantity{"hybrid_dynamics_derivatives", hybridTimeDerivatives, hasHybridInTime},
    Quantity{"variable_stiffness", variableStiffness, hasStiffnessInTime},
    Quantity{"elastic_drives", elasticDrives, hasDrivesInTime},
};

}  // namespace

std::span<const Quantity> quantities() {
  return kQuantities;
}

const Quantity& findQuantity(std::string_view name) {
  std::vector<std::string> known;
  for (const Quantity& quantity : kQuantities) {
    if (quantity.name == name) return quantity;
    known.emplace_back(quantity.name);
  }
  std::string list;
  for (const std::string& entry : known) list += (list.empty() ? "" : ", ") + entry;
  throw Error(ExitCode::kBadFile,
              "want: '" + std::string(name) + "' is not known" + didYouMean(name, known) + " Known: " + list);
}

VecX externalForce(const Model& model, Data& data, const StateValues& state) {
  kinematics(model, data, state.q, state.v);
  VecX force = VecX::Zero(model.nv);
  MatX J(6, model.nv);
  for (std::size_t i = 0; i < model.loads.size(); ++i) {
    const int frame = model.loadFrames[i];
    const Pose& offset = model.loadOffsets[i];
    StationState station;
    station.X = worldPose(data, frame) * offset;
    station.V = transformTwistInverse(data.frames[frame].X * offset, data.frames[frame].V);
    station.gamma = -(station.X.R.transpose() * data.gravity);
    station.t = state.t;
    StationWrench wrench;
    model.loads[i].load->evaluate(station, wrench);
    frameJacobian(model, data, frame, offset, J);
    force += J.transpose() * wrench.F;
  }
  addContactForces(model, data, force, force);
  return force;
}

VecX clipped(const Model& model, const VecX& u) {
  VecX inside = u;
  model.clipInputs(inside);
  return inside;
}

}  // namespace tendril::cli
