// SPDX-License-Identifier: BSD-3-Clause
#include <vtkCommand.h>
#include <vtkExecutive.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkNew.h>
#include <vtkOBJReader.h>
#include <vtkPLYReader.h>
#include <vtkPointData.h>
#include <vtkPolyData.h>
#include <vtkPolyDataNormals.h>
#include <vtkSTLReader.h>
#include <vtkTriangleFilter.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>

#include "render/link_shapes.hpp"

namespace tendril {
namespace {

constexpr double kFeatureAngle = 40;  // degrees: sharper edges stay sharp

/// Keeps the first error of a reader instead of printing it.
class FirstError : public vtkCommand {
 public:
  static FirstError* New() { return new FirstError; }
  void Execute(vtkObject*, unsigned long, void* data) override {
    if (text.empty() && data) text = static_cast<const char*>(data);
    failed = true;
  }
  bool failed = false;
  std::string text;
};

vtkSmartPointer<vtkAbstractPolyDataReader> readerOf(const std::string& path) {
  std::string extension = std::filesystem::path(path).extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (extension == ".obj") return vtkSmartPointer<vtkOBJReader>::New();
  if (extension == ".stl") return vtkSmartPointer<vtkSTLReader>::New();
  if (extension == ".ply") return vtkSmartPointer<vtkPLYReader>::New();
  throw std::runtime_error("mesh \"" + path + "\" cannot be shown: its format must be OBJ, STL or PLY");
}

}  // namespace

ShapeMesh readMesh(const std::string& path, const Color& color) {
  if (!std::filesystem::is_regular_file(path))
    throw std::runtime_error("mesh \"" + path +
                             "\" does not exist: correct the path, which is relative to the project");
  const auto reader = readerOf(path);
  vtkNew<FirstError> error;
  reader->AddObserver(vtkCommand::ErrorEvent, error);
  reader->GetExecutive()->AddObserver(vtkCommand::ErrorEvent, error);
  reader->SetFileName(path.c_str());
  vtkNew<vtkTriangleFilter> triangles;
  triangles->SetInputConnection(reader->GetOutputPort());
  triangles->PassVertsOff();
  triangles->PassLinesOff();
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputConnection(triangles->GetOutputPort());
  normals->SetFeatureAngle(kFeatureAngle);
  normals->SplittingOn();
  normals->ConsistencyOff();
  normals->Update();
  vtkPolyData* data = normals->GetOutput();
  if (error->failed || data->GetNumberOfPolys() == 0)
    throw std::runtime_error("mesh \"" + path + "\" cannot be read: the file has no surface or is damaged");

  ShapeMesh mesh;
  vtkDataArray* directions = data->GetPointData()->GetNormals();
  for (vtkIdType i = 0; i < data->GetNumberOfPoints(); ++i) {
    const Vec3 point(data->GetPoint(i)), normal(directions->GetTuple3(i));
    if (!point.allFinite()) throw std::runtime_error("mesh \"" + path + "\" has a vertex that is not a number");
    mesh.addVertex(point, normal, color);
  }
  vtkNew<vtkIdList> cell;
  for (data->GetPolys()->InitTraversal(); data->GetPolys()->GetNextCell(cell);)
    mesh.triangles.push_back(
        {static_cast<int>(cell->GetId(0)), static_cast<int>(cell->GetId(1)), static_cast<int>(cell->GetId(2))});
  return mesh;
}

}  // namespace tendril
