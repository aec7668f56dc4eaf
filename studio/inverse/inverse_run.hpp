// SPDX-License-Identifier: GPL-3.0-or-later
// Inverse dynamics along a motion that is given, instant after instant, without integrating.
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "studio/inverse/motion_plan.hpp"

namespace tendril {

/// A column of the table.
struct InverseColumn {
  enum class Kind { kTime, kPosition, kVelocity, kForce, kMotorTorque, kMotorPosition, kMotorSpeed, kDeflection };
  Kind kind = Kind::kTime;
  int order = 0;          ///< of its derivative by time: of velocities 0 is v, of forces τ
  std::string name;       ///< "arm.v[0].d1"
  std::string of;         ///< whose it is, for people: "arm[0]", "arm.motor[1]"
  std::string_view unit;  ///< of order 0: of coordinates without time ("rad"), of forces ("N·m")
};

/// What a run has done.
struct InverseSummary {
  std::int64_t rows = 0;
  double seconds = 0;  ///< of wall time, without what is done with rows
  VecX largest;        ///< |τ| of each coordinate, N·m or N
};

class InverseRun {
 public:
  static constexpr double kMostRows = 1e7;

  /// `full`: with springs and dampers. The model is the link side alone (BuildOptions::motors) and must outlive the
  /// run. std::invalid_argument, NoTimeDerivatives: what cannot be.
  InverseRun(const Model& model, MotionPlan plan, int order, bool full);

  const std::vector<InverseColumn>& columns() const { return columns_; }
  /// Instants from `from` to `to`.
  std::int64_t rows() const { return rows_; }
  /// Calls row() with one number per column for each instant, and progress(0…1) now and then, until *cancel.
  /// std::invalid_argument: at which instant what failed.
  InverseSummary run(const std::function<void(const std::vector<double>&)>& row,
                     const std::function<void(double)>& progress, const std::atomic<bool>* cancel = nullptr);

 private:
  void addColumns();
  void addMotorColumns();
  void evaluate(double t, InverseSummary& summary);
  void turnMotors(double t);
  void append(double t);
  void appendMotors();

  const Model& model_;
  MotionPlan plan_;
  int order_;
  bool full_;
  std::int64_t rows_ = 0;
  MotionReference motion_;
  TimeDerivatives dynamics_;
  VecX q_;
  MatX v_, stiffness_;
  std::optional<DriveDynamics> drives_;
  std::vector<InverseColumn> columns_;
  std::vector<double> row_;
};

}  // namespace tendril
