// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <optional>

#include "core/dynamics/dynamics.hpp"
#include "core/model/hand.hpp"
#include "core/session/signals.hpp"

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
  VecXRef q, v, u;
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
      needsMomentum = needsMomentum || source.kind == Kind::kMomentum || source.kind == Kind::kAngularMomentum;
      needsDynamics = needsDynamics || source.kind == Kind::kAcceleration;
    }
    use(model, model->gravity);
  }

  /// The model that made the next instants.
  void use(const std::shared_ptr<const Model>& next, const Vec3& gravity) {
    if (needsKinematics && (!data || next != model)) data = std::make_unique<Data>(*next);
    held = needsDynamics && handLoadIndex(*next) >= 0;
    model = next;
    if (data) data->gravity = gravity;
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
      case Kind::kInputSignal:
        return signalValue(source.index, at.t);
      case Kind::kAcceleration:
        return acceleration[source.index];
      case Kind::kMomentum:
        return total[3 + source.component];
      case Kind::kAngularMomentum:
        return total[source.component];
      default:
        return moving(source);
    }
  }

  /// What needs the kinematics of `data`.
  double moving(const SignalSource& source) {
    if (source.kind == Kind::kTendonLength) return tendonLength(source.index);
    if (source.kind == Kind::kDisplacement) return actuationCoordinate(source.index);
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

  double signalValue(int input, double t) const {
    double value = 0;
    for (const InputSignal& signal : model->signals)
      if (signal.input == input) value = signal.value(t);
    return value;
  }

  double actuationCoordinate(int input) {
    const auto after = std::upper_bound(model->inputOffset.begin(), model->inputOffset.end(), input);
    const auto index = after - model->inputOffset.begin() - 1;
    const Actuator& actuator = *model->actuators[index];
    coordinates.resize(actuator.inputs());
    actuator.coordinates(*model, *data, coordinates);
    return coordinates[input - model->inputOffset[index]];
  }

  /// What a hand wanted is not recorded: while one holds the robot, velocities are compared.
  void accelerate(const Instant& at, const History::Record* before) {
    if (held) {
      acceleration.setConstant(model->nv, kNoNumber);
      if (before && at.t > before->t) acceleration = (at.v - before->v) / (at.t - before->t);
      return;
    }
    inputs = at.u;
    model->clipInputs(inputs);
    try {
      forwardDynamics(*model, *data, at.q, at.v, {.t = at.t, .u = &inputs});
      acceleration = data->acceleration;
    } catch (const SingularMassMatrix&) {
      acceleration.setConstant(model->nv, kNoNumber);
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
      if (run) {
        const RunPart& part = run->partAt(records->time(i));
        use(part.model, part.gravity);
      }
      const History::Record r = records->record(i);
      std::optional<History::Record> before;
      if (i > 0 && held && needsDynamics) before.emplace(records->record(i - 1));
      gather({r.t, r.q, r.v, r.u, r.kinetic, r.gravity, r.elastic, r.balance}, before ? &*before : nullptr, values);
      program.evaluate(r.t, values, memory, row);
      history->append(r.t, row);
    }
    return size - to;
  }

  std::shared_ptr<const Model> model;
  SignalProgram program;
  SignalProgram::Memory memory;
  std::unique_ptr<Data> data;
  bool held = false;  ///< by a hand
  bool needsKinematics = false, needsMomentum = false, needsDynamics = false;
  std::vector<double> values, row;
  VecX acceleration, inputs, coordinates;
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

void SignalSampler::evaluate(double t, const VecXRef& q, const VecXRef& v, const VecXRef& u, std::span<double> out) {
  Work& w = *work_;
  if (!w.data) w.data = std::make_unique<Data>(*w.model);
  const Energy e = energy(*w.model, *w.data, q, v);
  w.gather({t, q, v, u, e.kinetic, e.gravity, e.elastic, kNoNumber}, nullptr, w.values);
  SignalProgram::Memory fresh;
  w.program.evaluate(t, w.values, fresh, out);
}

}  // namespace tendril
