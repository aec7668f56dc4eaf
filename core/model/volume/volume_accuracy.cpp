// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/volume_accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <mutex>
#include <numeric>
#include <random>

#include "core/model/volume/mesh/mesh_quadrature.hpp"

namespace tendril {
namespace {

constexpr double kStrain = 0.4;  // largest entry of FᵀF − I in a shape
constexpr double kMargin = 0.5;  // of the admissible set that stays
constexpr std::size_t kMostTetrahedra = 800;
constexpr int kMostShapes = 8;  // of single coordinates
constexpr int kRandomShapes = 2;
constexpr std::size_t kFewPoints = 60;  // that tell how far a shape may go

/// Weighted points as a map takes them.
class Rule {
 public:
  Rule(const PointMap& map, std::span<const VolumePoint> points) {
    std::vector<Vec3> all;
    for (const VolumePoint& point : points) all.push_back(point.x);
    for (const std::vector<int>& indices : map.blocks(all)) {
      std::vector<Vec3> own;
      Block block;
      for (const int i : indices) {
        own.push_back(all[static_cast<std::size_t>(i)]);
        block.volume.push_back(points[static_cast<std::size_t>(i)].volume);
      }
      block.points = map.makeEvaluationPoints(own);
      blocks_.push_back(std::move(block));
    }
  }

  /// Calls f(F, volume) for all points in the state of the evaluator.
  template <class Each>
  void forEach(const MapEvaluator<double>& evaluator, const Each& each) const {
    for (const Block& block : blocks_) {
      Columns<double> F(block.points->count(), 9);
      evaluator.gradient(*block.points, F);
      for (int i = 0; i < block.points->count(); ++i) {
        Mat3 own;
        for (int k = 0; k < 9; ++k) own(k % 3, k / 3) = F(i, k);
        each(own, block.volume[static_cast<std::size_t>(i)]);
      }
    }
  }
  double margin(const PointMap& map, const VecX& q) const {
    double out = 1;
    for (const Block& block : blocks_)
      if (const double own = map.margin(*block.points, q).first; !(own >= out)) out = own;
    return out;
  }

 private:
  struct Block {
    std::unique_ptr<EvaluationPoints> points;
    std::vector<double> volume;
  };
  std::vector<Block> blocks_;
};

std::vector<VolumePoint> pointsOf(const TetMesh& mesh, int perTetrahedron) {
  std::vector<VolumePoint> out;
  for (const MeshPoint& point : meshQuadrature(mesh, perTetrahedron))
    out.push_back({point.position, std::abs(point.weight)});
  return out;
}

/// Some of the tetrahedra, without groups.
TetMesh someOf(const TetMesh& mesh, std::size_t count) {
  TetMesh out;
  out.nodes = mesh.nodes;
  std::vector<std::size_t> order(mesh.tetrahedra.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::mt19937 random(1);
  for (std::size_t i = 0; i < std::min(count, order.size()); ++i) {
    std::swap(order[i], order[i + random() % (order.size() - i)]);
    out.tetrahedra.push_back(mesh.tetrahedra[order[i]]);
  }
  return out;
}

/// Each tetrahedron in eight: four at the corners and the octahedron between them in four.
TetMesh divided(const TetMesh& mesh) {
  constexpr int kEdges[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  constexpr int kParts[8][4] = {{0, 4, 5, 6}, {4, 1, 7, 8}, {5, 7, 2, 9}, {6, 8, 9, 3},
                                {4, 5, 6, 8}, {4, 5, 8, 7}, {5, 6, 8, 9}, {5, 8, 7, 9}};
  TetMesh out;
  for (const auto& corners : mesh.tetrahedra) {
    const int first = static_cast<int>(out.nodes.size());
    for (const int corner : corners) out.nodes.push_back(mesh.nodes[static_cast<std::size_t>(corner)]);
    for (const auto& [a, b] : kEdges)
      out.nodes.push_back(
          0.5 * (out.nodes[static_cast<std::size_t>(first + a)] + out.nodes[static_cast<std::size_t>(first + b)]));
    for (const auto& part : kParts)
      out.tetrahedra.push_back({first + part[0], first + part[1], first + part[2], first + part[3]});
  }
  return out;
}

class Estimate {
 public:
  Estimate(const Volume& volume, const std::vector<VolumePoint>& coarse, const std::vector<VolumePoint>& fine)
      : map_(volume.map()),
        law_(*volume.law()),
        evaluator_(map_.makeEvaluator()),
        coarse_(map_, coarse),
        fine_(map_, fine),
        place_(fine.front().x) {
    std::vector<VolumePoint> few;
    for (std::size_t i = 0; i < fine.size(); i += fine.size() / std::min(fine.size(), kFewPoints))
      few.push_back(fine[i]);
    few_ = std::make_unique<Rule>(map_, few);
  }

  VolumeAccuracy run() {
    const int n = map_.size(), step = (n + kMostShapes - 1) / kMostShapes;
    std::vector<VecX> reach;
    for (int j = 0; j < n; ++j) reach.push_back(stretched(VecX::Unit(n, j)));
    VolumeAccuracy out;
    const auto look = [&](const VecX& q, int coordinate) {
      if (const double own = error(q); own > out.error) out = {own, coordinate};
    };
    for (int j = 0; j < n; j += step) look(reach[static_cast<std::size_t>(j)], j);
    std::mt19937 random(2);
    std::uniform_real_distribution<double> share(-1, 1);
    for (int k = 0; k < kRandomShapes && n > 1; ++k) {
      VecX mixed = VecX::Zero(n);
      for (const VecX& each : reach) mixed += share(random) * each;
      look(stretched(mixed), -1);
    }
    forget();
    return out;
  }

 private:
  /// Largest entry of FᵀF − I; infinite outside of the admissible set.
  double strain(const VecX& q) {
    if (!(few_->margin(map_, q) >= kMargin)) return forget(), HUGE_VAL;
    evaluator_->setState(q, VecX::Zero(q.size()));
    double out = 0;
    few_->forEach(*evaluator_, [&](const Mat3& F, double) {
      const double own = (F.transpose() * F - Mat3::Identity()).cwiseAbs().maxCoeff();
      if (!(own <= out)) out = std::isfinite(own) ? own : HUGE_VAL;
    });
    if (!std::isfinite(out)) forget();
    return out;
  }

  /// Plugins that were asked for too much have not failed in a run.
  void forget() const {
    for (int k = 0; k < 2; ++k) map_.violation(place_, VecX::Zero(map_.size()));  // the first that failed is forgotten
    if (const FailureNote* failure = law_.failureNote()) failure->take();
  }

  /// The multiple of a direction that strains as wanted; zero if none does.
  VecX stretched(const VecX& direction) {
    double low = 0, high = 1e-6;
    while (high < 1e9 && strain(high * direction) < kStrain) low = high, high *= 10;
    if (high >= 1e9) return VecX::Zero(direction.size());
    for (int k = 0; k < 5; ++k) {
      const double middle = low > 0 ? std::sqrt(low * high) : 0.5 * high;
      (strain(middle * direction) < kStrain ? low : high) = middle;
    }
    return low * direction;
  }

  double energy(const Rule& rule) const {
    double sum = 0;
    rule.forEach(*evaluator_, [&](const Mat3& F, double volume) { sum += volume * law_.energy(F); });
    return sum;
  }

  double error(const VecX& q) {
    if (q.isZero(0)) return 0;
    evaluator_->setState(q, VecX::Zero(q.size()));
    const double exact = energy(fine_), own = energy(coarse_);
    return exact > 0 && std::isfinite(own) ? std::abs(own - exact) / exact : 0;
  }

  const PointMap& map_;
  const VolumeLaw& law_;
  std::unique_ptr<MapEvaluator<double>> evaluator_;
  Rule coarse_, fine_;
  std::unique_ptr<Rule> few_;
  Vec3 place_;  ///< of some point
};

VolumeAccuracy estimate(const Volume& volume, const TetMesh& mesh) {
  const std::size_t count = volume.points().size(), tetrahedra = mesh.tetrahedra.size();
  if (count != tetrahedra && count != 4 * tetrahedra)
    return Estimate(volume, {volume.points().begin(), volume.points().end()}, pointsOf(mesh, 4)).run();
  const TetMesh some = someOf(mesh, count == tetrahedra ? kMostTetrahedra : kMostTetrahedra / 6);
  if (count == tetrahedra) return Estimate(volume, pointsOf(some, 1), pointsOf(some, 4)).run();
  return Estimate(volume, pointsOf(some, 4), pointsOf(divided(some), 4)).run();
}

/// Numbers that tell volumes on one mesh apart: how they deform and what that costs.
VecX traitsOf(const Volume& volume) {
  constexpr std::size_t kPlaces = 5;
  const std::span<const VolumePoint> points = volume.points();
  std::vector<VolumePoint> few;
  for (std::size_t i = 0; i < kPlaces; ++i) few.push_back(points[i * (points.size() - 1) / (kPlaces - 1)]);
  std::vector<double> out = {static_cast<double>(points.size()), static_cast<double>(volume.size())};
  const std::unique_ptr<MapEvaluator<double>> evaluator = volume.map().makeEvaluator();
  const Rule rule(volume.map(), few);
  VecX q(volume.size());
  for (Eigen::Index j = 0; j < q.size(); ++j) q[j] = 1e-4 * std::cos(static_cast<double>(j + 1));
  evaluator->setState(q, VecX::Zero(q.size()));
  rule.forEach(*evaluator, [&](const Mat3& F, double) { out.insert(out.end(), F.data(), F.data() + 9); });
  for (const double stretch : {1.1, 1.4, 2.0})
    for (const double across : {1 / std::sqrt(stretch), 1.0})
      out.push_back(volume.law()->energy(Vec3(stretch, across, across).asDiagonal()));
  return Eigen::Map<const VecX>(out.data(), static_cast<Eigen::Index>(out.size()));
}

/// Estimates of volumes whose meshes are still in use: edits of anything else build the model anew.
class Store {
 public:
  VolumeAccuracy take(const Volume& volume) {
    const VecX traits = traitsOf(volume);
    const std::shared_ptr<const TetMesh> mesh = volume.sharedMesh();
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [](const Entry& entry) { return entry.mesh.expired(); });
    const auto known = std::ranges::find_if(entries_, [&](const Entry& entry) {
      return entry.mesh.lock() == mesh && entry.traits.size() == traits.size() && entry.traits == traits;
    });
    if (known != entries_.end()) return known->accuracy;
    if (entries_.size() >= kMost) entries_.erase(entries_.begin());
    entries_.push_back({mesh, traits, estimate(volume, *mesh)});
    return entries_.back().accuracy;
  }

 private:
  static constexpr std::size_t kMost = 32;
  struct Entry {
    std::weak_ptr<const TetMesh> mesh;
    VecX traits;
    VolumeAccuracy accuracy;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace

VolumeAccuracy volumeAccuracy(const Volume& volume) {
  static Store store;
  if (!volume.mesh() || !volume.law() || volume.size() == 0) return {};
  return store.take(volume);
}

}  // namespace tendril
