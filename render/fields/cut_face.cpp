// SPDX-License-Identifier: BSD-3-Clause
#include "render/fields/cut_face.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cmath>

#include "core/text/number_text.hpp"
#include "render/color_map.hpp"
#include "render/fields/tet_slice.hpp"

namespace tendril {
namespace {

constexpr double kLift = 3e-3;  // of the face's size: lines in front of it

vtkSmartPointer<vtkFloatArray> makeArray(const char* name, int components) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  return array;
}

void append(vtkFloatArray& array, const Vec3& v) {
  array.InsertNextTuple3(v.x(), v.y(), v.z());
}

}  // namespace

std::string cutText(const CutPlane& plane) {
  std::string text;
  if (plane.axis != CutPlane::kTilted) {
    text = "xyz"[plane.axis];
  } else {
    for (int i = 0; i < 3; ++i) text += (i > 0 ? "," : "") + numberText(plane.direction[i]);
  }
  return text + (plane.flipped ? '=' : '<') + numberText(plane.at);
}

CutFace::CutFace(std::vector<std::array<int, 4>> tetrahedra, std::vector<std::array<int, 3>> triangles)
    : tetrahedra_(std::move(tetrahedra)),
      triangles_(std::move(triangles)),
      points_(makeArray("Points", 3)),
      normals_(makeArray("Normals", 3)),
      values_(makeArray(kFieldArray, 1)),
      rimPoints_(makeArray("Points", 3)),
      mesh_(vtkSmartPointer<vtkPolyData>::New()),
      rim_(vtkSmartPointer<vtkPolyData>::New()) {
  vtkNew<vtkPoints> points, rimPoints;
  points->SetData(points_);
  rimPoints->SetData(rimPoints_);
  rim_->SetPoints(rimPoints);
  rim_->SetLines(vtkNew<vtkCellArray>());
  mesh_->SetPoints(points);
  mesh_->SetPolys(vtkNew<vtkCellArray>());
  mesh_->GetPointData()->SetNormals(normals_);
  mesh_->GetPointData()->AddArray(values_);
}

CutFace::~CutFace() = default;

vtkPolyData* CutFace::mesh() const {
  return mesh_;
}

vtkPolyData* CutFace::rim() const {
  return rim_;
}

void CutFace::addRim(const CutPlane& plane, std::span<const Vec3> nodes) {
  const Vec3 lift = kLift * std::sqrt(area_) * plane.normal();
  for (const std::array<int, 3>& triangle : triangles_) {
    std::array<Vec3, 2> ends;
    std::size_t count = 0;
    for (std::size_t k = 0; k < 3 && count < 2; ++k) {
      const Vec3 &a = nodes[static_cast<std::size_t>(triangle[k])],
                 &b = nodes[static_cast<std::size_t>(triangle[(k + 1) % 3])];
      const double da = plane.beyond(a), db = plane.beyond(b);
      if ((da > 0) != (db > 0)) ends[count++] = a + da / (da - db) * (b - a);
    }
    if (count < 2 || !ends[0].allFinite() || !ends[1].allFinite()) continue;
    const vtkIdType first = rimPoints_->GetNumberOfTuples();
    for (const Vec3& end : ends) append(*rimPoints_, end + lift);
    rim_->GetLines()->InsertNextCell({first, first + 1});
  }
}

void CutFace::addTriangle(const Corner& a, const Corner& b, const Corner& c, const Vec3& normal) {
  const double twice = (b.point - a.point).cross(c.point - a.point).dot(normal);
  if (!(std::abs(twice) > 0)) return;  // also leaves out what is not finite
  const vtkIdType first = points_->GetNumberOfTuples();
  for (const Corner* corner : {&a, twice > 0 ? &b : &c, twice > 0 ? &c : &b}) {
    append(*points_, corner->point);
    append(*normals_, normal);
    values_->InsertNextValue(static_cast<float>(corner->value));
  }
  mesh_->GetPolys()->InsertNextCell({first, first + 1, first + 2});
  area_ += 0.5 * std::abs(twice);
}

void CutFace::update(const CutPlane& plane, std::span<const Vec3> nodes, std::span<const double> values) {
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), values_.Get(), rimPoints_.Get()}) array->Reset();
  mesh_->GetPolys()->Reset();
  rim_->GetLines()->Reset();
  area_ = 0;
  const Vec3 normal = plane.normal();
  const auto level = [&](std::size_t node) { return plane.beyond(nodes[node]); };
  const auto corner = [&](const EdgePoint& at) {
    const double value = values.empty() ? 0 : values[at.a] + at.share * (values[at.b] - values[at.a]);
    return Corner{nodes[at.a] + at.share * (nodes[at.b] - nodes[at.a]), value};
  };
  sliceTetrahedra(tetrahedra_, level, [&](const EdgePoint& p, const EdgePoint& q, const EdgePoint& r) {
    addTriangle(corner(p), corner(q), corner(r), normal);
  });
  addRim(plane, nodes);
  // What is on the graphics card is replaced where the array itself is newer.
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), values_.Get(), rimPoints_.Get()}) array->Modified();
  mesh_->GetPolys()->Modified();
  rim_->GetLines()->Modified();
  for (vtkPolyData* mesh : {mesh_.Get(), rim_.Get()}) {
    mesh->GetPoints()->Modified();
    mesh->Modified();
  }
}

}  // namespace tendril
