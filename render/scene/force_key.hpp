// SPDX-License-Identifier: BSD-3-Clause
// What the arrows of a picture mean and how long they are.
#pragma once

#include <vtkNew.h>

#include <array>
#include <vector>

#include "render/camera.hpp"
#include "render/glyphs/force_arrows.hpp"
#include "render/theme.hpp"

class vtkActor2D;
class vtkPolyData;
class vtkRenderer;
class vtkTextActor;

namespace tendril {

/// In the upper left corner a line per kind of arrow: an arrow of a round force, true where the camera looks at, its
/// number and its name; below them how much 1 cm in the scene is.
class ForceKey {
 public:
  ForceKey();
  ~ForceKey();
  void addTo(vtkRenderer* renderer) const;
  /// None: nothing is shown.
  void setKinds(std::vector<ArrowKind> kinds) { kinds_ = std::move(kinds); }
  /// Before each picture: its height, device pixels.
  void prepare(const ForceScale& scale, const CameraView& view, const Theme& theme, int height, double pixelRatio);
  /// Strip at the top of a picture that the lines for these kinds take, logical pixels; 0 without arrows.
  static double height(const std::vector<ArrowKind>& kinds, const ForceScale& scale);
  /// What stands there, line by line.
  std::vector<std::string> lines() const;

 private:
  static constexpr std::size_t kLines = 8;
  void place(std::size_t line, const std::string& text, double x, double y, const Theme& theme, double pixelRatio);

  std::vector<ArrowKind> kinds_;
  vtkNew<vtkPolyData> arrows_;
  vtkNew<vtkActor2D> actor_;
  std::array<vtkNew<vtkTextActor>, kLines> labels_;
};

}  // namespace tendril
