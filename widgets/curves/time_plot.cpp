// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/curves/time_plot.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "core/text/units.hpp"
#include "widgets/format.hpp"
#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kLeft = 62, kRight = 12, kTop = 10, kBottom = 26, kGap = 20;
constexpr double kTickRoom = 32, kTimeRoom = 64;  // px per label
constexpr double kNotch = 1.25;

/// "10 ms", round numbers without the zeros of formatQuantity.
QString tickText(double value, const QString& unit) {
  const QuantityText text = formatQuantity(value, unit, 3);
  QString number = text.number;
  if (number.contains(u'.') && !number.contains(u'·')) {
    while (number.endsWith(u'0')) number.chop(1);
    if (number.endsWith(u'.')) number.chop(1);
  }
  return text.unit.isEmpty() ? number : number + u'\u2009' + text.unit;
}

}  // namespace

std::vector<double> roundPlaces(double low, double high, int count) {
  std::vector<double> out;
  if (!(high > low) || !std::isfinite(high - low) || count < 1) return out;
  const double least = (high - low) / count, decade = std::pow(10, std::floor(std::log10(least)));
  double step = 10 * decade;
  for (const double times : {5.0, 2.0, 1.0})
    if (times * decade >= least) step = times * decade;
  for (double k = std::ceil(low / step - 1e-9); k * step <= high + 1e-9 * step; ++k) out.push_back(k * step);
  return out;
}

TimePlot::TimePlot(QWidget* parent) : QWidget(parent) {
  setMouseTracking(true);
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

void TimePlot::setCurves(std::vector<double> t, std::vector<TimeCurve> curves, const QString& note) {
  t_ = std::move(t);
  curves_ = std::move(curves);
  note_ = note;
  update();
}

QRectF TimePlot::room() const {
  return QRectF(rect()).adjusted(kLeft, kTop, -kRight, -kBottom);
}

std::vector<TimePlot::Axis> TimePlot::axes() const {
  std::vector<Axis> out;
  for (const TimeCurve& curve : curves_) {
    auto at = std::find_if(out.begin(), out.end(),
                           [&](const Axis& axis) { return axis.unit == curve.unit && axis.signal == curve.signal; });
    if (at == out.end())
      at = out.insert(out.end(),
                      Axis{.unit = curve.unit, .signal = curve.signal, .curves = {}, .room = {}, .low = 0, .high = 0});
    at->curves.push_back(&curve);
    for (const double y : curve.y)
      if (std::isfinite(y)) at->low = std::min(at->low, y), at->high = std::max(at->high, y);
  }
  const QRectF all = room();
  const auto count = static_cast<double>(out.size());
  const double height = (all.height() - kGap * (count - 1)) / std::max(count, 1.0);
  double top = all.top();
  for (Axis& axis : out) {
    axis.room = QRectF(all.left(), top, all.width(), height);
    top += height + kGap;
    const double size = axis.high - axis.low;
    if (!(size > 0)) axis.low = -1, axis.high = 1;
    if (size > 0) axis.low -= axis.low < 0 ? 0.06 * size : 0, axis.high += axis.high > 0 ? 0.06 * size : 0;
  }
  return out;
}

QString TimePlot::reading(double x) const {
  const QRectF all = room();
  if (t_.size() < 2 || x < all.left() || x > all.right()) return {};
  const double place = (x - all.left()) / all.width() * static_cast<double>(t_.size() - 1);
  const auto index = static_cast<std::size_t>(std::lround(place));
  QString text = QStringLiteral("t = ") + formatQuantity(t_[index], QStringLiteral("s")).text();
  for (const TimeCurve& curve : curves_) {
    const double value = curve.y[index];
    const QuantityText shown =
        curve.unit.isEmpty() ? QuantityText{formatNumber(value), {}} : formatQuantity(value, curve.unit);
    const QString name = curve.signal.isEmpty() ? curve.name : curve.name + QStringLiteral(" · ") + curve.signal;
    text += QStringLiteral("\n%1: %2 %3").arg(name, shown.number, shown.unit).trimmed();
  }
  return text;
}

// ---- hands

void TimePlot::mouseMoveEvent(QMouseEvent* event) {
  const QString text = reading(event->position().x());
  cursor_ = text.isEmpty() ? -1 : event->position().x();
  QToolTip::showText(event->globalPosition().toPoint(), text, this);
  update();
}

void TimePlot::leaveEvent(QEvent*) {
  cursor_ = -1;
  update();
}

void TimePlot::mouseDoubleClickEvent(QMouseEvent*) {
  Q_EMIT durationScaled(0);
}

void TimePlot::wheelEvent(QWheelEvent* event) {
  Q_EMIT durationScaled(std::pow(kNotch, -event->angleDelta().y() / 120.0));
  event->accept();
}

// ---- the picture

void TimePlot::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(scheme.hairline, 1));
  painter.setBrush(scheme.window);
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius, kRadius);
  painter.setBrush(Qt::NoBrush);
  painter.setFont(AppTheme::secondaryFont());
  if (curves_.empty() || t_.size() < 2) {
    painter.setPen(scheme.secondary);
    painter.drawText(QRectF(rect()).adjusted(16, 8, -16, -8), Qt::AlignCenter | Qt::TextWordWrap, note_);
    return;
  }
  paintTimes(painter);
  for (const Axis& axis : axes()) paintAxis(painter, axis);
  if (cursor_ < 0) return;
  painter.setPen(QPen(scheme.secondary, 1, Qt::DashLine));
  painter.drawLine(QPointF(cursor_, room().top()), QPointF(cursor_, room().bottom()));
}

void TimePlot::paintTimes(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QRectF all = room();
  const auto count = std::max(2, static_cast<int>(all.width() / kTimeRoom));
  for (const double t : roundPlaces(t_.front(), t_.back(), count)) {
    const double x = all.left() + all.width() * (t - t_.front()) / duration();
    painter.setPen(QPen(scheme.hairline, 1));
    painter.drawLine(QPointF(x, all.top()), QPointF(x, all.bottom()));
    painter.setPen(scheme.secondary);
    const QString text = t == 0 ? QStringLiteral("0") : tickText(t, QStringLiteral("s"));
    const double half = kTimeRoom / 2;
    QRectF box(x - half, all.bottom() + 4, 2 * half, kBottom - 6);
    const double wide = QFontMetricsF(painter.font()).horizontalAdvance(text);
    if (x + wide / 2 > width() - 4) box.moveRight(width() - 4 + half - wide / 2);
    painter.drawText(box, Qt::AlignHCenter | Qt::AlignTop, text);
  }
}

void TimePlot::paintAxis(QPainter& painter, const Axis& axis) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const DisplayUnit unit = displayUnit(std::max(std::abs(axis.low), std::abs(axis.high)), axis.unit.toStdString());
  const auto y = [&](double value) {
    return axis.room.bottom() - (value - axis.low) / (axis.high - axis.low) * axis.room.height();
  };
  for (const double value :
       roundPlaces(axis.low, axis.high, std::max(3, static_cast<int>(axis.room.height() / kTickRoom)))) {
    painter.setPen(QPen(value == 0 ? mixed(scheme.hairline, scheme.secondary, 0.5) : scheme.hairline, 1));
    painter.drawLine(QPointF(axis.room.left(), y(value)), QPointF(axis.room.right(), y(value)));
    painter.setPen(scheme.secondary);
    painter.drawText(QRectF(2, y(value) - 9, kLeft - 8, 18), Qt::AlignRight | Qt::AlignVCenter,
                     QString::fromStdString(fieldNumber(value / unit.factor, 3)));
  }
  painter.save();
  painter.setClipRect(axis.room.adjusted(-2, -2, 2, 2));
  for (const TimeCurve* curve : axis.curves) {
    QPolygonF line;
    for (std::size_t i = 0; i < curve->y.size() && i < t_.size(); ++i)
      if (std::isfinite(curve->y[i]))
        line << QPointF(axis.room.left() + axis.room.width() * (t_[i] - t_.front()) / duration(), y(curve->y[i]));
    painter.setPen(QPen(curveColor(curve->color, scheme), 1.75));
    painter.drawPolyline(line);
  }
  painter.restore();
  const QString units = QString::fromStdString(unit.text);
  const QString unitText =
      axis.signal.isEmpty() || units.isEmpty() ? axis.signal + units : axis.signal + QStringLiteral(", ") + units;
  if (unitText.isEmpty()) return;
  const QFontMetricsF metrics(painter.font());
  const QRectF box(axis.room.left() + 5, axis.room.top(), metrics.horizontalAdvance(unitText) + 6, metrics.height());
  QColor below = scheme.window;
  below.setAlphaF(0.85F);
  painter.fillRect(box, below);
  painter.setPen(scheme.secondary);
  painter.drawText(box, Qt::AlignCenter, unitText);
}

}  // namespace tendril
