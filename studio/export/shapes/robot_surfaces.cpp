// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/export/shapes/robot_surfaces.hpp"

#include <vtkCellArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <algorithm>
#include <iterator>
#include <map>

namespace tendril {
namespace {

Vec3 colorShares(const std::array<std::uint8_t, 3>& bytes) {
  return Vec3(bytes[0], bytes[1], bytes[2]) / 255;
}

/// Triangles [first, end) of a mesh, by colour, at a pose.
void addShape(const ShapeMesh& mesh, std::size_t first, std::size_t end, const Pose& pose, const std::string& name,
              std::vector<Surface>& out) {
  std::map<std::array<std::uint8_t, 3>, std::size_t> ofColor;
  std::map<std::pair<std::size_t, int>, int> vertices;  // of a surface, by those of the mesh
  const auto color = [&](std::size_t k) { return mesh.colors[static_cast<std::size_t>(mesh.triangles[k][0])]; };
  for (std::size_t k = first; k < end; ++k) {
    const auto [known, fresh] = ofColor.try_emplace(color(k), out.size());
    if (fresh)
      out.push_back(
          {ofColor.size() == 1 ? name : name + ' ' + std::to_string(ofColor.size()), colorShares(color(k)), {}, {}});
    Surface& surface = out[known->second];
    TriangleMesh& to = surface.mesh;
    std::array<int, 3> corners{};
    for (std::size_t c = 0; c < 3; ++c) {
      const int corner = mesh.triangles[k][c];
      const auto [vertex, isNew] = vertices.try_emplace({known->second, corner}, static_cast<int>(to.vertices.size()));
      if (isNew) {
        to.vertices.push_back(pose * Vec3(mesh.points[static_cast<std::size_t>(corner)].cast<double>()));
        surface.normals.emplace_back(pose.R * mesh.normals[static_cast<std::size_t>(corner)].cast<double>());
      }
      corners[c] = vertex->second;
    }
    to.triangles.push_back(corners);
  }
}

}  // namespace

LinkSurfaces linkSurfaces(const Model& model, std::size_t link, const RobotSize& size, const Pose& pose,
                          std::vector<std::string>& problems) {
  const LinkShape shape = linkShape(model, static_cast<int>(link), size, problems);
  const auto joint = static_cast<std::size_t>(shape.firstJoint);
  const std::string& name = model.links[link].name;
  LinkSurfaces out;
  addShape(shape.mesh, 0, joint, pose, name, out.body);
  addShape(shape.mesh, joint, shape.mesh.triangles.size(), pose, name + " joint", out.joint);
  return out;
}

Surface softBodySurface(const SoftSurface& soft, const Link& link) {
  vtkPolyData* data = soft.surface();
  const Color color = linkColor(link);
  Surface surface{link.name, Vec3(color.r, color.g, color.b), {}, {}};
  vtkDataArray* normals = data->GetPointData()->GetNormals();
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
    surface.mesh.vertices.emplace_back(data->GetPoint(i));
    if (normals) surface.normals.emplace_back(normals->GetTuple3(i));
  }
  const vtkNew<vtkIdList> cell;
  for (data->GetPolys()->InitTraversal(); data->GetPolys()->GetNextCell(cell);)
    surface.mesh.triangles.push_back(
        {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(1)), static_cast<int>(cell->GetId(2))});
  return surface;
}

std::vector<Surface> robotSurfaces(const Snapshot& snapshot, std::vector<std::string>& problems) {
  const Model& model = *snapshot.model;
  const RobotSize size = robotSize(model);
  std::vector<Surface> out;
  const auto add = [&out](std::vector<Surface>& surfaces) { std::ranges::move(surfaces, std::back_inserter(out)); };
  for (std::size_t i = 0; i < model.robotLinks().size(); ++i) {
    LinkSurfaces rigid = linkSurfaces(model, i, size, snapshot.linkPoses[i], problems);
    add(rigid.body);
    const Link& link = model.links[i];
    if (const auto soft = link.body ? makeSoftSurface(*link.body) : nullptr) {
      soft->update(snapshot, static_cast<int>(i));
      out.push_back(softBodySurface(*soft, link));
    }
    add(rigid.joint);
  }
  return out;
}

}  // namespace tendril
