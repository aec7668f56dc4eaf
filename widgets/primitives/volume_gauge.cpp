// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/primitives/volume_gauge.hpp"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kInset = 12, kLine = 20, kStrip = 8, kGap = 6, kFoot = 16;
constexpr double kCalm = 0.5, kNear = 0.2;       // margins
constexpr double kExact = 1e-12, kGross = 1e-6;  // |det F − 1|

}  // namespace

QColor marginColor(double margin) {
  const Scheme& scheme = AppTheme::instance().scheme();
  if (!(margin > 0)) return scheme.error;
  if (margin >= kCalm) return scheme.good;
  if (margin >= kNear) return mixed(scheme.warn, scheme.good, (margin - kNear) / (kCalm - kNear));
  return mixed(scheme.error, scheme.warn, margin / kNear);
}

QColor determinantColor(double determinant) {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QColor low(0x2C, 0x7B, 0xB6), high(0xD7, 0x5A, 0x1B);
  const QColor one = mixed(scheme.panel, scheme.secondary, 0.25);
  const double away = std::abs(determinant - 1);
  if (std::isnan(away)) return scheme.error;
  if (away <= kExact) return one;
  const double share = std::clamp(std::log10(away / kExact) / std::log10(kGross / kExact), 0.0, 1.0);
  return mixed(one, determinant < 1 ? low : high, share);
}

VolumeGauge::VolumeGauge(QWidget* parent) : QWidget(parent) {
  setObjectName("volumeGauge");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(
      tr("<qt><b>det F</b> is how much larger a piece of material has become; the primitives keep it at 1, up to the "
         "rounding of numbers.<br><b>Margin</b>: 1 at rest; at 0 a section folds, shrinks to nothing, or closes its "
         "bore. Both over all nodes and centres of tetrahedra, base at the left.</qt>"));
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

QSize VolumeGauge::sizeHint() const {
  return {280, static_cast<int>(2 * (kLine + kStrip) + kGap + kFoot)};
}

void VolumeGauge::setReport(VolumeReport report) {
  report_ = std::move(report);
  known_ = true;
  setAccessibleName(tr("det F %1, margin %2").arg(volumeText(), marginText()));
  update();
}

void VolumeGauge::clear() {
  known_ = false;
  update();
}

QString VolumeGauge::volumeText() const {
  if (!known_) return QStringLiteral("–");
  if (std::isnan(report_.deviation())) return tr("not defined");
  return QStringLiteral("1 ± %1").arg(formatNumber(report_.deviation(), 2));
}

QString VolumeGauge::marginText() const {
  if (!known_) return QStringLiteral("–");
  QString margin = std::isnan(report_.margin) ? tr("outside") : formatNumber(report_.margin, 3);
  if (report_.margin >= 1) return margin;
  return tr("%1 at X = %2").arg(margin, QString::number(report_.at, 'f', 2));
}

void VolumeGauge::paintLine(QPainter& painter, double top, const QString& name, const QString& text,
                            const QColor& color) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const QRectF line(kInset, top, width() - 2 * kInset, kLine);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, name);
  painter.setFont(AppTheme::numberFont());
  painter.setPen(color);
  painter.drawText(line, Qt::AlignRight | Qt::AlignVCenter, text);
}

void VolumeGauge::paintStrip(QPainter& painter, double top, const std::vector<double>& values,
                             QColor (*color)(double)) const {
  const QRectF room(kInset, top, width() - 2 * kInset, kStrip);
  QPainterPath round;
  round.addRoundedRect(room, kStrip / 2, kStrip / 2);
  painter.save();
  painter.setClipPath(round);
  painter.fillRect(room, AppTheme::instance().scheme().hairline);
  painter.setRenderHint(QPainter::Antialiasing, false);
  const double step = values.empty() ? 0 : room.width() / static_cast<double>(values.size());
  for (std::size_t i = 0; known_ && i < values.size(); ++i)
    painter.fillRect(QRectF(room.left() + step * static_cast<double>(i), top, step + 1, kStrip), color(values[i]));
  painter.restore();
}

void VolumeGauge::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool wrong = known_ && !(report_.deviation() < kGross), near = known_ && !(report_.margin >= kNear);
  paintLine(painter, 0, tr("Volume, det F"), volumeText(), wrong ? scheme.error : scheme.text);
  paintStrip(painter, kLine, report_.determinantAlong, determinantColor);
  const double second = kLine + kStrip + kGap;
  const QColor edge = !(report_.margin > 0) ? scheme.error : near ? scheme.warn : scheme.text;
  paintLine(painter, second, tr("Margin to folding"), marginText(), known_ ? edge : scheme.text);
  paintStrip(painter, second + kLine, report_.marginAlong, marginColor);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  const QRectF foot(kInset, second + kLine + kStrip, width() - 2 * kInset, kFoot);
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, tr("base"));
  painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, tr("tip"));
}

}  // namespace tendril
