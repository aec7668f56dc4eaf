// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/task_space.hpp"

#include <Eigen/Cholesky>
#include <array>
#include <stdexcept>
#include <utility>

#include "core/control/box_quadratic.hpp"
#include "core/dynamics/mobility.hpp"
#include "core/dynamics/station_motion.hpp"
#include "core/math/dual.hpp"
#include "core/math/so3.hpp"

namespace tendril {
namespace {

constexpr double kLeast = 1e-9;  // of the mean mobility: outputs that run alike share what they do

bool hasPosition(TaskKind task) {
  return task != TaskKind::kOrientation;
}
bool hasOrientation(TaskKind task) {
  return task != TaskKind::kPosition;
}

/// Orientation exp(r) of a rotation vector r(t): its angular velocity and acceleration, world axes.
struct Turning {
  Mat3 R;
  Vec3 velocity, acceleration;
};

Turning turningOf(const Vec3& r, const Vec3& rate, const Vec3& secondRate) {
  using S = Dual<1>;
  Vec3T<S> x, xRate;
  for (Eigen::Index i = 0; i < 3; ++i) {
    x[i].value = r[i], x[i].d[0] = rate[i];
    xRate[i].value = rate[i], xRate[i].d[0] = secondRate[i];
  }
  const Vec3T<S> omega = leftJacobianSO3(x) * xRate;
  Turning out{expSO3<double>(r), {}, {}};
  for (Eigen::Index i = 0; i < 3; ++i) out.velocity[i] = omega[i].value, out.acceleration[i] = omega[i].d[0];
  return out;
}

struct TaskWorkspace : Controller::Workspace {
  TaskWorkspace(const Model& used, const std::vector<int>& outputs, TaskKind task)
      : model(used),
        data(used),
        actuation(used, outputs),
        motion(used),
        wanted(MatX::Zero(taskSize(task), 3)),
        error(VecX::Zero(taskSize(task))),
        rate(error),
        acceleration(error),
        start(VecX::Zero(static_cast<Eigen::Index>(outputs.size()))),
        posture(start),
        best(start),
        columns(MatX::Zero(used.nv, start.size())),
        mobility(MatX::Zero(start.size(), start.size())),
        quadratic(mobility),
        task(MatX::Zero(error.size(), start.size())),
        solver(start.size()),
        program(static_cast<int>(outputs.size())) {}

  const Model& model;
  Data data;
  ActuationState actuation;
  StationMotion motion;
  MatX wanted;                        ///< the reference and its first two derivatives
  VecX error, rate, acceleration;     ///< of the task; what is wanted beyond what happens without outputs
  VecX start, posture, best;          ///< y₀; outputs for the posture alone; for both, without ranges
  MatX columns, mobility, quadratic;  ///< M⁻¹A, AᵀM⁻¹A, the quadratic form of both
  MatX task;                          ///< J M⁻¹A
  Eigen::LLT<MatX> solver;
  BoxQuadratic program;
};

class TaskSpace : public Controller {
 public:
  TaskSpace(std::string name, std::vector<int> outputs, std::shared_ptr<const Model> model,
            std::shared_ptr<const Reference> reference, FeedbackGains gains, const TaskSpaceSettings& settings)
      : Controller(std::move(name), std::move(outputs)),
        model_(std::move(model)),
        reference_(std::move(reference)),
        gains_(std::move(gains)),
        settings_(settings) {
    constexpr std::array kAxes = {"x", "y", "z"};
    const auto add = [&](const std::string& what, const char* text, const char* unit, std::size_t first) {
      for (std::size_t i = 0; i < 3; ++i)
        signals_.push_back({what + '[' + std::to_string(first + i) + ']', unit, std::string(text) + kAxes[i]});
    };
    const bool both = settings.task == TaskKind::kPose;
    const bool position = hasPosition(settings.task), orientation = hasOrientation(settings.task);
    if (position) add("reference", "Reference for the position along ", "m", 0);
    if (orientation) add("reference", "Reference for the rotation vector along ", "rad", both ? 3 : 0);
    if (position) add("error", "What the position lacks to its reference along ", "m", 0);
    if (orientation) add("error", "What the orientation lacks to its reference about ", "rad", both ? 3 : 0);
  }

  const std::vector<ControllerSignal>& signals() const override { return signals_; }
  std::unique_ptr<Workspace> makeWorkspace(const Model& plant) const override {
    const Model& used = model_ ? *model_ : plant;
    auto out = std::make_unique<TaskWorkspace>(used, outputs, settings_.task);
    out->actuation.evaluate(used, out->data, used.q0, VecX::Zero(used.nv));
    out->start = out->actuation.y;
    return out;
  }
  void update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const override;
  void allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                VecXMut outputs) const override;

 private:
  void measureTask(TaskWorkspace& w, double t) const;

  std::shared_ptr<const Model> model_;
  std::shared_ptr<const Reference> reference_;
  FeedbackGains gains_;
  TaskSpaceSettings settings_;
  std::vector<ControllerSignal> signals_;
};

/// error, rate and the acceleration ẍ_ref + K_D ė + K_P e − ẍ of the task, ẍ without outputs.
void TaskSpace::measureTask(TaskWorkspace& w, double t) const {
  reference_->evaluate(t, 2, w.wanted);
  Eigen::Index row = 0;
  if (hasPosition(settings_.task)) {
    w.error.head<3>() = w.wanted.col(0).head<3>() - w.motion.X.p;
    w.rate.head<3>() = w.wanted.col(1).head<3>() - w.motion.velocity.tail<3>();
    w.acceleration.head<3>() = w.wanted.col(2).head<3>() - w.motion.acceleration.tail<3>();
    row = 3;
  }
  if (hasOrientation(settings_.task)) {
    const Turning wanted =
        turningOf(w.wanted.col(0).segment<3>(row), w.wanted.col(1).segment<3>(row), w.wanted.col(2).segment<3>(row));
    w.error.segment<3>(row) = logSO3<double>(wanted.R * w.motion.X.R.transpose());
    w.rate.segment<3>(row) = wanted.velocity - w.motion.velocity.head<3>();
    w.acceleration.segment<3>(row) = wanted.acceleration - w.motion.acceleration.head<3>();
  }
  w.acceleration.noalias() += gains_.derivative * w.rate;
  w.acceleration.noalias() += gains_.proportional * w.error;
}

void TaskSpace::update(Workspace& workspace, const Measurement& measured, ControllerOutput out) const {
  auto& w = static_cast<TaskWorkspace&>(workspace);
  w.actuation.evaluate(w.model, w.data, measured.q, measured.v);
  accelerationsPerForce(w.model, w.data, measured.q, measured.v, measured.t, w.actuation.columns, w.columns);
  const VecX& unforced = w.data.acceleration;
  w.posture = -settings_.postureStiffness * (w.actuation.y - w.start) - settings_.postureDamping * w.actuation.rate;
  w.posture.noalias() -= w.actuation.columns.transpose() * unforced;
  w.mobility.noalias() = w.actuation.columns.transpose() * w.columns;
  w.mobility.triangularView<Eigen::StrictlyUpper>() = w.mobility.transpose();  // but for rounding it is that already
  w.mobility.diagonal().array() += kLeast * w.mobility.trace() / static_cast<double>(w.mobility.rows());

  stationMotion(w.model, w.data, settings_.link, settings_.station, measured.q, measured.v, unforced, w.motion);
  measureTask(w, measured.t);
  Eigen::Index row = 0;
  if (hasPosition(settings_.task))
    w.task.topRows<3>().noalias() = w.motion.jacobian.bottomRows<3>() * w.columns, row = 3;
  if (hasOrientation(settings_.task)) w.task.middleRows<3>(row).noalias() = w.motion.jacobian.topRows<3>() * w.columns;
  const double power = w.task.squaredNorm(), trace = w.mobility.trace();
  if (!(power > 0 && trace > 0)) throw std::runtime_error("its outputs do not move the frame that it leads here");

  // min |D u − ẍ|² + ε (u − u_posture)ᵀ AᵀM⁻¹A (u − u_posture), whose second part asks AᵀM⁻¹A u = ÿ_posture.
  const double share = settings_.damping * settings_.damping * power / trace;
  w.quadratic.noalias() = w.task.transpose() * w.task;
  w.quadratic += share * w.mobility;
  w.best.noalias() = w.task.transpose() * w.acceleration;
  w.best += share * w.posture;
  w.solver.compute(w.quadratic);
  if (w.solver.info() != Eigen::Success)
    throw std::runtime_error("its outputs do not act apart from each other here (JM⁻¹A and AᵀM⁻¹A are singular)");
  w.solver.solveInPlace(w.best);
  out.demand = w.best;
  const auto n = w.error.size();
  out.signals.head(n) = w.wanted.col(0);
  out.signals.tail(n) = w.error;
}

void TaskSpace::allocate(Workspace& workspace, const OutputRanges& ranges, const VecXRef& demand,
                         VecXMut outputs) const {
  auto& w = static_cast<TaskWorkspace&>(workspace);
  w.program.solve(w.quadratic, demand, ranges.lower, ranges.upper, outputs);
}

}  // namespace

int taskSize(TaskKind task) {
  return task == TaskKind::kPose ? 6 : 3;
}

std::shared_ptr<Controller> makeTaskSpace(std::string name, std::vector<int> outputs, const Model& plant,
                                          std::shared_ptr<const Model> model,
                                          std::shared_ptr<const Reference> reference, FeedbackGains gains,
                                          const TaskSpaceSettings& settings) {
  if (outputs.empty()) throw std::invalid_argument("has no outputs to lead the frame with");
  if (settings.link < 0 || settings.link >= static_cast<int>(plant.links.size()))
    throw std::invalid_argument("leads no link: the world does not move");
  return std::make_shared<TaskSpace>(std::move(name), std::move(outputs), std::move(model), std::move(reference),
                                     std::move(gains), settings);
}

}  // namespace tendril
