// SPDX-License-Identifier: BSD-3-Clause
// Cylinder, tube, box, gripper and helicoid from layers of triangles.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/model/volume/mesh/recipes/cheapest_cut.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/model/volume/mesh/recipes/rib_sheet.hpp"
#include "core/model/volume/mesh/recipes/thick_surface.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;

/// Rows of rings and sectors of a round section, or of a grid.
struct Cut {
  int rings = 1, sectors = 6, layers = 1, caps = 0;
};

/// y and z of a point of a section, and in which ring (of a disc or annulus) it lies.
struct SectionPoint {
  double y, z;
  int ring;
};

struct Section {
  Triangulation triangles;
  std::vector<SectionPoint> points;

  int add(double y, double z, int ring, int rank) {
    points.push_back({y, z, ring});
    triangles.ranks.push_back(rank);
    return static_cast<int>(points.size()) - 1;
  }
  int addRound(double radius, int index, int count, int ring, int rank) {
    const double angle = 2 * kPi * index / count;
    return add(radius * std::cos(angle), radius * std::sin(angle), ring, rank);
  }
};

/// Ranks of the corners of a grid whose cells are cut along diagonals that form stars.
int starRank(int i, int j) {
  return (i + j) % 2 == 1 ? 2 : i % 2;
}

/// Cuts the cell with low corner (i, j) of a grid of points in two.
template <class F>
void addCell(Triangulation& triangles, int i, int j, F&& at) {
  const int a = at(i, j), b = at(i + 1, j), c = at(i + 1, j + 1), d = at(i, j + 1);
  if ((i + j) % 2 == 0) {
    triangles.triangles.push_back({a, b, c});
    triangles.triangles.push_back({a, c, d});
  } else {
    triangles.triangles.push_back({a, b, d});
    triangles.triangles.push_back({b, c, d});
  }
}

/// Rings `first` … of points between two radii; returns the index of the innermost ring's first point.
int addAnnulus(Section& section, double inner, double outer, int rings, int sectors, int firstRing) {
  const int start = static_cast<int>(section.points.size());
  for (int i = 0; i <= rings; ++i)
    for (int j = 0; j < sectors; ++j)
      section.addRound(inner + (outer - inner) * i / rings, j, sectors, firstRing + i, starRank(i, j));
  const auto at = [&](int i, int j) { return start + i * sectors + j % sectors; };
  for (int i = 0; i < rings; ++i)
    for (int j = 0; j < sectors; ++j) addCell(section.triangles, i, j, at);
  return start;
}

/// Fills a ring of 6·rings points, from index `start` on, with rings of 6, 12, … points around a centre.
void addDisc(Section& section, double radius, int rings, int start, int lowestRank) {
  std::vector<int> starts{section.add(0, 0, 0, lowestRank)};
  for (int ring = 1; ring < rings; ++ring) {
    starts.push_back(static_cast<int>(section.points.size()));
    for (int j = 0; j < 6 * ring; ++j)
      section.addRound(radius * ring / rings, j, 6 * ring, ring, lowestRank + 2 * ring + j % 2);
  }
  starts.push_back(start);
  const auto at = [&](int ring, int j) { return ring == 0 ? starts[0] : starts[ring] + j % (6 * ring); };
  for (int ring = 1; ring <= rings; ++ring)
    for (int sector = 0; sector < 6; ++sector)
      for (int k = 0; k < ring; ++k) {
        const int outer = sector * ring + k, inner = sector * (ring - 1) + k;
        section.triangles.triangles.push_back({at(ring, outer), at(ring, outer + 1), at(ring - 1, inner)});
        if (k + 1 < ring)
          section.triangles.triangles.push_back({at(ring - 1, inner), at(ring, outer + 1), at(ring - 1, inner + 1)});
      }
}

/// Layers along x of a section; `nameOf` for what is neither base nor tip.
template <class Keep, class Name>
TetMesh extrude(const Section& section, const std::vector<double>& stations, double volume, Keep&& keep,
                Name&& nameOf) {
  const int layers = static_cast<int>(stations.size()) - 1;
  ThickSurface thick(section.triangles, layers, keep, [&](int point, int layer) {
    return Vec3(stations[layer], section.points[point].y, section.points[point].z);
  });
  thick.scaleSection(volume);
  thick.mark([&](const Triangle& triangle) -> std::string {
    if (ThickSurface::all(triangle, [&](int node) { return thick.layers[node] == 0; })) return "base";
    if (ThickSurface::all(triangle, [&](int node) { return thick.layers[node] == layers; })) return "tip";
    return nameOf([&](int k) { return section.points[thick.points[triangle[k]]].ring; });
  });
  return std::move(thick.mesh);
}

std::vector<double> evenStations(double from, double to, int layers) {
  std::vector<double> stations;
  for (int i = 0; i <= layers; ++i) stations.push_back(from + (to - from) * i / layers);
  return stations;
}

constexpr auto kEverything = [](int, int) { return true; };

class Layered {
 public:
  explicit Layered(const MeshRecipe& recipe)
      : length_(recipe.length), wanted_(recipe.tetrahedra), volume_(recipeVolume(recipe)) {}

  TetMesh operator()(const CylinderShape& shape) const {
    CheapestCut<Cut> cheapest(wanted_);
    for (int rings = 1; rings == 1 || 18 * rings * rings <= 2 * wanted_; ++rings)
      cheapest.offerLayers(18 * rings * rings, 0, [&](int layers) {
        const double size = shape.radius / rings;
        cheapest.offer({rings, 6 * rings, layers, 0}, 18.0 * rings * rings * layers, {size, size, length_ / layers});
      });
    const Cut& cut = cheapest.get();
    Section section;
    for (int j = 0; j < cut.sectors; ++j)
      section.addRound(shape.radius, j, cut.sectors, cut.rings, 2 * cut.rings + j % 2);
    addDisc(section, shape.radius, cut.rings, 0, 0);
    return extrude(section, evenStations(0, length_, cut.layers), volume_, kEverything, [](auto&&) { return "side"; });
  }

  TetMesh operator()(const TubeShape& shape) const { return (*this)(GripperShape{shape.radius, shape.inner, 0}); }

  TetMesh operator()(const BoxShape& shape) const {
    CheapestCut<Cut> cheapest(wanted_);
    for (int rows = 1; rows == 1 || 6 * rows <= 2 * wanted_; ++rows)
      for (int columns = 1; columns == 1 || 6 * rows * columns <= 2 * wanted_; ++columns)
        cheapest.offerLayers(6.0 * rows * columns, 0, [&](int layers) {
          cheapest.offer({rows, columns, layers, 0}, 6.0 * rows * columns * layers,
                         {shape.height / rows, shape.width / columns, length_ / layers});
        });
    const auto& [rows, columns, layers, caps] = cheapest.get();
    Section section;
    for (int i = 0; i <= rows; ++i)
      for (int j = 0; j <= columns; ++j)
        section.add(shape.height * (static_cast<double>(i) / rows - 0.5),
                    shape.width * (static_cast<double>(j) / columns - 0.5), 0, starRank(i, j));
    const int stride = columns + 1;
    for (int i = 0; i < rows; ++i)
      for (int j = 0; j < columns; ++j) addCell(section.triangles, i, j, [&](int a, int b) { return a * stride + b; });
    return extrude(section, evenStations(0, length_, layers), volume_, kEverything, [](auto&&) { return "side"; });
  }

  TetMesh operator()(const GripperShape& shape) const {
    const Cut cut = cutTube(shape);
    const int hole = shape.cap > 0 ? cut.sectors / 6 : 0;  // rings of the disc that the cap has more than the tube
    Section section;
    const int start = addAnnulus(section, shape.inner, shape.radius, cut.rings, cut.sectors, hole);
    const int ringTriangles = static_cast<int>(section.triangles.triangles.size());
    if (hole > 0) addDisc(section, shape.inner, hole, start, -1000 * cut.sectors);
    std::vector<double> stations = evenStations(0, length_ - shape.cap, cut.layers);
    for (int i = 1; i <= cut.caps; ++i) stations.push_back(length_ - shape.cap + shape.cap * i / cut.caps);
    return extrude(
        section, stations, volume_,
        [&](int triangle, int layer) { return triangle < ringTriangles || layer >= cut.layers; },
        [&](auto&& ring) {
          return std::max({ring(0), ring(1), ring(2)}) <= hole ? "bore" : "side";
        });
  }

  TetMesh operator()(const HelicoidShape& shape) const;

 private:
  Cut cutTube(const GripperShape& shape) const {
    CheapestCut<Cut> cheapest(wanted_);
    const double wall = shape.radius - shape.inner, around = kPi * (shape.radius + shape.inner);
    const bool closed = shape.cap > 0;
    for (int rings = 1; rings == 1 || 36 * rings <= 2 * wanted_; ++rings)
      for (int sectors = 6; sectors == 6 || 6 * rings * sectors <= 2 * wanted_; sectors += closed ? 6 : 2) {
        const double perLayer = 6.0 * rings * sectors, disc = closed ? sectors * sectors / 2.0 : 0;  // 18 (sectors/6)²
        const double share = shape.cap / length_;
        cheapest.offerLayers(perLayer + disc * share, 0, [&](int all) {
          const int caps = closed ? std::max(1, static_cast<int>(std::lround(all * share))) : 0;
          const int layers = std::max(1, all - caps);
          cheapest.offer({rings, sectors, layers, caps}, perLayer * (layers + caps) + disc * caps,
                         {wall / rings, around / sectors, (length_ - shape.cap) / layers});
        });
      }
    return cheapest.get();
  }

  double length_;
  int wanted_;
  double volume_;
};

TetMesh Layered::operator()(const HelicoidShape& shape) const {
  const RibSheet sheet = ribSheet(shape, length_, wanted_);
  ThickSurface thick(sheet.triangulation, sheet.layers, kEverything, [&](int point, int layer) -> Vec3 {
    const auto [x, angle] = sheet.points[point];
    const double radius = shape.inner + (shape.radius - shape.inner) * layer / sheet.layers;
    return {x, radius * std::cos(angle), radius * std::sin(angle)};
  });
  thick.scaleSection(volume_);
  thick.mark([&](const Triangle& triangle) -> std::string {
    const auto inRow = [&](int row) { return [&, row](int node) { return sheet.rowOf(thick.points[node]) == row; }; };
    const auto inLayer = [&](int layer) { return [&, layer](int node) { return thick.layers[node] == layer; }; };
    if (ThickSurface::all(triangle, inRow(0))) return "base";
    if (ThickSurface::all(triangle, inRow(sheet.lastRow()))) return "tip";
    if (ThickSurface::all(triangle, inLayer(0))) return "bore";
    return ThickSurface::all(triangle, inLayer(sheet.layers)) ? "side" : "ribs";
  });
  return std::move(thick.mesh);
}

}  // namespace

void noteCount(const MeshRecipe& recipe, LoadedTetMesh& made) {
  const auto count = static_cast<double>(made.mesh.tetrahedra.size());
  if (std::abs(count - recipe.tetrahedra) <= kCountTolerance * recipe.tetrahedra) return;
  made.notes.push_back(counted(made.mesh.tetrahedra.size(), "tetrahedron") + " instead of " +
                       std::to_string(recipe.tetrahedra) + ": the shape permits no number nearer by");
}

LoadedTetMesh layeredMesh(const MeshRecipe& recipe) {
  checkRecipe(recipe);
  LoadedTetMesh result;
  result.mesh = std::visit(Layered(recipe), recipe.shape);
  noteCount(recipe, result);
  return result;
}

}  // namespace tendril
