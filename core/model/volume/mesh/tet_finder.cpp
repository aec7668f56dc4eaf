// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/tet_finder.hpp"

#include <algorithm>
#include <cmath>

#include "core/math/triangle.hpp"

namespace tendril {
namespace {

constexpr double kInside = -1e-9;  // barycentric: rounding on a face

Vec3 nearestOnTriangle(const Vec3& x, const Vec3& a, const Vec3& b, const Vec3& c) {
  const Vec3 shares = nearestShares(x, a, b, c);
  return shares[0] * a + shares[1] * b + shares[2] * c;
}

}  // namespace

TetFinder::TetFinder(const TetMesh& mesh)
    : nodes_(mesh.nodes), tetrahedra_(mesh.tetrahedra), boundary_(meshBoundary(mesh)), slabs_(kSlabs) {
  const MeshExtent extent = meshExtent(mesh);
  low_ = extent.low.x(), width_ = std::max(extent.size().x() / kSlabs, 1e-300);
  for (std::size_t t = 0; t < tetrahedra_.size(); ++t) {
    double from = HUGE_VAL, to = -HUGE_VAL;
    for (const int corner : tetrahedra_[t]) {
      const double x = nodes_[static_cast<std::size_t>(corner)].x();
      from = std::min(from, x), to = std::max(to, x);
    }
    const double margin = 1e-6 * (to - from);
    for (int slab = slabOf(from - margin); slab <= slabOf(to + margin); ++slab)
      slabs_[static_cast<std::size_t>(slab)].push_back(static_cast<int>(t));
  }
}

int TetFinder::slabOf(double x) const {
  return static_cast<int>(std::clamp(std::floor((x - low_) / width_), 0.0, kSlabs - 1.0));
}

std::pair<int, double> TetFinder::deepest(const Vec3& x) const {
  std::pair<int, double> best(-1, -HUGE_VAL);
  for (const int t : slabs_[static_cast<std::size_t>(slabOf(x.x()))]) {
    const auto& [a, b, c, d] = tetrahedra_[static_cast<std::size_t>(t)];
    const std::array<Vec3, 4> p = {nodes_[static_cast<std::size_t>(a)], nodes_[static_cast<std::size_t>(b)],
                                   nodes_[static_cast<std::size_t>(c)], nodes_[static_cast<std::size_t>(d)]};
    const double volume = tetrahedronVolume(p[0], p[1], p[2], p[3]);
    double least = HUGE_VAL;
    for (std::size_t k = 0; k < 4; ++k) {
      std::array<Vec3, 4> other = p;
      other[k] = x;
      least = std::min(least, tetrahedronVolume(other[0], other[1], other[2], other[3]) / volume);
    }
    if (least > best.second) best = {t, least};
  }
  return best;
}

TetFinder::Place TetFinder::find(const Vec3& x) const {
  if (const auto [t, least] = deepest(x); least >= kInside) return {t, x};
  Place out{0, x};
  double distance = HUGE_VAL;
  for (std::size_t k = 0; k < boundary_.triangles.size(); ++k) {
    const auto& [a, b, c] = boundary_.triangles[k];
    const Vec3 near = nearestOnTriangle(x, nodes_[static_cast<std::size_t>(a)], nodes_[static_cast<std::size_t>(b)],
                                        nodes_[static_cast<std::size_t>(c)]);
    if ((x - near).squaredNorm() < distance) distance = (x - near).squaredNorm(), out = {boundary_.tetrahedra[k], near};
  }
  return out;
}

}  // namespace tendril
