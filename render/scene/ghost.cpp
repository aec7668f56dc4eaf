// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/ghost.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>

#include <span>

#include "render/shading.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr Color kGhostColor = hexColor(0x7F8FA3);  // between the texts of both themes

void appendAt(ShapeMesh& all, ShapeMesh mesh, const Pose& pose) {
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Vec3f p = pose.p.cast<float>();
  for (Vec3f& point : mesh.points) point = R * point + p;
  for (Vec3f& normal : mesh.normals) normal = R * normal;
  all.append(mesh);
}

ShapeMesh meshOf(vtkPolyData* data) {
  ShapeMesh mesh;
  auto* points = vtkFloatArray::SafeDownCast(data->GetPoints()->GetData());
  auto* normals = vtkFloatArray::SafeDownCast(data->GetPointData()->GetNormals());
  for (vtkIdType i = 0; points && normals && i < points->GetNumberOfTuples(); ++i) {
    mesh.points.emplace_back(points->GetPointer(3 * i));
    mesh.normals.emplace_back(normals->GetPointer(3 * i));
    mesh.colors.push_back({});
  }
  vtkNew<vtkIdList> cell;
  for (data->GetPolys()->InitTraversal(); data->GetPolys()->GetNextCell(cell);)
    mesh.triangles.push_back(
        {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(1)), static_cast<int>(cell->GetId(2))});
  return mesh;
}

ShapeMesh shapeOf(const Snapshot& shape, const std::set<std::uint64_t>& without) {
  const Model& model = *shape.model;
  const RobotSize size = robotSize(model);
  std::vector<std::string> problems;  // the robot itself has told them
  ShapeMesh all;
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    if (without.contains(model.links[i].id)) continue;
    appendAt(all, linkShape(model, static_cast<int>(i), size, problems).mesh, shape.linkPoses[i]);
    if (!model.links[i].body) continue;
    const std::unique_ptr<SoftSurface> surface = makeSoftSurface(*model.links[i].body);
    if (!surface) continue;
    surface->update(shape, static_cast<int>(i));
    all.append(meshOf(surface->surface()));
  }
  return all;
}

}  // namespace

Ghost::Ghost(const Snapshot& shape, const std::set<std::uint64_t>& without)
    : mesh_(toPolyData(shapeOf(shape, without))), actor_(makeActor(mesh_)) {
  useGhost(*actor_);
  actor_->GetProperty()->SetColor(kGhostColor.r, kGhostColor.g, kGhostColor.b);
}

Ghost::~Ghost() = default;

vtkPolyData* Ghost::mesh() const {
  return mesh_;
}

vtkActor* Ghost::actor() const {
  return actor_;
}

}  // namespace tendril
