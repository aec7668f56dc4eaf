// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/controllers/controller_design.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "core/builder/parts/actuator_facts.hpp"
#include "core/control/tracking.hpp"
#include "core/dynamics/hybrid/mobility.hpp"
#include "core/dynamics/station_motion.hpp"
#include "core/math/so3.hpp"
#include "studio/document/controllers/regulator_design.hpp"
#include "studio/document/controllers/rounded.hpp"
#include "studio/document/items.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr double kRate = 4 * std::numbers::pi;  // rad/s: 2 Hz
constexpr double kApproach = 5;                 // 1/s: of what goes through equilibria
constexpr double kIntegralShare = 0.2;          // of ω³; above 2 the motion would swing up
constexpr double kSampledRate = 0.5;            // largest ω T of what one gain sees: beyond 1 samples swing up
constexpr double kLeastShare = 1.0 / 30;        // of what others leave to a coordinate: tendons side by side are alike
constexpr double kNothing = 1e-30;              // of a mobility, whatever its unit is
constexpr int kGainDigits = 3, kRestDigits = 6;

std::vector<double> roundedList(const VecX& values, int digits) {
  std::vector<double> out;
  for (const double value : values) out.push_back(rounded(value, digits));
  return out;
}

/// Index of an actuator of the project in the model, by its name; −1: not there.
int actuatorIndex(const Model& model, const Description& description, ObjectId id) {
  const desc::Actuator* actuator = objectOf(description.actuators, id);
  if (!actuator) return -1;
  for (std::size_t i = 0; i < model.actuators.size(); ++i)
    if (model.actuators[i]->name == actuator->name) return static_cast<int>(i);
  return -1;
}

std::vector<int> inputsOf(const Model& model, const Description& description, const std::vector<ObjectId>& outputs) {
  std::vector<int> inputs;
  for (const ObjectId id : outputs) {
    const int i = actuatorIndex(model, description, id);
    if (i < 0) continue;
    for (int k = 0; k < model.actuators[static_cast<std::size_t>(i)]->inputs(); ++k)
      inputs.push_back(model.inputOffset[static_cast<std::size_t>(i)] + k);
  }
  return inputs;
}

Problem problemOf(std::string message, std::string cure) {
  return {.path = "controllers", .message = std::move(message), .cure = std::move(cure)};
}

/// How accelerations of the actuation coordinates answer to their inputs: Aᵀ M⁻¹ A, loops held.
MatX mobilityOf(const Model& model, const ActuationState& actuation) {
  Data data(model);
  MatX moved = MatX::Zero(model.nv, actuation.columns.cols());
  accelerationsPerForce(model, data, model.q0, model.v0, 0, actuation.columns, moved);
  return actuation.columns.transpose() * moved;
}

/// Mass that each coordinate has while the others stand still; alike ones keep a share of their own.
VecX massesOf(const MatX& mobility) {
  const VecX scale = mobility.diagonal().cwiseMax(1e-300).cwiseSqrt();
  const MatX alike = scale.cwiseInverse().asDiagonal() * mobility * scale.cwiseInverse().asDiagonal();
  const Eigen::SelfAdjointEigenSolver<MatX> parts(alike);
  const VecX inverse = parts.eigenvalues().cwiseMax(kLeastShare).cwiseInverse();
  const VecX share = parts.eigenvectors().cwiseAbs2() * inverse;
  return share.cwiseQuotient(scale.cwiseAbs2());
}

/// Gains M ω are felt by all coordinates together: so many times ω.
double feltShare(const MatX& mobility, const VecX& masses) {
  const VecX root = masses.cwiseSqrt();
  const MatX felt = root.asDiagonal() * mobility * root.asDiagonal();
  return Eigen::SelfAdjointEigenSolver<MatX>(felt, Eigen::EigenvaluesOnly).eigenvalues().maxCoeff();
}

/// The step of the simulation where it is short enough, else a shorter period.
std::optional<double> periodFor(double felt, double step) {
  const double wanted = kSampledRate / (kRate * felt);
  if (step <= wanted) return std::nullopt;
  for (const double period : {0.01, 0.005, 0.002, 0.001})
    if (period <= wanted) return period;
  return 0.001;
}

void designForces(const Model& model, const MatX& mobility, ControllerDesign& out) {
  const VecX masses = massesOf(mobility);
  double rate = kRate;
  if (out.type != desc::PdController::kType) {
    const double felt = feltShare(mobility, masses);
    out.period = periodFor(felt, model.simulation.step);
    rate = std::min(kRate, kSampledRate / (out.period.value_or(model.simulation.step) * felt));
  }
  out.proportional = roundedList(masses * rate * rate, kGainDigits);
  out.derivative = roundedList(masses * 2 * rate, kGainDigits);
  if (out.type == desc::PidController::kType)
    out.integral = roundedList(masses * kIntegralShare * rate * rate * rate, kGainDigits);
}

void designAll(const Model& model, const ActuationState& actuation, ControllerDesign& out) {
  VecX rest(model.nv);
  for (int v = 0; v < model.nv; ++v) {
    const int q = model.qOfV[static_cast<std::size_t>(v)];
    rest[v] = q >= 0 ? model.q0[q] : 0;
  }
  out.rest = roundedList(rest, kRestDigits);
  const bool square = actuation.columns.cols() == model.nv;
  if (!square || !(Eigen::PartialPivLU<MatX>(actuation.columns).rcond() > 1e-13))
    out.problem = problemOf("these actuators do not drive all coordinates of the robot where it begins",
                            "choose partial feedback linearization, or PD");
}

/// Joints where they begin, with the stiffness that they have there.
void designDrives(const Model& model, ControllerDesign& out) {
  out.rest = roundedList(model.q0.head(model.nqRobot), kRestDigits);
  for (const Link& link : model.robotLinks()) {
    if (link.joint.motorsPerCoordinate != 2) continue;
    double sum = 0;
    for (const Motor& motor : link.joint.motors) sum += motor.spring->evaluate(motor.deflection).stiffness;
    out.stiffness.push_back(rounded(sum, kRestDigits));
  }
}

/// Position and rotation vector of the base that an output drives; empty: none.
std::vector<double> baseRest(const Model& model, const Description& description, const std::vector<ObjectId>& outputs) {
  for (const ObjectId id : outputs) {
    const desc::Actuator* actuator = objectOf(description.actuators, id);
    const int link = actuator ? drivenBase(description, *actuator) : -1;
    if (link < 0 || link >= static_cast<int>(model.links.size())) continue;
    Data data(model);
    StationMotion at(model);
    const VecX still = VecX::Zero(model.nv);
    stationMotion(model, data, link, kBaseStation, model.q0, still, still, at);
    Vec6 rest;
    rest << at.X.p, logSO3<double>(at.X.R);
    return roundedList(rest, kRestDigits);
  }
  return {};
}

/// A diagonal of gains.
std::vector<double> numbersOf(const desc::GainMatrix& gains) {
  std::vector<double> out;
  for (const desc::OneOrMany<desc::Number>& entry : gains.values) out.push_back(entry.values.front().value);
  return out;
}

}  // namespace

bool isTracking(std::string_view type) {
  return type != desc::SignalsController::kType && type != desc::ExpressionController::kType &&
         type != desc::SequenceController::kType;
}

bool gainsAreRates(std::string_view type) {
  return type == desc::ComputedTorqueController::kType || type == desc::PartialFeedbackLinearizationController::kType ||
         type == desc::TaskSpaceController::kType || type == desc::PoseTrackingController::kType;
}

bool leadsFrame(std::string_view type) {
  return type == desc::TaskSpaceController::kType || type == desc::InverseStaticsController::kType;
}

bool movesBase(std::string_view type) {
  return type == desc::PoseTrackingController::kType || type == desc::GeometricTrackingController::kType;
}

bool movesMotors(std::string_view type) {
  return type == desc::ElasticJointsController::kType || type == desc::VariableStiffnessController::kType;
}

ObjectId leadingLink(const Model& model, const Description& description) {
  ObjectId found = 0;
  std::size_t longest = 0;
  for (std::size_t i = 0; i < description.links.size() && i < model.links.size(); ++i) {
    std::size_t length = 0;
    for (const ColumnRange& range : model.frameUpstream(model.place(static_cast<int>(i), 0).first))
      length += static_cast<std::size_t>(range.size);
    if (length > longest) longest = length, found = description.links[i].id;
  }
  return found;
}

Entries entriesOf(std::string_view type) {
  if (movesBase(type)) return Entries::kBase;
  return followsAll(type) || movesMotors(type) ? Entries::kAll : leadsFrame(type) ? Entries::kFrame : Entries::kInputs;
}

bool followsAll(std::string_view type) {
  return type == desc::ComputedTorqueController::kType;
}

ControllerDesign modestDesign(ControllerWish wish) {
  ControllerDesign out;
  out.type = std::move(wish.type), out.outputs = std::move(wish.outputs);
  if (out.type == desc::InverseStaticsController::kType) {
    out.proportional = {kApproach}, out.derivative = out.integral = {0.0};
    return out;
  }
  if (out.type == desc::GeometricTrackingController::kType) {
    const desc::GeometricTrackingController usual;
    out.proportional = numbersOf(usual.gains.proportional), out.derivative = numbersOf(usual.gains.derivative);
    out.integral = {0.0};
    return out;
  }
  const bool rates = gainsAreRates(out.type);
  out.proportional = {rates ? rounded(kRate * kRate, kGainDigits) : 1.0};
  out.derivative = {rates ? rounded(2 * kRate, kGainDigits) : 0.1};
  out.integral = {0.0};
  return out;
}

ControllerDesign designController(const Model& model, const Description& description, ControllerWish wish) {
  ControllerDesign out = modestDesign(std::move(wish));
  if (!isTracking(out.type) || out.type == desc::PluginController::kType) return out;  // without gains
  if (out.type == desc::LqrController::kType) {
    designRegulator(model, inputsOf(model, description, out.outputs), out);
    return out;
  }
  if (movesMotors(out.type)) {
    designDrives(model, out);
    return out;
  }
  if (movesBase(out.type)) {
    out.rest = baseRest(model, description, out.outputs);
    return out;
  }
  if (leadsFrame(out.type)) {
    out.link = leadingLink(model, description);
    const int link = description.links.empty() ? -1 : indexOf(description.links, out.link);
    if (link < 0) return out;
    Data data(model);
    StationMotion at(model);
    const VecX rest = VecX::Zero(model.nv);
    stationMotion(model, data, link, 0, model.q0, rest, rest, at);
    out.rest = roundedList(at.X.p, kRestDigits);
    return out;
  }
  ActuationState actuation(model, inputsOf(model, description, out.outputs));
  Data data(model);
  actuation.evaluate(model, data, model.q0, model.v0);
  if (followsAll(out.type)) {
    designAll(model, actuation, out);
    return out;
  }
  out.rest = roundedList(actuation.y, kRestDigits);
  if (actuation.y.size() == 0) return out;
  const MatX mobility = mobilityOf(model, actuation);
  if (!(mobility.diagonal().minCoeff() > kNothing)) {
    out.problem = problemOf("one of these actuators moves nothing where the robot begins", "choose others");
    return out;
  }
  const bool linearizes = out.type == desc::PartialFeedbackLinearizationController::kType;
  if (linearizes && !Eigen::FullPivLU<MatX>(mobility).isInvertible())
    out.problem = problemOf("these actuators cannot move their coordinates one by one (AᵀM⁻¹A is singular)",
                            "choose fewer of them, or PD");
  if (!linearizes) designForces(model, mobility, out);
  return out;
}

bool hasActuators(const Model& model, const Description& description, const std::vector<ObjectId>& outputs) {
  return std::all_of(outputs.begin(), outputs.end(),
                     [&](ObjectId id) { return actuatorIndex(model, description, id) >= 0; });
}

}  // namespace tendril
