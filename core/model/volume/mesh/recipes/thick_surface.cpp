// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/recipes/thick_surface.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace tendril {

ThickSurface::ThickSurface(const Triangulation& base, int layerCount, const std::function<bool(int, int)>& keep,
                           const std::function<Vec3(int, int)>& place) {
  const int pointCount = static_cast<int>(base.ranks.size());
  for (int layer = 0; layer < layerCount; ++layer) {
    const int low = layer + layer % 2, high = layer + 1 - layer % 2;
    for (size_t t = 0; t < base.triangles.size(); ++t) {
      if (!keep(static_cast<int>(t), layer)) continue;
      auto [a, b, c] = base.triangles[t];
      if (base.ranks[a] > base.ranks[b]) std::swap(a, b);
      if (base.ranks[b] > base.ranks[c]) std::swap(b, c);
      if (base.ranks[a] > base.ranks[b]) std::swap(a, b);
      const auto at = [&](int point, int level) { return level * pointCount + point; };
      mesh.tetrahedra.push_back({at(a, low), at(b, low), at(c, low), at(c, high)});
      mesh.tetrahedra.push_back({at(a, low), at(b, low), at(b, high), at(c, high)});
      mesh.tetrahedra.push_back({at(a, low), at(a, high), at(b, high), at(c, high)});
    }
  }
  std::vector<int> index(static_cast<size_t>(pointCount) * static_cast<size_t>(layerCount + 1), -1);
  for (const Tetrahedron& corners : mesh.tetrahedra)
    for (int corner : corners) index[corner] = 0;
  for (size_t i = 0; i < index.size(); ++i) {
    if (index[i] < 0) continue;
    index[i] = static_cast<int>(mesh.nodes.size());
    points.push_back(static_cast<int>(i) % pointCount);
    layers.push_back(static_cast<int>(i) / pointCount);
    mesh.nodes.push_back(place(points.back(), layers.back()));
  }
  for (size_t t = 0; t < mesh.tetrahedra.size(); ++t) {
    Tetrahedron& corners = mesh.tetrahedra[t];
    for (int& corner : corners) corner = index[corner];
    if (tetrahedronVolume(mesh, static_cast<int>(t)) < 0) std::swap(corners[2], corners[3]);
  }
}

void ThickSurface::scaleSection(double volume) {
  const double scale = std::sqrt(volume / meshVolume(mesh));
  for (Vec3& p : mesh.nodes) p.tail<2>() *= scale;
}

void ThickSurface::mark(const std::function<std::string(const Triangle&)>& nameOf) {
  std::map<std::string, std::vector<Triangle>> byName;
  for (const Triangle& triangle : meshBoundary(mesh).triangles) byName[nameOf(triangle)].push_back(triangle);
  for (auto& [name, triangles] : byName) mesh.surfaces.push_back({name, std::move(triangles)});
}

}  // namespace tendril
