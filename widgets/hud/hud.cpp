// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/hud/hud.hpp"

#include <QHBoxLayout>
#include <QPainter>

#include <cmath>

#include "core/integrators/divergence.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

Hud::Hud(QWidget* parent)
    : QWidget(parent),
      time_(new Readout(QStringLiteral("t"), {QStringLiteral("999.99"), QStringLiteral("s")})),
      balance_(new Readout(tr("balance"), {QStringLiteral("<0.001"), QStringLiteral("%")})) {
  setAttribute(Qt::WA_TransparentForMouseEvents);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 4, 10, 4);
  layout->setSpacing(16);
  layout->addWidget(time_);
  layout->addWidget(balance_);
  setFixedHeight(kFieldHeight);
}

void Hud::setValues(double t, double balance) {
  time_->setQuantity(formatTime(t));
  balance_->setQuantity(formatPercent(balance));
  balance_->setWarning(std::abs(balance) > DivergenceWatch::kMostGained);
}

void Hud::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  QColor panel = AppTheme::instance().color(Token::kPanel);
  panel.setAlphaF(0.72F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(panel);
  painter.drawRoundedRect(rect(), kRadius, kRadius);
}

}  // namespace tendril
