// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <utility>

#include "render/ground/ground.hpp"

namespace tendril {
namespace {

constexpr double kMargin = 0.35;                        // of the robot's extent, for the blurred rim
constexpr double kLayerTop[] = {0.12, 0.45, HUGE_VAL};  // upper height of each layer, of the robot's extent
constexpr int kRadius[] = {2, 6, 14};                   // blur, pixels
constexpr float kStrength[] = {0.72F, 0.42F, 0.30F};

void transpose(std::vector<float>& layer) {
  for (int i = 0; i < ShadowMap::kSize; ++i)
    for (int j = 0; j < i; ++j) std::swap(layer[i * ShadowMap::kSize + j], layer[j * ShadowMap::kSize + i]);
}

}  // namespace

void ShadowMap::place(std::span<const ShadowCaster> casters, double height) {
  Eigen::Vector2f lower = Eigen::Vector2f::Constant(HUGE_VALF), upper = -lower;
  float top = static_cast<float>(height);
  for (const ShadowCaster& caster : casters) {
    for (size_t i = 0; i + 2 < caster.points.size(); i += 3) {
      const Eigen::Vector2f p(caster.points[i], caster.points[i + 1]);
      if (!p.allFinite()) continue;
      lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
      top = std::max(top, caster.points[i + 2]);
    }
  }
  if (!(lower.x() <= upper.x())) {
    side_ = 0;
    return;
  }
  const Eigen::Vector2d extent = (upper - lower).cast<double>();
  reach_ = std::max({extent.maxCoeff(), static_cast<double>(top) - height, 1e-3});
  side_ = extent.maxCoeff() + 2 * kMargin * reach_;
  corner_ = 0.5 * (lower + upper).cast<double>() - Eigen::Vector2d::Constant(side_ / 2);
}

bool ShadowMap::compute(std::span<const ShadowCaster> casters, double height) {
  place(casters, height);
  opacity_.assign(kSize * kSize, 0);
  if (side_ == 0) return false;
  for (auto& layer : layers_) layer.assign(kSize * kSize, 0.0F);
  for (const ShadowCaster& caster : casters) rasterize(caster, height);
  for (int l = 0; l < kLayers; ++l) blur(layers_[l], kRadius[l]);
  for (size_t i = 0; i < opacity_.size(); ++i) {
    float light = 1;
    for (int l = 0; l < kLayers; ++l) light *= 1 - kStrength[l] * layers_[l][i];
    opacity_[i] = static_cast<std::uint8_t>(255.5F * (1 - light));  // lround would be a call a pixel
  }
  return true;
}

void ShadowMap::rasterize(const ShadowCaster& caster, double height) {
  for (size_t i = 0; i + 2 < caster.triangles.size(); i += 3) {
    const float* a = &caster.points[3 * caster.triangles[i]];
    const float* b = &caster.points[3 * caster.triangles[i + 1]];
    const float* c = &caster.points[3 * caster.triangles[i + 2]];
    fill(a, b, c, height);
  }
}

void ShadowMap::fill(const float* a, const float* b, const float* c, double height) {
  // Seen from below it is the far side, which the near side covers.
  if (!((b[0] - a[0]) * (c[1] - a[1]) > (b[1] - a[1]) * (c[0] - a[0]))) return;
  const double middle = (static_cast<double>(a[2]) + b[2] + c[2]) / 3 - height;
  if (!(middle >= -0.02 * reach_)) return;
  const auto layer =
      std::find_if(std::begin(kLayerTop), std::end(kLayerTop), [&](double t) { return middle < t * reach_; });
  std::vector<float>& target = layers_[std::min<long>(layer - std::begin(kLayerTop), kLayers - 1)];
  const double scale = kSize / side_;
  const auto place = [&](const float* p) {
    return Eigen::Vector2f(static_cast<float>((p[0] - corner_.x()) * scale),
                           static_cast<float>((p[1] - corner_.y()) * scale));
  };
  const Eigen::Vector2f p = place(a), q = place(b), r = place(c);
  const int y0 = std::max(0, static_cast<int>(std::floor(std::min({p.y(), q.y(), r.y()}))));
  const int y1 = std::min(kSize - 1, static_cast<int>(std::max({p.y(), q.y(), r.y()})));
  for (int y = y0; y <= y1; ++y) {
    const float at = static_cast<float>(y) + 0.5F;
    float from = HUGE_VALF, to = -HUGE_VALF;
    const Eigen::Vector2f corners[3] = {p, q, r};
    for (int e = 0; e < 3; ++e) {
      const Eigen::Vector2f &s = corners[e], &t = corners[(e + 1) % 3];
      if ((s.y() <= at) == (t.y() <= at)) continue;
      const float x = s.x() + (at - s.y()) / (t.y() - s.y()) * (t.x() - s.x());
      from = std::min(from, x), to = std::max(to, x);
    }
    if (!(from <= to)) continue;
    const int x0 = std::max(0, static_cast<int>(from)), x1 = std::min(kSize - 1, static_cast<int>(to));
    for (int x = x0; x <= x1; ++x) target[y * kSize + x] = 1;
  }
}

void ShadowMap::blur(std::vector<float>& layer, int radius) {
  if (std::all_of(layer.begin(), layer.end(), [](float v) { return v == 0; })) return;
  // Two box filters each way are close to a Gaussian. Whole rows are summed at once.
  const float weight = 1.0F / static_cast<float>(2 * radius + 1);
  const auto pass = [&] {
    row_ = layer;
    column_.assign(kSize, 0.0F);
    for (int k = -radius; k < kSize; ++k) {
      if (k + radius < kSize)
        for (int i = 0; i < kSize; ++i) column_[i] += row_[(k + radius) * kSize + i];
      if (k - radius - 1 >= 0)
        for (int i = 0; i < kSize; ++i) column_[i] -= row_[(k - radius - 1) * kSize + i];
      if (k >= 0)
        for (int i = 0; i < kSize; ++i) layer[k * kSize + i] = std::max(0.0F, column_[i] * weight);
    }
  };
  for (int way = 0; way < 2; ++way) {
    pass();
    pass();
    transpose(layer);
  }
}

}  // namespace tendril
