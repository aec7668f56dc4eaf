// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/signal_reader.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "core/dynamics/dynamics.hpp"
#include "core/model/body/surface_carrier.hpp"
#include "core/model/loop_state.hpp"
#include "core/model/propellers.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Roll, pitch, yaw of R = Rz(yaw) Ry(pitch) Rx(roll).
Vec3 anglesOf(const Mat3& R) {
  return {std::atan2(R(2, 1), R(2, 2)), std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0))),
          std::atan2(R(1, 0), R(0, 0))};
}

bool isOfContact(Kind kind) {
  return kind == Kind::kContactForce || kind == Kind::kContactCount || kind == Kind::kContactDepth;
}

}  // namespace

SignalReader::SignalReader(const Model& model, std::vector<SignalSource> sources)
    : model_(&model), sources_(std::move(sources)), gravity_(model.gravity) {
  for (const SignalSource& source : sources_) {
    needsKinematics_ = needsKinematics_ || source.kind >= Kind::kPlacePosition;
    needsFields_ = needsFields_ || source.kind == Kind::kField;
    needsContacts_ = needsContacts_ || isOfContact(source.kind) || needsFields_;
    needsMomentum_ = needsMomentum_ || source.kind == Kind::kMomentum || source.kind == Kind::kAngularMomentum;
    needsForces_ = needsForces_ || source.kind == Kind::kDriveForce;
    needsDynamics_ = needsDynamics_ || source.kind >= Kind::kAcceleration;
  }
  use(model, model.gravity);
}

Data& SignalReader::data() {
  if (!data_ || dataOf_ != model_) data_ = std::make_unique<Data>(*model_);
  dataOf_ = model_;
  data_->gravity = gravity_;
  return *data_;
}

void SignalReader::use(const Model& model, const Vec3& gravity, bool perturbed) {
  model_ = &model, gravity_ = gravity, perturbed_ = perturbed;
  if (needsKinematics_ || data_) data();
}

void SignalReader::read(const SignalInstant& at, const InstantBefore* before, std::span<double> out) {
  if (needsDynamics_) accelerate(at, before);
  if (needsMomentum_) {
    momentum_ = momentum(*model_, *data_, at.q, at.v);  // kinematics included
  } else if (needsKinematics_) {
    kinematics(*model_, *data_, at.q, at.v);
  }
  if (needsContacts_) touch();
  if (needsFields_) beginFields();
  for (std::size_t i = 0; i < sources_.size(); ++i) out[i] = value(sources_[i], at);
}

double SignalReader::value(const SignalSource& source, const SignalInstant& at) {
  switch (source.kind) {
    case Kind::kTime:
      return at.t;
    case Kind::kPosition:
      return at.q[source.index];
    case Kind::kVelocity:
      return at.v[source.index];
    case Kind::kInput:
      return at.u[source.index];
    case Kind::kKinetic:
      return at.kinetic;
    case Kind::kGravity:
      return at.gravity;
    case Kind::kElastic:
      return at.elastic;
    case Kind::kTotalEnergy:
      return at.kinetic + at.gravity + at.elastic;
    case Kind::kBalance:
      return at.balance;
    case Kind::kController:
      return source.index < at.z.size() ? at.z[source.index] : kNoNumber;
    case Kind::kInputSignal:
      return signalValue(source.index, at.t);
    case Kind::kRotorSpeed:
      return rotorSpeed(source.index, at.u[source.index]);
    case Kind::kDeflection:
    case Kind::kSpringTorque:
      return ofSpring(source, at.q);
    case Kind::kJointStiffness:
      return jointStiffness(source.index, at.q);
    case Kind::kAcceleration:
      return acceleration_[source.index];
    case Kind::kConstraintRow:
      return source.index < lambda_.size() ? lambda_[source.index] : kNoNumber;
    case Kind::kDriveForce:
      return source.index < forces_.size() ? forces_[source.index] : kNoNumber;
    case Kind::kMomentum:
      return momentum_[3 + source.component];
    case Kind::kAngularMomentum:
      return momentum_[source.component];
    default:
      return moving(source, at);
  }
}

double SignalReader::ofSpring(const SignalSource& source, const VecXRef& q) const {
  if (source.index >= static_cast<int>(model_->driveSprings.size())) return kNoNumber;  // of another part of the run
  const DriveSpring& spring = model_->driveSprings[static_cast<std::size_t>(source.index)];
  const double deflection = q[spring.motorQ] - q[spring.jointQ];
  return source.kind == Kind::kDeflection ? deflection : spring.law->evaluate(deflection).torque;
}

double SignalReader::jointStiffness(int v, const VecXRef& q) const {
  double sum = 0;
  for (const DriveSpring& spring : model_->driveSprings)
    if (spring.jointV == v) sum += spring.law->evaluate(q[spring.motorQ] - q[spring.jointQ]).stiffness;
  return sum;
}

/// What needs kinematics.
double SignalReader::moving(const SignalSource& source, const SignalInstant& at) {
  if (source.kind == Kind::kTendonLength) return tendonLength(source.index);
  if (isOfContact(source.kind)) return ofContact(source);
  if (source.kind == Kind::kField) return ofField(source);
  if (source.kind == Kind::kLoopOpening || source.kind >= Kind::kLoopWrench) return ofLoop(source);
  if (source.kind == Kind::kDisplacement) return actuationCoordinate(source.index);
  if (source.kind == Kind::kEffort) return effort(source.index, at.u[source.index]);
  return ofPlace(source);
}

double SignalReader::ofPlace(const SignalSource& source) const {
  if (source.index / 2 >= static_cast<int>(model_->links.size())) return kNoNumber;  // of another part of the run
  const auto [frame, offset] = model_->place(source.index / 2, source.index % 2 ? 0 : kBaseStation);
  const Pose X = data_->frames[frame].X * offset;  // in the tree frame
  const Vec6& V = data_->frames[frame].V;
  const Vec3 spin = V.head<3>();
  switch (source.kind) {
    case Kind::kPlacePosition:
      return X.p[source.component] + data_->origin[source.component];
    case Kind::kPlaceAngles:
      return anglesOf(X.R)[source.component];
    case Kind::kPlaceVelocity:
      return V[3 + source.component] + spin.cross(X.p)[source.component];
    case Kind::kPlaceSpin:
      return spin[source.component];
    default:
      return kNoNumber;
  }
}

double SignalReader::tendonLength(int index) const {
  const bool known = index < static_cast<int>(model_->actuators.size());
  const auto* tendon = known ? dynamic_cast<const Tendon*>(model_->actuators[index].get()) : nullptr;
  return tendon ? tendon->length(*model_, *data_) : kNoNumber;
}

/// What touches now, and which load each contact of the model came from, as the catalogue counts them.
void SignalReader::touch() {
  activeContacts(*model_, *data_, touching_);
  loadOf_.clear();
  for (std::size_t i = 0; i < model_->contacts.size(); ++i) {
    const bool same = i > 0 && model_->contacts[i - 1].id == model_->contacts[i].id &&
                      model_->contacts[i - 1].name == model_->contacts[i].name;
    loadOf_.push_back(i == 0 ? 0 : loadOf_.back() + (same ? 0 : 1));
  }
}

double SignalReader::ofContact(const SignalSource& source) const {
  if (loadOf_.empty() || source.index > loadOf_.back()) return kNoNumber;
  Vec3 force = Vec3::Zero();
  double count = 0, depth = 0;
  for (const ContactPoint& point : touching_) {
    if (loadOf_[static_cast<std::size_t>(point.contact)] != source.index) continue;
    force += point.force;
    depth = std::max(depth, -point.gap);
    ++count;
  }
  if (source.kind == Kind::kContactCount) return count;
  if (source.kind == Kind::kContactDepth) return depth;
  return source.component < 3 ? force[source.component] : force.norm();
}

void SignalReader::beginFields() {
  if (!fields_ || fieldsOf_ != model_) fields_ = std::make_unique<FieldProbe>(*model_);
  fieldsOf_ = model_;
  fields_->begin(touching_);
}

double SignalReader::ofField(const SignalSource& source) {
  if (source.index >= std::ssize(model_->links)) return kNoNumber;  // of another part of the run
  const Link& link = model_->links[static_cast<std::size_t>(source.index)];
  const auto field = static_cast<SurfaceField>(source.component);
  if (surfaceCarrierOf(link.body.get())) return fields_->atNode(*data_, source.index, field, source.place);
  return fields_->atPosition(*data_, source.index, field, static_cast<double>(source.place) / SignalSource::kPlaces);
}

double SignalReader::ofLoop(const SignalSource& source) const {
  if (source.index >= std::ssize(model_->loops)) return kNoNumber;
  const Loop& loop = model_->loops[static_cast<std::size_t>(source.index)];
  if (source.kind == Kind::kLoopOpening) {
    const LoopOpening opening = loopOpening(*data_, loop);
    return source.component == 0 ? opening.distance : opening.angle;
  }
  if (lambda_.size() != model_->nl) return kNoNumber;
  const Vec6 wrench = loopWrench(*data_, loop, lambda_);
  if (source.kind == Kind::kLoopWrench) return wrench[source.component];
  return source.component == 0 ? wrench.head<3>().norm() : wrench.tail<3>().norm();
}

double SignalReader::signalValue(int input, double t) const {
  double value = 0;
  for (const InputSignal& signal : model_->signals)
    if (signal.input == input) value = signal.value(t);
  return value;
}

std::size_t SignalReader::actuatorOf(int input) const {
  const auto after = std::upper_bound(model_->inputOffset.begin(), model_->inputOffset.end(), input);
  return static_cast<std::size_t>(after - model_->inputOffset.begin() - 1);
}

/// Of an actuator with one input.
double SignalReader::effort(int input, double u) {
  const Actuator& actuator = *model_->actuators[actuatorOf(input)];
  const double clipped = std::clamp(u, actuator.ranges[0].lower, actuator.ranges[0].upper);
  return actuator.effort(clipped, actuationCoordinate(input), actuationRate(input)).value;
}

double SignalReader::rotorSpeed(int input, double u) const {
  const std::size_t index = actuatorOf(input);
  const auto* propellers = dynamic_cast<const Propellers*>(model_->actuators[index].get());
  if (!propellers) return kNoNumber;
  const int k = input - model_->inputOffset[index];
  const InputRange& range = propellers->ranges[static_cast<std::size_t>(k)];
  return propellers->speed(k, std::clamp(u, range.lower, range.upper));
}

double SignalReader::actuationCoordinate(int input) {
  const std::size_t index = actuatorOf(input);
  const Actuator& actuator = *model_->actuators[index];
  coordinates_.resize(actuator.inputs());
  actuator.coordinates(*model_, *data_, coordinates_);
  return coordinates_[input - model_->inputOffset[index]];
}

double SignalReader::actuationRate(int input) {
  const std::size_t index = actuatorOf(input);
  const Actuator& actuator = *model_->actuators[index];
  column_.setZero(model_->nv, actuator.inputs());
  actuator.actuationMatrix(*model_, *data_, column_);
  return column_.col(input - model_->inputOffset[index]).dot(data_->v);
}

/// The force of a perturbation is not recorded: while something holds the robot, velocities are compared, and the
/// forces of loops are not known.
void SignalReader::accelerate(const SignalInstant& at, const InstantBefore* before) {
  lambda_.setConstant(model_->nl, kNoNumber);
  forces_.setConstant(model_->nu, kNoNumber);
  if (perturbed_) {
    acceleration_.setConstant(model_->nv, kNoNumber);
    if (before && at.t > before->t) acceleration_ = (at.v - before->v) / (at.t - before->t);
    return;
  }
  inputs_ = at.u;
  model_->clipInputs(inputs_);
  drive(at, before);
  const Inputs all{.t = at.t, .u = &inputs_, .motion = &motion_};
  try {
    if (needsForces_) {
      driveForces(*model_, *data_, at.q, at.v, all, forces_);
    } else {
      forwardDynamics(*model_, *data_, at.q, at.v, all);
    }
    acceleration_ = data_->acceleration;
    lambda_ = data_->lambda;
  } catch (const EngineError&) {
    acceleration_.setConstant(model_->nv, kNoNumber);
  }
}

/// Accelerations of what is driven: those of the signal; where the input is held by hand, velocities are compared.
void SignalReader::drive(const SignalInstant& at, const InstantBefore* before) {
  motion_.setZero(model_->nv);
  if (model_->prescribedJoints.empty()) return;
  signal_.resize(model_->nu), rate_.resize(model_->nu), rateOfRate_.resize(model_->nu);
  model_->inputsAt(at.t, signal_);
  model_->inputRatesAt(at.t, rate_, rateOfRate_);
  for (const PrescribedJoint& d : model_->prescribedJoints) {
    if (signal_[d.input] == at.u[d.input])
      motion_[d.v] = rateOfRate_[d.input];
    else if (before && at.t > before->t && before->v.size() == at.v.size())
      motion_[d.v] = (at.v[d.v] - before->v[d.v]) / (at.t - before->t);
  }
}

}  // namespace tendril
