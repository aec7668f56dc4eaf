// SPDX-License-Identifier: BSD-3-Clause
// The floor: an endless grid that fades, and the soft shadow of the robot on it.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "render/camera.hpp"
#include "render/shading.hpp"
#include "render/theme.hpp"

class vtkActor;
class vtkFloatArray;
class vtkImageData;
class vtkPolyData;
class vtkRenderer;
class vtkTexture;

namespace tendril {

/// A triangle mesh in the world that throws a shadow: float points (x y z …) and vertex indices by three.
struct ShadowCaster {
  std::span<const float> points;
  std::span<const int> triangles;
};

/// Shadow on a horizontal plane of a bright sky: sharp and dark where a body touches the ground, wide and faint below
/// what hangs high. Computed on the CPU into a small picture.
class ShadowMap {
 public:
  static constexpr int kSize = 192;  ///< pixels along each side

  /// Draws the casters above `height`; false if none is there. Millisecond of work for 10,000 triangles.
  bool compute(std::span<const ShadowCaster> casters, double height);
  /// Opacity of each pixel, rows along +y, 0…255.
  const std::vector<std::uint8_t>& opacity() const { return opacity_; }
  /// Square in the world: lower corner and side, m.
  Eigen::Vector2d corner() const { return corner_; }
  double side() const { return side_; }

 private:
  static constexpr int kLayers = 3;
  void place(std::span<const ShadowCaster> casters, double height);
  void rasterize(const ShadowCaster& caster, double height);
  void fill(const float* a, const float* b, const float* c, double height);
  void blur(std::vector<float>& layer, int radius);

  Eigen::Vector2d corner_ = Eigen::Vector2d::Zero();
  double side_ = 0, reach_ = 1;
  std::vector<float> layers_[kLayers];
  std::vector<float> row_, column_;
  std::vector<std::uint8_t> opacity_;
};

/// Size of the grid's minor cells for a view, m: 1, 2 or 5 times a power of ten, about 50 pixels at the pivot.
double gridCell(const CameraView& view, double pictureHeight);
/// "10 cm", "2 m".
std::string lengthText(double metres);

class Ground {
 public:
  Ground();
  ~Ground();
  /// Adds the floor to the renderer that is drawn first.
  void addTo(vtkRenderer* renderer);
  void setTheme(const Theme& theme);
  void setHeight(double z) { height_ = z; }
  double height() const { return height_; }
  void setVisible(bool visible);
  /// The lines; the shadow stays.
  void setGridVisible(bool visible) { hasGrid_ = visible; }
  void setShadow(std::span<const ShadowCaster> casters);
  /// Before a picture in which light is hidden (LightRig::occlusion): the rig draws the shadow, not setShadow's.
  void setRig(const CameraView& view, const LightRig& rig);
  /// Before a picture of this height in pixels.
  void prepare(const CameraView& view, double pictureHeight);
  double cell() const { return cell_; }

 private:
  void updateGrid(const CameraView& view, double pictureHeight);
  void updateShadow();

  /// What the lines depend on.
  struct GridKey {
    Vec3 pivot;
    double distance, azimuth, elevation, fieldOfView;
    bool orthographic;
    double height, pictureHeight, opacity;
    bool operator==(const GridKey&) const = default;
  };

  Theme theme_ = kLightTheme;
  double height_ = 0, cell_ = 0.1;
  GridKey gridKey_{};
  bool visible_ = true, hasShadow_ = false, hasGrid_ = true, litByRig_ = false;
  ShadowMap shadow_;
  vtkNew<vtkPolyData> gridMesh_, shadowMesh_, catcherMesh_, poolMesh_;
  vtkNew<vtkImageData> shadowImage_;
  vtkNew<vtkTexture> shadowTexture_;
  vtkSmartPointer<vtkActor> grid_, shadowActor_, catcher_, pool_;
};

}  // namespace tendril
