// SPDX-License-Identifier: BSD-3-Clause
#include "render/ground/depth_map.hpp"

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

constexpr float kNoDepth = 1e30F;

}  // namespace

BoundingBall boundingBall(std::span<const ShadowCaster> casters) {
  Eigen::Vector3f lower = Eigen::Vector3f::Constant(HUGE_VALF), upper = -lower;
  for (const ShadowCaster& caster : casters)
    for (std::size_t i = 0; i + 2 < caster.points.size(); i += 3) {
      const Eigen::Vector3f p(&caster.points[i]);
      if (p.allFinite()) lower = lower.cwiseMin(p), upper = upper.cwiseMax(p);
    }
  if (!(lower.x() <= upper.x())) return {};
  return {0.5 * (lower + upper).cast<double>(), std::max(1e-6, 0.5 * (upper - lower).cast<double>().norm())};
}

void DepthMap::draw(std::span<const ShadowCaster> casters, const BoundingBall& ball, const Vec3& toLight, double turn) {
  depths_.assign(static_cast<std::size_t>(size_) * size_, kNoDepth);
  const Vec3 z = toLight.normalized(), away = std::abs(z.x()) < 0.7 ? Vec3::UnitX() : Vec3::UnitY();
  const Vec3 x0 = away.cross(z).normalized(), y0 = z.cross(x0);
  const Vec3 x = std::cos(turn) * x0 + std::sin(turn) * y0, y = z.cross(x);
  const double scale = 0.5 / std::max(ball.radius, 1e-9);
  fromWorld_ << scale * x.transpose(), 0.5 - scale * x.dot(ball.centre),  //
      scale * y.transpose(), 0.5 - scale * y.dot(ball.centre),            //
      -z.transpose(), z.dot(ball.centre) + ball.radius;
  const Eigen::Matrix<float, 3, 4> map = fromWorld_.cast<float>();
  const auto side = static_cast<float>(size_);
  for (const ShadowCaster& caster : casters) {
    placed_.resize(caster.points.size() / 3);
    for (std::size_t i = 0; i < placed_.size(); ++i) {
      const Eigen::Vector3f p = map.leftCols<3>() * Eigen::Vector3f(&caster.points[3 * i]) + map.col(3);
      placed_[i] = {p.x() * side, p.y() * side, p.z()};
    }
    for (std::size_t i = 0; i + 2 < caster.triangles.size(); i += 3)
      fill(placed_[static_cast<std::size_t>(caster.triangles[i])],
           placed_[static_cast<std::size_t>(caster.triangles[i + 1])],
           placed_[static_cast<std::size_t>(caster.triangles[i + 2])]);
  }
}

/// Pixels whose middle the triangle covers; x and y in pixels.
void DepthMap::fill(const Eigen::Vector3f& a, const Eigen::Vector3f& b, const Eigen::Vector3f& c) {
  const Eigen::Vector3f u = b - a, v = c - a;
  const float area = u.x() * v.y() - u.y() * v.x();
  if (!(std::abs(area) > 1e-12F) || !a.allFinite() || !b.allFinite() || !c.allFinite()) return;
  const float dx = (u.z() * v.y() - u.y() * v.z()) / area, dy = (u.x() * v.z() - u.z() * v.x()) / area;
  const auto last = static_cast<float>(size_ - 1);
  const auto row = [last](float y) { return static_cast<int>(std::clamp(std::ceil(y - 0.5F), 0.0F, last + 1)); };
  const Eigen::Vector3f* corners[3] = {&a, &b, &c};
  const int y0 = row(std::min({a.y(), b.y(), c.y()})), y1 = row(std::max({a.y(), b.y(), c.y()}));
  for (int y = y0; y < y1; ++y) {
    const float at = static_cast<float>(y) + 0.5F;
    float from = HUGE_VALF, to = -HUGE_VALF;
    for (int e = 0; e < 3; ++e) {
      const Eigen::Vector3f &s = *corners[e], &t = *corners[(e + 1) % 3];
      if ((s.y() <= at) == (t.y() <= at)) continue;
      const float x = s.x() + (at - s.y()) / (t.y() - s.y()) * (t.x() - s.x());
      from = std::min(from, x), to = std::max(to, x);
    }
    if (!(from <= to)) continue;
    const int x0 = row(from), x1 = row(to);
    float* depth = &depths_[static_cast<std::size_t>(y) * size_];
    for (int x = x0; x < x1; ++x)
      depth[x] = std::min(depth[x], a.z() + dx * (static_cast<float>(x) + 0.5F - a.x()) + dy * (at - a.y()));
  }
}

bool DepthMap::reaches(const Vec3& point, double slack) const {
  const Vec3 p = fromWorld_.leftCols<3>() * point + fromWorld_.col(3);
  const auto x = static_cast<int>(std::floor(p.x() * size_)), y = static_cast<int>(std::floor(p.y() * size_));
  if (x < 0 || y < 0 || x >= size_ || y >= size_) return true;
  return p.z() - slack <= depths_[static_cast<std::size_t>(y) * size_ + x];
}

}  // namespace tendril
