// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/point_cloud.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>
#include <vtkUnsignedCharArray.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace tendril {
namespace {

constexpr double kFewPixels = 6, kManyPixels = 3.5;  // of a point, of few and of many
constexpr double kFew = 1000, kMany = 10000;
constexpr double kRingPixels = 15;

double pixelsOf(std::size_t count) {
  const double share = std::log(static_cast<double>(count) / kFew) / std::log(kMany / kFew);
  return kFewPixels + std::clamp(share, 0.0, 1.0) * (kManyPixels - kFewPixels);
}

vtkSmartPointer<vtkActor> dots(vtkPolyData* mesh) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(mesh);
  auto actor = vtkSmartPointer<vtkActor>::New();
  actor->SetMapper(mapper);
  actor->PickableOff();  // what is behind is picked
  actor->GetProperty()->RenderPointsAsSpheresOn();
  actor->GetProperty()->SetAmbient(0.55);  // colours that stand for numbers stay near those of their scale
  actor->GetProperty()->SetDiffuse(0.5);
  return actor;
}

}  // namespace

PointCloud::PointCloud(std::vector<Vec3> points, const std::vector<Color>& colors)
    : points_(std::move(points)), actor_(dots(mesh_)), ringActor_(dots(ring_)) {
  vtkNew<vtkPoints> places;
  vtkNew<vtkCellArray> dots;
  vtkNew<vtkUnsignedCharArray> shades;
  shades->SetNumberOfComponents(3);
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const vtkIdType id = places->InsertNextPoint(points_[i].x(), points_[i].y(), points_[i].z());
    dots->InsertNextCell(1, &id);
    const Color color = i < colors.size() ? colors[i] : Color{};
    shades->InsertNextTuple3(std::round(255 * color.r), std::round(255 * color.g), std::round(255 * color.b));
  }
  mesh_->SetPoints(places);
  mesh_->SetVerts(dots);
  mesh_->GetPointData()->SetScalars(shades);
  ringActor_->GetProperty()->SetColor(kReferenceColor.r, kReferenceColor.g, kReferenceColor.b);
  ringActor_->VisibilityOff();
}

PointCloud::~PointCloud() = default;

void PointCloud::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(actor_);
  renderer->AddActor(ringActor_);
}

void PointCloud::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(actor_);
  renderer->RemoveActor(ringActor_);
}

void PointCloud::prepare(double pixelRatio) const {
  actor_->GetProperty()->SetPointSize(static_cast<float>(pixelsOf(points_.size()) * pixelRatio));
  ringActor_->GetProperty()->SetPointSize(static_cast<float>(kRingPixels * pixelRatio));
}

void PointCloud::choose(int point) {
  chosen_ = point >= 0 && point < static_cast<int>(points_.size()) ? point : -1;
  ringActor_->SetVisibility(chosen_ >= 0);
  if (chosen_ < 0) return;
  const Vec3& at = points_[static_cast<std::size_t>(chosen_)];
  vtkNew<vtkPoints> places;
  vtkNew<vtkCellArray> dots;
  const vtkIdType id = places->InsertNextPoint(at.x(), at.y(), at.z());
  dots->InsertNextCell(1, &id);
  ring_->SetPoints(places);
  ring_->SetVerts(dots);
}

int PointCloud::pointAt(const CameraView& camera, double x, double y, double width, double height, double reach) const {
  constexpr double kSamePlace = 1.5;  // px
  int best = -1;
  double least = reach, depth = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const Vec3 seen = camera.project(points_[i], width, height);
    const double apart = std::hypot(seen.x() - x, seen.y() - y);
    if (!(seen.z() > 0) || apart > reach) continue;
    const bool nearer = apart < least - kSamePlace;
    if (best >= 0 && !nearer && !(apart < least + kSamePlace && seen.z() < depth)) continue;
    best = static_cast<int>(i), least = std::min(least, apart), depth = seen.z();
  }
  return best;
}

}  // namespace tendril
