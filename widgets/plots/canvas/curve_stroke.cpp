// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/curve_stroke.hpp"

#include <QImage>
#include <QPaintEngine>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

namespace tendril {
namespace {

constexpr int kStrips = 8;  // of a pixel
constexpr int kBlock = 64;  // pixels that are drawn as one image, as high as the curve needs there
constexpr float kNone = 1e30F;

/// What a curve covers of each strip, in pixels down; low > high: nothing.
struct Strips {
  std::vector<float> low, high;
  explicit Strips(std::size_t count) : low(count, kNone), high(count, -kNone) {}
  int size() const { return static_cast<int>(low.size()); }
  void include(int at, double a, double b) {
    const auto i = static_cast<std::size_t>(at);
    low[i] = std::min(low[i], static_cast<float>(std::min(a, b)));
    high[i] = std::max(high[i], static_cast<float>(std::max(a, b)));
  }
};

/// The curve itself, without width; `margin` strips stand before that of x = 0. x, y in pixels of the picture.
Strips sweep(std::span<const QPointF> points, const QPointF& origin, double scale, int columns, int rows, int margin) {
  Strips strips(static_cast<std::size_t>(columns * kStrips + 2 * margin));
  const double top = -8, bottom = rows + 8;  // nothing further away is seen
  for (std::size_t i = 1; i < points.size(); ++i) {
    const double ax = (points[i - 1].x() - origin.x()) * scale * kStrips + margin,
                 bx = (points[i].x() - origin.x()) * scale * kStrips + margin;
    const double ay = (points[i - 1].y() - origin.y()) * scale, by = (points[i].y() - origin.y()) * scale;
    if (!std::isfinite(ax + bx) || std::isnan(ay) || std::isnan(by) || bx < 0 || ax >= strips.size()) continue;
    const double slope = bx > ax ? (by - ay) / (bx - ax) : 0;
    const int first = static_cast<int>(std::max(0.0, ax));
    const int last = static_cast<int>(std::min(bx, strips.size() - 1.0));
    for (int k = first; k <= last; ++k) {
      const double y0 = k <= ax || slope == 0 ? ay : ay + slope * (k - ax);
      const double y1 = k + 1 >= bx ? by : ay + slope * (k + 1 - ax);
      if (std::max(y0, y1) < top || std::min(y0, y1) > bottom) continue;
      strips.include(k, std::clamp(y0, top, bottom), std::clamp(y1, top, bottom));
    }
  }
  return strips;
}

/// As wide as a round pen makes it.
Strips widened(const Strips& thin, double half, int reach) {
  Strips wide(thin.low.size());
  for (int d = -reach; d <= reach; ++d) {
    const double across = d / static_cast<double>(kStrips);
    const auto up = static_cast<float>(std::sqrt(std::max(0.0, half * half - across * across)));
    const int from = std::max(0, -d), to = std::min(thin.size(), thin.size() - d);
    for (int k = from; k < to; ++k) {
      const auto i = static_cast<std::size_t>(k), j = static_cast<std::size_t>(k + d);
      wide.low[i] = std::min(wide.low[i], thin.low[j] - up);
      wide.high[i] = std::max(wide.high[i], thin.high[j] + up);
    }
  }
  return wide;
}

/// Which share of each pixel of a column its strips cover; `steps[y]` is what coverage changes by at y.
void cover(const Strips& strips, int first, int top, int rows, std::vector<float>& share) {
  std::fill(share.begin(), share.begin() + rows + 1, 0.0F);
  constexpr float kPart = 1.0F / kStrips;
  for (int k = first; k < first + kStrips; ++k) {
    const auto i = static_cast<std::size_t>(k);
    const float low = std::max(strips.low[i] - static_cast<float>(top), 0.0F);
    const float high = std::min(strips.high[i] - static_cast<float>(top), static_cast<float>(rows));
    if (!(low < high)) continue;
    const auto y0 = static_cast<std::size_t>(low),
               y1 = std::min(static_cast<std::size_t>(high), static_cast<std::size_t>(rows));
    if (y0 == y1) {
      share[y0] += kPart * (high - low);
      continue;
    }
    share[y0] += kPart * (static_cast<float>(y0 + 1) - low);
    for (std::size_t y = y0 + 1; y < y1; ++y) share[y] += kPart;
    share[y1] += kPart * (high - static_cast<float>(y1));
  }
}

/// The pen's colour at 256 coverages, premultiplied.
std::array<QRgb, 256> shades(const QColor& color) {
  std::array<QRgb, 256> out{};
  for (int i = 0; i < 256; ++i)
    out[static_cast<std::size_t>(i)] =
        qPremultiply(qRgba(color.red(), color.green(), color.blue(), color.alpha() * i / 255));
  return out;
}

double pixelRatio(const QPainter& painter) {
  return painter.device() ? painter.device()->devicePixelRatioF() : 1;
}

}  // namespace

bool canStrokeCurve(const QPainter& painter, const QPen& pen) {
  const QPaintEngine* engine = painter.paintEngine();
  return engine && engine->type() == QPaintEngine::Raster && pen.style() == Qt::SolidLine && pen.widthF() < 8 &&
         painter.worldTransform().type() <= QTransform::TxTranslate;
}

void strokeCurve(QPainter& painter, std::span<const QPointF> points, const QPen& pen, const QRectF& clip) {
  const double scale = pixelRatio(painter);
  const double half = std::max(pen.widthF(), 1.0) * scale / 2;
  // The picture's pixels are those of the device.
  const QPointF origin(std::floor(clip.left() * scale) / scale, std::floor(clip.top() * scale) / scale);
  const int columns = static_cast<int>(std::ceil((clip.right() - origin.x()) * scale)),
            rows = static_cast<int>(std::ceil((clip.bottom() - origin.y()) * scale));
  if (columns <= 0 || rows <= 0 || points.size() < 2) return;
  const int reach = static_cast<int>(half * kStrips), margin = reach + 1;
  const Strips strips = widened(sweep(points, origin, scale, columns, rows, margin), half, reach);
  const std::array<QRgb, 256> color = shades(pen.color());
  std::vector<float> share(static_cast<std::size_t>(rows) + 2);
  for (int left = 0; left < columns; left += kBlock) {
    const int width = std::min(kBlock, columns - left), first = margin + left * kStrips;
    const auto [begin, end] = std::pair(first, first + width * kStrips);
    const float low = *std::min_element(strips.low.begin() + begin, strips.low.begin() + end),
                high = *std::max_element(strips.high.begin() + begin, strips.high.begin() + end);
    const int top = std::max(0, static_cast<int>(std::floor(std::clamp(low, 0.0F, static_cast<float>(rows))))),
              bottom = static_cast<int>(std::ceil(std::clamp(high, 0.0F, static_cast<float>(rows))));
    if (low > high || bottom <= top) continue;
    QImage image(width, bottom - top, QImage::Format_ARGB32_Premultiplied);
    const qsizetype stride = image.bytesPerLine() / static_cast<qsizetype>(sizeof(QRgb));
    auto* const pixels = reinterpret_cast<QRgb*>(image.bits());
    for (int x = 0; x < width; ++x) {
      cover(strips, first + x * kStrips, top, bottom - top, share);
      for (int y = 0; y < bottom - top; ++y)
        pixels[y * stride + x] =
            color[static_cast<std::size_t>(std::min(255.0F, 256 * share[static_cast<std::size_t>(y)]))];
    }
    image.setDevicePixelRatio(scale);
    painter.drawImage(QPointF(origin.x() + left / scale, origin.y() + top / scale), image);
  }
}

}  // namespace tendril
