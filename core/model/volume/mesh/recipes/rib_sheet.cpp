// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/mesh/recipes/rib_sheet.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <tuple>

#include "core/model/volume/mesh/recipes/cheapest_cut.hpp"

namespace tendril {
namespace {

constexpr double kPi = std::numbers::pi;
constexpr double kMostTurn = 0.35;  // radians that half a cell of ribs turns around the axis

/// How ribs are cut: cells across a rib, between two, from the bore outward, along each end ring, and, of one hand,
/// along a rib.
struct RibCut {
  int band = 1, gap = 1, layers = 1, ringRows = 0, rows = 1;
  int period() const { return band + gap; }
};

/// Rows of a ring whose cells are about as high as wide.
int ringRows(const HelicoidShape& shape, int around) {
  const double width = kPi * (shape.radius + shape.inner) / around;
  return shape.ring > 0 ? std::max(1, static_cast<int>(std::lround(std::min(shape.ring / width, 1e6)))) : 0;
}

/// Tetrahedra of both end rings.
double ringCount(const RibCut& cut, int strips) {
  return 12.0 * cut.layers * cut.ringRows * strips * cut.period();
}

/// Cells of a circle or a part of it, none of which turns too far.
int fewestCells(double angle) {
  return std::max(1, static_cast<int>(std::ceil(angle / (2 * kMostTurn))));
}

/// Ribs in the plane of x and the turned angle: bands between lines x ∓ (pitch/2π) θ = const. These lines, cut further,
/// are a lattice: point (i, j) lies on line i of one hand and line j of the other. Both ends lie on crossings of ribs
/// or of gaps, where the lattice mirrors itself; the pitch is adapted to that.
class RibLattice {
 public:
  /// `length` of the ribs, between the rings.
  RibLattice(const HelicoidShape& shape, double length, int wanted) : shape_(shape) {
    halves_ = std::max(1, static_cast<int>(std::lround(2 * shape.strips * length / shape.pitch)));
    distance_ = 2 * length / halves_;
    pitch_ = distance_ * shape.strips;
    thickness_ = shape.thickness * pitch_ / shape.pitch;
    cut_ = choose(wanted);
    rows_ = halves_ * cut_.period();
    around_ = shape.strips * cut_.period();
  }
  const RibCut& cut() const { return cut_; }

  RibSheet sheet() const {
    RibSheet sheet;
    sheet.around = around_;
    sheet.layers = cut_.layers;
    for (int point = 0; point < (rows_ + 1) * around_; ++point) {
      const auto [u, v] = lines(point);
      sheet.points.push_back({(u + v) / 2, kPi * (v - u) / pitch_});
    }
    std::vector<Triangle>& triangles = sheet.triangulation.triangles;
    for (int row = -1; row < rows_; ++row)
      for (int j = 0; j < around_; ++j) {
        const int i = row + cut_.band - j;
        if (!solid(i) && !solid(j)) continue;
        if (row >= 0) triangles.push_back({at(i, j), at(i + 1, j), at(i, j + 1)});
        if (row + 2 <= rows_) triangles.push_back({at(i + 1, j), at(i + 1, j + 1), at(i, j + 1)});
      }
    return sheet;
  }

 private:
  RibCut choose(int wanted) const {
    // A cell that turns further would fold where it bends around the axis.
    const double space = distance_ - thickness_;
    const int fewestBand = fewestCells(2 * kPi * thickness_ / pitch_),
              fewestGap = fewestCells(2 * kPi * space / pitch_);
    const double line =
        std::hypot(0.5, kPi * (shape_.radius + shape_.inner) / 2 / pitch_);  // its length over its width
    CheapestCut<RibCut> cheapest(wanted);
    for (int layers = 1; layers == 1 || 18 * layers <= 2 * wanted; ++layers)
      for (int band = fewestBand; band == fewestBand || 18 * layers * band * band <= 2 * wanted; ++band)
        for (int gap = fewestGap; gap == fewestGap || 6 * layers * band * gap <= 2 * wanted; ++gap) {
          RibCut cut{band, gap, layers};
          cut.ringRows = ringRows(shape_, shape_.strips * cut.period());
          const double ribs = 6.0 * layers * halves_ * shape_.strips * (band * band + 2 * band * gap);
          cheapest.offer(cut, ribs + ringCount(cut, shape_.strips),
                         {thickness_ / band * line, space / gap * line, (shape_.radius - shape_.inner) / layers});
        }
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

  HelicoidShape shape_;
  int halves_ = 0;  // half distances of ribs in the length
  double distance_ = 0, pitch_ = 0, thickness_ = 0;
  RibCut cut_;
  int rows_ = 0, around_ = 0;
};

/// Ribs of one hand: sectors of a circle that turn as they go forward.
class TurningRibs {
 public:
  /// `length` of the ribs, between the rings.
  TurningRibs(const HelicoidShape& shape, double length, int wanted)
      : shape_(shape),
        length_(length),
        turn_((shape.hand == RibHand::kLeft ? -2 : 2) * kPi * length / shape.pitch),
        rib_(2 * kPi * shape.thickness / shape.pitch),
        gap_(2 * kPi / shape.strips - rib_),
        cut_(choose(wanted)) {}
  const RibCut& cut() const { return cut_; }

  RibSheet sheet() const {
    RibSheet sheet;
    sheet.around = shape_.strips * cut_.period();
    sheet.layers = cut_.layers;
    for (int row = 0; row <= cut_.rows; ++row)
      for (int j = 0; j < sheet.around; ++j)
        sheet.points.push_back({length_ * row / cut_.rows, angle(j) + turn_ * row / cut_.rows});
    for (int row = 0; row < cut_.rows; ++row)
      for (int j = 0; j < sheet.around; ++j)
        if (j % cut_.period() < cut_.band) addCell(sheet, row * sheet.around, j);
    return sheet;
  }

 private:
  RibCut choose(int wanted) const {
    const int fewestBand = fewestCells(rib_), fewestGap = fewestCells(gap_);
    CheapestCut<RibCut> cheapest(wanted);
    for (int layers = 1; layers == 1 || 6 * layers <= 2 * wanted; ++layers)
      for (int band = fewestBand; band == fewestBand || 6 * layers * band <= 2 * wanted; ++band)
        for (int gap = fewestGap; gap == fewestGap || (shape_.ring > 0 && gap * rib_ <= band * gap_); gap *= 2)
          offerRows(cheapest, {band, gap, layers});
    return cheapest.get();
  }

  void offerRows(CheapestCut<RibCut>& cheapest, RibCut cut) const {
    const int fewest = 2 * fewestCells(std::abs(turn_)), around = shape_.strips * cut.period();
    cut.ringRows = ringRows(shape_, around);
    const double perRow = 6.0 * cut.layers * shape_.strips * cut.band, rings = ringCount(cut, shape_.strips);
    cheapest.offerLayers(perRow, rings, [&](int rows) {
      cut.rows = std::max(rows, fewest);
      cheapest.offer(cut, perRow * cut.rows + rings, sizes(cut));
    });
  }

  /// Edges (m) of a cell of a rib, of as much area and as elongated as its triangles; longer where rings have wider
  /// columns behind gaps.
  Vec3 sizes(const RibCut& cut) const {
    const double middle = (shape_.radius + shape_.inner) / 2, height = length_ / cut.rows;
    const double column = middle * rib_ / cut.band, lean = middle * std::abs(turn_) / cut.rows;
    const double edges =
        column * column + 2 * height * height + lean * lean + (lean - column) * (lean - column);  // their squares
    double elongation = edges / (2 * std::sqrt(3) * column * height);                             // 1: equilateral
    if (shape_.ring > 0) elongation *= std::sqrt(std::max(1.0, gap_ * cut.band / (rib_ * cut.gap)));
    const double size = std::sqrt(column * height);
    return {size * elongation, size / elongation, (shape_.radius - shape_.inner) / cut.layers};
  }

  /// Ribs are centred around whole multiples of their distance.
  double angle(int column) const {
    const int before = column / cut_.period(), rest = column % cut_.period();
    const double within = rest <= cut_.band ? rib_ * rest / cut_.band : rib_ + gap_ * (rest - cut_.band) / cut_.gap;
    return before * (rib_ + gap_) + within - rib_ / 2;
  }

  /// Two triangles, cut along the shorter diagonal.
  void addCell(RibSheet& sheet, int row, int j) const {
    const int next = (j + 1) % sheet.around;
    const int a = row + j, b = row + next, c = a + sheet.around, d = b + sheet.around;
    std::vector<Triangle>& triangles = sheet.triangulation.triangles;
    if (turn_ > 0) {
      triangles.push_back({a, b, c});
      triangles.push_back({b, d, c});
    } else {
      triangles.push_back({a, b, d});
      triangles.push_back({a, d, c});
    }
  }

  HelicoidShape shape_;
  double length_, turn_, rib_, gap_;  // rad, but for the length
  RibCut cut_;
};

/// A closed ring between two rows, in cells cut along diagonals that form stars.
void addRing(RibSheet& sheet, int firstRow, int period) {
  for (int j = 0; j < sheet.around; ++j) {
    const int a = firstRow * sheet.around + j, b = firstRow * sheet.around + (j + 1) % sheet.around;
    const int c = a + sheet.around, d = b + sheet.around;
    std::vector<Triangle>& triangles = sheet.triangulation.triangles;
    if ((firstRow + j % period) % 2 == 0) {
      triangles.push_back({a, b, d});
      triangles.push_back({a, d, c});
    } else {
      triangles.push_back({a, b, c});
      triangles.push_back({b, d, c});
    }
  }
}

/// Puts rows of a ring `height` high in front of the sheet and behind it.
void addRings(RibSheet& sheet, double height, const RibCut& cut) {
  const int rows = cut.ringRows, ribRows = sheet.lastRow(), shift = rows * sheet.around;
  const auto copyRow = [&](int from, double x) {
    std::vector<RolledPoint> row(sheet.points.begin() + from * sheet.around,
                                 sheet.points.begin() + (from + 1) * sheet.around);
    for (RolledPoint& point : row) point.x = x;
    return row;
  };
  const double end = sheet.points.back().x;
  std::vector<RolledPoint> points;
  const auto append = [&](const std::vector<RolledPoint>& row) { points.insert(points.end(), row.begin(), row.end()); };
  for (int k = 0; k < rows; ++k) append(copyRow(0, height * k / rows));
  for (const RolledPoint& point : sheet.points) points.push_back({point.x + height, point.angle});
  for (int k = 1; k <= rows; ++k) append(copyRow(ribRows, end + height + height * k / rows));
  sheet.points = std::move(points);
  for (Triangle& triangle : sheet.triangulation.triangles)
    for (int& point : triangle) point += shift;
  for (int k = 0; k < rows; ++k) {
    addRing(sheet, k, cut.period());
    addRing(sheet, rows + ribRows + k, cut.period());
  }
}

/// By x, so that no tetrahedron is turned inside out however thick the wall is; neighbours of one x in turns.
void rank(RibSheet& sheet) {
  const double length = sheet.points.back().x;
  std::vector<std::tuple<long long, int, int>> order;
  for (int point = 0; point < static_cast<int>(sheet.points.size()); ++point) {
    const int j = point % sheet.around;
    order.emplace_back(std::llround(sheet.points[point].x / length * 1e11), sheet.around % 2 == 0 ? j % 2 : j, point);
  }
  std::sort(order.begin(), order.end());
  std::vector<int>& ranks = sheet.triangulation.ranks;
  ranks.resize(order.size());
  for (size_t i = 0; i < order.size(); ++i) ranks[std::get<2>(order[i])] = static_cast<int>(i);
}

template <class Ribs>
RibSheet finished(const Ribs& ribs, double ring) {
  RibSheet sheet = ribs.sheet();
  addRings(sheet, ring, ribs.cut());
  rank(sheet);
  return sheet;
}

}  // namespace

RibSheet ribSheet(const HelicoidShape& shape, double length, int wanted) {
  const double between = length - 2 * shape.ring;
  if (shape.hand == RibHand::kBoth) return finished(RibLattice(shape, between, wanted), shape.ring);
  return finished(TurningRibs(shape, between, wanted), shape.ring);
}

}  // namespace tendril
