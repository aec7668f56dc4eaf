// SPDX-License-Identifier: GPL-3.0-or-later
// Hands on a plot that is not over time: boxes, drags, the wheel, keys.
#include <cmath>
#include <utility>

#include "widgets/plots/canvas/figure_canvas.hpp"
#include "widgets/plots/canvas/figure_overlay.hpp"

namespace tendril {
namespace {

constexpr double kWheelStep = 0.8;  // per notch
constexpr double kClick = 4;        // px: less is no drag

}  // namespace

bool FigureCanvas::event(QEvent* event) {
  // Keys of the plot win over shortcuts of the window while the plot has the focus.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    const bool ours = key.key() == Qt::Key_F || key.key() == Qt::Key_A || key.key() == Qt::Key_C ||
                      key.key() == Qt::Key_M || key.key() == Qt::Key_Delete;
    if (ours && key.modifiers() == Qt::NoModifier) {
      event->accept();
      return true;
    }
  }
  return QCustomPlot::event(event);
}

void FigureCanvas::mousePressEvent(QMouseEvent* event) {
  event->accept();
  pressedAt_ = lastAt_ = event->position();
  dragged_ = partAt(pressedAt_);
  const bool pan = event->button() == Qt::MiddleButton ||
                   (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
  if (pan)
    drag_ = Drag::kPan;
  else if (event->button() == Qt::LeftButton)
    drag_ = Drag::kBox;
}

void FigureCanvas::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  const QPointF at = event->position(), before = lastAt_;
  lastAt_ = at;
  pointer_ = rect().contains(at.toPoint()) ? std::optional(at) : std::nullopt;
  if (drag_ == Drag::kPan && dragged_) {
    fitted_ = false;
    const auto move = [](QCPAxis* axis, double from, double to) {
      const double a = axis->pixelToCoord(from), b = axis->pixelToCoord(to);
      if (axis->scaleType() == QCPAxis::stLogarithmic)
        axis->setRange(axis->range().lower * a / b, axis->range().upper * a / b);
      else
        axis->moveRange(a - b);
    };
    for (const Part& part : parts_) move(part.rect->axis(QCPAxis::atBottom), before.x(), at.x());
    for (const QCPAxis::AxisType type : {QCPAxis::atLeft, QCPAxis::atRight})
      move(dragged_->rect->axis(type), before.y(), at.y());
    replot(rpQueuedReplot);
    return;
  }
  overlay_->layer()->replot();
}

void FigureCanvas::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  const Drag drag = std::exchange(drag_, Drag::kNone);
  const QRectF box = QRectF(pressedAt_, event->position()).normalized();
  if (drag == Drag::kBox && dragged_ && box.width() > kClick && box.height() > kClick) {
    fitted_ = false;
    const QRectF inside = box.intersected(dragged_->rect->rect());
    if (inside.width() > kClick && inside.height() > kClick) {
      const auto set = [](QCPAxis* axis, double from, double to) {
        const double a = axis->pixelToCoord(from), b = axis->pixelToCoord(to);
        axis->setRange(a, b);
      };
      for (const QCPAxis::AxisType type : {QCPAxis::atLeft, QCPAxis::atRight})
        set(dragged_->rect->axis(type), inside.bottom(), inside.top());
      const QCPAxis* x = dragged_->rect->axis(QCPAxis::atBottom);
      const double a = x->pixelToCoord(inside.left()), b = x->pixelToCoord(inside.right());
      for (const Part& part : parts_) part.rect->axis(QCPAxis::atBottom)->setRange(a, b);
    }
  }
  dragged_ = nullptr;
  replot(rpQueuedReplot);
}

void FigureCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  drag_ = Drag::kNone;
  if (event->button() == Qt::LeftButton) fit();
}

void FigureCanvas::zoom(QCPAxis* axis, double factor, double pixel) {
  const QCPRange before = axis->range();
  axis->scaleRange(factor, axis->pixelToCoord(pixel));
  if (!QCPRange::validRange(axis->range())) axis->setRange(before);
}

void FigureCanvas::wheelEvent(QWheelEvent* event) {
  event->accept();
  const Part* part = partAt(event->position());
  if (!part) return;
  const double factor = std::pow(kWheelStep, event->angleDelta().y() / 120.0);
  const QRect rect = part->rect->rect();
  const QPointF at = event->position();
  const bool values = at.y() <= rect.bottom(), along = at.x() >= rect.left() && at.x() <= rect.right();
  fitted_ = false;
  if (values)
    for (const QCPAxis::AxisType type : {QCPAxis::atLeft, QCPAxis::atRight})
      zoom(part->rect->axis(type), factor, at.y());
  if (along)
    for (const Part& each : parts_) zoom(each.rect->axis(QCPAxis::atBottom), factor, at.x());
  replot(rpQueuedReplot);
}

void FigureCanvas::keyPressEvent(QKeyEvent* event) {
  switch (event->key()) {
    case Qt::Key_F:
      return fit();
    case Qt::Key_A:
    case Qt::Key_C:
    case Qt::Key_M:
    case Qt::Key_Delete:
      Q_EMIT keyPressed(event->key());
      return;
    default:
      QCustomPlot::keyPressEvent(event);
  }
}

void FigureCanvas::leaveEvent(QEvent* event) {
  pointer_.reset();
  if (isVisible()) overlay_->layer()->replot();
  QCustomPlot::leaveEvent(event);
}

void FigureCanvas::resizeEvent(QResizeEvent* event) {
  countTicks();
  QCustomPlot::resizeEvent(event);
}

}  // namespace tendril
