// SPDX-License-Identifier: BSD-3-Clause
// What a volumetric body needs of the function p = f(x, q) that moves its points: positions, Jacobians, accelerations,
// deformation gradients and frames, on double and on duals. [kane] (1)–(5); primitives.md §1–2
//
// Points are given and answered in blocks. Columns of a block: one row per point; vectors take 3 columns, 3×3 matrices
// 9 (column after column), coordinate after coordinate where there is one per coordinate.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "core/math/dual.hpp"
#include "core/math/jet.hpp"
#include "core/math/pose.hpp"
#include "core/math/simd_packet.hpp"

namespace tendril {

/// Derivatives in as many directions at once.
inline constexpr int kDirections = 8;
using Directions = Dual<kDirections>;
/// q with derivatives in the directions [first, first + kDirections).
inline void seed(const VecXRef& q, int first, VecXT<Directions>& out) {
  for (int j = 0; j < q.size(); ++j) {
    out[j] = Directions(q[j]);
    if (j >= first && j < first + kDirections) out[j].d[j - first] = 1;
  }
}

/// Motions as series of time.
using MotionSeries = Jet<15>;

// In memory a column of numbers stays together, for sums over points; of duals, which fill registers alone, a point.
template <class S>
using Columns =
    Eigen::Array<S, Eigen::Dynamic, Eigen::Dynamic, std::is_same_v<S, double> ? Eigen::ColMajor : Eigen::RowMajor>;

/// Points of the undeformed body, with what a map keeps of them.
class EvaluationPoints {
 public:
  virtual ~EvaluationPoints() = default;
  virtual int count() const = 0;
};

/// Motion of a block in the base frame B; f, ∂f/∂q, and J̇q̇.
template <class S>
struct PointMotion {
  Columns<S> p, J, b;
  Columns<S> work;  ///< of the map; grows at the first use

  PointMotion(int count, int size) : p(count, 3), J(count, 3 * size), b(count, 3) {}
};

/// Deformation of a block: G = QᵀF with F = ∂f/∂x (det 1) and Q a rotation that the map chooses, and its derivatives
/// with respect to q. With `turning` they are Qᵀ ∂F/∂q, else ∂G/∂q.
template <class S>
struct PointStrain {
  Columns<S> G, Gq;

  PointStrain(int count, int size) : G(count, 9), Gq(count, 9 * size) {}
};

/// A material line through a block of points. Rows are padded to whole SimdPacket with weight 0.
struct LinePoints {
  Eigen::MatrixX3d direction;  ///< dx/ds of the undeformed line
  VecX weight;                 ///< m

  LinePoints(std::span<const Vec3> directions, std::span<const double> weights);
  /// Of the points from row i on.
  Vec3T<SimdPacket> directionAt(Eigen::Index i) const {
    return {SimdPacket::load(&direction(i, 0)), SimdPacket::load(&direction(i, 1)), SimdPacket::load(&direction(i, 2))};
  }
};

/// A frame of the body in B: pose, spatial Jacobian and J̇q̇ (as StationKinematics).
template <class S>
struct FrameMotion {
  PoseT<S> X;
  Mat6XT<S> J;
  Vec6T<S> bias;

  explicit FrameMotion(int size) : J(6, size) {}
};

/// Evaluates a map on one scalar; owns its workspace. setState first. After it the calls are const and may run on
/// several threads, each with outputs of its own. No allocation.
template <class S>
class MapEvaluator {
 public:
  virtual ~MapEvaluator() = default;
  virtual void setState(const VecXT<S>& q, const VecXT<S>& qd) = 0;
  /// Cheaper, and enough for strain() without `turning`.
  virtual void setStrains(const VecXT<S>& q) = 0;
  virtual void motion(const EvaluationPoints& points, PointMotion<S>& out) const = 0;
  /// Positions alone, count×3.
  virtual void positions(const EvaluationPoints& points, Columns<S>& out) const = 0;
  /// Depends on q alone.
  virtual void strain(const EvaluationPoints& points, bool turning, PointStrain<S>& out) const = 0;
  /// Σ weight |G direction|, m, from q alone. nullopt where the map has no short way to it: strain() has.
  virtual std::optional<double> length(const EvaluationPoints&, const LinePoints&) const { return std::nullopt; }
  /// out (n) += ∂/∂q of that. False likewise.
  virtual bool addLengthGradient(const EvaluationPoints&, const LinePoints&, VecXMut) const { return false; }
  /// out (n) += scale · change of that per step of q along `along` (n). False likewise: an evaluator on duals has it.
  /// Not const: one thread.
  virtual bool addLengthGradientChange(const EvaluationPoints&, const LinePoints&, const VecXRef& /*along*/,
                                       double /*scale*/, VecXMut /*out*/) {
    return false;
  }
  /// out (count×9n) = ∂Gq/∂q · along, of strain() without `turning`. False where the map has no short way to it: an
  /// evaluator on duals has it. Not const: one thread; so is the next.
  virtual bool strainChange(const EvaluationPoints&, const VecXRef& /*along*/, Columns<double>& /*out*/) {
    return false;
  }
  /// out (n×n) += Σ stress:∂²G/∂q_j∂q_k, stress count×9. False likewise.
  virtual bool addStrainCurvature(const EvaluationPoints&, const Columns<double>& /*stress*/, MatXMut /*out*/) {
    return false;
  }
  /// F = ∂f/∂x in B, count×9.
  virtual void gradient(const EvaluationPoints& points, Columns<S>& out) const = 0;
  /// Pose of the frame at `at` ∈ [0, 1] along the body, in B.
  virtual PoseT<S> pose(double at) const = 0;
  /// The same frame with its motion.
  virtual void frame(double at, FrameMotion<S>& out) const = 0;
};

/// Indices of `count` points in their order, in blocks of `size`.
inline std::vector<std::vector<int>> consecutiveBlocks(std::size_t count, std::size_t size) {
  std::vector<std::vector<int>> out;
  for (std::size_t i = 0; i < count; ++i) {
    if (i % size == 0) out.emplace_back();
    out.back().push_back(static_cast<int>(i));
  }
  return out;
}

class MotionDerivatives;

/// A function f(x, q) of the undeformed point x = (x, y, z) in B. Immutable.
class PointMap {
 public:
  virtual ~PointMap() = default;
  virtual int size() const = 0;
  virtual double length() const = 0;  ///< m
  /// Largest useful block; the points of one call to makeEvaluationPoints need not exceed it.
  virtual std::unique_ptr<EvaluationPoints> makeEvaluationPoints(std::span<const Vec3> points) const = 0;
  /// Indices of points, block after block: points of one block are neighbours for the map.
  virtual std::vector<std::vector<int>> blocks(std::span<const Vec3> points) const = 0;
  /// The same for strains without `turning`, which may need less of their neighbours.
  virtual std::vector<std::vector<int>> strainBlocks(std::span<const Vec3> points) const { return blocks(points); }
  virtual std::unique_ptr<MapEvaluator<double>> makeEvaluator() const = 0;
  virtual std::unique_ptr<MapEvaluator<Directions>> makeDualEvaluator() const = 0;
  /// For what changes with q; here by the evaluator on duals.
  virtual std::unique_ptr<MotionDerivatives> makeMotionDerivatives() const;
  /// Why there are no evaluators on series, for people, as "its ..."; empty: there are.
  virtual std::string whyNoSeries() const { return {}; }
  virtual std::unique_ptr<MapEvaluator<MotionSeries>> makeSeriesEvaluator() const = 0;
  /// How far q is inside the admissible set at these points: 1 at rest, ≤ 0 outside (primitives.md §1B). The index of
  /// the worst point.
  virtual std::pair<double, int> margin(const EvaluationPoints& points, const VecXRef& q) const = 0;
  /// What is wrong at a point outside of the admissible set, for people.
  virtual std::string violation(const Vec3& point, const VecXRef& q) const = 0;
};

}  // namespace tendril
