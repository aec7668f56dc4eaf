// SPDX-License-Identifier: BSD-3-Clause
// The colours of a field with numbers beside them, in the picture itself.
#pragma once

#include <vtkNew.h>

#include <array>

#include "render/color_map.hpp"

class vtkActor2D;
class vtkPolyData;
class vtkRenderer;
class vtkTextActor;

namespace tendril {

class ColorScale {
 public:
  ColorScale();
  ~ColorScale();

  void addTo(vtkRenderer* renderer) const;
  /// kNone: hidden.
  void setColors(const FieldColors& colors);
  /// Before each picture: its height in device pixels, and their number per screen pixel.
  void prepare(const Theme& theme, int height, double pixelRatio) const;

 private:
  void paint();

  FieldColors colors_;
  vtkNew<vtkPolyData> bar_;
  vtkNew<vtkActor2D> actor_;
  vtkNew<vtkTextActor> title_;
  std::array<vtkNew<vtkTextActor>, 5> ticks_;
};

}  // namespace tendril
