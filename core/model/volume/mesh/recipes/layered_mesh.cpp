// SPDX-License-Identifier: BSD-3-Clause
// Cylinder, tube, box, gripper and helicoid from layers of triangles.
#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>
#include <optional>
#include <tuple>

#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/model/volume/mesh/recipes/thick_surface.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kCountTolerance = 0.15;
constexpr double kCountPrice = 4;  // of missing the wanted number, against elongated tetrahedra

/// Keeps the cheapest way to cut a shape: first a number of tetrahedra as wanted, then cubes rather than needles.
template <class Choice>
class Cheapest {
 public:
  explicit Cheapest(int wanted) : wanted_(wanted) {}

  /// `sizes`: edges of a cell (m) along its three directions.
  void offer(const Choice& choice, double count, const Vec3& sizes) {
    const double miss = std::abs(std::log(count / wanted_));
    const Vec3 logs = sizes.array().log();
    const bool bad = std::abs(count - wanted_) > kCountTolerance * wanted_;
    const double price = (bad ? 1e3 + 1e3 * miss : kCountPrice * miss) + (logs.array() - logs.mean()).matrix().norm();
    if (best_ && price >= price_) return;
    best_ = choice;
    price_ = price;
  }
  /// Two offers: `perLayer` times the numbers of layers next to what the wanted number asks for.
  template <class F>
  void offerLayers(double perLayer, F&& offerWith) {
    const int layers = static_cast<int>(std::min(wanted_ / perLayer, 1e6));
    for (int count : {std::max(layers, 1), layers + 1}) offerWith(count);
  }
  const Choice& get() const { return *best_; }

 private:
  double wanted_, price_ = 0;
  std::optional<Choice> best_;
};

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
    Cheapest<Cut> cheapest(wanted_);
    for (int rings = 1; rings == 1 || 18 * rings * rings <= 2 * wanted_; ++rings)
      cheapest.offerLayers(18 * rings * rings, [&](int layers) {
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
    Cheapest<Cut> cheapest(wanted_);
    for (int rows = 1; rows == 1 || 6 * rows <= 2 * wanted_; ++rows)
      for (int columns = 1; columns == 1 || 6 * rows * columns <= 2 * wanted_; ++columns)
        cheapest.offerLayers(6.0 * rows * columns, [&](int layers) {
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
    Cheapest<Cut> cheapest(wanted_);
    const double wall = shape.radius - shape.inner, around = kPi * (shape.radius + shape.inner);
    const bool closed = shape.cap > 0;
    for (int rings = 1; rings == 1 || 36 * rings <= 2 * wanted_; ++rings)
      for (int sectors = 6; sectors == 6 || 6 * rings * sectors <= 2 * wanted_; sectors += closed ? 6 : 2) {
        const double perLayer = 6.0 * rings * sectors, disc = closed ? sectors * sectors / 2.0 : 0;  // 18 (sectors/6)²
        const double share = shape.cap / length_;
        cheapest.offerLayers(perLayer + disc * share, [&](int all) {
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

constexpr double kMostTurn = 0.35;  // radians that half a cell of ribs turns around the axis

/// How ribs are cut: cells across a rib, between two, and from the bore outward.
struct RibCut {
  int band = 1, gap = 1, layers = 1;
  int period() const { return band + gap; }
};

/// Ribs in the plane of x and the turned angle: bands between lines x ∓ (pitch/2π) θ = const. These lines, cut further,
/// are a lattice: point (i, j) lies on line i of one hand and line j of the other. Both ends lie on crossings of ribs
/// or of gaps, where the lattice mirrors itself; the pitch is adapted to that.
class RibLattice {
 public:
  RibLattice(const HelicoidShape& shape, double length, int wanted) : shape_(shape) {
    halves_ = std::max(1, static_cast<int>(std::lround(2 * shape.strips * length / shape.pitch)));
    distance_ = 2 * length / halves_;
    pitch_ = distance_ * shape.strips;
    thickness_ = shape.thickness * pitch_ / shape.pitch;
    cut_ = choose(wanted);
    rows_ = halves_ * cut_.period();
    around_ = shape.strips * cut_.period();
  }
  int layers() const { return cut_.layers; }
  int rows() const { return rows_; }
  int rowOf(int point) const { return point / around_; }

  Vec3 place(int point, double radius) const {
    const auto [u, v] = lines(point);
    const double angle = kPi * (v - u) / pitch_;
    return {(u + v) / 2, radius * std::cos(angle), radius * std::sin(angle)};
  }

  Triangulation triangulation() const {
    Triangulation result;
    for (int row = -1; row < rows_; ++row)
      for (int j = 0; j < around_; ++j) {
        const int i = row + cut_.band - j;
        if (!solid(i) && !solid(j)) continue;
        if (row >= 0) result.triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        if (row + 2 <= rows_) result.triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    result.ranks = ranks();
    return result;
  }

 private:
  RibCut choose(int wanted) const {
    // A cell that turns further would fold where it bends around the axis.
    const auto fewestCells = [&](double width) {
      return std::max(1, static_cast<int>(std::ceil(kPi * width / pitch_ / kMostTurn)));
    };
    const double space = distance_ - thickness_;
    const int fewestBand = fewestCells(thickness_), fewestGap = fewestCells(space);
    const double line =
        std::hypot(0.5, kPi * (shape_.radius + shape_.inner) / 2 / pitch_);  // its length over its width
    Cheapest<RibCut> cheapest(wanted);
    for (int layers = 1; layers == 1 || 18 * layers <= 2 * wanted; ++layers)
      for (int band = fewestBand; band == fewestBand || 18 * layers * band * band <= 2 * wanted; ++band)
        for (int gap = fewestGap; gap == fewestGap || 6 * layers * band * gap <= 2 * wanted; ++gap)
          cheapest.offer({band, gap, layers}, 6.0 * layers * halves_ * shape_.strips * (band * band + 2 * band * gap),
                         {thickness_ / band * line, space / gap * line, (shape_.radius - shape_.inner) / layers});
    return cheapest.get();
  }

  int wrapped(int j) const { return ((j % around_) + around_) % around_; }
  /// Rows of points i + j = const are nearly circles and close after `around_` points.
  int at(int i, int j) const { return (i + j - cut_.band) * around_ + wrapped(j); }
  bool solid(int line) const { return wrapped(line) % cut_.period() < cut_.band; }

  /// Where a line is: ribs are centred around whole multiples of the distance.
  double position(int line) const {
    const int turn = static_cast<int>(std::floor(static_cast<double>(line) / cut_.period()));
    const int rest = line - turn * cut_.period();
    const double within = rest <= cut_.band ? thickness_ * rest / cut_.band
                                            : thickness_ + (distance_ - thickness_) * (rest - cut_.band) / cut_.gap;
    return turn * distance_ + within - thickness_ / 2;
  }
  std::pair<double, double> lines(int point) const {
    const int j = point % around_;
    return {position(point / around_ + cut_.band - j), position(j)};
  }

  /// By x, so that no tetrahedron is turned inside out however thick the wall is; neighbours of one x in turns.
  std::vector<int> ranks() const {
    std::vector<std::tuple<long long, int, int>> order;
    for (int point = 0; point < (rows_ + 1) * around_; ++point) {
      const auto [u, v] = lines(point);
      const int j = point % around_;
      order.emplace_back(std::llround((u + v) / distance_ * 1e9), around_ % 2 == 0 ? j % 2 : j, point);
    }
    std::sort(order.begin(), order.end());
    std::vector<int> ranks(order.size());
    for (size_t i = 0; i < order.size(); ++i) ranks[std::get<2>(order[i])] = static_cast<int>(i);
    return ranks;
  }

  HelicoidShape shape_;
  int halves_ = 0;  // half distances of ribs in the length
  double distance_ = 0, pitch_ = 0, thickness_ = 0;
  RibCut cut_;
  int rows_ = 0, around_ = 0;
};

TetMesh Layered::operator()(const HelicoidShape& shape) const {
  const RibLattice lattice(shape, length_, wanted_);
  ThickSurface thick(lattice.triangulation(), lattice.layers(), kEverything, [&](int point, int layer) {
    return lattice.place(point, shape.inner + (shape.radius - shape.inner) * layer / lattice.layers());
  });
  thick.scaleSection(volume_);
  thick.mark([&](const Triangle& triangle) -> std::string {
    const auto inRow = [&](int row) { return [&, row](int node) { return lattice.rowOf(thick.points[node]) == row; }; };
    const auto inLayer = [&](int layer) { return [&, layer](int node) { return thick.layers[node] == layer; }; };
    if (ThickSurface::all(triangle, inRow(0))) return "base";
    if (ThickSurface::all(triangle, inRow(lattice.rows()))) return "tip";
    if (ThickSurface::all(triangle, inLayer(0))) return "bore";
    return ThickSurface::all(triangle, inLayer(lattice.layers())) ? "side" : "ribs";
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
