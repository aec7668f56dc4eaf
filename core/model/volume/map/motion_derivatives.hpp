// SPDX-License-Identifier: BSD-3-Clause
// How the motion of points changes with q while q̇ and q̈ are held, for the derivatives of a volume's inertia.
#pragma once

#include <memory>
#include <vector>

#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// Changes of a block of points. Those who compute them add their workspaces.
struct MotionChange {
  Columns<double> rate;          ///< ∂(J q̇)/∂q_k, count×3n as of PointMotion::J
  Columns<double> acceleration;  ///< ∂(J q̈ + J̇q̇)/∂q_k, likewise
  MatX curvature;                ///< Σ force · ∂²p/∂q_j∂q_k, n×n, of the block alone

  MotionChange(int count, int size) : rate(count, 3 * size), acceleration(count, 3 * size), curvature(size, size) {}
  virtual ~MotionChange() = default;
};

/// How a frame changes with q: its spatial Jacobian and J̇q̇, q̇ held.
struct FrameChange {
  std::vector<Mat6X> J;  ///< [k]: ∂J/∂q_k
  Mat6X bias;            ///< column k: ∂(J̇q̇)/∂q_k

  explicit FrameChange(int size) : J(static_cast<std::size_t>(size), Mat6X::Zero(6, size)), bias(6, size) {
    bias.setZero();
  }
  /// What duals say of a frame, in the directions [first, first + kDirections).
  void setDirections(const FrameMotion<Directions>& frame, int first);
};

/// setState first. After it evaluate() may run on several threads, each with an output of its own. No allocation in
/// either.
class MotionDerivatives {
 public:
  virtual ~MotionDerivatives() = default;
  /// An output of evaluate() for blocks of up to `count` points.
  virtual std::unique_ptr<MotionChange> makeChange(int count) const = 0;
  virtual void setState(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) = 0;
  /// `force`: count×3, in B. `out`: of makeChange().
  virtual void evaluate(const EvaluationPoints& points, const Columns<double>& force, MotionChange& out) const = 0;
  /// Of the frame at `at` ∈ [0, 1] along the body, which stands at X in B. One thread.
  virtual void frame(double at, const Pose& X, FrameChange& out) = 0;
};

/// Of any map, by its evaluators on duals.
class DualMotionDerivatives : public MotionDerivatives {
 public:
  explicit DualMotionDerivatives(const PointMap& map);
  std::unique_ptr<MotionChange> makeChange(int count) const override;
  void setState(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) override;
  void evaluate(const EvaluationPoints& points, const Columns<double>& force, MotionChange& out) const override;
  void frame(double at, const Pose& X, FrameChange& out) override;

 private:
  struct Change;
  void addDirections(int first, int count, const Columns<double>& force, Change& out) const;

  std::vector<std::unique_ptr<MapEvaluator<Directions>>> maps_;  ///< for kDirections coordinates each
  VecX qd_, qdd_;
  VecXT<Directions> dualQ_, dualQd_;
  FrameMotion<Directions> dualFrame_;
};

}  // namespace tendril
