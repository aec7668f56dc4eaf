// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/signals/signal_mime.hpp"

#include <QDrag>
#include <QFontMetrics>
#include <QPainter>
#include <QWidget>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr qsizetype kMost = 64, kLongest = 1000;

QPixmap label(const QString& text, double scale) {
  const QFont font = AppTheme::secondaryFont();
  const Scheme& scheme = AppTheme::instance().scheme();
  const QSize size(std::min(QFontMetrics(font).horizontalAdvance(text), 320) + 20, 24);
  QPixmap pixmap(size * scale);
  pixmap.setDevicePixelRatio(scale);
  pixmap.fill(Qt::transparent);
  QPainter painter(&pixmap);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(QPen(scheme.hairline, 1));
  painter.setBrush(scheme.panel);
  painter.drawRoundedRect(QRectF(QPointF(), QSizeF(size)).adjusted(0.5, 0.5, -0.5, -0.5), 4, 4);
  painter.setPen(scheme.text);
  painter.setFont(font);
  painter.drawText(QRect(QPoint(10, 0), size - QSize(20, 0)), Qt::AlignVCenter, text);
  return pixmap;
}

}  // namespace

QMimeData* signalMimeData(const QStringList& texts) {
  auto* data = new QMimeData;
  const QString lines = texts.join(u'\n');
  data->setData(QLatin1String(kSignalMime), lines.toUtf8());
  data->setText(lines);
  return data;
}

QStringList signalsOf(const QMimeData* data) {
  QStringList texts;
  if (!data || !data->hasFormat(QLatin1String(kSignalMime))) return texts;
  for (const QString& line : QString::fromUtf8(data->data(QLatin1String(kSignalMime))).split(u'\n')) {
    const QString text = line.trimmed();
    if (!text.isEmpty() && text.size() <= kLongest && texts.size() < kMost && !texts.contains(text)) texts << text;
  }
  return texts;
}

void dragSignals(QWidget* source, const QStringList& texts) {
  if (texts.isEmpty()) return;
  auto* drag = new QDrag(source);
  drag->setMimeData(signalMimeData(texts));
  drag->setPixmap(
      label(texts.size() == 1 ? texts.front() : QWidget::tr("%1 and %2 more").arg(texts.front()).arg(texts.size() - 1),
            source->devicePixelRatioF()));
  drag->setHotSpot({-8, -8});
  drag->exec(Qt::CopyAction | Qt::MoveAction, Qt::CopyAction);
}

}  // namespace tendril
