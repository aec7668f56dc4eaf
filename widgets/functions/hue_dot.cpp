// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/hue_dot.hpp"

#include <QPainter>

#include "widgets/plots/canvas/curve_style.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

QPixmap hueDot(int curve, int height, double scale) {
  constexpr double kSize = 7;
  QPixmap pixmap(QSizeF(kHueDot * scale, height * scale).toSize());
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(Qt::NoPen);
  painter.setBrush(curveColor(curve, AppTheme::instance().scheme()));
  painter.drawEllipse(QRectF((kHueDot - kSize) / 2, (height - kSize) / 2, kSize, kSize));
  return pixmap;
}

}  // namespace tendril
