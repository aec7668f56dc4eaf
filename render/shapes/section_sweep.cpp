// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/section_sweep.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "render/color_map.hpp"
#include "render/shapes/section_outline.hpp"

namespace tendril {
namespace {

constexpr int kMinRings = 24, kMaxRings = 96;
constexpr double kRingSpacing = 0.35;  // of the section's radius
constexpr int kBevelSteps = 3;

double perimeter(const std::vector<Polygon>& curves) {
  double sum = 0;
  for (const Polygon& p : curves)
    for (size_t i = 0; i < p.size(); ++i) sum += (p[(i + 1) % p.size()] - p[i]).norm();
  return sum;
}

/// Radius of the rounded edge of a cap: small beside the section, its walls and the piece.
double bevelRadius(const std::vector<Polygon>& curves, double length) {
  const SectionProperties p = polygonProperties(curves);
  const double around = perimeter(curves);
  if (!(p.A > 0) || !(around > 0)) return 0;
  return std::min({0.12 * p.radius, 0.4 * p.A / around, 0.05 * length});
}

int ringCount(const SweptPiece& piece) {
  const double radius = polygonProperties(sectionCurves(piece.section, 0.5)).radius;
  const double wanted = radius > 0 ? piece.length / (kRingSpacing * radius) : kMaxRings;
  const int atLeast = std::max(kMinRings, 2 * static_cast<int>(piece.s.size()));
  return static_cast<int>(std::clamp(wanted, static_cast<double>(std::min(atLeast, kMaxRings)), 1.0 * kMaxRings));
}

vtkSmartPointer<vtkFloatArray> makeArray(const char* name, int count, int components = 3) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(count);
  array->FillValue(0);
  return array;
}

/// Linear between the values at ascending `s`.
double valueAt(const std::vector<double>& s, std::span<const double> values, double at) {
  const auto after = static_cast<std::size_t>(std::upper_bound(s.begin(), s.end(), at) - s.begin());
  if (after == 0 || after == s.size()) return values[after == 0 ? 0 : s.size() - 1];
  const double t = (at - s[after - 1]) / (s[after] - s[after - 1]);
  return values[after - 1] + t * (values[after] - values[after - 1]);
}

SectionSweep::Vertex vertexOf(const OutlineVertex& v, double slope) {
  const Vec3 normal(-slope, v.normal.x(), v.normal.y()), hull(0, v.miter.x(), v.miter.y());
  return {Vec3(0, v.at.x(), v.at.y()), normal.normalized(), hull.normalized()};
}

}  // namespace

SectionSweep::SectionSweep(std::span<const SweptPiece> pieces)
    : pieces_(pieces.begin(), pieces.end()), splines_(pieces_.size()) {
  for (int i = 0; i < static_cast<int>(pieces_.size()); ++i) addPiece(i);
  build();
}

SectionSweep::~SectionSweep() = default;
vtkPolyData* SectionSweep::surface() const {
  return surface_;
}
vtkPolyData* SectionSweep::hull() const {
  return hull_;
}

int SectionSweep::addRing(Ring ring) {
  const int start = vertexCount_;
  vertexCount_ += static_cast<int>(ring.vertices.size());
  rings_.push_back(std::move(ring));
  return start;
}

void SectionSweep::addPiece(int index) {
  const SweptPiece& piece = pieces_[index];
  const auto curvesAt = [&piece](double s) { return sectionCurves(piece.section, s); };
  const OutlineTopology topology(curvesAt(0.5));
  const double bevels[2] = {bevelRadius(curvesAt(0), piece.length), bevelRadius(curvesAt(1), piece.length)};
  std::vector<int> starts;
  const auto ringAt = [&](double s) {
    constexpr double kStep = 1e-4;
    const double before = std::max(0.0, s - kStep), after = std::min(1.0, s + kStep);
    const auto a = topology.vertices(curvesAt(before)), b = topology.vertices(curvesAt(after));
    const auto here = topology.vertices(curvesAt(s));
    Ring ring{index, s, {}};
    for (size_t i = 0; i < here.size(); ++i) {
      OutlineVertex v = s < 0.5 ? b[i] : a[i];  // has a normal even where the section ends in a point
      const double slope = (b[i].at - a[i].at).dot(v.normal) / ((after - before) * piece.length);
      v.at = here[i].at;
      ring.vertices.push_back(vertexOf(v, slope));
    }
    starts.push_back(addRing(std::move(ring)));
  };
  // A rounded edge: rings in the end's frame, moved inwards along x and along the miters.
  const auto bevel = [&](double s, double side) {
    const double b = bevels[side > 0];
    const auto outline = topology.vertices(curvesAt(s));
    for (int k = 0; k <= kBevelSteps; ++k) {
      const double turn = std::numbers::pi / 2 *
                          (side < 0 ? 1 - static_cast<double>(k) / kBevelSteps : static_cast<double>(k) / kBevelSteps);
      Ring ring{index, s, {}};
      for (const OutlineVertex& v : outline) {
        const Vec2 at = v.at - b * (1 - std::cos(turn)) * v.miter;
        const Vec3 normal(side * std::sin(turn), std::cos(turn) * v.normal.x(), std::cos(turn) * v.normal.y());
        const Vec3 hull(side * std::sin(turn), std::cos(turn) * v.miter.x(), std::cos(turn) * v.miter.y());
        ring.vertices.push_back({Vec3(side * b * (std::sin(turn) - 1), at.x(), at.y()), normal, hull.normalized()});
      }
      starts.push_back(addRing(std::move(ring)));
    }
  };
  if (bevels[0] > 0) bevel(0, -1);
  const double from = bevels[0] / piece.length, to = 1 - bevels[1] / piece.length;
  const int count = ringCount(piece);
  // Where an edge is rounded its last ring stands for the first or last of these.
  const int firstRing = bevels[0] > 0 ? 1 : 0, lastRing = count - (bevels[1] > 0 ? 1 : 0);
  for (int k = firstRing; k <= lastRing; ++k) ringAt(from + (to - from) * k / count);
  if (bevels[1] > 0) bevel(1, 1);
  addSide(starts, topology.edges());
  if (bevels[0] > 0) addCap(index, 0, bevels[0], -1);
  if (bevels[1] > 0) addCap(index, 1, bevels[1], 1);
}

void SectionSweep::addSide(const std::vector<int>& starts, const std::vector<std::array<int, 2>>& edges) {
  for (size_t r = 0; r + 1 < starts.size(); ++r) {
    for (const auto& [a, b] : edges) {
      const int p = starts[r] + a, q = starts[r] + b, p2 = starts[r + 1] + a, q2 = starts[r + 1] + b;
      triangles_.push_back({p, q, q2});
      triangles_.push_back({p, q2, p2});
    }
  }
}

void SectionSweep::addCap(int index, double s, double inset, double side) {
  const std::vector<Polygon> curves = sectionCurves(pieces_[index].section, s);
  const OutlineTopology topology(sectionCurves(pieces_[index].section, 0.5));
  std::vector<OutlineVertex> vertices = topology.vertices(curves);
  Ring ring{index, s, {}};
  for (OutlineVertex& v : vertices) {
    v.at -= inset * v.miter;
    ring.vertices.push_back({Vec3(0, v.at.x(), v.at.y()), Vec3(side, 0, 0), Vec3(side, 0, 0)});
  }
  const int start = addRing(std::move(ring));
  for (const auto& t : topology.fill(vertices)) {
    if (side > 0) {
      triangles_.push_back({start + t[0], start + t[1], start + t[2]});
    } else {
      triangles_.push_back({start + t[0], start + t[2], start + t[1]});
    }
  }
}

void SectionSweep::build() {
  points_ = makeArray("Points", vertexCount_);
  normals_ = makeArray("Normals", vertexCount_);
  hullNormals_ = makeArray("Normals", vertexCount_);
  vtkNew<vtkPoints> points;
  points->SetData(points_);
  vtkNew<vtkCellArray> cells;
  for (const auto& t : triangles_) cells->InsertNextCell({t[0], t[1], t[2]});
  surface_ = vtkSmartPointer<vtkPolyData>::New();
  hull_ = vtkSmartPointer<vtkPolyData>::New();
  for (auto& [data, normals] : {std::pair{surface_, normals_}, std::pair{hull_, hullNormals_}}) {
    data->SetPoints(points);
    data->SetPolys(cells);
    data->GetPointData()->SetNormals(normals);
  }
  values_ = makeArray(kFieldArray, vertexCount_, 1);
  surface_->GetPointData()->AddArray(values_);
}

bool SectionSweep::sameAs(const SoftSurface& other) const {
  const auto* sweep = dynamic_cast<const SectionSweep*>(&other);
  const auto alongAlike = [](const SweptPiece& a, const SweptPiece& b) {
    return a.firstSection == b.firstSection && a.s == b.s;
  };
  return sweep && std::ranges::equal(sweep->pieces_, pieces_, alongAlike) && sweep->rings_ == rings_ &&
         sweep->triangles_ == triangles_;
}

void SectionSweep::setValues(std::span<const double> values) {
  float* value = values_->GetPointer(0);
  for (const Ring& ring : rings_) {
    const SweptPiece& piece = pieces_[ring.piece];
    const double at = valueAt(piece.s, values.subspan(piece.firstSection, piece.s.size()), ring.s);
    value = std::fill_n(value, ring.vertices.size(), static_cast<float>(at));
  }
  values_->Modified();
  surface_->Modified();
}

void SectionSweep::update(const Snapshot& snapshot, int link) {
  const auto first = static_cast<size_t>(snapshot.firstSection[static_cast<size_t>(link)]),
             end = static_cast<size_t>(snapshot.firstSection[static_cast<size_t>(link) + 1]);
  update(std::span(snapshot.sections).subspan(first, end - first));
}

void SectionSweep::update(std::span<const Pose> sections) {
  for (size_t i = 0; i < pieces_.size(); ++i)
    splines_[i].fit(pieces_[i].s, sections.subspan(pieces_[i].firstSection, pieces_[i].s.size()));
  float *point = points_->GetPointer(0), *normal = normals_->GetPointer(0), *hull = hullNormals_->GetPointer(0);
  for (const Ring& ring : rings_) {
    const Pose X = splines_[ring.piece].at(ring.s);
    const Eigen::Matrix3f R = X.R.cast<float>();
    for (const Vertex& v : ring.vertices) {
      Eigen::Map<Vec3f>{point} = (X * v.point).cast<float>();
      Eigen::Map<Vec3f>{normal} = R * v.normal.cast<float>();
      Eigen::Map<Vec3f>{hull} = R * v.hull.cast<float>();
      point += 3, normal += 3, hull += 3;
    }
  }
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), hullNormals_.Get()}) array->Modified();
  surface_->GetPoints()->Modified();
  surface_->Modified();
  hull_->Modified();
}

}  // namespace tendril
