// SPDX-License-Identifier: BSD-3-Clause
// How long a length is in an orthographic picture.
#pragma once

#include <vtkNew.h>

#include "render/camera.hpp"
#include "render/theme.hpp"

class vtkActor2D;
class vtkPolyData;
class vtkRenderer;
class vtkTextActor;

namespace tendril {

/// The longest round length (1, 2 or 5 times a power of ten, m) that is at most `pixels` long at the pivot of a view.
double scaleBarLength(const CameraView& view, double pictureHeight, double pixels);

/// A line of a round length with ticks at its ends and the length above it.
class ScaleBar {
 public:
  ScaleBar();
  ~ScaleBar();
  void addTo(vtkRenderer* renderer) const;
  void setVisible(bool visible);
  /// Before each picture: its height, and where the bar ends at the right and below, device pixels.
  void prepare(const CameraView& view, const Theme& theme, int height, double right, double bottom, double pixelRatio);

 private:
  vtkNew<vtkPolyData> line_;
  vtkNew<vtkActor2D> actor_;
  vtkNew<vtkTextActor> label_;
};

}  // namespace tendril
