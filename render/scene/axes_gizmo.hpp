// SPDX-License-Identifier: BSD-3-Clause
// The world's axes in the lower left corner.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <array>

#include "render/camera.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkRenderer;
class vtkRenderWindow;
class vtkTextActor;

namespace tendril {

class AxesGizmo {
 public:
  AxesGizmo();
  ~AxesGizmo();
  void attach(vtkRenderWindow* window, int layer);
  void detach(vtkRenderWindow* window);
  void setVisible(bool visible);
  /// Sizes in device pixels; `bottom` is left free.
  void prepare(const CameraView& view, const Theme& theme, int width, int height, double pixelRatio, double bottom);

 private:
  vtkNew<vtkRenderer> renderer_;
  vtkSmartPointer<vtkActor> arrows_;
  std::array<vtkNew<vtkTextActor>, 3> letters_;
};

}  // namespace tendril
