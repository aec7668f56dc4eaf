// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/floating/floating_panel.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include "widgets/theme/theme.hpp"

namespace tendril {

FloatingPanel::FloatingPanel(int radius, QWidget* parent) : QWidget(parent), radius_(radius) {
  setContentsMargins(kShadow, kShadow, kShadow, kShadow);
  setAttribute(Qt::WA_NoSystemBackground);
}

QPixmap FloatingPanel::background() const {
  const AppTheme& theme = AppTheme::instance();
  const double scale = devicePixelRatioF();
  QPixmap pixmap(size() * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF body = QRectF(contentsRect()).adjusted(0.5, 0.5, -0.5, -0.5);
  const double radius = radius_ == kCapsule ? body.height() / 2 : radius_;
  // The shadow is a stack of ever larger, nearly transparent rounded rectangles, two pixels lower than the panel.
  const int layers = kShadow - 2;
  painter.setPen(Qt::NoPen);
  for (int i = layers; i > 0; --i) {
    const double fade = 1 - static_cast<double>(i) / (layers + 1);
    painter.setBrush(QColor::fromRgbF(0, 0, 0, static_cast<float>((theme.isDark() ? 0.055 : 0.018) * fade)));
    painter.drawRoundedRect(body.translated(0, 2).adjusted(-i, -i, i, i), radius + i, radius + i);
  }
  painter.setPen(QPen(theme.color(Token::kHairline), 1));
  painter.setBrush(theme.color(Token::kPanel));
  painter.drawRoundedRect(body, radius, radius);
  return pixmap;
}

void FloatingPanel::paintEvent(QPaintEvent*) {
  const bool dark = AppTheme::instance().isDark();
  if (cache_.size() != size() * devicePixelRatioF() || cacheDark_ != dark) {
    cache_ = background();
    cacheDark_ = dark;
  }
  QPainter(this).drawPixmap(0, 0, cache_);
}

// What is done on the panel must not reach the 3D view below.
void FloatingPanel::mousePressEvent(QMouseEvent* event) {
  event->accept();
}
void FloatingPanel::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
}
void FloatingPanel::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
}
void FloatingPanel::wheelEvent(QWheelEvent* event) {
  event->accept();
}

}  // namespace tendril
