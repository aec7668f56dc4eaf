// SPDX-License-Identifier: BSD-3-Clause
// Tendons as tubes: taut ones coloured by tension, slack ones grey and dashed.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

/// Colour of a tension, both in N: kTendonSlackColor for `slack`, then from low to high over 0…highest.
Color tensionColor(double tension, double highest);
/// True if a tendon of this tension hangs loose.
bool isSlack(double tension, double highest);

class TendonMesh {
 public:
  TendonMesh();
  ~TendonMesh();
  /// Adds it twice: as a body among bodies, and faintly through them.
  void addTo(vtkRenderer* renderer);
  void removeFrom(vtkRenderer* renderer);

  /// Tubes of this radius (m), but nowhere thinner than about a pixel in the given view.
  void update(const Snapshot& snapshot, double radius, const CameraView& view, double pictureHeight);
  vtkPolyData* mesh() const;
  vtkActor* actor() const;
  /// Input (index into u) of a triangle of the mesh.
  int inputOf(int triangle) const;

 private:
  double highest(const Snapshot& snapshot, const TendonLine& line);

  struct Range {
    int firstTriangle, input;
  };
  std::vector<Range> ranges_;
  std::vector<double> seen_;  ///< largest tension so far, per input without an upper bound
  ShapeMesh tubes_;
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_, xray_;
};

}  // namespace tendril
