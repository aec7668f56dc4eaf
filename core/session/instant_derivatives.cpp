// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/instant_derivatives.hpp"

#include <cmath>
#include <vector>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/propellers.hpp"

namespace tendril {
namespace {

constexpr double kSame = 1e-9;  // of a signal: an input that has this value follows it

/// Whether what an actuator's inputs do to the coordinates is the same everywhere.
bool hasConstantColumns(const Model& model, const Actuator& actuator) {
  if (dynamic_cast<const JointActuator*>(&actuator) || dynamic_cast<const JointPosition*>(&actuator)) return true;
  const auto* propellers = dynamic_cast<const Propellers*>(&actuator);
  if (!propellers) return false;
  const Link& link = model.links[static_cast<std::size_t>(propellers->link())];
  return link.parent == kWorld && link.joint.type->isFree();  // velocities of the base are those of its own axes
}

/// Derivatives of all inputs (nu × count), as signals have them; zero where an input has none or is not where it says.
MatX inputDerivatives(const Model& model, const RunInstant& instant, int count, bool& held) {
  MatX out = MatX::Zero(model.nu, count);
  out.col(0) = instant.u;
  std::vector<char> known(static_cast<std::size_t>(model.nu));
  std::vector<double> row(static_cast<std::size_t>(count));
  for (const InputSignal& signal : model.signals) {
    if (!signal.derivatives || count > InputSignal::kMostDerivatives + 1) continue;
    signal.derivatives(instant.t, count - 1, row.data());
    if (!(std::abs(row[0] - instant.u[signal.input]) <= kSame * (1 + std::abs(row[0]))))
      continue;  // clipped, or by hand
    known[static_cast<std::size_t>(signal.input)] = 1;
    for (int k = 1; k < count; ++k) out(signal.input, k) = row[static_cast<std::size_t>(k)];
  }
  for (const char each : known) held = held || !each;
  return out;
}

/// The rows of actuators whose columns are the same everywhere, which count as forces that are given; the others' go to
/// `changing`.
MatX constantInputs(const Model& model, const MatX& inputs, MatX& changing) {
  MatX out = inputs;
  changing = inputs;
  for (std::size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    (hasConstantColumns(model, actuator) ? changing : out)
        .middleRows(model.inputOffset[i], actuator.inputs())
        .setZero();
  }
  return out;
}

}  // namespace

InstantDerivatives instantDerivatives(const Model& model, const RunInstant& instant, int order) {
  InstantDerivatives out;
  out.failure = whyNoTimeDerivatives(model);
  if (out.failure.empty() && instant.gravity != model.gravity)
    out.failure = "gravity was changed for this run; set it in the project";
  if (!out.failure.empty()) return out;
  try {
    const MatX inputs = inputDerivatives(model, instant, order + 3, out.held);
    Data data(model);
    kinematics(model, data, instant.q, instant.v);
    actuationMatrixAtCurrent(model, data);
    MatX changing;
    const MatX tau = data.B * constantInputs(model, inputs.leftCols(order + 1), changing);
    MatX v = MatX::Zero(model.nv, order + 2);
    v.col(0) = instant.v;
    std::vector<int> prescribed;
    for (const PrescribedJoint& d : model.prescribedJoints) {
      prescribed.push_back(d.v);
      v.row(d.v) = inputs.row(d.input).segment(1, order + 2);
    }
    TimeDerivatives time(model, order);
    time.hybridDynamics(data, instant.q, v, prescribed, tau, {.t = instant.t, .u = &changing});
    out.velocity.resize(model.nv, order + 2);
    out.velocity << v.col(0), time.acceleration;
    out.force = time.tau;
    if (!out.velocity.allFinite()) out.failure = "some derivatives are no numbers at this instant";
  } catch (const std::runtime_error& unserved) {
    out.failure = unserved.what();
  }
  return out;
}

}  // namespace tendril
