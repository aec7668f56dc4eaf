// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground/soft_light.hpp"

#include <vtkOpenGLRenderWindow.h>
#include <vtkShaderProgram.h>
#include <vtkTextureObject.h>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <numbers>
#include <thread>

namespace tendril {
namespace {

constexpr double kKeyRadius = 0.11;   // of the key light as seen from the robot, rad
constexpr double kPixelReach = 0.62;  // of a sample around the middle of its pixel
constexpr double kSlackPixels = 1.6;  // of a depth map

// Maps stand one above the other. Outside of its map nothing hides a light.
constexpr const char* kSeen = R"(
uniform sampler2D rigAtlas;
uniform mat4 rigMaps[RIG_LIGHTS + 1];
uniform vec3 rigLights[RIG_LIGHTS];
uniform float rigSlack;
float rigSeen(int light, vec3 at) {
  vec3 p = (rigMaps[light] * vec4(at, 1.0)).xyz;
  if (min(p.x, p.y) <= 0.0 || max(p.x, p.y) >= 1.0) return 1.0;
  ivec2 size = ivec2(textureSize(rigAtlas, 0).x);
  ivec2 pixel = min(ivec2(p.xy * vec2(size)), size - 1);
  return p.z - rigSlack <= texelFetch(rigAtlas, pixel + ivec2(0, light * size.y), 0).r ? 1.0 : 0.0;
}
)";

/// The radical inverse of `index`: numbers 0…1 that fill the interval evenly, however many are taken.
double evenly(int index, int base) {
  double value = 0, digit = 1.0 / base;
  for (int i = index; i > 0; i /= base, digit /= base) value += (i % base) * digit;
  return value;
}

/// Evenly spread directions, the whole turned differently for each sample.
Vec3 direction(int light, const PictureSample& sample) {
  constexpr double kGolden = 2.399963229728653;
  const double z = 1 - (2 * light + 1.0) / SoftLight::kLights, r = std::sqrt(1 - z * z);
  const Vec3 fixed(r * std::cos(kGolden * light), r * std::sin(kGolden * light), z);
  const int i = sample.index + 1;
  const double u = evenly(i, 2), a = 2 * std::numbers::pi * evenly(i, 3), b = 2 * std::numbers::pi * evenly(i, 5);
  const Eigen::Quaterniond turn(std::sqrt(1 - u) * std::sin(a), std::sqrt(1 - u) * std::cos(a),
                                std::sqrt(u) * std::sin(b), std::sqrt(u) * std::cos(b));
  return turn.normalized() * fixed;
}

}  // namespace

Eigen::Vector2d pixelOffset(const PictureSample& sample) {
  const int i = sample.index + 1;
  return 2 * kPixelReach * Eigen::Vector2d(evenly(i, 2) - 0.5, evenly(i, 3) - 0.5);
}

SoftLight::SoftLight(vtkOpenGLRenderWindow* window) : window_(window), maps_(kLights + 1, DepthMap(kMapSize)) {}

SoftLight::~SoftLight() = default;

void SoftLight::draw(std::span<const ShadowCaster> casters, const CameraView& view, const LightRig& rig,
                     const PictureSample& sample) {
  Eigen::Matrix4d toWorld = Eigen::Matrix4d::Identity();
  toWorld.col(0).head<3>() = view.right();
  toWorld.col(1).head<3>() = view.up();
  toWorld.col(2).head<3>() = -view.direction();
  toWorld.col(3).head<3>() = view.position();
  const Mat3 axes = toWorld.topLeftCorner<3, 3>();
  const Vec3 key = axes * rig.key, side = key.cross(Vec3::UnitY()).normalized();
  const int i = sample.index + 1;
  const double r = kKeyRadius * std::sqrt(evenly(i, 3)), angle = 2 * std::numbers::pi * evenly(i, 2);
  const BoundingBall ball = boundingBall(casters);
  std::array<Vec3, kLights + 1> toLight;
  toLight[0] = (key + r * std::cos(angle) * side + r * std::sin(angle) * key.cross(side)).normalized();
  for (int k = 0; k < kLights; ++k) {
    toLight[k + 1] = direction(k, sample);
    const Vec3 seen = axes.transpose() * toLight[k + 1];
    for (int c = 0; c < 3; ++c) directions_[k][c] = static_cast<float>(seen[c]);
  }
  atlas_.resize(static_cast<std::size_t>(kLights + 1) * kMapSize * kMapSize);
  std::atomic<int> next{0};
  const auto work = [&] {
    for (int k = next++; k <= kLights; k = next++) {
      maps_[k].draw(casters, ball, toLight[k], 2 * std::numbers::pi * evenly(i, 7));
      std::copy(maps_[k].depths().begin(), maps_[k].depths().end(),
                atlas_.begin() + static_cast<std::ptrdiff_t>(k) * kMapSize * kMapSize);
      Eigen::Matrix4d map = Eigen::Matrix4d::Identity();
      map.topRows<3>() = maps_[k].fromWorld();
      Eigen::Map<Eigen::Matrix4f>(fromView_[k].data()) = (map * toWorld).cast<float>();
    }
  };
  {
    std::vector<std::jthread> helpers;
    for (unsigned n = 1; n < std::min(std::thread::hardware_concurrency(), 8U); ++n) helpers.emplace_back(work);
    work();
  }
  slack_ = static_cast<float>(kSlackPixels * 2 * ball.radius / kMapSize);
  stale_ = true;
}

const char* SoftLight::code() const {
  return kSeen;
}

void SoftLight::upload() {
  if (!texture_) {
    texture_ = vtkSmartPointer<vtkTextureObject>::New();
    texture_->SetContext(window_);
    texture_->SetMinificationFilter(vtkTextureObject::Nearest);
    texture_->SetMagnificationFilter(vtkTextureObject::Nearest);
    texture_->SetWrapS(vtkTextureObject::ClampToEdge);
    texture_->SetWrapT(vtkTextureObject::ClampToEdge);
  }
  texture_->Deactivate();
  texture_->Create2DFromRaw(kMapSize, kMapSize * (kLights + 1), 1, VTK_FLOAT, atlas_.data());
  stale_ = false;
}

void SoftLight::bind(vtkShaderProgram& program) {
  if (stale_) upload();
  texture_->Activate();
  program.SetUniformi("rigAtlas", texture_->GetTextureUnit());
  program.SetUniformMatrix4x4v("rigMaps", kLights + 1, fromView_[0].data());
  float directions[kLights][3];
  for (int k = 0; k < kLights; ++k) std::copy_n(directions_[k].begin(), 3, directions[k]);
  program.SetUniform3fv("rigLights", kLights, directions);
  program.SetUniformf("rigSlack", slack_);
}

void SoftLight::release() {
  if (!texture_) return;
  texture_->Deactivate();
  texture_->ReleaseGraphicsResources(window_);
  texture_ = nullptr;
}

}  // namespace tendril
