// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/station_rings.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataMapper.h>
#include <vtkProperty.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>

#include "core/model/body/surface_carrier.hpp"
#include "render/scene/robot_scene.hpp"

namespace tendril {
namespace {

constexpr double kOutside = 1.04;  // of the section, so that the ring is not buried in the surface
constexpr int kRingPoints = 48;    // a multiple of 4: rectangles keep their corners

std::vector<Vec3> circle(double radius) {
  std::vector<Vec3> points;
  for (int i = 0; i < kRingPoints; ++i) {
    const double angle = 2 * std::numbers::pi * i / kRingPoints;
    points.emplace_back(0, radius * std::cos(angle), radius * std::sin(angle));
  }
  return points;
}

/// Largest distance of a mesh from its axis.
double meshRadius(const SurfaceMesh& mesh) {
  double radius = 0;
  for (const Vec3& vertex : mesh.vertices) radius = std::max(radius, vertex.tail<2>().norm());
  return radius;
}

/// The outer curve of the section at `at` over the whole body; where two pieces meet, of the first.
Polygon sectionOutline(std::span<const SweptPiece> pieces, double at) {
  std::size_t i = 0;
  while (i + 1 < pieces.size() && at > pieces[i].to) ++i;
  const SweptPiece& piece = pieces[i];
  return piece.section.outline(std::clamp((at - piece.from) / (piece.to - piece.from), 0.0, 1.0), kRingPoints);
}

/// The outer curve of the section at `at`, a little larger; a circle for a body without sections.
std::vector<Vec3> outline(const Link& link, double at, double radius) {
  if (const SurfaceCarrier* carrier = surfaceCarrierOf(link.body.get()))
    return circle(kOutside * meshRadius(carrier->surface()));
  const auto pieces = link.body ? link.body->sweptPieces() : std::span<const SweptPiece>();
  if (pieces.empty()) return circle(radius);
  std::vector<Vec3> points;
  for (const Vec2& yz : sectionOutline(pieces, at)) points.emplace_back(0, kOutside * yz[0], kOutside * yz[1]);
  return points;
}

}  // namespace

StationRings::StationRings()
    : points_(vtkSmartPointer<vtkPoints>::New()),
      lines_(vtkSmartPointer<vtkPolyData>::New()),
      actor_(vtkSmartPointer<vtkActor>::New()) {
  vtkNew<vtkPolyDataMapper> mapper;
  mapper->SetInputData(lines_);
  actor_->SetMapper(mapper);
  actor_->GetProperty()->LightingOff();
  actor_->PickableOff();
  actor_->VisibilityOff();
  lines_->SetPoints(points_);
}

StationRings::~StationRings() = default;

void StationRings::select(const Model& model, const std::vector<SceneSelection>& selection, double radius,
                          const Color& color) {
  rings_.clear();
  vtkNew<vtkCellArray> cells;
  vtkIdType next = 0;
  for (const SceneSelection& selected : selection) {
    if (selected.part != PickPart::kStation) continue;
    const Link& link = model.links[static_cast<std::size_t>(selected.link)];
    Ring ring{{.link = selected.link, .at = {}, .offset = Vec3::Zero()}, {}};
    if (link.body) ring.place.at = selected.at.value_or(1);
    ring.points = outline(link, ring.place.at.value_or(0), 1.3 * radius);
    const auto count = static_cast<vtkIdType>(ring.points.size());
    cells->InsertNextCell(static_cast<int>(count) + 1);
    for (vtkIdType i = 0; i <= count; ++i) cells->InsertCellPoint(next + i % count);
    next += count;
    rings_.push_back(std::move(ring));
  }
  points_->SetNumberOfPoints(next);
  lines_->SetLines(cells);
  actor_->GetProperty()->SetColor(color.r, color.g, color.b);
  place();
}

void StationRings::update(const Snapshot& snapshot) {
  pose_.model = snapshot.model;
  pose_.linkPoses = snapshot.linkPoses;
  pose_.sections = snapshot.sections;
  pose_.firstSection = snapshot.firstSection;
  if (!rings_.empty()) place();
}

void StationRings::place() {
  actor_->SetVisibility(pose_.model && !rings_.empty());
  if (!pose_.model) return;
  vtkIdType next = 0;
  for (const Ring& ring : rings_) {
    const Pose X = frameOf(pose_, ring.place);
    for (const Vec3& point : ring.points) points_->SetPoint(next++, (X * point).eval().data());
  }
  points_->Modified();
  lines_->Modified();
}

}  // namespace tendril
