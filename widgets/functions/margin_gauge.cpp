// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/margin_gauge.hpp"

#include <QPainter>
#include <QPainterPath>

#include <cmath>

#include "widgets/format.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kCalm = 0.5, kNear = 0.2;  // margins

}  // namespace

QColor marginColor(double margin) {
  const Scheme& scheme = AppTheme::instance().scheme();
  if (!(margin > 0)) return scheme.error;
  if (margin >= kCalm) return scheme.good;
  if (margin >= kNear) return mixed(scheme.warn, scheme.good, (margin - kNear) / (kCalm - kNear));
  return mixed(scheme.error, scheme.warn, margin / kNear);
}

MarginGauge::MarginGauge(QWidget* parent) : QWidget(parent) {
  setObjectName("marginGauge");
  setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
  setToolTip(
      tr("<qt><b>Margin</b>: how much is left of the innermost fibres of a bend, 1 − curvature × how far the section "
         "reaches inwards (of a round one its radius). 1 where nothing is bent; at 0 the section folds over the centre "
         "of curvature. Base at the left.</qt>"));
  connect(&AppTheme::instance(), &AppTheme::changed, this, qOverload<>(&QWidget::update));
}

QSize MarginGauge::sizeHint() const {
  return {280, static_cast<int>(kLine + kStrip + kFoot)};
}

void MarginGauge::setMargin(double margin, double at, std::vector<double> along) {
  margin_ = margin, at_ = at, along_ = std::move(along);
  known_ = true;
  setAccessibleName(tr("margin %1").arg(marginText()));
  update();
}

void MarginGauge::clear() {
  known_ = false;
  update();
}

QString MarginGauge::marginText() const {
  if (!known_) return QStringLiteral("–");
  QString margin = std::isnan(margin_) ? tr("outside") : formatNumber(margin_, 3);
  if (margin_ >= 1) return margin;
  return tr("%1 at X = %2").arg(margin, QString::number(at_, 'f', 2));
}

void MarginGauge::paintLine(QPainter& painter, double top, const QString& name, const QString& text,
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

void MarginGauge::paintStrip(QPainter& painter, double top, const std::vector<double>& values,
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

void MarginGauge::paintMargin(QPainter& painter, double top) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const bool near = known_ && !(margin_ >= kNear);
  const QColor edge = !(margin_ > 0) ? scheme.error : near ? scheme.warn : scheme.text;
  paintLine(painter, top, tr("Margin to folding"), marginText(), known_ ? edge : scheme.text);
  paintStrip(painter, top + kLine, along_, marginColor);
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  const QRectF foot(kInset, top + kLine + kStrip, width() - 2 * kInset, kFoot);
  painter.drawText(foot, Qt::AlignLeft | Qt::AlignBottom, tr("base"));
  painter.drawText(foot, Qt::AlignRight | Qt::AlignBottom, tr("tip"));
}

void MarginGauge::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  paintMargin(painter, 0);
}

}  // namespace tendril
