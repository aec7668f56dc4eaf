// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/section_outline.hpp"

#include <vtkCellArray.h>
#include <vtkContourTriangulator.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr int kOutlinePoints = 40;      // a multiple of 4: rectangles keep their corners
constexpr double kCornerCosine = 0.82;  // turns above 35° are corners
constexpr double kStraightSine = 1e-6;  // smaller turns are no vertices
constexpr double kLongestMiter = 4;

double signedArea(const Polygon& p) {
  double area = 0;
  for (size_t i = 0; i < p.size(); ++i) {
    const Vec2 &a = p[i], &b = p[(i + 1) % p.size()];
    area += 0.5 * (a.x() * b.y() - a.y() * b.x());
  }
  return area;
}

double cross(const Vec2& a, const Vec2& b) {
  return a.x() * b.y() - a.y() * b.x();
}

Vec2 direction(const Vec2& from, const Vec2& to) {
  const Vec2 d = to - from;
  const double l = d.norm();
  return l > 0 ? Vec2(d / l) : Vec2(1, 0);
}

/// Outward normal of an edge that has the material on its left.
Vec2 edgeNormal(const Vec2& d) {
  return {d.y(), -d.x()};
}

}  // namespace

std::vector<Polygon> sectionCurves(const SectionLaw& section, double s) {
  std::vector<Polygon> curves = section.holes(s, kOutlinePoints);
  curves.insert(curves.begin(), section.outline(s, kOutlinePoints));
  return curves;
}

OutlineTopology::OutlineTopology(const std::vector<Polygon>& curves) {
  int vertex = 0;
  for (size_t c = 0; c < curves.size(); ++c) {
    Polygon p = curves[c];
    Curve curve;
    curve.reversed = (signedArea(p) > 0) != (c == 0);
    if (curve.reversed) std::reverse(p.begin(), p.end());
    const int n = static_cast<int>(p.size());
    for (int i = 0; i < n; ++i) {
      const Vec2 in = direction(p[(i + n - 1) % n], p[i]), out = direction(p[i], p[(i + 1) % n]);
      if (std::abs(cross(in, out)) < kStraightSine && in.dot(out) > 0) continue;
      curve.source.push_back(i);
      curve.corner.push_back(in.dot(out) < kCornerCosine);
    }
    curve.first = vertex;
    const int kept = static_cast<int>(curve.source.size());
    int at = vertex;
    for (int i = 0; i < kept; ++i) {
      const int leave = at + (curve.corner[i] ? 1 : 0);
      at = leave + 1;
      edges_.push_back({leave, i + 1 < kept ? at : vertex});
    }
    vertex = at;
    curves_.push_back(std::move(curve));
  }
}

std::vector<OutlineVertex> OutlineTopology::vertices(const std::vector<Polygon>& curves) const {
  std::vector<OutlineVertex> out;
  for (size_t c = 0; c < curves_.size(); ++c) {
    const Curve& curve = curves_[c];
    Polygon all = curves[c];
    if (curve.reversed) std::reverse(all.begin(), all.end());
    const int n = static_cast<int>(curve.source.size());
    for (int i = 0; i < n; ++i) {
      const Vec2& at = all[curve.source[i]];
      const Vec2 in = edgeNormal(direction(all[curve.source[(i + n - 1) % n]], at));
      const Vec2 leave = edgeNormal(direction(at, all[curve.source[(i + 1) % n]]));
      const Vec2 middle = direction(Vec2::Zero(), in + leave);
      const Vec2 miter = middle * std::min(1 / std::max(middle.dot(in), 1e-9), kLongestMiter);
      if (curve.corner[i]) {
        out.push_back({at, in, miter});
        out.push_back({at, leave, miter});
      } else {
        out.push_back({at, middle, miter});
      }
    }
  }
  return out;
}

std::vector<std::array<int, 3>> OutlineTopology::fill(const std::vector<OutlineVertex>& vertices) const {
  vtkNew<vtkPoints> points;
  points->SetDataTypeToDouble();
  double size = 0;
  for (const OutlineVertex& v : vertices) size = std::max(size, v.at.norm());
  std::vector<std::array<int, 3>> out;
  if (!(size > 0)) return out;
  // The triangulator has absolute tolerances: it gets the section at unit size.
  for (const OutlineVertex& v : vertices) points->InsertNextPoint(v.at.x() / size, v.at.y() / size, 0);
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  vtkNew<vtkCellArray> contours, polys;
  for (size_t c = 0; c < curves_.size(); ++c) {
    const Curve& curve = curves_[c];
    vtkNew<vtkIdList> loop;
    int at = curve.first;
    for (size_t i = 0; i < curve.source.size(); ++i) {
      loop->InsertNextId(at);
      at += curve.corner[i] ? 2 : 1;
    }
    loop->InsertNextId(curve.first);
    contours->InsertNextCell(loop);
  }
  data->SetLines(contours);
  const double normal[3] = {0, 0, 1};
  vtkContourTriangulator::TriangulateContours(data, 0, contours->GetNumberOfCells(), polys, normal);
  vtkNew<vtkIdList> cell;
  for (polys->InitTraversal(); polys->GetNextCell(cell);) {
    for (vtkIdType k = 1; k + 1 < cell->GetNumberOfIds(); ++k) {
      std::array<int, 3> t = {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(k)),
                              static_cast<int>(cell->GetId(k + 1))};
      const Vec2 a = vertices[t[1]].at - vertices[t[0]].at, b = vertices[t[2]].at - vertices[t[0]].at;
      if (cross(a, b) < 0) std::swap(t[1], t[2]);  // the triangulator does not promise a sense
      out.push_back(t);
    }
  }
  return out;
}

}  // namespace tendril
