// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/parts/volume_points.hpp"

#include <algorithm>
#include <mutex>

#include "core/model/volume/mesh/mesh_quadrature.hpp"

namespace tendril {
namespace {

std::vector<VolumePoint> compute(const TetMesh& mesh, int perTetrahedron, int live) {
  std::vector<MeshPoint> points = meshQuadrature(mesh, perTetrahedron);
  if (live) points = fittedQuadrature(points, live).points;
  std::vector<VolumePoint> out;
  for (const MeshPoint& point : points) out.push_back({point.position, point.weight});
  return out;
}

/// Fitting takes most of the time of building a robot of tetrahedra.
class PointStore {
 public:
  std::vector<VolumePoint> take(const std::shared_ptr<const TetMesh>& mesh, int perTetrahedron, int live) {
    const std::lock_guard lock(mutex_);
    std::erase_if(entries_, [](const Entry& entry) { return entry.mesh.expired(); });
    const auto known = std::find_if(entries_.begin(), entries_.end(), [&](const Entry& entry) {
      return entry.mesh.lock() == mesh && entry.perTetrahedron == perTetrahedron && entry.live == live;
    });
    if (known != entries_.end()) return known->points;
    std::vector<VolumePoint> points = compute(*mesh, perTetrahedron, live);
    if (entries_.size() >= kMost) entries_.erase(entries_.begin());
    entries_.push_back({mesh, perTetrahedron, live, points});
    return points;
  }

 private:
  static constexpr std::size_t kMost = 32;
  struct Entry {
    std::weak_ptr<const TetMesh> mesh;
    int perTetrahedron, live;
    std::vector<VolumePoint> points;
  };

  std::mutex mutex_;
  std::vector<Entry> entries_;
};

}  // namespace

std::vector<VolumePoint> volumePoints(const std::shared_ptr<const TetMesh>& mesh, int perTetrahedron, int live) {
  static PointStore store;
  return store.take(mesh, perTetrahedron, live);
}

}  // namespace tendril
