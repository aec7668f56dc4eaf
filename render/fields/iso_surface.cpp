// SPDX-License-Identifier: BSD-3-Clause
#include "render/fields/iso_surface.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cmath>

#include "render/color_map.hpp"
#include "render/fields/tet_slice.hpp"

namespace tendril {
namespace {

vtkSmartPointer<vtkFloatArray> emptyArray(const char* name, int components) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  return array;
}

}  // namespace

IsoSurface::IsoSurface(std::vector<std::array<int, 4>> tetrahedra)
    : tetrahedra_(std::move(tetrahedra)),
      points_(emptyArray("Points", 3)),
      normals_(emptyArray("Normals", 3)),
      values_(emptyArray(kFieldArray, 1)),
      mesh_(vtkSmartPointer<vtkPolyData>::New()) {
  vtkNew<vtkPoints> points;
  points->SetData(points_);
  mesh_->SetPoints(points);
  mesh_->SetPolys(vtkNew<vtkCellArray>());
  mesh_->GetPointData()->SetNormals(normals_);
  mesh_->GetPointData()->AddArray(values_);
}

IsoSurface::~IsoSurface() = default;

vtkPolyData* IsoSurface::mesh() const {
  return mesh_;
}

/// 6 V ∇f = Σ faces: f_i (opposite face's normal), per tetrahedron; their sums at nodes are smooth enough for light.
void IsoSurface::findSlopes(std::span<const Vec3> nodes, std::span<const double> values) {
  slopes_.assign(nodes.size(), Vec3::Zero());
  for (const std::array<int, 4>& tetrahedron : tetrahedra_) {
    std::array<std::size_t, 4> n{};
    for (std::size_t k = 0; k < 4; ++k) n[k] = static_cast<std::size_t>(tetrahedron[k]);
    const Vec3 a = nodes[n[1]] - nodes[n[0]], b = nodes[n[2]] - nodes[n[0]], c = nodes[n[3]] - nodes[n[0]];
    const Vec3 slope = (values[n[1]] - values[n[0]]) * b.cross(c) + (values[n[2]] - values[n[0]]) * c.cross(a) +
                       (values[n[3]] - values[n[0]]) * a.cross(b);
    if (!slope.allFinite()) continue;
    const double sense = a.cross(b).dot(c) < 0 ? -1 : 1;
    for (const std::size_t node : n) slopes_[node] += sense * slope;
  }
}

void IsoSurface::update(std::span<const double> levels, std::span<const Vec3> nodes, std::span<const double> values) {
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), values_.Get()}) array->Reset();
  mesh_->GetPolys()->Reset();
  area_ = 0;
  if (values.size() == nodes.size() && !levels.empty()) findSlopes(nodes, values);
  for (const double level : levels) {
    if (values.size() != nodes.size()) break;
    const auto beyond = [&](std::size_t node) { return values[node] - level; };
    const auto at = [&](const EdgePoint& p) { return Vec3(nodes[p.a] + p.share * (nodes[p.b] - nodes[p.a])); };
    const auto outward = [&](const EdgePoint& p) {
      return Vec3(-(slopes_[p.a] + p.share * (slopes_[p.b] - slopes_[p.a])).normalized());
    };
    sliceTetrahedra(tetrahedra_, beyond, [&](const EdgePoint& p, const EdgePoint& q, const EdgePoint& r) {
      const Vec3 twice = (at(q) - at(p)).cross(at(r) - at(p));
      if (!(twice.norm() > 0)) return;  // also leaves out what is not finite
      const bool turned = twice.dot(outward(p) + outward(q) + outward(r)) < 0;
      const vtkIdType first = points_->GetNumberOfTuples();
      for (const EdgePoint* corner : {&p, turned ? &r : &q, turned ? &q : &r}) {
        const Vec3 point = at(*corner), normal = outward(*corner);
        points_->InsertNextTuple3(point.x(), point.y(), point.z());
        normals_->InsertNextTuple3(normal.x(), normal.y(), normal.z());
        values_->InsertNextValue(static_cast<float>(level));
      }
      mesh_->GetPolys()->InsertNextCell({first, first + 1, first + 2});
      area_ += twice.norm() / 2;
    });
  }
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), values_.Get()}) array->Modified();
  mesh_->GetPolys()->Modified();
  mesh_->GetPoints()->Modified();
  mesh_->Modified();
}

}  // namespace tendril
