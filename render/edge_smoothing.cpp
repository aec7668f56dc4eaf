// SPDX-License-Identifier: BSD-3-Clause
#include "render/edge_smoothing.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <cstring>

namespace tendril {
namespace {

constexpr std::uint8_t kLeast = 10;  // difference of brightness, of 255, that is an edge
constexpr int kRelative = 3;         // and at least 1/2³ of the brightest pixel about it
constexpr int kFarthest = 20;        // pixels along an edge within which its end is looked for
constexpr double kThin = 0.8;        // how far single pixels and thin lines are mixed with what is about them
constexpr double kStraight = 0.36;   // of the pixels about one that differ from it beside a straight edge, and a little
constexpr double kMixed = 256;       // parts of a mixture

/// `a` with so many of kMixed parts of `b`, each of the four bytes.
std::uint32_t mix(std::uint32_t a, std::uint32_t b, std::uint32_t parts) {
  constexpr std::uint32_t kOdd = 0x00FF00FF;
  const std::uint32_t rest = 256 - parts;
  const std::uint32_t low = ((a & kOdd) * rest + (b & kOdd) * parts) >> 8;
  const std::uint32_t high = ((a >> 8) & kOdd) * rest + ((b >> 8) & kOdd) * parts;
  return (low & kOdd) | (high & ~kOdd);
}

}  // namespace

/// An edge beside a pixel.
struct EdgeSmoothing::Step {
  int alongX = 0, alongY = 0;  ///< one pixel along it
  int overX = 0, overY = 0;    ///< to the pixel on its other side
  double height = 0;           ///< of brightness across it
};

void EdgeSmoothing::apply(std::span<std::uint32_t> pixels, int width, const PictureDepths& depths) {
  if (depths.width < 3 || depths.height < 3) return;
  width_ = static_cast<std::size_t>(depths.width), height_ = static_cast<std::size_t>(depths.height);
  const auto stride = static_cast<std::size_t>(width);
  std::uint32_t* const first =
      &pixels[static_cast<std::size_t>(depths.top) * stride + static_cast<std::size_t>(depths.left)];
  findBrightness(pixels, width, depths);
  edges_.assign((width_ + 7) / 8 * 8, 0);
  mixed_.clear();
  for (int y = 1; y + 1 < depths.height; ++y) {
    findEdges(y, depths.values);
    for (std::size_t x = 0; x < width_; x += 8) {
      std::uint64_t eight = 0;
      std::memcpy(&eight, &edges_[x], sizeof(eight));
      if (eight == 0) continue;
      for (std::size_t k = x; k < x + 8; ++k)
        if (edges_[k]) smooth(first, stride, static_cast<int>(k), y);
    }
  }
  for (const auto& [where, color] : mixed_) first[where] = color;
}

/// 2 parts of red, 5 of green, 1 of blue: near to what the eye sees, in whole numbers.
void EdgeSmoothing::findBrightness(std::span<const std::uint32_t> pixels, int width, const PictureDepths& depths) {
  light_.resize(width_ * height_);
  const std::size_t count = width_;  // the loop knows that its bounds stay
  for (std::size_t y = 0; y < height_; ++y) {
    const std::uint32_t* const from =
        &pixels[(y + static_cast<std::size_t>(depths.top)) * static_cast<std::size_t>(width) +
                static_cast<std::size_t>(depths.left)];
    std::uint8_t* const light = &light_[y * width_];
    for (std::size_t x = 0; x < count; ++x) {
      const std::uint32_t c = from[x];
      light[x] = static_cast<std::uint8_t>((2 * ((c >> 16) & 255) + 5 * ((c >> 8) & 255) + (c & 255)) >> 3);
    }
  }
}

void EdgeSmoothing::findEdges(int y, const std::vector<float>& depths) {
  const std::size_t row = static_cast<std::size_t>(y) * width_;
  const std::uint8_t* const here = &light_[row];
  const std::uint8_t *const above = here - width_, *const below = here + width_;
  const float* const depth = &depths[row];
  const float *const depthAbove = depth - width_, *const depthBelow = depth + width_;
  std::uint8_t* const edges = edges_.data();
  const std::size_t end = width_ - 1;
  for (std::size_t x = 1; x < end; ++x) {
    const std::uint8_t low =
        std::min(std::min(std::min(here[x - 1], here[x + 1]), std::min(above[x], below[x])), here[x]);
    const std::uint8_t high =
        std::max(std::max(std::max(here[x - 1], here[x + 1]), std::max(above[x], below[x])), here[x]);
    const auto range = static_cast<std::uint8_t>(high - low),
               least = std::max(kLeast, static_cast<std::uint8_t>(high >> kRelative));
    edges[x] = range > least ? 1 : 0;
  }
  for (std::size_t x = 1; x < end; ++x) {
    const float nearest =
        std::min(std::min(std::min(depth[x - 1], depth[x + 1]), std::min(depthAbove[x], depthBelow[x])), depth[x]);
    edges[x] = nearest < 1 ? edges[x] : std::uint8_t{0};
  }
}

/// How much of the other side's colour the pixel gets, 0…0.5: as much of it as lies beyond a straight line between the
/// ends of the step, which are half a step of brightness away from the middle of the edge.
double EdgeSmoothing::share(const Step& step, int x, int y) const {
  const auto middle = [&](int px, int py) { return 0.5 * (at(px, py) + at(px + step.overX, py + step.overY)); };
  const double own = at(x, y), edge = middle(x, y), ends = 0.25 * step.height;
  const int width = static_cast<int>(width_), height = static_cast<int>(height_);
  double length[2] = {0, 0}, change[2] = {0, 0};
  for (int side = 0; side < 2; ++side) {
    const int sign = side == 0 ? -1 : 1;
    for (int k = 1; k <= kFarthest; ++k) {
      const int px = x + sign * k * step.alongX, py = y + sign * k * step.alongY;
      if (px < 1 || py < 1 || px > width - 2 || py > height - 2) break;
      length[side] = k;
      change[side] = middle(px, py) - edge;
      if (std::abs(change[side]) >= ends) break;
    }
  }
  const int nearer = length[0] < length[1] ? 0 : 1;
  // At its nearer end the edge must turn towards this pixel, else the line lies on the other side.
  if (std::abs(change[nearer]) < ends || (change[nearer] < 0) == (own < edge)) return 0;
  return std::max(0.0, 0.5 - length[nearer] / (length[0] + length[1]));
}

void EdgeSmoothing::smooth(const std::uint32_t* first, std::size_t stride, int x, int y) {
  const int own = at(x, y), n = at(x, y - 1), s = at(x, y + 1), w = at(x - 1, y), e = at(x + 1, y);
  const int nw = at(x - 1, y - 1), ne = at(x + 1, y - 1), sw = at(x - 1, y + 1), se = at(x + 1, y + 1);
  const int upDown = 2 * std::abs(n + s - 2 * own) + std::abs(nw + sw - 2 * w) + std::abs(ne + se - 2 * e);
  const int leftRight = 2 * std::abs(w + e - 2 * own) + std::abs(nw + ne - 2 * n) + std::abs(sw + se - 2 * s);
  const bool level = upDown >= leftRight;  // the edge goes from left to right
  const int before = std::abs((level ? n : w) - own), behind = std::abs((level ? s : e) - own);
  const int over = before >= behind ? -1 : 1;
  Step step;
  step.height = std::max(before, behind);
  (level ? step.alongX : step.alongY) = 1;
  (level ? step.overY : step.overX) = over;
  if (x + step.overX < 1 || y + step.overY < 1 || x + step.overX > static_cast<int>(width_) - 2 ||
      y + step.overY > static_cast<int>(height_) - 2)
    return;
  // What differs from all that is about it is a thin line or a dot.
  const double about = (2.0 * (n + s + w + e) + nw + ne + sw + se) / 12;
  const int contrast = std::max({own, n, s, w, e}) - std::min({own, n, s, w, e});
  const double alone = std::clamp((std::abs(about - own) / contrast - kStraight) / (1 - kStraight), 0.0, 1.0);
  const double thin = kThin * alone * (2 - alone);
  const double part = std::max(share(step, x, y), thin);
  const auto parts = static_cast<std::uint32_t>(std::lround(kMixed * part));
  if (parts == 0) return;
  const std::size_t where = static_cast<std::size_t>(y) * stride + static_cast<std::size_t>(x);
  const std::size_t other =
      static_cast<std::size_t>(y + step.overY) * stride + static_cast<std::size_t>(x + step.overX);
  mixed_.emplace_back(where, mix(first[where], first[other], parts));
}

}  // namespace tendril
