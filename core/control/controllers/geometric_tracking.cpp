// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/controllers/geometric_tracking.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

#include "core/control/least_constraint.hpp"
#include "core/control/other_inputs.hpp"
#include "core/control/task.hpp"
#include "core/dynamics/hybrid/mobility.hpp"

namespace tendril {
namespace {

constexpr int kSize = 6;             // of a pose
constexpr int kLed = 4;              // ω̇ and the thrust
constexpr double kNoForce = 1e-9;    // N or m/s²: nothing to point along
constexpr double kParallel = 1e-3;   // sine of the angle between thrust and heading
constexpr double kSinking = 0.05;    // of a wanted force: what is left upwards of one that points down
constexpr double kRedundant = 1e-6;  // of the mean of the metric: makes it definite where rotors are more than needed
constexpr double kDependent = 1e-9;  // of the largest pivot

using Mat4 = Eigen::Matrix4d;

struct GeometricWorkspace : Controller::Workspace {
  GeometricWorkspace(const Model& used, const std::vector<int>& outputs)
      : model(used),
        data(used),
        actuation(used, outputs),
        others(used, outputs),
        forces(MatX::Zero(used.nv, std::ssize(outputs) + kSize)),
        moved(forces),
        columns(MatX::Zero(used.nv, std::ssize(outputs))),
        led(MatX::Zero(kLed, std::ssize(outputs))),
        allocation(static_cast<int>(outputs.size()), kRedundant) {}

  const Model& model;
  Data data;
  ActuationState actuation;
  OtherInputs others;
  MatX forces, moved;  ///< nv × (outputs + 6): A and Sᵀ; M⁻¹ of both
  MatX columns;        ///< M⁻¹A
  MatX led;            ///< 4 × outputs: ω̇ and the thrust along z of each
  Eigen::FullPivLU<Mat6> mobility;
  Eigen::FullPivLU<Mat4> solver;
  LeastConstraint allocation;
};

/// Attitude that the reference itself needs, ω and ω̇ in its axes.
struct NominalAttitude {
  Mat3 R;
  Vec3 rate, acceleration;
};

/// The first of these that is not along the thrust: x and y of the base never are both.
Vec3 acceptedHeading(const Vec3& wanted, const Vec3& thrust, const Mat3& base) {
  const Vec3 along = thrust.normalized();
  for (const Vec3& heading : {wanted, Vec3(base.col(0))})
    if (along.cross(heading).norm() > kParallel) return heading;
  return base.col(1);
}

NominalAttitude nominalAttitude(const PoseReference& reference, double t, const Vec3& gravity) {
  const PoseSeries wanted = poseSeries(reference, t);
  Vec3T<TimeSeries> push, heading = wanted.R.col(0);
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k + 2 <= kPoseDerivatives; ++k) push[i][k] = (k + 1) * (k + 2) * wanted.p[i][k + 2];
    push[i] -= gravity[i];
  }
  const auto plain = [](const TimeSeries& x) { return x[0]; };
  const Vec3 now = push.unaryExpr(plain), facing = heading.unaryExpr(plain);
  if (now.norm() < kNoForce || now.normalized().cross(facing).norm() < kParallel)
    return {Mat3::Identity(), Vec3::Zero(), Vec3::Zero()};  // no attitude follows from it
  const Mat3T<TimeSeries> R = thrustFrame<TimeSeries>(push, heading);
  const auto rates = bodyRates(R);
  return {R.unaryExpr(plain), rates.col(0), rates.col(1)};
}

class GeometricTracking : public Controller {
 public:
  GeometricTracking(std::string name, std::vector<int> outputs, std::shared_ptr<const Model> model,
                    PoseReference reference, FeedbackGains gains, const GeometricTrackingSettings& settings)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        KP_(gains.proportional),
        KD_(gains.derivative),
        settings_(settings),
        signals_(taskSignals(TaskKind::kPose)) {}

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::optional<LedFrame> led() const override { return LedFrame{settings_.link, kBaseStation, true, false}; }
  Pose wantedFrame(double t) const override { return {Mat3::Identity(), wantedPose(reference_, t).p}; }
  bool usesInputs() const override { return true; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    return std::make_unique<GeometricWorkspace>(model_ ? *model_ : plant, outputs);
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override {
    auto& w = static_cast<GeometricWorkspace&>(workspace);
    w.allocation.solve(w.actuation.columns, w.columns, ranges, demand, outputs);
  }
  /// Rank 0…4 of what the outputs turn and lift, at the last update's state.
  static int rankOf(const GeometricWorkspace& w) {
    MatX scaled = w.led;
    if (const double turn = scaled.topRows<3>().norm(); turn > 0) scaled.topRows<3>() /= turn;
    if (const double lift = scaled.row(3).norm(); lift > 0) scaled.row(3) /= lift;
    Eigen::FullPivLU<MatX> lu(scaled);
    lu.setThreshold(kDependent);
    return static_cast<int>(lu.rank());
  }
  /// What the outputs do at a state: led, columns, mobility, acceleration without them.
  void respond(GeometricWorkspace& w, const Measurement& measured) const;

 private:
  const Link& base(const Model& model) const { return model.links[static_cast<std::size_t>(settings_.link)]; }
  Vec3 wantedForce(GeometricWorkspace& w, const Pose& X, const Vec3& spin, const Vec3& acceleration) const;

  std::shared_ptr<const Model> model_;
  PoseReference reference_;
  Mat6 KP_, KD_;
  GeometricTrackingSettings settings_;
  std::vector<ControllerSignal> signals_;
};

void GeometricTracking::respond(GeometricWorkspace& w, const Measurement& measured) const {
  const int at = base(w.model).vJoint;
  const auto n = static_cast<Eigen::Index>(outputs.size());
  w.others.read(measured);
  takeAnchors(measured, w.data);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  w.forces.leftCols(n) = w.actuation.columns;
  w.forces.rightCols<kSize>().setZero();
  w.forces.block<kSize, kSize>(at, n).setIdentity();
  accelerationsPerForceAtCurrent(w.model, w.data, w.others.at(measured.t), w.forces, w.moved);
  w.columns = w.moved.leftCols(n);
  w.led.topRows<3>() = w.columns.middleRows<3>(at);
  w.led.row(3) = w.actuation.columns.row(at + 5);  // the base's z
  w.mobility.compute(w.moved.block<kSize, kSize>(at, n));
}

/// F of the law in the world, for a base at X with these ω̇ (body) and p̈ (world). After respond().
Vec3 GeometricTracking::wantedForce(GeometricWorkspace& w, const Pose& X, const Vec3& spin,
                                    const Vec3& acceleration) const {
  const int at = base(w.model).vJoint;
  Vec6 missing;
  missing << spin, acceleration;  // [ω̇; v̇]
  missing -= w.data.acceleration.segment<kSize>(at);
  const Vec6 wrench = w.mobility.solve(missing);
  const Vec3 force = X.R * wrench.tail<3>();
  const double g = w.data.gravity.norm();
  return g > 0 ? withinTilt(force, -w.data.gravity / g, settings_.tiltLimit) : force;
}

void GeometricTracking::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<GeometricWorkspace&>(workspace);
  const Link& link = base(w.model);
  const int at = link.vJoint;
  respond(w, measured);
  const Pose X = basePose(link, measured.q);
  const Vec6 V = measured.v.segment<kSize>(at);

  const NominalAttitude nominal = nominalAttitude(reference_, measured.t, w.data.gravity);
  WantedMotion wanted = wantedMotion(reference_, measured.t);
  const Vec3 position = wanted.X.p, heading = wanted.X.R.col(0);
  PoseErrorT<double> error;
  Vec6 acceleration = linearizingAcceleration<double>(wanted, KP_, KD_, ErrorAxes::kWorld, X, V, error);
  const Vec3 spin = X.R.transpose() * nominal.R * nominal.acceleration;
  const Vec3 force = wantedForce(w, X, spin, acceleration.tail<3>());

  const Vec3 thrust = force.norm() > kNoForce ? force : Vec3(X.R.col(2));
  wanted.X.R = thrustFrame<double>(thrust, acceptedHeading(heading, thrust, X.R));
  wanted.angularVelocity = wanted.X.R * nominal.rate;
  wanted.angularAcceleration = wanted.X.R * nominal.acceleration;
  acceleration = linearizingAcceleration<double>(wanted, KP_, KD_, ErrorAxes::kWorld, X, V, error);

  Vec4 demand;
  demand << acceleration.head<3>() - w.data.acceleration.segment<3>(at), force.dot(X.R.col(2));
  w.solver.compute(w.led.lazyProduct(w.led.transpose()));
  if (!w.solver.isInvertible()) throw std::runtime_error("its outputs do not turn and lift the base in all ways here");
  out.demand.noalias() = w.led.transpose() * w.solver.solve(demand);
  out.signals << position, logSO3<double>(wanted.X.R), error.error;
}

void check(const Model& plant, const FeedbackGains& gains, const GeometricTrackingSettings& settings) {
  if (settings.link < 0 || settings.link >= static_cast<int>(plant.links.size()))
    throw std::invalid_argument("has no floating base: name a link with a free joint on the world");
  const Link& link = plant.links[static_cast<std::size_t>(settings.link)];
  if (link.joint.type != JointType::kFree || link.parent != kWorld)
    throw std::invalid_argument("flies \"" + link.name +
                                "\", which is no floating base: a free joint on the world is needed");
  for (const MatX* K : {&gains.proportional, &gains.derivative})
    if (!K->topRightCorner<3, 3>().isZero(0) || !K->bottomLeftCorner<3, 3>().isZero(0))
      throw std::invalid_argument("has gains that mix position and orientation: give a number each");
}

}  // namespace

Vec3 withinTilt(const Vec3& force, const Vec3& up, double limit) {
  const double lift = std::max(force.dot(up), kSinking * force.norm());
  const Vec3 across = force - force.dot(up) * up;
  const double most = std::tan(limit) * lift, size = across.norm();
  return lift * up + (size > most ? most / size : 1.0) * across;
}

std::shared_ptr<Controller> makeGeometricTracking(std::string name, std::vector<int> outputs, const Model& plant,
                                                  std::shared_ptr<const Model> model, PoseReference reference,
                                                  FeedbackGains gains, const GeometricTrackingSettings& settings) {
  check(plant, gains, settings);
  if (!reference.position || !reference.orientation)
    throw std::invalid_argument("needs a reference for position and orientation");
  auto made = std::make_shared<GeometricTracking>(std::move(name), std::move(outputs), std::move(model),
                                                  std::move(reference), std::move(gains), settings);
  const auto workspace = made->makeWorkspace(plant);
  auto& w = static_cast<GeometricWorkspace&>(*workspace);
  made->respond(w, {0, 0, plant.q0, plant.v0});
  if (const int rank = GeometricTracking::rankOf(w); rank < kLed)
    throw std::invalid_argument("turns and lifts the base in " + std::to_string(rank) +
                                " of 4 ways with these outputs (the rank of their allocation): roll, pitch, yaw and "
                                "thrust along z are needed, as four rotors with drag and alternating spin give them");
  return made;
}

}  // namespace tendril
