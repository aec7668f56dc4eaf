// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/viewport/perturbation_overlay.hpp"

#include <QFontMetricsF>
#include <QPainter>
#include <QPainterPath>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr double kLine = 2, kHalo = 4.5, kHead = 11, kDot = 4.5, kArc = 34;
constexpr double kTextGap = 14;  // from the cursor

/// The same line twice: light below, so that it stands out from any body.
void strokeWithHalo(QPainter& painter, const QPainterPath& path, const QColor& color) {
  QColor halo = AppTheme::instance().color(Token::kPanel);
  halo.setAlphaF(0.75F);
  painter.setBrush(Qt::NoBrush);
  painter.setPen(QPen(halo, kHalo, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
  painter.setPen(QPen(color, kLine, Qt::SolidLine, Qt::RoundCap, Qt::RoundJoin));
  painter.drawPath(path);
}

void addHead(QPainterPath& path, const QPointF& tip, double direction) {
  for (const double side : {-1.0, 1.0}) {
    const double angle = direction + side * 0.84 * std::numbers::pi;
    path.moveTo(tip);
    path.lineTo(tip + kHead * QPointF(std::cos(angle), std::sin(angle)));
  }
}

}  // namespace

PerturbationOverlay::PerturbationOverlay(QWidget* view) : QWidget(view) {
  setObjectName(QStringLiteral("perturbationOverlay"));
  setAttribute(Qt::WA_TransparentForMouseEvents);
  setAttribute(Qt::WA_NoSystemBackground);
  setFocusPolicy(Qt::NoFocus);
  hide();
}

void PerturbationOverlay::set(Kind kind, const QPointF& point, const QPointF& cursor, const QString& text) {
  kind_ = kind, point_ = point, cursor_ = cursor, text_ = text;
  setGeometry(parentWidget()->rect());
  setVisible(kind != Kind::kNone);
  update();
}

void PerturbationOverlay::showPull(const QPointF& point, const QPointF& cursor, const QString& force, bool warns) {
  warns_ = warns;
  set(Kind::kPull, point, cursor, force);
}

void PerturbationOverlay::showTwist(const QPointF& point, const QPointF& cursor, double angle, const QString& torque) {
  angle_ = angle;
  set(Kind::kTwist, point, cursor, torque);
}

void PerturbationOverlay::showHint(const QPointF& point, const QString& text) {
  set(Kind::kHint, point, point, text);
}

void PerturbationOverlay::moveHint(const QPointF& point) {
  if (kind_ == Kind::kHint) set(Kind::kHint, point, point, text_);
}

void PerturbationOverlay::clear() {
  set(Kind::kNone, {}, {}, {});
}

void PerturbationOverlay::paintEvent(QPaintEvent*) {
  if (kind_ == Kind::kNone) return;
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  if (kind_ == Kind::kPull) paintArrow(painter);
  if (kind_ == Kind::kTwist) paintArc(painter);
  if (!text_.isEmpty()) paintText(painter);
}

void PerturbationOverlay::paintArrow(QPainter& painter) const {
  const QColor accent = AppTheme::instance().color(warns_ ? Token::kWarn : Token::kAccent);
  const QPointF way = cursor_ - point_;
  QPainterPath path(point_);
  path.lineTo(cursor_);
  if (std::hypot(way.x(), way.y()) > kHead) addHead(path, cursor_, std::atan2(way.y(), way.x()));
  strokeWithHalo(painter, path, accent);
  painter.setPen(QPen(AppTheme::instance().color(Token::kPanel), 1.5));
  painter.setBrush(accent);
  painter.drawEllipse(point_, kDot, kDot);
}

void PerturbationOverlay::paintArc(QPainter& painter) const {
  const QColor accent = AppTheme::instance().color(Token::kAccent);
  const double degrees = angle_ * 180 / std::numbers::pi, start = 90;
  const QRectF box(point_ - QPointF(kArc, kArc), QSizeF(2 * kArc, 2 * kArc));
  QPainterPath path;
  path.arcMoveTo(box, start);
  path.arcTo(box, start, degrees);
  if (std::abs(angle_) > 0.1) {
    const double end = (start + degrees) * std::numbers::pi / 180, turn = angle_ > 0 ? 1 : -1;
    // a counter-clockwise arc goes along (−sin, −cos) on a screen whose y points down
    addHead(path, path.currentPosition(), std::atan2(-turn * std::cos(end), -turn * std::sin(end)));
  }
  strokeWithHalo(painter, path, accent);
  painter.setPen(QPen(AppTheme::instance().color(Token::kPanel), 1.5));
  painter.setBrush(accent);
  painter.drawEllipse(point_, kDot, kDot);
}

QFont PerturbationOverlay::textFont() const {
  return kind_ == Kind::kHint ? AppTheme::secondaryFont() : AppTheme::numberFont();
}

QRectF PerturbationOverlay::textBox() const {
  const bool hint = kind_ == Kind::kHint;
  const QFontMetricsF metrics(textFont());
  QRectF box(0, 0, metrics.horizontalAdvance(text_) + 4 * kGrid, metrics.height() + 2 * kGrid);
  // A hint stands beside its point: below it, where robots hang, bars lie over the view.
  box.moveTopLeft(cursor_ + QPointF(kTextGap, hint ? -box.height() / 2 : kTextGap));
  const QRectF inside =
      QRectF(parentWidget()->contentsRect()).adjusted(kGrid, kGrid, -kGrid - right_, -kGrid - bottom_);
  if (box.right() > inside.right()) box.moveRight(std::min(cursor_.x() - kTextGap, inside.right()));
  if (box.bottom() > inside.bottom()) box.moveBottom(std::min(cursor_.y() - kTextGap, inside.bottom()));
  if (box.left() < inside.left()) box.moveLeft(inside.left());
  if (box.top() < inside.top()) box.moveTop(inside.top());
  return box;
}

void PerturbationOverlay::paintText(QPainter& painter) const {
  const bool hint = kind_ == Kind::kHint;
  const QRectF box = textBox();
  QColor panel = AppTheme::instance().color(Token::kPanel);
  panel.setAlphaF(hint ? 0.6F : 0.9F);
  painter.setPen(Qt::NoPen);
  painter.setBrush(panel);
  painter.drawRoundedRect(box, kRadius, kRadius);
  painter.setFont(textFont());
  painter.setPen(AppTheme::instance().color(hint ? Token::kSecondary : Token::kText));
  painter.drawText(box, Qt::AlignCenter, text_);
}

}  // namespace tendril
