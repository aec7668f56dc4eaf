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

#include <algorithm>
#include <utility>

#include "render/shading.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr double kBehind = 2e-3;  // turned about its axis, a round body's facets stand out of themselves

vtkFloatArray* pointsOf(vtkPolyData* data) {
  return vtkFloatArray::SafeDownCast(data->GetPoints()->GetData());
}
vtkFloatArray* normalsOf(vtkPolyData* data) {
  return vtkFloatArray::SafeDownCast(data->GetPointData()->GetNormals());
}

ShapeMesh meshOf(vtkPolyData* data) {
  ShapeMesh mesh;
  auto *points = pointsOf(data), *normals = normalsOf(data);
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

}  // namespace

/// What one link has of the mesh: first its rigid shape, then its surface.
struct Ghost::Part {
  int link = 0;
  vtkIdType first = 0;   ///< point of the mesh
  ShapeMesh rigid = {};  ///< in the link's frame
  std::shared_ptr<SoftSurface> surface = {};
};

Ghost::Ghost(const Snapshot& shape, const std::set<std::uint64_t>& without, const Color& color) : model_(shape.model) {
  const RobotSize size = robotSize(*model_);
  std::vector<std::string> problems;  // the robot itself has told them
  ShapeMesh all;
  for (std::size_t i = 0; i < model_->links.size(); ++i) {
    if (without.contains(model_->links[i].id)) continue;
    const auto link = static_cast<int>(i);
    Part part{.link = link, .first = static_cast<vtkIdType>(all.points.size())};
    part.rigid = linkShape(*model_, link, size, problems).mesh;
    all.append(part.rigid);
    if (model_->links[i].body) part.surface = makeSoftSurface(*model_->links[i].body);
    if (part.surface) {
      part.surface->update(shape, link);
      all.append(meshOf(part.surface->surface()));
    }
    parts_.push_back(std::move(part));
  }
  mesh_ = toPolyData(all);
  actor_ = makeActor(mesh_);
  useGhost(*actor_, kBehind);
  setColor(color);
  update(shape);
}

void Ghost::setColor(const Color& color) {
  actor_->GetProperty()->SetColor(color.r, color.g, color.b);
}

void Ghost::update(const Snapshot& shape) {
  if (shape.model != model_) return;
  for (const Part& part : parts_) place(part, shape);
  mesh_->GetPoints()->Modified();
  if (vtkFloatArray* normals = normalsOf(mesh_)) normals->Modified();
  mesh_->Modified();
}

void Ghost::place(const Part& part, const Snapshot& shape) {
  vtkFloatArray *points = pointsOf(mesh_), *normals = normalsOf(mesh_);
  if (!points || !normals || points->GetNumberOfTuples() == 0) return;
  float *point = points->GetPointer(3 * part.first), *normal = normals->GetPointer(3 * part.first);
  const Pose& pose = shape.linkPoses[static_cast<std::size_t>(part.link)];
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Vec3f p = pose.p.cast<float>();
  for (std::size_t i = 0; i < part.rigid.points.size(); ++i, point += 3, normal += 3) {
    Eigen::Map<Vec3f> to(point), along(normal);
    to = R * part.rigid.points[i] + p;
    along = R * part.rigid.normals[i];
  }
  if (!part.surface) return;
  part.surface->update(shape, part.link);
  vtkPolyData* surface = part.surface->surface();
  vtkFloatArray *own = pointsOf(surface), *ownNormals = normalsOf(surface);
  if (!own || !ownNormals) return;
  std::copy_n(own->GetPointer(0), own->GetNumberOfValues(), point);
  std::copy_n(ownNormals->GetPointer(0), ownNormals->GetNumberOfValues(), normal);
}

Ghost::~Ghost() = default;

vtkPolyData* Ghost::mesh() const {
  return mesh_;
}

vtkActor* Ghost::actor() const {
  return actor_;
}

}  // namespace tendril
