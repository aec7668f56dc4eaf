// SPDX-License-Identifier: BSD-3-Clause
// What people want to know of a deformed volume while they edit its primitives: is its volume kept, how far is it from
// folding, and where.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/model/volume/map/point_map.hpp"
#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// Of one configuration. NaN where the body is outside of its admissible set.
struct VolumeReport {
  double least = 1, most = 1;  ///< det F over all points
  double margin = 1;           ///< least of all points: 1 at rest, ≤ 0 folded (PointMap::margin)
  double at = 0;               ///< X of that point, 0…1
  /// Per slab of X and what stands beside it, as far as nodes are apart: the least margin, and the det F that is
  /// farthest from 1.
  std::vector<double> marginAlong, determinantAlong;

  /// Largest |det F − 1|.
  double deviation() const;
};

/// Evaluates a map at the nodes of a mesh and the centres of its tetrahedra, sorted into slabs of equal length along X.
class VolumeProbe {
 public:
  static constexpr int kSlabs = 48;

  /// `mesh`: in the axes of the body, m; not kept.
  VolumeProbe(std::shared_ptr<const PointMap> map, const TetMesh& mesh);

  /// q: n of the map. One thread at a time.
  VolumeReport evaluate(const VecX& q);
  /// Margin alone, which costs less.
  double margin(const VecX& q) const;
  /// What ends at the point with the least margin, for people.
  std::string violation(const VecX& q) const;
  /// The largest share 0…1 of the way from one configuration to another up to which the margin stays at or above
  /// `least`; 1: all of it. Where `from` is already outside, 1 as well: any way is a way out.
  double reach(const VecX& from, const VecX& to, double least) const;

 private:
  struct Block {
    int slab;
    std::unique_ptr<EvaluationPoints> points;
    std::vector<Vec3> positions;
  };

  std::pair<double, Vec3> worst(const VecX& q) const;
  void spread(std::vector<double>& along, bool (*isWorse)(double, double)) const;

  std::shared_ptr<const PointMap> map_;
  std::unique_ptr<MapEvaluator<double>> evaluator_;
  std::vector<Block> blocks_;
  int beside_ = 0;  ///< slabs to either side that belong to one
  Columns<double> gradient_;
};

}  // namespace tendril
