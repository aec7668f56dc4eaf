// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/path_editor.hpp"

#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr double kReach = 10, kPoint = 5, kFirst = 7;  // px
constexpr double kLine = 2, kHalo = 4.5;
constexpr std::size_t kLeastClosed = 3;

}  // namespace

PathEditor::PathEditor(Viewport& view) : ViewOverlay(view, QStringLiteral("pathEditor")) {
  connect(&view, &Viewport::pictureShown, this, qOverload<>(&QWidget::update));
}

void PathEditor::show(std::vector<Vec3> points, bool closed) {
  if (held_ >= 0 || drawing_) return;
  points_ = std::move(points);
  closed_ = closed;
  hovered_ = -1;
  cover(!points_.empty());
}

void PathEditor::draw(const Vec3& from) {
  held_ = -1;
  drawing_ = true, closed_ = false;
  points_ = {from};
  takeOver();
  showCursor();
  cursor_ = onScreen(0);
  Q_EMIT changed();
}

void PathEditor::stop() {
  drawing_ = false, closed_ = false;
  held_ = hovered_ = -1;
  points_.clear();
  showCursor();
  hide();
}

void PathEditor::setClosed(bool closed) {
  if (closed == closed_) return;
  closed_ = closed;
  update();
  if (drawing_) Q_EMIT changed();
}

// ---- places

QPointF PathEditor::onScreen(std::size_t point) const {
  return geometry().project(points_[point]);
}

int PathEditor::pointAt(const QPointF& place) const {
  int found = -1;
  double nearest = kReach;
  for (std::size_t i = 0; i < points_.size(); ++i) {
    const QPointF between = onScreen(i) - place;
    const double distance = std::hypot(between.x(), between.y());
    if (distance <= nearest) nearest = distance, found = static_cast<int>(i);
  }
  return found;
}

void PathEditor::place(const QPointF& at, bool onSurface) {
  if (pointAt(at) == 0 && points_.size() >= kLeastClosed) {
    closed_ = true;
    Q_EMIT changed();
    Q_EMIT finished();
    return;
  }
  if (pointAt(at) >= 0) return;  // two points in one place are no way
  const Pick pick = onSurface ? view().pickAt(at) : Pick{};
  const Vec3 point = pick.kind != PickKind::kNothing ? pick.point : geometry().facing(at, points_.back());
  if (!point.allFinite()) return;
  points_.push_back(point);
  update();
  Q_EMIT changed();
}

// ---- mouse and keys

void PathEditor::showCursor() {
  if (held_ >= 0) return view().setCursor(Qt::ClosedHandCursor);
  if (hovered_ >= 0 || (view().isPosing() && !drawing_)) return view().setCursor(Qt::OpenHandCursor);
  drawing_ ? view().setCursor(Qt::CrossCursor) : view().unsetCursor();
}

bool PathEditor::mousePress(const QPointF& at) {
  const int point = pointAt(at);
  // The first point of a path that can be closed waits for the click.
  if (point < 0 || (drawing_ && point == 0 && points_.size() >= kLeastClosed)) return false;
  held_ = point;
  offset_ = points_[static_cast<std::size_t>(point)] - geometry().facing(at, points_[static_cast<std::size_t>(point)]);
  showCursor();
  return true;
}

bool PathEditor::mouseMove(const QMouseEvent& event) {
  return drag(event.position());
}

bool PathEditor::mouseRelease() {
  if (std::exchange(held_, -1) < 0) return false;
  showCursor();
  if (!drawing_) Q_EMIT released();
  return true;
}

void PathEditor::mouseClick(const QMouseEvent& event) {
  place(event.position(), event.modifiers().testFlag(Qt::ShiftModifier));
}

bool PathEditor::drag(const QPointF& at) {
  cursor_ = at;
  if (held_ < 0) {
    const int under = pointAt(at);
    if (under != std::exchange(hovered_, under)) showCursor();
    update();
    return false;
  }
  const auto index = static_cast<std::size_t>(held_);
  const Vec3 place = geometry().facing(at, points_[index]) + offset_;
  if (!place.allFinite()) return true;
  points_[index] = place;
  update();
  if (drawing_)
    Q_EMIT changed();
  else
    Q_EMIT moved(held_, place);
  return true;
}

bool PathEditor::takesKey(int key) const {
  return drawing_ &&
         (key == Qt::Key_Escape || key == Qt::Key_Return || key == Qt::Key_Enter || key == Qt::Key_Backspace);
}

void PathEditor::keyPress(int key) {
  if (key == Qt::Key_Escape) return Q_EMIT cancelled();
  if (key != Qt::Key_Backspace) return Q_EMIT finished();
  if (points_.size() > 1) points_.pop_back();
  update();
  Q_EMIT changed();
}

// ---- the picture

void PathEditor::paintEvent(QPaintEvent*) {
  if (points_.empty()) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (drawing_) paintLine(painter);
  paintPoints(painter);
}

/// Through all points and on to the cursor, smooth; light below, so that it stands out from any body.
void PathEditor::paintLine(QPainter& painter) const {
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

void PathEditor::paintPoints(QPainter& painter) const {
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
