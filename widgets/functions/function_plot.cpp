// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/function_plot.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/functions/function_check.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kInset = 7, kScaleWidth = 46, kJump = 0.4;  // kJump: of the height, between neighbouring points
constexpr std::size_t kMany = 10;                            // so many curves are drawn thinner

}  // namespace

FunctionPlot::FunctionPlot(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  setAccessibleName(tr("Functions over X"));
  setToolTip(tr("Functions over the length, base at the left; bold: their sum with the coordinates of now"));
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void FunctionPlot::setCurves(std::vector<std::vector<double>> curves, std::vector<double> knots) {
  if (curves == curves_ && knots == knots_) return;
  curves_ = std::move(curves);
  knots_ = std::move(knots);
  update();
}

void FunctionPlot::setWeights(std::vector<double> weights) {
  if (weights == weights_) return;
  weights_ = std::move(weights);
  update();
}

void FunctionPlot::setPreview(int index, std::vector<double> curve) {
  previewed_ = curve.empty() ? -1 : index;
  preview_ = std::move(curve);
  update();
}

void FunctionPlot::setFront(int index) {
  if (index == front_) return;
  front_ = index;
  update();
}

const std::vector<double>& FunctionPlot::curve(std::size_t index) const {
  return static_cast<int>(index) == previewed_ ? preview_ : curves_[index];
}

std::vector<double> FunctionPlot::sum() const {
  if (weights_.empty() || weights_.size() != curves_.size()) return {};
  std::vector<double> sum(kCurvePoints, 0.0);
  for (std::size_t k = 0; k < curves_.size(); ++k)
    for (std::size_t i = 0; i < sum.size() && i < curve(k).size(); ++i) sum[i] += weights_[k] * curve(k)[i];
  return sum;
}

FunctionPlot::Range FunctionPlot::range() const {
  Range range{0, 0};
  const auto include = [&range](const std::vector<double>& values) {
    for (const double value : values)
      if (std::isfinite(value)) range.low = std::min(range.low, value), range.high = std::max(range.high, value);
  };
  for (std::size_t k = 0; k < curves_.size(); ++k) include(curve(k));
  include(sum());
  if (range.high - range.low < 1e-300) range.high = 1;
  return range;
}

QPolygonF FunctionPlot::onScreen(const std::vector<double>& values, const QRectF& room, Range range) const {
  QPolygonF line;
  for (std::size_t i = 0; i < values.size(); ++i)
    if (std::isfinite(values[i]))
      line << QPointF(room.left() + room.width() * curvePlace(static_cast<int>(i)),
                      room.bottom() - room.height() * (values[i] - range.low) / (range.high - range.low));
  return line;
}

void FunctionPlot::paintAxes(QPainter& painter, const QRectF& room, Range range) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const double zero = room.bottom() + room.height() * range.low / (range.high - range.low);
  painter.setPen(QPen(scheme.hairline, 1, Qt::DotLine));
  for (const double knot : knots_) {
    const double x = room.left() + room.width() * knot;
    painter.drawLine(QPointF(x, room.top()), QPointF(x, room.bottom()));
  }
  painter.setPen(QPen(mixed(scheme.hairline, scheme.secondary, 0.4), 1));
  painter.drawLine(QPointF(room.left(), zero), QPointF(room.right(), zero));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  const QRectF scale(room.right() + 7, room.top() - 4, kScaleWidth, room.height() + 8);
  painter.drawText(scale, Qt::AlignTop | Qt::AlignLeft, formatNumber(range.high, 2));
  const bool below = range.low < -0.1 * range.high;
  painter.drawText(scale, Qt::AlignBottom | Qt::AlignLeft, formatNumber(below ? range.low : 0, 2));
}

void FunctionPlot::paintCurves(QPainter& painter, const QRectF& room, Range range) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const double width = curves_.size() > kMany ? 1 : 1.5;
  const auto draw = [&](std::size_t k) {
    const bool front = static_cast<int>(k) == front_;
    painter.setPen(QPen(curveColor(static_cast<int>(k), scheme), front ? 2.5 : width));
    const QPolygonF line = onScreen(curve(k), room, range);
    // Pieces that jump are drawn as pieces.
    qsizetype from = 0;
    for (qsizetype i = 1; i <= line.size(); ++i) {
      if (i < line.size() && std::abs(line[i].y() - line[i - 1].y()) < kJump * room.height()) continue;
      painter.drawPolyline(line.constData() + from, static_cast<int>(i - from));
      from = i;
    }
  };
  for (std::size_t k = 0; k < curves_.size(); ++k)
    if (static_cast<int>(k) != front_) draw(k);
  if (front_ >= 0 && front_ < static_cast<int>(curves_.size())) draw(static_cast<std::size_t>(front_));
  const std::vector<double> total = sum();
  if (total.empty()) return;
  painter.setPen(QPen(scheme.text, 2));
  painter.drawPolyline(onScreen(total, room, range));
}

void FunctionPlot::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(scheme.hairline, 1));
  painter.setBrush(scheme.window);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  painter.setBrush(Qt::NoBrush);
  const QRectF room = QRectF(rect()).adjusted(kInset, kInset, -kInset - kScaleWidth, -kInset);
  if (room.width() < 10 || room.height() < 10) return;
  const Range all = range();
  paintAxes(painter, room, all);
  painter.setClipRect(room.adjusted(-3, -3, 3, 3));
  paintCurves(painter, room, all);
}

}  // namespace tendril
