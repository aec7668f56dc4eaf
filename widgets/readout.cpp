// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/readout.hpp"

#include <QFontMetricsF>
#include <QPainter>

#include <cmath>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kGap = 6;        // caption to number
constexpr double kThinGap = 2.5;  // number to unit: a thin space of Inter at 12 px

double captionWidth(const QString& caption) {
  return caption.isEmpty() ? 0 : QFontMetricsF(AppTheme::secondaryFont()).horizontalAdvance(caption) + kGap;
}

double numberWidth(const QString& number) {
  return QFontMetricsF(AppTheme::numberFont()).horizontalAdvance(number);
}

double unitWidth(const QString& unit) {
  return unit.isEmpty() ? 0 : kThinGap + QFontMetricsF(AppTheme::secondaryFont()).horizontalAdvance(unit);
}

}  // namespace

Readout::Readout(QString caption, QuantityText widest, QWidget* parent)
    : QWidget(parent), caption_(std::move(caption)), quantity_{QStringLiteral("–"), {}}, widest_(std::move(widest)) {
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  setAttribute(Qt::WA_TransparentForMouseEvents, false);
}

void Readout::setQuantity(const QuantityText& quantity) {
  if (quantity == quantity_) return;
  quantity_ = quantity;
  setAccessibleName(caption_ + u' ' + quantity_.text());
  update();
}

void Readout::setWarning(bool warning) {
  if (warning == warning_) return;
  warning_ = warning;
  update();
}

QSize Readout::sizeHint() const {
  const double width = captionWidth(caption_) + numberWidth(widest_.number) + unitWidth(widest_.unit);
  return {static_cast<int>(std::ceil(width)), 16};
}

void Readout::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setPen(scheme.secondary);
  painter.setFont(AppTheme::secondaryFont());
  // One baseline for both fonts, that of the interface font centred in the row.
  const QFontMetricsF metrics(painter.font());
  const double baseline = (height() + metrics.capHeight()) / 2;
  painter.drawText(QPointF(0, baseline), caption_);
  const double left = captionWidth(caption_);
  painter.drawText(QPointF(left + numberWidth(quantity_.number) + kThinGap, baseline), quantity_.unit);
  painter.setPen(warning_ ? AppTheme::instance().color(Token::kWarn) : scheme.text);
  painter.setFont(AppTheme::numberFont());
  painter.drawText(QPointF(left, baseline), quantity_.number);
}

}  // namespace tendril
