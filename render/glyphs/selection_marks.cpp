// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/selection_marks.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr double kRoute = 2.6, kPlaceRing = 2;  // half widths, pixels
constexpr double kRingPixels = 6;               // radius around a place
constexpr int kRingPoints = 24;
constexpr double kWall = 0.3, kEdges = 0.45;  // opacity
constexpr double kFront = 0.99995;            // before tendons that show through bodies

}  // namespace

SelectionMarks::SelectionMarks()
    : lineActor_(makeActor(lines_)), wallActor_(makeActor(walls_)), edgeActor_(makeActor(walls_)) {
  lineActor_->PickableOff();
  lineActor_->ForceOpaqueOn();  // blended in the order of drawing, without an extra pass
  lineActor_->GetProperty()->LightingOff();
  showInFront(*lineActor_, kFront);
  useXray(*wallActor_, kWall);
  useXray(*edgeActor_, kEdges);
  edgeActor_->GetProperty()->SetRepresentationToWireframe();
  for (vtkActor* actor : {lineActor_.Get(), wallActor_.Get(), edgeActor_.Get()}) actor->VisibilityOff();
}

SelectionMarks::~SelectionMarks() = default;
vtkPolyData* SelectionMarks::lines() const {
  return lines_;
}
vtkPolyData* SelectionMarks::walls() const {
  return walls_;
}

void SelectionMarks::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(wallActor_);
  renderer->AddActor(edgeActor_);
  renderer->AddActor(lineActor_);
}

void SelectionMarks::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(wallActor_);
  renderer->RemoveActor(edgeActor_);
  renderer->RemoveActor(lineActor_);
}

void SelectionMarks::select(std::vector<int> actuators, std::vector<int> loads, const Color& accent) {
  actuators_ = std::move(actuators), loads_ = std::move(loads);
  accent_ = accent;
  if (!empty()) return;
  for (vtkActor* actor : {lineActor_.Get(), wallActor_.Get(), edgeActor_.Get()}) actor->VisibilityOff();
}

bool SelectionMarks::shows(int actuator) const {
  return std::ranges::find(actuators_, actuator) != actuators_.end();
}

void SelectionMarks::addRoute(std::span<const Vec3> points, RibbonBuilder& lines) const {
  lines.begin();
  Vec3 before = Vec3::Zero();
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vec3 way = points[i + 1] - points[i];
    if (!(way.norm() > 0)) continue;
    const Vec3 along = way.normalized();
    lines.add(points[i], (along + before).normalized(), {accent_, 1, kRoute});
    before = along;
  }
  if (!before.isZero()) lines.add(points.back(), before, {accent_, 1, kRoute});
}

void SelectionMarks::addChamber(const Snapshot& snapshot, const ChamberState& chamber, RibbonBuilder& lines,
                                ShapeMesh& walls) const {
  const auto* actuator =
      dynamic_cast<const PressureChamber*>(snapshot.model->actuators[static_cast<std::size_t>(chamber.actuator)].get());
  if (!actuator || actuator->wall().empty()) return addRoute(chamber.points, lines);
  const int first = static_cast<int>(walls.points.size());
  for (const Vec3& point : chamber.points) walls.addVertex(point, Vec3::UnitZ(), accent_);  // unlit: any normal does
  for (const auto& [a, b, c] : actuator->wall()) walls.triangles.push_back({first + a, first + b, first + c});
}

/// A ring that faces the camera, as large in any picture.
void SelectionMarks::addPlace(const Vec3& at, const CameraView& view, double pictureHeight,
                              RibbonBuilder& lines) const {
  const Vec3 forward = view.direction(), x = forward.unitOrthogonal(), y = forward.cross(x);
  const double depth = view.orthographic ? view.distance : (at - view.position()).dot(forward);
  const double radius = kRingPixels * view.metresPerPixel(pictureHeight) * depth / view.distance;
  if (!(radius > 0)) return;
  lines.begin();
  for (int i = 0; i <= kRingPoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRingPoints;
    lines.add(at + radius * (std::cos(angle) * x + std::sin(angle) * y), std::cos(angle) * y - std::sin(angle) * x,
              {accent_, 1, kPlaceRing});
  }
}

void SelectionMarks::prepare(const Snapshot& snapshot, const CameraView& view, double pictureHeight) {
  if (empty()) return;
  Ribbons ribbons;
  ribbons.origin = view.pivot;
  RibbonBuilder lines(view, pictureHeight, ribbons);
  ShapeMesh walls;
  for (const TendonLine& line : snapshot.tendonLines)
    if (shows(line.actuator))
      addRoute(std::span(snapshot.tendonPoints)
                   .subspan(static_cast<std::size_t>(line.first), static_cast<std::size_t>(line.count)),
               lines);
  for (const ChamberState& chamber : snapshot.chambers)
    if (shows(chamber.actuator)) addChamber(snapshot, chamber, lines, walls);
  for (const WrenchState& wrench : snapshot.wrenches)
    if (std::ranges::find(loads_, wrench.load) != loads_.end()) addPlace(wrench.at, view, pictureHeight, lines);
  ribbons.writeTo(*lines_, *lineActor_);
  walls_->ShallowCopy(toPolyData(walls));
  lineActor_->SetVisibility(!ribbons.triangles.empty());
  for (vtkActor* actor : {wallActor_.Get(), edgeActor_.Get()}) actor->SetVisibility(!walls.triangles.empty());
}

}  // namespace tendril
