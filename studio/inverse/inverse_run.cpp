// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/inverse/inverse_run.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <stdexcept>

#include "core/signals/signal_catalogue.hpp"

namespace tendril {
namespace {

using Clock = std::chrono::steady_clock;
using Kind = InverseColumn::Kind;

/// Whether motors behind springs are told what to do: those of variable stiffness need to know which.
bool hasMotors(const Model& model, const MotionPlan& plan) {
  const std::vector<DrivenCoordinate> coordinates = drivenCoordinates(model);
  const bool pairs = std::any_of(coordinates.begin(), coordinates.end(), [](const auto& c) { return c.pair >= 0; });
  return !coordinates.empty() && (!pairs || !plan.stiffness.empty());
}

Quantity quantityOf(const Link& link, int k) {
  return k < link.nvJoint ? link.joint.type->velocityInfo()[static_cast<std::size_t>(k)].quantity
                          : link.body->coordinateInfo(k - link.nvJoint).quantity;
}

}  // namespace

InverseRun::InverseRun(const Model& model, MotionPlan plan, int order, bool full)
    : model_(model),
      plan_(std::move(plan)),
      order_(order),
      full_(full),
      motion_(model, plan_.joints),
      dynamics_(model, order),
      q_(VecX::Zero(model.nq)) {
  const std::string why = motion_.whyNot(order + 1, plan_.from, plan_.to);
  if (!why.empty()) throw std::invalid_argument(why + ". Order " + std::to_string(order) + " takes it.");
  if (hasMotors(model, plan_)) {
    drives_.emplace(model);
    stiffness_.setZero(drives_->pairs(), DriveDynamics::kOrder + 1);
    const std::string rough = motion_.whyNot(DriveDynamics::kOrder + 1, plan_.from, plan_.to);
    if (!rough.empty()) throw std::invalid_argument(rough + ". Motors behind springs take it.");
  }
  v_.setZero(model.nv, std::max(order, drives_ ? DriveDynamics::kOrder : 0) + 2);
  const double rows = std::floor((plan_.to - plan_.from) / plan_.step * (1 + 1e-12)) + 1;
  if (!(rows <= kMostRows)) throw std::invalid_argument("step is so short that there are more than ten million rows");
  rows_ = static_cast<std::int64_t>(rows);
  addColumns();
}

/// "t", "arm.q[0]", …, then per derivative k of v "arm.v[0].d1" and of the forces "arm.tau[0].d1"; without ".d0".
void InverseRun::addColumns() {
  columns_.push_back({.kind = Kind::kTime, .order = 0, .name = "t", .of = "", .unit = "s"});
  const auto add = [&](Kind kind, const char* what, int k) {
    for (const Link& link : model_.links) {
      const bool positions = kind == Kind::kPosition;
      const int joint = positions ? link.nqJoint : link.nvJoint;
      for (int i = 0; i < joint + link.nBody; ++i) {
        const std::string index = '[' + std::to_string(i) + ']';
        InverseColumn column{.kind = kind,
                             .order = k,
                             .name = signalPart(link.name) + '.' + what + index + (k ? ".d" + std::to_string(k) : ""),
                             .of = link.name + index,
                             .unit = ""};
        if (!positions || joint == link.nvJoint) {
          const Quantity quantity = quantityOf(link, i);
          column.of = model_.velocityName(link.vJoint + i);
          column.unit = kind == Kind::kForce ? forceUnitOf(quantity) : unitOf(quantity);
        }
        columns_.push_back(std::move(column));
      }
    }
  };
  add(Kind::kPosition, "q", 0);
  for (int k = 0; k <= order_ + 1; ++k) add(Kind::kVelocity, "v", k);
  for (int k = 0; k <= order_; ++k) add(Kind::kForce, "tau", k);
  if (drives_) addMotorColumns();
}

/// Per motor behind a spring: its torque, position, speed and the spring's deflection.
void InverseRun::addMotorColumns() {
  for (const DrivenCoordinate& c : drives_->coordinates()) {
    const Link& link = model_.links[static_cast<std::size_t>(c.link)];
    const Quantity quantity = quantityOf(link, c.v - link.vJoint);
    for (std::size_t m = 0; m < c.motors.size(); ++m) {
      const std::size_t at = static_cast<std::size_t>(c.v - link.vJoint) * c.motors.size() + m;
      const std::string index = link.joint.motors.size() == 1 ? "" : '[' + std::to_string(at) + ']';
      const auto add = [&](Kind kind, const char* what, std::string_view unit) {
        columns_.push_back({.kind = kind,
                            .order = 0,
                            .name = signalPart(link.name) + ".motor" + index + what,
                            .of = link.name + ".motor" + index,
                            .unit = unit});
      };
      add(Kind::kMotorTorque, ".torque", forceUnitOf(quantity));
      add(Kind::kMotorPosition, ".q", unitOf(quantity));
      add(Kind::kMotorSpeed, ".v", unitOf(quantity));
      add(Kind::kDeflection, ".deflection", unitOf(quantity));
    }
  }
}

InverseSummary InverseRun::run(const std::function<void(const std::vector<double>&)>& row,
                               const std::function<void(double)>& progress, const std::atomic<bool>* cancel) {
  InverseSummary summary;
  summary.largest = VecX::Zero(model_.nv);
  for (std::int64_t i = 0; i < rows_ && !(cancel && *cancel); ++i) {
    const double t = plan_.from + static_cast<double>(i) * plan_.step;
    evaluate(t, summary);
    append(t);
    row(row_);
    if (i % 64 == 0) progress(static_cast<double>(i) / static_cast<double>(rows_));
  }
  return summary;
}

void InverseRun::evaluate(double t, InverseSummary& summary) {
  const Clock::time_point begin = Clock::now();
  motion_.evaluate(t, static_cast<int>(v_.cols()) - 1, q_, v_);
  dynamics_.inverseDynamics(q_, v_.leftCols(order_ + 2), {.t = t, .internal = full_});
  if (drives_) turnMotors(t);
  summary.seconds += std::chrono::duration<double>(Clock::now() - begin).count();
  if (!dynamics_.tau.allFinite())
    throw std::invalid_argument("the forces at t = " + std::to_string(t) +
                                " s are no numbers: check the references there");
  summary.largest = summary.largest.cwiseMax(dynamics_.tau.col(0).cwiseAbs());
  ++summary.rows;
}

void InverseRun::turnMotors(double t) {
  for (std::size_t i = 0; i < plan_.stiffness.size(); ++i)
    plan_.stiffness[i]->evaluate(t, DriveDynamics::kOrder, stiffness_.middleRows(static_cast<Eigen::Index>(i), 1));
  drives_->inverseDynamics(q_, v_, stiffness_, {.t = t});
  if (!drives_->failure.empty()) throw std::invalid_argument("at t = " + std::to_string(t) + " s: " + drives_->failure);
}

void InverseRun::append(double t) {
  row_.assign(1, t);
  row_.insert(row_.end(), q_.begin(), q_.end());
  const auto rates = v_.leftCols(order_ + 2).reshaped();
  row_.insert(row_.end(), rates.begin(), rates.end());
  row_.insert(row_.end(), dynamics_.tau.reshaped().begin(), dynamics_.tau.reshaped().end());
  if (drives_) appendMotors();
}

void InverseRun::appendMotors() {
  std::size_t next = 0;
  for (const DrivenCoordinate& c : drives_->coordinates())
    for (std::size_t m = 0; m < c.motors.size(); ++m) {
      const MotorMotion& motor = drives_->motors[next++];
      const double joint = q_[model_.qOfV[static_cast<std::size_t>(c.v)]];
      row_.insert(row_.end(), {motor.torque, joint + motor.deflection, motor.speed, motor.deflection});
    }
}

}  // namespace tendril
