// SPDX-License-Identifier: BSD-3-Clause
// Workspaces of volumes. Internal to core/model/volume.
#pragma once

#include <tbb/enumerable_thread_specific.h>
#include <tbb/parallel_for.h>
#include <tbb/task_arena.h>

#include <limits>
#include <optional>

#include "core/math/se3.hpp"
#include "core/model/volume/map/motion_derivatives.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {

/// Motion of the points of one block, as kinematics left it.
struct BlockMotion {
  PointMotion<double> points;
  Columns<double> velocity;      ///< J q̇, count×3
  Columns<double> acceleration;  ///< a + γ of the last inverse dynamics, count×3

  BlockMotion(int count, int size) : points(count, size), velocity(count, 3), acceleration(count, 3) {}
};

/// What one part of the points adds up, and its workspaces.
struct PartSums {
  Columns<double> work;                  ///< of the map, the same for all blocks so that it stays in the cache
  std::unique_ptr<MotionChange> change;  ///< of the block in work
  Columns<double> force, lever;          ///< on its points, count×3
  PointMotion<double> stationPoints;     ///< of the block of stations in work
  double mass = 0;
  Vec3 first = Vec3::Zero();   ///< Σ ρ p
  Mat3 second = Mat3::Zero();  ///< Σ ρ p pᵀ, lower triangle
  Vec6 F = Vec6::Zero();
  VecX Q;
  Mat6X H, Uq, Uv;
  MatX M, Qq, Qv;

  /// For blocks of up to `largest` points and `stations` stations.
  PartSums(const MotionDerivatives& derivatives, int largest, int stations, int n)
      : change(derivatives.makeChange(largest)),
        force(largest, 3),
        lever(largest, 3),
        stationPoints(stations, n),
        Q(n),
        H(6, n),
        Uq(6, n),
        Uv(6, n),
        M(n, n),
        Qq(n, n),
        Qv(n, n) {}
};

/// Of the points alone, without what a fluid adds; as of BodyData.
struct InertiaInAir {
  Mat6 I;
  Mat6X H;
  MatX M;
  Vec6 F;
};

struct VolumeData final : BodyData {
  std::unique_ptr<MapEvaluator<double>> map;
  std::unique_ptr<MapEvaluator<Directions>> dualMap;  ///< for points of the surface, made by the first
  std::unique_ptr<MotionDerivatives> derivatives;     ///< as columns() set them
  std::vector<BlockMotion> blocks;
  std::vector<PartSums> parts;
  Columns<double> nodes, gradient;  ///< positions and F of the block of nodes in work
  FrameMotion<double> frame;
  FrameMotion<Directions> dualFrame;  ///< of the face of one station
  PointMotion<Directions> dualPoint;  ///< of one station
  PointMotion<double> corners;        ///< of the face of one station
  PointMotion<Directions> dualCorners;
  std::vector<FrameChange> changes;  ///< per station
  PointMotion<double> point;         ///< of a point that is no station (BodyPoint)
  FrameChange pointChange;           ///< likewise
  VecX q, qd;
  VecXT<Directions> dualQ, dualQd;
  Vec6 V = Vec6::Zero();  ///< of the base, as columns() was told
  Mat6X force;            ///< change of the wrench of what hangs, per coordinate
  InertiaInAir dry;
  std::vector<Composite> wet;  ///< added mass, spatial in B, per section

  explicit VolumeData(int size)
      : frame(size),
        dualFrame(size),
        dualPoint(1, size),
        corners(3, size),
        dualCorners(3, size),
        point(1, size),
        pointChange(size),
        q(size),
        qd(size),
        dualQ(size),
        dualQd(size) {}
};

/// A of a station, spatial in B, without weight.
inline Vec6 accelerationOf(const StationKinematics& station, const BodyCoordinates& c, const BaseMotion& motion) {
  return motion.A + station.J.lazyProduct(c.qdd) + station.bias + crossMotion<double>(motion.V, station.V);
}

/// Strains of blocks of points at q. Those of the last `kept` blocks stay: forces, dampers and their derivatives ask
/// for the same, one after another.
template <class S>
class StrainCache {
 public:
  StrainCache(std::unique_ptr<MapEvaluator<S>> map, int largest, int size, std::size_t kept = 1)
      : map_(std::move(map)),
        strains_(kept, KeptStrain{PointStrain<S>(largest, size), nullptr}),
        plain_(size),
        q_(size),
        rest_(size) {
    rest_.setConstant(S(0.0));
  }

  /// Duals have their directions from coordinate `first` on. `turning`: as of PointStrain.
  const PointStrain<S>& at(const EvaluationPoints& points, const VecXRef& q, int first, bool turning) {
    moveTo(q, first, turning);
    for (const KeptStrain& known : strains_)
      if (known.points == &points) return known.strain;
    KeptStrain& made = strains_[next_];
    next_ = (next_ + 1) % strains_.size();
    fit(points, made.strain);
    map_->strain(points, turning, made.strain), made.points = &points;
    return made.strain;
  }
  /// The map with these strains, for what it sums up itself. Without `turning`.
  MapEvaluator<S>& evaluatorAt(const VecXRef& q) {
    moveTo(q, 0, false);
    return *map_;
  }
  /// Before points are destroyed and others may come to lie at their address.
  void forgetEvaluationPoints() {
    for (KeptStrain& known : strains_) known.points = nullptr;
    next_ = 0;
  }

 private:
  struct KeptStrain {
    PointStrain<S> strain;
    const EvaluationPoints* points;  ///< null: of none
  };

  void moveTo(const VecXRef& q, int first, bool turning) {
    if (first_ == first && turning_ == turning && plain_ == q) return;
    plain_ = q, first_ = first, turning_ = turning;
    forgetEvaluationPoints();
    if constexpr (std::is_same_v<S, double>) {
      q_ = q;
    } else {
      seed(q, first, q_);
    }
    turning ? map_->setState(q_, rest_) : map_->setStrains(q_);
  }
  void fit(const EvaluationPoints& points, PointStrain<S>& strain) const {
    if (points.count() > strain.G.rows()) strain = PointStrain<S>(points.count(), static_cast<int>(q_.size()));
  }

  std::unique_ptr<MapEvaluator<S>> map_;
  std::vector<KeptStrain> strains_;
  std::size_t next_ = 0;  ///< of strains_, to be replaced
  VecX plain_;
  VecXT<S> q_, rest_;
  int first_ = -1;
  bool turning_ = false;
};

/// Strains and their derivatives.
class StrainCaches {
 public:
  /// As of StrainCache; the map must outlive it.
  explicit StrainCaches(const PointMap& map, int largest = 0, std::size_t kept = 1)
      : strains(map.makeEvaluator(), largest, map.size(), kept), map_(map), largest_(largest), kept_(kept) {}

  StrainCache<double> strains;
  /// Made by the first who asks: megabytes, and most maps have derivatives of their own.
  StrainCache<Directions>& dualStrains() {
    if (!dualStrains_) dualStrains_.emplace(map_.makeDualEvaluator(), largest_, map_.size(), kept_);
    return *dualStrains_;
  }

 private:
  const PointMap& map_;
  int largest_;
  std::size_t kept_;
  std::optional<StrainCache<Directions>> dualStrains_;
};

/// out (n×n) += Σ stress:∂²G/∂q_j∂q_k of a block, stress count×9. `turning`: as of PointStrain.
void addStrainCurvature(StrainCaches& caches, const EvaluationPoints& points, const VecXRef& q,
                        const Columns<double>& stress, MatXMut out, bool turning = false);

/// For all tendons of a volume; one per thread.
using LineStrains = StrainCaches;

/// The last force that was summed up: integrators ask for it again at the end of a step and at the start of the next.
struct KnownForce {
  VecX q, qd, force;

  explicit KnownForce(int size) : q(size), qd(size), force(size) { q.setConstant(kUnknown), qd.setZero(); }
  bool isAt(const VecXRef& atQ, const VecXRef& atQd) const { return q == atQ && qd == atQd; }

 private:
  static constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();  // equals nothing
};

/// For what needs q alone; one per thread.
struct Volume::Workspace : StrainCaches {
  const PointStrain<double>* strain = nullptr;  ///< of the block in work
  Columns<double> stress;                       ///< first Piola–Kirchhoff, times volume, of a block, count×9
  Columns<double> strainRates;                  ///< count×9n
  VecX qd;
  KnownForce elastic, damping;
  std::vector<VecX> forces;            ///< sums of the parts, of the thread that asked
  std::vector<MatX> slopes, dampings;  ///< likewise

  Workspace(const PointMap& points, int largest, std::size_t kept, std::size_t parts)
      : StrainCaches(points, largest, kept),
        stress(largest, 9),
        strainRates(largest, 9 * points.size()),
        qd(points.size()),
        elastic(points.size()),
        damping(points.size()),
        forces(parts, VecX(points.size())),
        slopes(parts, MatX(points.size(), points.size())),
        dampings(slopes) {}
};

/// Made by each thread that asks, once.
class Volume::Workspaces {
 public:
  /// `largest`: points of a block; `kept`: blocks whose strains are kept.
  Workspaces(const PointMap& map, int largest, std::size_t kept, std::size_t parts)
      : all_([&map, largest, kept, parts] { return Workspace(map, largest, kept, parts); }),
        lines_([&map] { return LineStrains(map); }) {}
  Workspace& local() { return all_.local(); }
  LineStrains& lines() { return lines_.local(); }

 private:
  tbb::enumerable_thread_specific<Workspace> all_;
  tbb::enumerable_thread_specific<LineStrains> lines_;
};

// While this thread waits for others it takes no other work, which might use its Workspace.
template <class F>
void Volume::forEachPart(F&& f) const {
  if (parts_.size() == 1) return f(std::size_t{0});
  tbb::this_task_arena::isolate([&] { tbb::parallel_for(std::size_t{0}, parts_.size(), f); });
}

/// Entry c, of kCount each, of what there is per coordinate, at the first `count` points: count×n.
template <int kCount>
Eigen::Map<const MatX, 0, Eigen::OuterStride<>> entries(const Columns<double>& columns, Eigen::Index c,
                                                        Eigen::Index count) {
  return {&columns(0, c), count, columns.cols() / kCount, Eigen::OuterStride<>(kCount * columns.outerStride())};
}

template <class S>
Vec3T<S> vectorAt(const Columns<S>& columns, int row, int column) {
  return {columns(row, column), columns(row, column + 1), columns(row, column + 2)};
}

template <class S>
Mat3T<S> matrixAt(const Columns<S>& columns, int row, int column) {
  Mat3T<S> m;
  for (int c = 0; c < 3; ++c)
    for (int r = 0; r < 3; ++r) m(r, c) = columns(row, column + 3 * c + r);
  return m;
}

/// Derivative of a vector in one direction.
inline Vec3 partial(const Vec3T<Directions>& x, int direction) {
  return {x[0].d[direction], x[1].d[direction], x[2].d[direction]};
}

}  // namespace tendril
