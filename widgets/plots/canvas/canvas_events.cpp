// SPDX-License-Identifier: GPL-3.0-or-later
// The hands on a plot: mouse, wheel and keys.
#include <algorithm>
#include <cmath>

#include "widgets/plots/canvas/canvas_layers.hpp"
#include "widgets/plots/canvas/plot_canvas.hpp"

namespace tendril {
namespace {

constexpr double kGrab = 5;                           // px beside a line that still take hold of it
constexpr double kClick = 4;                          // px: less is a click, not a drag
constexpr double kThin = 12;                          // px: a box flatter than this zooms the other axis alone
constexpr double kWheelStep = 0.8;                    // per notch
constexpr double kKeyStep = 0.1;                      // of the width
constexpr double kLeastTime = 1e-9, kMostTime = 1e9;  // s

bool concernsBoard(int key) {
  return key == Qt::Key_A || key == Qt::Key_C || key == Qt::Key_Delete || key == Qt::Key_M;
}

bool ours(const QKeyEvent& event) {
  if (event.modifiers() & (Qt::AltModifier | Qt::MetaModifier)) return false;
  switch (event.key()) {
    case Qt::Key_Left:
    case Qt::Key_Right:
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
    case Qt::Key_Minus:
      return true;
    case Qt::Key_F:
      return event.modifiers() == Qt::NoModifier;
    default:
      return event.modifiers() == Qt::NoModifier && concernsBoard(event.key());
  }
}

/// The range with `factor` of its length about a place, in decades where the axis has them.
QCPRange zoomed(const QCPAxis& axis, double factor, double about) {
  const QCPRange range = axis.range();
  if (axis.scaleType() == QCPAxis::stLogarithmic)
    return {about * std::pow(range.lower / about, factor), about * std::pow(range.upper / about, factor)};
  return {about - (about - range.lower) * factor, about + (range.upper - about) * factor};
}

/// The range shifted by a share of its length.
QCPRange moved(const QCPAxis& axis, double share) {
  const QCPRange range = axis.range();
  if (axis.scaleType() == QCPAxis::stLogarithmic) {
    const double times = std::pow(range.upper / range.lower, share);
    return {range.lower * times, range.upper * times};
  }
  return {range.lower + share * range.size(), range.upper + share * range.size()};
}

}  // namespace

bool PlotCanvas::event(QEvent* event) {
  // Keys of the plot win over shortcuts of the window while the plot has the focus.
  if (event->type() == QEvent::ShortcutOverride) {
    const auto& key = *static_cast<QKeyEvent*>(event);
    if (ours(key) || (key.key() == Qt::Key_Escape && drag_ != Drag::kNone)) {
      event->accept();
      return true;
    }
  }
  return QCustomPlot::event(event);
}

bool PlotCanvas::nearTime(const std::optional<double>& t, double x) const {
  return t && std::abs(xAxis->coordToPixel(*t) - x) <= kGrab;
}

PlotCanvas::Drag PlotCanvas::dragAt(const QPointF& at) const {
  const QRect rect = axisRect()->rect();
  if (at.x() < rect.left() - kGrab || at.x() > rect.right() + kGrab) return Drag::kPan;
  if (nearTime(marks_.cursors[0], at.x())) return Drag::kCursorA;
  if (nearTime(marks_.cursors[1], at.x())) return Drag::kCursorB;
  if (nearTime(marks_.shown, at.x()) || tool_ == Tool::kScrub) return Drag::kScrub;
  return at.y() > rect.bottom() ? Drag::kPan : Drag::kBox;
}

QRectF PlotCanvas::boxOf(const QPointF& from, const QPointF& to) const {
  const QRectF rect = axisRect()->rect();
  QRectF box = QRectF(from, to).normalized();
  if (box.height() < kThin && box.width() >= kThin) box = QRectF(box.left(), rect.top(), box.width(), rect.height());
  if (box.width() < kThin && box.height() >= kThin) box = QRectF(rect.left(), box.top(), rect.width(), box.height());
  return box.intersected(rect);
}

void PlotCanvas::mousePressEvent(QMouseEvent* event) {
  event->accept();
  pressedAt_ = lastAt_ = event->position();
  const bool panning = event->button() == Qt::MiddleButton ||
                       (event->button() == Qt::LeftButton && event->modifiers() & Qt::ShiftModifier);
  if (panning)
    drag_ = Drag::kPan;
  else if (event->button() == Qt::LeftButton)
    drag_ = dragAt(event->position());
  if (drag_ == Drag::kPan) setCursor(Qt::ClosedHandCursor);
  if (drag_ == Drag::kScrub) Q_EMIT seekRequested(timeAt(event->position().x()));
}

void PlotCanvas::mouseMoveEvent(QMouseEvent* event) {
  event->accept();
  const QPointF at = event->position();
  const QPointF moved = at - lastAt_;
  lastAt_ = at;
  updatePointer(at);
  const double t = timeAt(std::clamp<double>(at.x(), axisRect()->left(), axisRect()->right()));
  switch (drag_) {
    case Drag::kPan:
      pan(moved.x(), moved.y());
      break;
    case Drag::kScrub:
      Q_EMIT seekRequested(t);
      break;
    case Drag::kCursorA:
      Q_EMIT cursorMoved(0, t);
      break;
    case Drag::kCursorB:
      Q_EMIT cursorMoved(1, t);
      break;
    case Drag::kBox:
      replotOverlay();
      break;
    case Drag::kNone:
      break;
  }
}

void PlotCanvas::updatePointer(const QPointF& at) {
  const QRect rect = axisRect()->rect();
  const bool inside = rect.contains(at.toPoint());
  pointer_ = inside ? std::optional(at) : std::nullopt;
  if (drag_ == Drag::kNone) {
    const Drag would = dragAt(at);
    const bool line = would == Drag::kScrub || would == Drag::kCursorA || would == Drag::kCursorB;
    setCursor(line ? Qt::SplitHCursor : would == Drag::kPan ? Qt::OpenHandCursor : Qt::CrossCursor);
  }
  if (inside)
    Q_EMIT hoverMoved(timeAt(at.x()));
  else
    Q_EMIT hoverLeft();
}

void PlotCanvas::mouseReleaseEvent(QMouseEvent* event) {
  event->accept();
  const Drag drag = std::exchange(drag_, Drag::kNone);
  const QPointF moved = event->position() - pressedAt_;
  if (drag == Drag::kBox && std::max(std::abs(moved.x()), std::abs(moved.y())) > kClick)
    zoomTo(boxOf(pressedAt_, event->position()));
  updatePointer(event->position());
  replotOverlay();
}

void PlotCanvas::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  drag_ = Drag::kNone;
  if (event->button() != Qt::LeftButton) return;
  const QRect rect = axisRect()->rect();
  const double x = event->position().x();
  if (x < rect.left() || x > rect.right()) return setAutoY(true);  // on a value axis: that alone
  Q_EMIT fitRequested();
}

void PlotCanvas::zoomTo(const QRectF& box) {
  if (box.width() < 2 || box.height() < 2) return;
  const QRectF rect = axisRect()->rect();
  if (box.height() < rect.height() - 1) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const QCPAxis* axis = axisOf(side);
      setYRange(side, axis->pixelToCoord(box.bottom()), axis->pixelToCoord(box.top()));
    }
  }
  if (box.width() < rect.width() - 1) Q_EMIT timeRangeChosen(timeAt(box.left()), timeAt(box.right()));
}

void PlotCanvas::zoomTime(double factor, double about) {
  const QCPRange range = zoomed(*xAxis, factor, about);
  if (!(range.size() >= kLeastTime) || range.size() > kMostTime) return;
  Q_EMIT timeRangeChosen(range.lower, range.upper);
}

void PlotCanvas::zoomValues(QCPAxis* axis, double factor, double about) {
  const QCPRange range = zoomed(*axis, factor, about);
  setYRange(axis == yAxis ? Side::kLeft : Side::kRight, range.lower, range.upper);
}

void PlotCanvas::pan(double dx, double dy) {
  if (dy != 0 && (!autoY_ || std::abs(lastAt_.y() - pressedAt_.y()) > kThin)) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const QCPRange range = moved(*axisOf(side), dy / std::max(1, axisRect()->height()));
      setYRange(side, range.lower, range.upper);
    }
  }
  if (dx == 0) return;
  const QCPRange range = moved(*xAxis, -dx / std::max(1, axisRect()->width()));
  Q_EMIT timeRangeChosen(range.lower, range.upper);
}

void PlotCanvas::wheelEvent(QWheelEvent* event) {
  event->accept();
  const QPoint angle = event->angleDelta();
  const QRect rect = axisRect()->rect();
  if (std::abs(angle.x()) > std::abs(angle.y())) return pan(angle.x() / 2.0, 0);  // sideways: a touchpad pans
  const double factor = std::pow(kWheelStep, angle.y() / 120.0);
  const QPointF at = event->position();
  if (at.x() > rect.right() && yAxis2->visible()) return zoomValues(yAxis2, factor, yAxis2->pixelToCoord(at.y()));
  if (at.x() < rect.left()) return zoomValues(yAxis, factor, yAxis->pixelToCoord(at.y()));
  if (!(event->modifiers() & Qt::ControlModifier)) return zoomTime(factor, timeAt(at.x()));
  for (QCPAxis* axis : {yAxis, yAxis2}) zoomValues(axis, factor, axis->pixelToCoord(at.y()));
}

void PlotCanvas::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Escape && drag_ != Drag::kNone) {
    drag_ = Drag::kNone;
    replotOverlay();
    return;
  }
  if (!ours(*event)) return QCustomPlot::keyPressEvent(event);
  const bool control = event->modifiers() & Qt::ControlModifier;
  const double width = axisRect()->width() * kKeyStep;
  const auto zoom = [&](double factor) {
    const auto middle = [](const QCPAxis* axis) { return moved(*axis, 0.5).lower; };
    if (!control) return zoomTime(factor, middle(xAxis));
    for (QCPAxis* axis : {yAxis, yAxis2}) zoomValues(axis, factor, middle(axis));
  };
  const auto sideways = [&](int direction) {
    const int cursor = event->modifiers() & Qt::ShiftModifier ? 1 : 0;
    if (!marks_.cursors[cursor]) return pan(-direction * width, 0);
    const double pixel = xAxis->range().size() / std::max(1, axisRect()->width());
    Q_EMIT cursorMoved(cursor, *marks_.cursors[cursor] + direction * pixel * (control ? 10 : 1));
  };
  const auto upwards = [&](int direction) {
    for (const Side side : {Side::kLeft, Side::kRight}) {
      const QCPRange range = moved(*axisOf(side), direction * kKeyStep);
      setYRange(side, range.lower, range.upper);
    }
  };
  switch (event->key()) {
    case Qt::Key_Left:
      return sideways(-1);
    case Qt::Key_Right:
      return sideways(1);
    case Qt::Key_Up:
      return upwards(1);
    case Qt::Key_Down:
      return upwards(-1);
    case Qt::Key_Plus:
    case Qt::Key_Equal:
      return zoom(kWheelStep);
    case Qt::Key_Minus:
      return zoom(1 / kWheelStep);
    case Qt::Key_F:
      Q_EMIT fitRequested();
      return;
    default:
      Q_EMIT keyPressed(event->key());
  }
}

void PlotCanvas::leaveEvent(QEvent* event) {
  pointer_.reset();
  Q_EMIT hoverLeft();
  QCustomPlot::leaveEvent(event);
}

void PlotCanvas::focusInEvent(QFocusEvent* event) {
  QCustomPlot::focusInEvent(event);
  replotOverlay();
}

void PlotCanvas::focusOutEvent(QFocusEvent* event) {
  QCustomPlot::focusOutEvent(event);
  replotOverlay();
}

}  // namespace tendril
