// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/path_hands.hpp"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kReach = 10, kPoint = 5, kFirst = 7, kClick = 4, kFar = 1e6;  // px
constexpr double kLine = 2, kHalo = 4.5;
constexpr std::size_t kLeastClosed = 3;

}  // namespace

PathHands::PathHands(Viewport& view) : QWidget(&view), view_(view) {
  setObjectName(QStringLiteral("pathHands"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  hide();
  view.setMouseTracking(true);
  view.installEventFilter(this);
  connect(&view, &Viewport::cameraChanged, this, qOverload<>(&QWidget::update));
  connect(&view, &Viewport::pictureShown, this, qOverload<>(&QWidget::update));
}

void PathHands::show(std::vector<Vec3> points, bool closed) {
  if (held_ >= 0 || drawing_) return;
  points_ = std::move(points);
  closed_ = closed;
  hovered_ = -1;
  setGeometry(view_.rect());
  setVisible(!points_.empty());
  update();
}

void PathHands::draw(const Vec3& from) {
  held_ = -1;
  drawing_ = true, closed_ = false;
  points_ = {from};
  setGeometry(view_.rect());
  setVisible(true);
  raise();
  showCursor();
  view_.setFocus();
  cursor_ = onScreen(0);
  Q_EMIT changed();
}

void PathHands::stop() {
  drawing_ = false, closed_ = false;
  held_ = hovered_ = -1;
  points_.clear();
  showCursor();
  hide();
}

void PathHands::setClosed(bool closed) {
  if (closed == closed_) return;
  closed_ = closed;
  update();
  if (drawing_) Q_EMIT changed();
}

// ---- places

QPointF PathHands::onScreen(std::size_t point) const {
  const Vec3 at = view_.camera().project(points_[point], view_.width(), view_.height());
  return {at.x(), at.y()};
}

int PathHands::pointAt(const QPointF& place) const {
  int found = -1;
  double nearest = kReach;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const QPointF between = onScreen(i) - place;
    const double distance = std::hypot(between.x(), between.y());
    if (distance <= nearest) nearest = distance, found = static_cast<int>(i);
  }
  return found;
}

/// The cursor in the plane parallel to the screen through a point.
Vec3 PathHands::facing(const QPointF& at, const Vec3& through) const {
  const CameraView& camera = view_.camera();
  const auto [origin, direction] = camera.ray(at.x(), at.y(), view_.width(), view_.height());
  const Vec3 normal = camera.direction();
  return origin + direction * ((through - origin).dot(normal) / direction.dot(normal));
}

void PathHands::place(const QPointF& at, bool onSurface) {
  if (pointAt(at) == 0 && points_.size() >= kLeastClosed) {
    closed_ = true;
    Q_EMIT changed();
    Q_EMIT finished();
    return;
  }
  if (pointAt(at) >= 0) return;  // two points in one place are no way
  const Pick pick = onSurface ? view_.pickAt(at) : Pick{};
  const Vec3 point = pick.kind != PickKind::kNothing ? pick.point : facing(at, points_.back());
  if (!point.allFinite()) return;
  points_.push_back(point);
  update();
  Q_EMIT changed();
}

// ---- hands

void PathHands::showCursor() {
  if (held_ >= 0) return view_.setCursor(Qt::ClosedHandCursor);
  if (hovered_ >= 0 || (view_.isPosing() && !drawing_)) return view_.setCursor(Qt::OpenHandCursor);
  drawing_ ? view_.setCursor(Qt::CrossCursor) : view_.unsetCursor();
}

bool PathHands::eventFilter(QObject* watched, QEvent* event) {
  if (watched != &view_ || !isVisible() || passes_) return QWidget::eventFilter(watched, event);
  auto* mouse = dynamic_cast<QMouseEvent*>(event);
  switch (event->type()) {
    case QEvent::Resize:
      setGeometry(view_.rect());
      return false;
    case QEvent::MouseButtonPress:
    case QEvent::MouseButtonDblClick:
      pressed_ = QPointF(-kFar, -kFar);  // what other buttons and Ctrl begin ends with no click of ours
      if (mouse->button() != Qt::LeftButton || mouse->modifiers().testFlag(Qt::ControlModifier)) return false;
      return press(mouse->position(), event->type() == QEvent::MouseButtonDblClick);
    case QEvent::MouseMove:
      return drag(mouse->position());
    case QEvent::MouseButtonRelease:
      return release(*mouse);
    case QEvent::ShortcutOverride:
    case QEvent::KeyPress:
      if (!drawing_) return false;
      if (event->type() == QEvent::KeyPress) return key(static_cast<QKeyEvent*>(event)->key());
      switch (static_cast<QKeyEvent*>(event)->key()) {
        case Qt::Key_Return:
        case Qt::Key_Enter:
        case Qt::Key_Escape:
        case Qt::Key_Backspace:
          event->accept();
          return true;
        default:
          return false;
      }
    default:
      return false;
  }
}

/// Lets go of a point; a click while a path is drawn, which chooses nothing then, places one.
bool PathHands::release(QMouseEvent& event) {
  if (std::exchange(held_, -1) >= 0) {
    showCursor();
    if (!drawing_) Q_EMIT released();
    return true;
  }
  const double way = (event.position() - pressed_).manhattanLength();
  if (!drawing_ || event.button() != Qt::LeftButton || !(way <= kClick)) return false;
  {
    const QSignalBlocker quiet(&view_);  // the view ends its gesture, and tells of no click
    passes_ = true;
    QCoreApplication::sendEvent(&view_, &event);
    passes_ = false;
  }
  place(event.position(), event.modifiers().testFlag(Qt::ShiftModifier));
  return true;
}

bool PathHands::press(const QPointF& at, bool twice) {
  pressed_ = at;
  const int point = pointAt(at);
  if (point < 0) return twice && drawing_;  // the second of two quick clicks: the view would frame everything
  // The first point of a path that can be closed waits for the click.
  if (drawing_ && point == 0 && points_.size() >= kLeastClosed) return false;
  held_ = point;
  offset_ = points_[static_cast<std::size_t>(point)] - facing(at, points_[static_cast<std::size_t>(point)]);
  showCursor();
  return true;
}

bool PathHands::drag(const QPointF& at) {
  cursor_ = at;
  if (held_ < 0) {
    const int under = pointAt(at);
    if (under != std::exchange(hovered_, under)) showCursor();
    update();
    return false;
  }
  const auto index = static_cast<std::size_t>(held_);
  const Vec3 place = facing(at, points_[index]) + offset_;
  if (!place.allFinite()) return true;
  points_[index] = place;
  update();
  if (drawing_)
    Q_EMIT changed();
  else
    Q_EMIT moved(held_, place);
  return true;
}

bool PathHands::key(int key) {
  if (key == Qt::Key_Escape) return Q_EMIT cancelled(), true;
  if (key == Qt::Key_Return || key == Qt::Key_Enter) return Q_EMIT finished(), true;
  if (key != Qt::Key_Backspace) return false;
  if (points_.size() > 1) points_.pop_back();
  update();
  Q_EMIT changed();
  return true;
}

// ---- the picture

void PathHands::paintEvent(QPaintEvent*) {
  if (points_.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (drawing_) paintLine(painter);
  paintPoints(painter);
}

/// Through all points and on to the cursor, smooth; light below, so that it stands out from any body.
void PathHands::paintLine(QPainter& painter) const {
  std::vector<QPointF> at;
  for (std::size_t i = 0; i < points_.size(); ++i) at.push_back(onScreen(i));
  if (!closed_ && held_ < 0) at.push_back(cursor_);
  const std::size_t count = at.size(), pieces = closed_ ? count : count - 1;
  const auto neighbour = [&](std::ptrdiff_t i) {
    const auto n = static_cast<std::ptrdiff_t>(count);
    return at[static_cast<std::size_t>(closed_ ? (i + n) % n : std::clamp<std::ptrdiff_t>(i, 0, n - 1))];
  };
  QPainterPath path(at.front());
  for (std::size_t k = 0; k < pieces; ++k) {
    const auto i = static_cast<std::ptrdiff_t>(k);
    const QPointF a = neighbour(i), b = neighbour(i + 1);
    path.cubicTo(a + (b - neighbour(i - 1)) / 6, b - (neighbour(i + 2) - a) / 6, b);
  }
  QColor halo = AppTheme::instance().color(Token::kPanel);
  halo.setAlphaF(0.75F);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(halo, kHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  painter.setPen(QPen(AppTheme::instance().color(Token::kAccent), kLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
}

void PathHands::paintPoints(QPainter& painter) const {
  const Scheme& scheme = AppTheme::instance().scheme();
  const int under = held_ >= 0 ? held_ : hovered_;
  for (std::size_t i = points_.size(); i-- > 0;) {
    const QPointF at = onScreen(i);
    const bool front = static_cast<int>(i) == under;
    painter.setPen(QPen(i == 0 ? scheme.accent : scheme.panel, 2));
    painter.setBrush(i == 0 ? scheme.panel : scheme.accent);
    const double radius = (i == 0 ? kFirst : kPoint) + (front ? 2 : 0);
    painter.drawEllipse(at, radius, radius);
  }
}

}  // namespace tendril
