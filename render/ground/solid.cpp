// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground/solid.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCleanPolyData.h>
#include <vtkMapper.h>
#include <vtkMatrix4x4.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataNormals.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>

namespace tendril {
namespace {

/// A mesh for an outline: points on edges are one, their normals shared.
vtkSmartPointer<vtkPolyData> mergedHull(vtkPoints* points, std::span<const int> triangles) {
  vtkNew<vtkCellArray> cells;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    cells->InsertNextCell({triangles[i], triangles[i + 1], triangles[i + 2]});
  vtkNew<vtkPolyData> bare;
  bare->SetPoints(points);
  bare->SetPolys(cells);
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputData(bare);
  clean->ToleranceIsAbsoluteOn();
  clean->SetAbsoluteTolerance(1e-7);
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputConnection(clean->GetOutputPort());
  normals->SplittingOff();
  normals->ConsistencyOff();
  normals->Update();
  vtkPolyData* hull = normals->GetOutput();
  // Triangles that merging has made lines would be drawn on the surface: pins were filled by them.
  hull->SetLines(vtkNew<vtkCellArray>());
  hull->SetVerts(vtkNew<vtkCellArray>());
  return hull;
}

vtkPolyData* meshOf(vtkActor& actor) {
  return vtkPolyData::SafeDownCast(actor.GetMapper()->GetInput());
}

void setMatrix(vtkActor& actor, const Pose& X) {
  vtkMatrix4x4* m = actor.GetUserMatrix();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m->SetElement(i, j, X.R(i, j));
    m->SetElement(i, 3, X.p[i]);
  }
  m->Modified();
}

}  // namespace

vtkSmartPointer<vtkActor> makeLit(vtkPolyData* mesh) {
  auto actor = makeActor(mesh);
  actor->SetUserMatrix(vtkSmartPointer<vtkMatrix4x4>::New());
  useRig(*actor);
  return actor;
}

vtkSmartPointer<vtkActor> makeOutline(vtkActor& solid, vtkPolyData* hull) {
  auto actor = makeActor(hull);
  actor->SetUserMatrix(solid.GetUserMatrix());
  useOutline(*actor, {1, 1, 1});
  actor->VisibilityOff();
  return actor;
}

void Solid::build(const ShapeMesh& mesh) {
  if (mesh.triangles.empty()) return;
  actor = makeLit(toPolyData(mesh));
  outline = makeOutline(*actor, vtkNew<vtkPolyData>());
  points = mesh.points;
  world.resize(3 * mesh.points.size());
  for (const auto& t : mesh.triangles) triangles.insert(triangles.end(), t.begin(), t.end());
  move(Pose{});
}

void Solid::move(const Pose& pose) {
  if (!actor) return;
  setMatrix(*actor, pose);
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Vec3f p = pose.p.cast<float>();
  for (std::size_t i = 0; i < points.size(); ++i) {
    const Vec3f at = R * points[i] + p;
    std::copy(at.begin(), at.end(), world.begin() + static_cast<std::ptrdiff_t>(3 * i));
  }
}

void Solid::setVisible(bool visible) {
  if (actor) actor->SetVisibility(visible);
}

void Solid::addTo(vtkRenderer* renderer) const {
  if (!actor) return;
  renderer->AddActor(actor);
  renderer->AddActor(outline);
}

void Solid::removeFrom(vtkRenderer* renderer) const {
  if (!actor) return;
  renderer->RemoveActor(actor);
  renderer->RemoveActor(outline);
}

void Solid::showOutline(bool shown, const Color& color) {
  if (!actor) return;
  outline->SetVisibility(shown);
  if (!shown) return;
  fillOutline(*outline, 0, triangles.size() / 3);
  outline->GetProperty()->SetColor(color.r, color.g, color.b);
}

void Solid::fillOutline(vtkActor& of, std::size_t from, std::size_t to) const {
  if (meshOf(of)->GetNumberOfPoints() > 0) return;
  const auto hull = mergedHull(meshOf(*actor)->GetPoints(), std::span(triangles).subspan(3 * from, 3 * (to - from)));
  meshOf(of)->ShallowCopy(hull);
}

}  // namespace tendril
