// SPDX-License-Identifier: BSD-3-Clause
// What is selected of what acts on the robot, seen through its bodies: routes of tendons, walls and lines of chambers,
// the places of wrenches (their arrows are ForceArrows).
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/shapes/ribbons.hpp"
#include "render/shapes/shape_mesh.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class SelectionMarks {
 public:
  SelectionMarks();
  ~SelectionMarks();
  SelectionMarks(const SelectionMarks&) = delete;
  SelectionMarks& operator=(const SelectionMarks&) = delete;

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// Indices into Model::actuators and Model::loads. Without any, pictures cost nothing.
  void select(std::vector<int> actuators, std::vector<int> loads, const Color& accent);
  bool empty() const { return actuators_.empty() && loads_.empty(); }
  /// Before each picture of this height in pixels. Of the snapshot the model, tendons, chambers and wrenches are read.
  void prepare(const Snapshot& snapshot, const CameraView& view, double pictureHeight);

  vtkPolyData* lines() const;
  vtkPolyData* walls() const;
  vtkActor* wallActor() const { return wallActor_; }
  vtkActor* lineActor() const { return lineActor_; }

 private:
  void addChamber(const Snapshot& snapshot, const ChamberState& chamber, RibbonBuilder& lines, ShapeMesh& walls) const;
  void addRoute(std::span<const Vec3> points, RibbonBuilder& lines) const;
  void addPlace(const Vec3& at, const CameraView& view, double pictureHeight, RibbonBuilder& lines) const;
  bool shows(int actuator) const;

  std::vector<int> actuators_, loads_;
  Color accent_;
  vtkNew<vtkPolyData> lines_, walls_;
  vtkSmartPointer<vtkActor> lineActor_, wallActor_, edgeActor_;
};

}  // namespace tendril
