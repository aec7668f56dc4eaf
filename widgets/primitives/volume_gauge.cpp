// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/primitives/volume_gauge.hpp"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kExact = 1e-12, kGross = 1e-6;  // |det F − 1|

}  // namespace

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

VolumeGauge::VolumeGauge(QWidget* parent) : MarginGauge(parent) {
  setObjectName("volumeGauge");
  setToolTip(
      tr("<qt><b>det F</b> is how much larger a piece of material has become; the primitives keep it at 1, up to the "
         "rounding of numbers.<br><b>Margin</b>: 1 at rest; at 0 a section folds, shrinks to nothing, or closes its "
         "bore. Both over all nodes and centres of tetrahedra, base at the left.</qt>"));
}

QSize VolumeGauge::sizeHint() const {
  const QSize margin = MarginGauge::sizeHint();
  return {margin.width(), margin.height() + static_cast<int>(kLine + kStrip + kGap)};
}

void VolumeGauge::setReport(VolumeReport report) {
  report_ = std::move(report);
  setMargin(report_.margin, report_.at, report_.marginAlong);
  setAccessibleName(tr("det F %1, margin %2").arg(volumeText(), marginText()));
}

QString VolumeGauge::volumeText() const {
  if (!isKnown()) return QStringLiteral("–");
  if (std::isnan(report_.deviation())) return tr("not defined");
  return QStringLiteral("1 ± %1").arg(formatNumber(report_.deviation(), 2));
}

void VolumeGauge::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const bool wrong = isKnown() && !(report_.deviation() < kGross);
  paintLine(painter, 0, tr("Volume, det F"), volumeText(), wrong ? scheme.error : scheme.text);
  paintStrip(painter, kLine, report_.determinantAlong, determinantColor);
  paintMargin(painter, kLine + kStrip + kGap);
}

}  // namespace tendril
