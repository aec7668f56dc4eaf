// SPDX-License-Identifier: BSD-3-Clause
// What actuators exert as series of time: B(q(t)) e(t).
#pragma once

#include <string>
#include <vector>

#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/model/actuator.hpp"
#include "core/model/load_series.hpp"

namespace tendril::series {

/// The motion of a tree as matrices of coefficients x⁽ᵏ⁾/k! (columns k).
struct TreeMotion {
  const MatX& q;                ///< nq, of bodies: their coordinates
  const MatX& v;                ///< nv
  const std::vector<Mat6X>& V;  ///< per frame: its twist in its own axes
};

/// Why a model has actuators without derivatives by time, for people; empty: it has none.
std::string whyNoActuationSeries(const Model& model);

/// Workspace for one model.
class ActuationSeries {
 public:
  /// `count`: coefficients of forces.
  ActuationSeries(const Model& model, int count);
  /// Whether columns of B change with q.
  bool changes() const { return !changing_.empty(); }
  /// Whether all columns of B that these inputs (nu × derivatives) use never change with q.
  bool isConstant(const MatX& u) const;
  /// out (nv × derivatives) += sign · B u of the actuators with constant columns, derivative by derivative.
  void addConstant(const MatX& u, double sign, MatX& out) const;
  /// Coefficients of what all others exert: force (nv × count) −= on coordinates of bodies, wrenches −= on frames, in
  /// their axes. `data` after kinematics() at t = 0.
  void subtract(const Data& data, const TreeMotion& motion, const MatX& u, MatX& force, std::vector<Mat6X>& wrenches);

 private:
  struct Pull {
    const Actuator* actuator;
    int input;
    ActuatorPull how;
  };
  /// A point of a link: how it lies and moves in the tree frame.
  struct PointMotion {
    Mat3T<LoadSeries> R;  ///< axes of the link
    Vec3T<LoadSeries> p, rate;
  };
  static bool isIdle(const Pull& pull, const MatX& u);
  PointMotion pointMotion(const Data& data, const TreeMotion& motion, const LinkPoint& point) const;
  void subtractWay(const Data& data, const TreeMotion& motion, const Pull& pull, const LoadSeries& u, MatX& force,
                   std::vector<Mat6X>& wrenches);
  void subtractFixed(const Data& data, const Pull& pull, const MatX& u, std::vector<Mat6X>& wrenches) const;
  LoadSeries effort(const Data& data, const Pull& pull, const LoadSeries& u, const LoadSeries& lengthRate) const;

  const Model& model_;
  int count_;
  std::vector<Pull> constant_, changing_;
  MatX B_;  ///< of all actuators with constant columns, nv × nu
  std::vector<MatX> gradients_;
};

}  // namespace tendril::series
