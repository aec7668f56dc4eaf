// SPDX-License-Identifier: BSD-3-Clause
#include "render/shapes/volume_surface.hpp"

#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <cmath>

#include "render/color_map.hpp"
#include "render/shapes/section_sweep.hpp"

namespace tendril {
namespace {

constexpr double kSmooth = 0.77;  // cosine: triangles that meet at less than 40° look like one surface

Vec3 normalOf(std::span<const Vec3> vertices, const std::array<int, 3>& t) {
  const Vec3& a = vertices[static_cast<std::size_t>(t[0])];
  return (vertices[static_cast<std::size_t>(t[1])] - a).cross(vertices[static_cast<std::size_t>(t[2])] - a);
}

vtkSmartPointer<vtkFloatArray> makeArray(const char* name, std::size_t count, int components = 3) {
  auto array = vtkSmartPointer<vtkFloatArray>::New();
  array->SetName(name);
  array->SetNumberOfComponents(components);
  array->SetNumberOfTuples(static_cast<vtkIdType>(count));
  array->Fill(0);
  return array;
}

}  // namespace

VolumeSurface::VolumeSurface(const SurfaceMesh& mesh) : triangles_(mesh.triangles), shared_(mesh.vertices.size()) {
  splitAtEdges(mesh);
  drawn_.resize(source_.size());
  build();
  update(mesh.vertices);
}

VolumeSurface::~VolumeSurface() = default;

void VolumeSurface::splitAtEdges(const SurfaceMesh& mesh) {
  struct Copy {
    int drawn;
    Vec3 normal;
  };
  std::vector<std::vector<Copy>> copies(mesh.vertices.size());
  for (const std::array<int, 3>& triangle : triangles_) {
    const Vec3 normal = normalOf(mesh.vertices, triangle).normalized();
    std::array<int, 3> corner{};
    for (std::size_t k = 0; k < 3; ++k) {
      std::vector<Copy>& own = copies[static_cast<std::size_t>(triangle[k])];
      int found = -1;
      for (Copy& copy : own)
        if (copy.normal.normalized().dot(normal) > kSmooth) found = copy.drawn, copy.normal += normal;
      if (found < 0) {
        found = static_cast<int>(source_.size());
        own.push_back({found, normal});
        source_.push_back(triangle[k]);
      }
      corner[k] = found;
    }
    corners_.push_back(corner);
  }
}

void VolumeSurface::build() {
  points_ = makeArray("Points", source_.size());
  normals_ = makeArray("Normals", source_.size());
  hullNormals_ = makeArray("Normals", source_.size());
  vtkNew<vtkPoints> points;
  points->SetData(points_);
  vtkNew<vtkCellArray> cells;
  for (const auto& t : corners_) cells->InsertNextCell({t[0], t[1], t[2]});
  surface_ = vtkSmartPointer<vtkPolyData>::New();
  hull_ = vtkSmartPointer<vtkPolyData>::New();
  for (auto& [data, normals] : {std::pair{surface_, normals_}, std::pair{hull_, hullNormals_}}) {
    data->SetPoints(points);
    data->SetPolys(cells);
    data->GetPointData()->SetNormals(normals);
  }
  values_ = makeArray(kFieldArray, source_.size(), 1);
  surface_->GetPointData()->AddArray(values_);
}

vtkPolyData* VolumeSurface::surface() const {
  return surface_;
}

vtkPolyData* VolumeSurface::hull() const {
  return hull_;
}

bool VolumeSurface::sameAs(const SoftSurface& other) const {
  const auto* volume = dynamic_cast<const VolumeSurface*>(&other);
  return volume && volume->triangles_ == triangles_ && volume->corners_ == corners_ && volume->source_ == source_ &&
         volume->shared_.size() == shared_.size();
}

void VolumeSurface::update(const Snapshot& snapshot, int link) {
  const auto first = static_cast<std::size_t>(snapshot.firstSurfacePoint[static_cast<std::size_t>(link)]);
  update(std::span(snapshot.surfacePoints).subspan(first, shared_.size()));
}

void VolumeSurface::update(std::span<const Vec3> vertices) {
  for (auto* normals : {&drawn_, &shared_}) std::fill(normals->begin(), normals->end(), Eigen::Vector3f::Zero());
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    // Long vectors of the plain cross product count large triangles more.
    const Eigen::Vector3f normal = normalOf(vertices, triangles_[i]).cast<float>();
    for (std::size_t k = 0; k < 3; ++k) {
      drawn_[static_cast<std::size_t>(corners_[i][k])] += normal;
      shared_[static_cast<std::size_t>(triangles_[i][k])] += normal;
    }
  }
  float *point = points_->GetPointer(0), *normal = normals_->GetPointer(0), *hull = hullNormals_->GetPointer(0);
  for (std::size_t i = 0; i < source_.size(); ++i) {
    const auto from = static_cast<std::size_t>(source_[i]);
    Eigen::Map<Eigen::Vector3f>{point} = vertices[from].cast<float>();
    Eigen::Map<Eigen::Vector3f>{normal} = drawn_[i].stableNormalized();
    Eigen::Map<Eigen::Vector3f>{hull} = shared_[from].stableNormalized();
    point += 3, normal += 3, hull += 3;
  }
  for (vtkFloatArray* array : {points_.Get(), normals_.Get(), hullNormals_.Get()}) array->Modified();
  surface_->GetPoints()->Modified();
  surface_->Modified();
  hull_->Modified();
}

void VolumeSurface::setValues(std::span<const double> values) {
  float* value = values_->GetPointer(0);
  for (const int from : source_) *value++ = static_cast<float>(values[static_cast<std::size_t>(from)]);
  values_->Modified();
  surface_->Modified();
}

std::unique_ptr<SoftSurface> makeSoftSurface(const Body& body) {
  if (const SurfaceCarrier* carrier = body.surfaceCarrier()) {
    if (carrier->surface().triangles.empty()) return nullptr;
    return std::make_unique<VolumeSurface>(carrier->surface());
  }
  const std::span<const SweptPiece> pieces = body.sweptPieces();
  return pieces.empty() ? nullptr : std::make_unique<SectionSweep>(pieces);
}

}  // namespace tendril
