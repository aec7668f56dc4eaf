// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/icon.hpp"

#include <QFile>
#include <QIconEngine>
#include <QPainter>
#include <QPixmapCache>
#include <QSvgRenderer>

#include <cmath>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

class ThemeIconEngine : public QIconEngine {
 public:
  ThemeIconEngine(QString name, Token token) : name_(std::move(name)), token_(token) {}

  QIconEngine* clone() const override { return new ThemeIconEngine(*this); }

  void paint(QPainter* painter, const QRect& rect, QIcon::Mode mode, QIcon::State) override {
    const int size = std::min(rect.width(), rect.height());
    const QPixmap drawn = iconPixmap(name_, size, painter->device()->devicePixelRatioF(), colorOf(mode));
    painter->drawPixmap(rect.center() - QPoint((size - 1) / 2, (size - 1) / 2), drawn);
  }

  QPixmap pixmap(const QSize& size, QIcon::Mode mode, QIcon::State state) override {
    return scaledPixmap(size, mode, state, 1);
  }

  QPixmap scaledPixmap(const QSize& size, QIcon::Mode mode, QIcon::State, qreal scale) override {
    // Qt asks in device pixels here.
    const int logical = static_cast<int>(std::lround(std::min(size.width(), size.height()) / scale));
    return iconPixmap(name_, logical, scale, colorOf(mode));
  }

 private:
  QColor colorOf(QIcon::Mode mode) const {
    const Scheme& scheme = AppTheme::instance().scheme();
    const QColor color = scheme.color(token_);
    return mode == QIcon::Disabled ? mixed(scheme.panel, color, 0.35) : color;
  }

  QString name_;
  Token token_;
};

QByteArray tintedSource(const QString& name, const QColor& color) {
  QFile file(QStringLiteral(":/icons/%1.svg").arg(name));
  if (!file.open(QIODevice::ReadOnly)) return {};
  return file.readAll().replace("currentColor", color.name().toLatin1());
}

}  // namespace

QIcon themeIcon(const QString& name, Token token) {
  return QIcon(new ThemeIconEngine(name, token));
}

QPixmap iconPixmap(const QString& name, int size, double scale, const QColor& color) {
  const QString key = QStringLiteral("tendril:%1:%2:%3:%4").arg(name).arg(size).arg(scale).arg(color.name());
  QPixmap pixmap;
  if (QPixmapCache::find(key, &pixmap)) return pixmap;
  const QByteArray source = tintedSource(name, color);
  if (source.isEmpty()) return {};
  QSvgRenderer renderer(source);
  const int pixels = static_cast<int>(std::lround(size * scale));
  pixmap = QPixmap(pixels, pixels);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  renderer.render(&painter, QRectF(0, 0, pixels, pixels));
  painter.end();
  pixmap.setDevicePixelRatio(scale);
  QPixmapCache::insert(key, pixmap);
  return pixmap;
}

}  // namespace tendril
