// SPDX-License-Identifier: BSD-3-Clause
// Points in the world with colours that stand for numbers, such as where a robot can be.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "render/camera.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class PointCloud {
 public:
  /// One colour per point (m, world).
  PointCloud(std::vector<Vec3> points, const std::vector<Color>& colors);
  ~PointCloud();
  PointCloud(const PointCloud&) = delete;
  PointCloud& operator=(const PointCloud&) = delete;

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// Before each picture: how many device pixels a screen pixel has.
  void prepare(double pixelRatio) const;
  /// The point with a ring around it, −1 for none.
  void choose(int point);
  int chosen() const { return chosen_; }

  const std::vector<Vec3>& points() const { return points_; }
  /// The point that is seen nearest to (x, y), pixels of a picture of this size, y down, and not farther than `reach`
  /// from it; of several at one place the one in front. −1: none.
  int pointAt(const CameraView& camera, double x, double y, double width, double height, double reach) const;

 private:
  std::vector<Vec3> points_;
  int chosen_ = -1;
  vtkNew<vtkPolyData> mesh_, ring_;
  vtkSmartPointer<vtkActor> actor_, ringActor_;
};

}  // namespace tendril
