// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/canvas/curve_stroke.hpp"

#include <gtest/gtest.h>

#include <QImage>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <random>
#include <vector>

namespace tendril {
namespace {

constexpr int kWidth = 240, kHeight = 120;
constexpr QRectF kClip(10, 8, 220, 100);
constexpr double kStrip = 1 / 8.0;  // px, by which an edge may be off on either side; 25 points add a little

QImage drawn(const QVector<QPointF>& points, const QPen& pen, double ratio) {
  QImage image(QSize(kWidth, kHeight) * ratio, QImage::Format_ARGB32_Premultiplied);
  image.setDevicePixelRatio(ratio);
  image.fill(Qt::white);
  QPainter painter(&image);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setClipRect(kClip);
  EXPECT_TRUE(canStrokeCurve(painter, pen));
  strokeCurve(painter, points, pen, kClip);
  return image;
}

double distance(const QPointF& p, const QPointF& a, const QPointF& b) {
  const QPointF u = b - a, v = p - a;
  const double length = QPointF::dotProduct(u, u);
  const double s = length > 0 ? std::clamp(QPointF::dotProduct(u, v) / length, 0.0, 1.0) : 0;
  return std::hypot(v.x() - s * u.x(), v.y() - s * u.y());
}

/// What a round pen covers, by the distances of 25 points of each pixel. (QPainter draws pens of a pixel as hairlines,
/// and rounds others.)
QImage exact(const QVector<QPointF>& points, const QPen& pen, double ratio) {
  constexpr int kSamples = 5;
  QImage image(QSize(kWidth, kHeight) * ratio, QImage::Format_ARGB32_Premultiplied);
  image.fill(Qt::white);
  const double half = pen.widthF() / 2;
  for (int x = 0; x < image.width(); ++x)
    for (int y = 0; y < image.height(); ++y) {
      if (!kClip.contains(QPointF((x + 0.5) / ratio, (y + 0.5) / ratio))) continue;
      int covered = 0;
      for (int k = 0; k < kSamples * kSamples; ++k) {
        const QPointF p((x + (k % kSamples + 0.5) / kSamples) / ratio, (y + (k / kSamples + 0.5) / kSamples) / ratio);
        for (qsizetype i = 1; i < points.size(); ++i) {
          if (points[i].x() < p.x() - half || std::isnan(points[i].y()) || std::isnan(points[i - 1].y())) continue;
          if (points[i - 1].x() > p.x() + half) break;
          if (distance(p, points[i - 1], points[i]) > half) continue;
          ++covered;
          break;
        }
      }
      const int gray = 255 - 255 * covered / (kSamples * kSamples);
      image.setPixel(x, y, qRgb(gray, gray, gray));
    }
  return image;
}

struct Difference {
  double worst = 0, mean = 0;  ///< of what is covered, 0…1; the mean over pixels that either touches
  int touched = 0;
};

Difference difference(const QImage& a, const QImage& b) {
  Difference out;
  for (int y = 0; y < a.height(); ++y)
    for (int x = 0; x < a.width(); ++x) {
      const double p = 1 - qRed(a.pixel(x, y)) / 255.0, q = 1 - qRed(b.pixel(x, y)) / 255.0;
      if (p == 0 && q == 0) continue;
      ++out.touched;
      out.worst = std::max(out.worst, std::abs(p - q));
      out.mean += std::abs(p - q);
    }
  out.mean /= std::max(1, out.touched);
  return out;
}

QVector<QPointF> sampled(int count, const std::function<double(double)>& f) {
  QVector<QPointF> points;
  for (int i = 0; i < count; ++i) {
    const double x = -5 + 255.0 * i / (count - 1);
    points << QPointF(x, f(x));
  }
  return points;
}

class CurveStroke : public ::testing::TestWithParam<double> {};

TEST_P(CurveStroke, CoversWhatARoundPenCovers) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  std::mt19937 random(3);
  std::uniform_real_distribution<double> noise(-1, 1);
  const std::vector<QVector<QPointF>> curves = {
      sampled(400, [](double x) { return 60 + 40 * std::sin(0.05 * x); }),
      sampled(100, [](double x) { return 60 + 70 * std::sin(0.12 * x); }),  // leaves the axes
      sampled(80, [](double x) { return 10 + 0.4 * x; }),
      sampled(90, [](double x) { return x < 100 ? 20.0 : 90.0; }),
      sampled(300, [&](double x) { return x > 80 && x < 110 ? nan : 55 + 0.1 * x; }),
      sampled(160, [&](double) { return 60 + 30 * noise(random); })};
  for (const double width : {1.0, 1.75}) {
    QPen pen(Qt::black, width, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin);
    for (std::size_t i = 0; i < curves.size(); ++i) {
      const Difference off = difference(drawn(curves[i], pen, GetParam()), exact(curves[i], pen, GetParam()));
      EXPECT_GT(off.touched, 100) << i;
      EXPECT_LT(off.mean, kStrip) << "curve " << i << ", width " << width;
      EXPECT_LT(off.worst, 2 * kStrip + 0.1) << "curve " << i << ", width " << width;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(PixelRatios, CurveStroke, ::testing::Values(1.0, 2.0));

TEST(CurveStroke, StaysInsideAndBearsHugeNumbers) {
  const QPen pen(Qt::black, 1.5);
  const double huge = 1e300;
  const QVector<QPointF> wild = {
      {-huge, -huge}, {20, huge},  {21, -huge}, {22, std::numeric_limits<double>::infinity()},
      {30, 50},       {200, 50.5}, {huge, huge}};
  const QImage image = drawn(wild, pen, 1);
  int dark = 0;
  for (int y = 0; y < kHeight; ++y)
    for (int x = 0; x < kWidth; ++x) {
      const bool inside = kClip.adjusted(-1, -1, 1, 1).contains(QPointF(x + 0.5, y + 0.5));
      if (!inside) EXPECT_EQ(qRed(image.pixel(x, y)), 255) << x << ' ' << y;
      dark += qRed(image.pixel(x, y)) < 128;
    }
  EXPECT_GT(dark, 100);
  EXPECT_EQ(difference(drawn({}, pen, 1), drawn({{20, 20}}, pen, 1)).touched, 0);
}

}  // namespace
}  // namespace tendril
