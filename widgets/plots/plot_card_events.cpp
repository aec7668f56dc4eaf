// SPDX-License-Identifier: GPL-3.0-or-later
// Hands on a card: its heading is dragged to move the plot, signals and plots are dropped on it.
#include <QApplication>
#include <QContextMenuEvent>
#include <QDrag>
#include <QPainter>

#include <algorithm>
#include <array>

#include "widgets/plots/flow_layout.hpp"
#include "widgets/plots/plot_card.hpp"
#include "widgets/plots/signals/signal_mime.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kEdge = 0.2;  // share of a card at each side where a signal makes a new plot

}  // namespace

bool PlotCard::eventFilter(QObject* watched, QEvent* event) {
  switch (event->type()) {
    case QEvent::MouseButtonPress:
    case QEvent::FocusIn:
      Q_EMIT activated();
      break;
    case QEvent::ContextMenu:
      if (watched != canvas_) break;
      Q_EMIT menuRequested(static_cast<QContextMenuEvent*>(event)->globalPos());
      return true;
    default:
      break;
  }
  return QWidget::eventFilter(watched, event);
}

void PlotCard::paintEvent(QPaintEvent*) {
  QPainter(this).fillRect(rect(), AppTheme::instance().color(Token::kPanel));
}

void PlotCard::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = event->position().toPoint();
  pressed_ = event->button() == Qt::LeftButton && head_->geometry().contains(pressedAt_);
  Q_EMIT activated();
}

void PlotCard::mouseMoveEvent(QMouseEvent* event) {
  const QPoint moved = event->position().toPoint() - pressedAt_;
  if (!pressed_ || moved.manhattanLength() < QApplication::startDragDistance()) return;
  pressed_ = false;
  auto* data = new QMimeData;
  data->setData(QLatin1String(kPlotMime), QByteArray::number(id_));
  auto* drag = new QDrag(this);
  drag->setMimeData(data);
  const QPixmap picture = grab();
  const double scale = picture.devicePixelRatio();
  QPixmap small = picture.scaledToWidth(static_cast<int>(200 * scale), Qt::SmoothTransformation);
  small.setDevicePixelRatio(scale);
  drag->setPixmap(small);
  drag->setHotSpot({20, 10});
  drag->exec(Qt::MoveAction);
}

void PlotCard::contextMenuEvent(QContextMenuEvent* event) {
  Q_EMIT activated();
  Q_EMIT menuRequested(event->globalPos());
}

void PlotCard::enterEvent(QEnterEvent* event) {
  QWidget::enterEvent(event);
  showButtons();
}

void PlotCard::leaveEvent(QEvent* event) {
  QWidget::leaveEvent(event);
  showButtons();
}

std::optional<DropZone> PlotCard::zoneOf(const QMimeData* data, const QPoint& at) const {
  const bool plot = data->hasFormat(QLatin1String(kPlotMime));
  if (plot && data->data(QLatin1String(kPlotMime)).toInt() == id_) return std::nullopt;
  if (!plot && signalsOf(data).isEmpty()) return std::nullopt;
  const double x = static_cast<double>(at.x()) / std::max(1, width());
  const double y = static_cast<double>(at.y()) / std::max(1, height());
  const std::array<std::pair<double, DropZone>, 4> edges = {
      {{x, DropZone::kLeft}, {1 - x, DropZone::kRight}, {y, DropZone::kAbove}, {1 - y, DropZone::kBelow}}};
  const auto nearest =
      *std::min_element(edges.begin(), edges.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
  return plot || nearest.first < kEdge ? nearest.second : DropZone::kInto;
}

void PlotCard::dragEnterEvent(QDragEnterEvent* event) {
  if (zoneOf(event->mimeData(), event->position().toPoint())) event->acceptProposedAction();
}

void PlotCard::dragMoveEvent(QDragMoveEvent* event) {
  const auto zone = zoneOf(event->mimeData(), event->position().toPoint());
  showDrop(zone);
  if (zone)
    event->acceptProposedAction();
  else
    event->ignore();
}

void PlotCard::dragLeaveEvent(QDragLeaveEvent*) {
  showDrop(std::nullopt);
}

void PlotCard::dropEvent(QDropEvent* event) {
  showDrop(std::nullopt);
  const auto zone = zoneOf(event->mimeData(), event->position().toPoint());
  if (!zone) return;
  event->acceptProposedAction();
  if (event->mimeData()->hasFormat(QLatin1String(kPlotMime)))
    Q_EMIT plotDropped(event->mimeData()->data(QLatin1String(kPlotMime)).toInt(), *zone);
  else
    Q_EMIT dropped(signalsOf(event->mimeData()), *zone);
}

void PlotCard::resizeEvent(QResizeEvent* event) {
  QWidget::resizeEvent(event);
  // Of a low card the curves get most.
  static_cast<FlowLayout*>(legend_->layout())->setMostRows(std::max(1, height() / (4 * kRowHeight)));
  showDrop(std::nullopt);
}

}  // namespace tendril
