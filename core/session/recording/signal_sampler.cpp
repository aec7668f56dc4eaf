// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dynamics/contacts.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/loop_state.hpp"
#include "core/session/recording/signals.hpp"

namespace tendril {
namespace {

using Kind = SignalSource::Kind;
constexpr double kNoNumber = std::numeric_limits<double>::quiet_NaN();

/// Roll, pitch, yaw of R = Rz(yaw) Ry(pitch) Rx(roll).
Vec3 anglesOf(const Mat3& R) {
  return {std::atan2(R(2, 1), R(2, 2)), std::atan2(-R(2, 0), std::hypot(R(0, 0), R(1, 0))),
          std::atan2(R(1, 0), R(0, 0))};
}

/// One instant: what a record holds.
struct Instant {
  double t;
  VecXRef q, v, u, z;
  double kinetic, gravity, elastic, balance;
};

}  // namespace

struct SignalSampler::Work {
  Work(std::shared_ptr<const Model> given, const SignalCatalogue& catalogue, std::span<const std::string> texts)
      : model(std::move(given)),
        program(catalogue, texts),
        values(program.sources().size()),
        row(program.columns().size()) {
    for (const SignalSource& source : program.sources()) {
      needsKinematics = needsKinematics || source.kind >= Kind::kPlacePosition;
      needsContacts = needsContacts || isOfContact(source.kind);
      needsMomentum = needsMomentum || source.kind == Kind::kMomentum || source.kind == Kind::kAngularMomentum;
      needsForces = needsForces || source.kind == Kind::kDriveForce;
      needsDynamics = needsDynamics || source.kind >= Kind::kAcceleration;
    }
    use({.model = model, .gravity = model->gravity});
  }

  /// What made the next instants.
  void use(const RunPart& part) {
    if (needsKinematics && (!data || part.model != model)) data = std::make_unique<Data>(*part.model);
    perturbed = needsDynamics && part.perturbed;
    model = part.model;
    if (data) data->gravity = part.gravity;
  }

  /// All sources of an instant; `before`: the record before it, null if there is none. No allocation for the numbers of
  /// a record.
  void gather(const Instant& at, const History::Record* before, std::span<double> out) {
    if (needsDynamics) accelerate(at, before);
    if (needsMomentum) {
      total = momentum(*model, *data, at.q, at.v);  // kinematics included
    } else if (needsKinematics) {
      kinematics(*model, *data, at.q, at.v);
    }
    if (needsContacts) touch();
    const std::vector<SignalSource>& sources = program.sources();
    for (std::size_t i = 0; i < sources.size(); ++i) out[i] = read(sources[i], at);
  }

 private:
  double read(const SignalSource& source, const Instant& at) {
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
      case Kind::kAcceleration:
        return acceleration[source.index];
      case Kind::kConstraintRow:
        return source.index < lambda.size() ? lambda[source.index] : kNoNumber;
      case Kind::kDriveForce:
        return source.index < forces.size() ? forces[source.index] : kNoNumber;
      case Kind::kMomentum:
        return total[3 + source.component];
      case Kind::kAngularMomentum:
        return total[source.component];
      default:
        return moving(source, at);
    }
  }

  /// What needs the kinematics of `data`.
  double moving(const SignalSource& source, const Instant& at) {
    if (source.kind == Kind::kTendonLength) return tendonLength(source.index);
    if (isOfContact(source.kind)) return ofContact(source);
    if (source.kind == Kind::kLoopOpening || source.kind >= Kind::kLoopWrench) return ofLoop(source);
    if (source.kind == Kind::kDisplacement) return actuationCoordinate(source.index);
    if (source.kind == Kind::kEffort) return effort(source.index, at.u[source.index]);
    if (source.index / 2 >= static_cast<int>(model->links.size())) return kNoNumber;  // of another part of the run
    const auto [frame, offset] = model->place(source.index / 2, source.index % 2 ? 0 : kBaseStation);
    const Pose X = data->frames[frame].X * offset;  // in the tree frame
    const Vec6& V = data->frames[frame].V;
    const Vec3 spin = V.head<3>();
    switch (source.kind) {
      case Kind::kPlacePosition:
        return X.p[source.component] + data->origin[source.component];
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

  double tendonLength(int index) const {
    const bool known = index < static_cast<int>(model->actuators.size());
    const auto* tendon = known ? dynamic_cast<const Tendon*>(model->actuators[index].get()) : nullptr;
    return tendon ? tendon->length(*model, *data) : kNoNumber;
  }

  static bool isOfContact(Kind kind) {
    return kind == Kind::kContactForce || kind == Kind::kContactCount || kind == Kind::kContactDepth;
  }

  /// What touches now, and which load each contact of the model came from, as the catalogue counts them.
  void touch() {
    activeContacts(*model, *data, touching);
    loadOf.clear();
    for (std::size_t i = 0; i < model->contacts.size(); ++i) {
      const bool same = i > 0 && model->contacts[i - 1].id == model->contacts[i].id &&
                        model->contacts[i - 1].name == model->contacts[i].name;
      loadOf.push_back(i == 0 ? 0 : loadOf.back() + (same ? 0 : 1));
    }
  }

  double ofContact(const SignalSource& source) const {
    if (loadOf.empty() || source.index > loadOf.back()) return kNoNumber;
    Vec3 force = Vec3::Zero();
    double count = 0, depth = 0;
    for (const ContactPoint& point : touching) {
      if (loadOf[static_cast<std::size_t>(point.contact)] != source.index) continue;
      force += point.force;
      depth = std::max(depth, -point.gap);
      ++count;
    }
    if (source.kind == Kind::kContactCount) return count;
    if (source.kind == Kind::kContactDepth) return depth;
    return source.component < 3 ? force[source.component] : force.norm();
  }

  double ofLoop(const SignalSource& source) const {
    if (source.index >= std::ssize(model->loops)) return kNoNumber;
    const Loop& loop = model->loops[static_cast<std::size_t>(source.index)];
    if (source.kind == Kind::kLoopOpening) {
      const LoopOpening opening = loopOpening(*data, loop);
      return source.component == 0 ? opening.distance : opening.angle;
    }
    if (lambda.size() != model->nl) return kNoNumber;
    const Vec6 wrench = loopWrench(*data, loop, lambda);
    if (source.kind == Kind::kLoopWrench) return wrench[source.component];
    return source.component == 0 ? wrench.head<3>().norm() : wrench.tail<3>().norm();
  }

  double signalValue(int input, double t) const {
    double value = 0;
    for (const InputSignal& signal : model->signals)
      if (signal.input == input) value = signal.value(t);
    return value;
  }

  std::size_t actuatorOf(int input) const {
    const auto after = std::upper_bound(model->inputOffset.begin(), model->inputOffset.end(), input);
    return static_cast<std::size_t>(after - model->inputOffset.begin() - 1);
  }

  /// Of an actuator with one input.
  double effort(int input, double u) {
    const Actuator& actuator = *model->actuators[actuatorOf(input)];
    const double clipped = std::clamp(u, actuator.ranges[0].lower, actuator.ranges[0].upper);
    column.setZero(model->nv, actuator.inputs());
    actuator.actuationMatrix(*model, *data, column);
    return actuator.effort(clipped, actuationCoordinate(input), column.col(0).dot(data->v)).value;
  }

  double actuationCoordinate(int input) {
    const std::size_t index = actuatorOf(input);
    const Actuator& actuator = *model->actuators[index];
    coordinates.resize(actuator.inputs());
    actuator.coordinates(*model, *data, coordinates);
    return coordinates[input - model->inputOffset[index]];
  }

  /// The force of a perturbation is not recorded: while something holds the robot, velocities are compared, and the
  /// forces of loops are not known.
  void accelerate(const Instant& at, const History::Record* before) {
    lambda.setConstant(model->nl, kNoNumber);
    forces.setConstant(model->nu, kNoNumber);
    if (perturbed) {
      acceleration.setConstant(model->nv, kNoNumber);
      if (before && at.t > before->t) acceleration = (at.v - before->v) / (at.t - before->t);
      return;
    }
    inputs = at.u;
    model->clipInputs(inputs);
    drive(at, before);
    const Inputs all{.t = at.t, .u = &inputs, .motion = &motion};
    try {
      if (needsForces) {
        driveForces(*model, *data, at.q, at.v, all, forces);
      } else {
        forwardDynamics(*model, *data, at.q, at.v, all);
      }
      acceleration = data->acceleration;
      lambda = data->lambda;
    } catch (const EngineError&) {
      acceleration.setConstant(model->nv, kNoNumber);
    }
  }

  /// Accelerations of what is driven: those of the signal; where the input is held by hand, velocities are compared.
  void drive(const Instant& at, const History::Record* before) {
    motion.setZero(model->nv);
    if (model->prescribedJoints.empty()) return;
    signal.resize(model->nu), rate.resize(model->nu), rateOfRate.resize(model->nu);
    model->inputsAt(at.t, signal);
    model->inputRatesAt(at.t, rate, rateOfRate);
    for (const PrescribedJoint& d : model->prescribedJoints) {
      if (signal[d.input] == at.u[d.input])
        motion[d.v] = rateOfRate[d.input];
      else if (before && at.t > before->t && before->v.size() == at.v.size())
        motion[d.v] = (at.v[d.v] - before->v[d.v]) / (at.t - before->t);
    }
  }

 public:
  std::size_t sample(const std::shared_ptr<const History>& records, const Run* run, std::size_t atMost) {
    if (!history || source != records) {
      source = records;
      history = std::make_shared<SignalHistory>(static_cast<int>(row.size()), records->capacity());
      memory = {};
    }
    const std::size_t size = records->size(), from = history->size();
    const std::size_t to = size - from > atMost ? from + atMost : size;
    for (std::size_t i = from; i < to; ++i) {
      if (run) use(run->partAt(records->time(i)));
      const History::Record r = records->record(i);
      std::optional<History::Record> before;
      if (i > 0 && needsDynamics && (perturbed || !model->prescribedJoints.empty()))
        before.emplace(records->record(i - 1));
      gather({r.t, r.q, r.v, r.u, r.z, r.kinetic, r.gravity, r.elastic, r.balance}, before ? &*before : nullptr,
             values);
      program.evaluate(r.t, values, memory, row);
      history->append(r.t, row);
    }
    return size - to;
  }

  std::shared_ptr<const Model> model;
  SignalProgram program;
  SignalProgram::Memory memory;
  std::unique_ptr<Data> data;
  bool perturbed = false;  ///< RunPart::perturbed
  bool needsKinematics = false, needsMomentum = false, needsDynamics = false, needsForces = false;
  bool needsContacts = false;
  std::vector<ContactPoint> touching;
  std::vector<int> loadOf;  ///< per contact of the model: the load that it came from
  std::vector<double> values, row;
  VecX acceleration, lambda, inputs, coordinates, forces, motion, signal, rate, rateOfRate;
  MatX column;
  Vec6 total = Vec6::Zero();
  std::shared_ptr<const History> source;
  std::shared_ptr<SignalHistory> history;
};

SignalSampler::SignalSampler(std::shared_ptr<const Model> model, const SignalCatalogue& catalogue,
                             std::span<const std::string> texts)
    : work_(std::make_unique<Work>(std::move(model), catalogue, texts)) {}

SignalSampler::~SignalSampler() = default;

const std::vector<SignalColumn>& SignalSampler::columns() const {
  return work_->program.columns();
}

std::shared_ptr<const SignalHistory> SignalSampler::table() const {
  return work_->history;
}

std::size_t SignalSampler::sample(const std::shared_ptr<const History>& history, std::size_t atMost) {
  return work_->sample(history, nullptr, atMost);
}

std::size_t SignalSampler::sample(const Run& run, std::size_t atMost) {
  return work_->sample(run.history, &run, atMost);
}

void SignalSampler::evaluate(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, std::span<double> out,
                             const VecXRef& z) {
  Work& w = *work_;
  if (!w.data) w.data = std::make_unique<Data>(*w.model);
  const VecX inputs = u;
  const Energy e = energy(*w.model, *w.data, q, v, &inputs);
  w.gather({t, q, v, u, z, e.kinetic, e.gravity, e.elastic + e.contact, kNoNumber}, nullptr, w.values);
  SignalProgram::Memory fresh;
  w.program.evaluate(t, w.values, fresh, out);
}

}  // namespace tendril
