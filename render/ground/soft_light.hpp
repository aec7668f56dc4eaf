// SPDX-License-Identifier: BSD-3-Clause
// Light of pictures that take their time: each sample has its own few directions, many samples together give soft
// shadows and the darkness of corners.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <span>
#include <vector>

#include "render/ground/depth_map.hpp"
#include "render/shading.hpp"

class vtkOpenGLRenderWindow;
class vtkTextureObject;

namespace tendril {

/// One of the samples of which a picture is the mean.
struct PictureSample {
  int index = 0, count = 1;
};

/// Where in its pixel a sample looks: offsets in pixels from the middle, about ±0.6, spread evenly.
Eigen::Vector2d pixelOffset(const PictureSample& sample);

/// Which lights come in, from depth maps that are drawn without a graphics card. Reads the meshes of draw() only during
/// that call.
class SoftLight final : public LightOcclusion {
 public:
  static constexpr int kLights = 8;     ///< from everywhere, besides the key
  static constexpr int kMapSize = 768;  ///< pixels along each side of a depth map

  explicit SoftLight(vtkOpenGLRenderWindow* window);
  ~SoftLight() override;
  SoftLight(const SoftLight&) = delete;
  SoftLight& operator=(const SoftLight&) = delete;

  /// The depth maps of a sample. `rig`: the key light of the view.
  void draw(std::span<const ShadowCaster> casters, const CameraView& view, const LightRig& rig,
            const PictureSample& sample);
  /// Frees the texture; with the window's context.
  void release();

  const char* code() const override;
  int lights() const override { return kLights; }
  void bind(vtkShaderProgram& program) override;

 private:
  void upload();

  vtkOpenGLRenderWindow* window_;
  std::vector<DepthMap> maps_;
  vtkSmartPointer<vtkTextureObject> texture_;
  bool stale_ = true;
  std::vector<float> atlas_;                                   ///< maps one above the other
  std::array<std::array<float, 16>, kLights + 1> fromView_{};  ///< as OpenGL has them
  std::array<std::array<float, 3>, kLights> directions_{};     ///< camera's axes
  float slack_ = 0;
};

}  // namespace tendril
