// SPDX-License-Identifier: BSD-3-Clause
// How the mesh of a file looks: its triangles, with normals that keep sharp edges sharp.
#include <vtkCellArray.h>
#include <vtkCleanPolyData.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkPointData.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataNormals.h>

#include <stdexcept>

#include "core/model/contact/picture_mesh.hpp"
#include "render/shapes/link_shapes.hpp"

namespace tendril {
namespace {

constexpr double kFeatureAngle = 40;  // degrees: sharper edges stay sharp

TriangleMesh trianglesOf(const std::string& path) {
  try {
    return readPicture(path);
  } catch (const PictureError& error) {
    throw std::runtime_error("mesh \"" + path + "\" " + error.what() + ": " + error.cure());
  }
}

vtkNew<vtkPolyData> polyDataOf(const TriangleMesh& mesh) {
  vtkNew<vtkPoints> points;
  for (const Vec3& vertex : mesh.vertices) points->InsertNextPoint(vertex.data());
  vtkNew<vtkCellArray> triangles;
  for (const auto& triangle : mesh.triangles) triangles->InsertNextCell({triangle[0], triangle[1], triangle[2]});
  vtkNew<vtkPolyData> data;
  data->SetPoints(points);
  data->SetPolys(triangles);
  return data;
}

}  // namespace

ShapeMesh meshShape(const std::string& path, const Color& color) {
  const vtkNew<vtkPolyData> read = polyDataOf(trianglesOf(path));
  // Files repeat corners for each triangle; surfaces are smooth where they share them.
  vtkNew<vtkCleanPolyData> joined;
  joined->SetInputData(read);
  joined->SetTolerance(0);
  joined->ConvertPolysToLinesOff();
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputConnection(joined->GetOutputPort());
  normals->SetFeatureAngle(kFeatureAngle);
  normals->SplittingOn();
  normals->ConsistencyOff();
  normals->Update();
  vtkPolyData* data = normals->GetOutput();
  if (data->GetNumberOfPolys() == 0) throw std::runtime_error("mesh \"" + path + "\" has no surface");

  ShapeMesh mesh;
  vtkDataArray* directions = data->GetPointData()->GetNormals();
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i)
    mesh.addVertex(Vec3(data->GetPoint(i)), Vec3(directions->GetTuple3(i)), color);
  vtkNew<vtkIdList> cell;
  for (data->GetPolys()->InitTraversal(); data->GetPolys()->GetNextCell(cell);)
    mesh.triangles.push_back(
        {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(1)), static_cast<int>(cell->GetId(2))});
  return mesh;
}

}  // namespace tendril
