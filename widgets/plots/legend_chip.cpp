// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/legend_chip.hpp"

#include <QApplication>
#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

#include "widgets/plots/signals/signal_mime.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kChipHeight = 20, kChipPad = 6, kChipSample = 14, kChipGap = 5, kMostText = 220;

}  // namespace

LegendChip::LegendChip(QString signal, QWidget* parent) : QAbstractButton(parent), signal_(std::move(signal)) {
  setCheckable(true);
  setChecked(true);
  setText(QString(signal_).remove(u'\''));  // quotes are for expressions
  setFocusPolicy(Qt::TabFocus);
  setObjectName(QStringLiteral("chip:") + signal_);
  setAccessibleName(signal_);
}

void LegendChip::setStyle(int color, CurveKind kind) {
  color_ = color;
  kind_ = kind;
  update();
}

void LegendChip::setLabel(const QString& label) {
  setText(label.isEmpty() ? QString(signal_).remove(u'\'') : label);
  updateGeometry();
}

void LegendChip::setProblem(const QString& problem, const QString& tooltip) {
  problem_ = problem;
  setToolTip(tooltip);
  update();
}

QSize LegendChip::sizeHint() const {
  const int text = std::min(kMostText, QFontMetrics(AppTheme::secondaryFont()).horizontalAdvance(this->text()));
  return {2 * kChipPad + kChipSample + kChipGap + text + 1, kChipHeight};
}

void LegendChip::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  const QRectF ground = QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5);
  if (underMouse() || isDown()) {
    painter.setPen(Qt::NoPen);
    painter.setBrush(isDown() ? scheme.pressed : scheme.hover);
    painter.drawRoundedRect(ground, 4, 4);
  }
  if (hasFocus()) {
    painter.setPen(QPen(scheme.accent, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRoundedRect(ground, 4, 4);
  }
  QPen pen = curvePen(color_, kind_, scheme);
  if (kind_ == CurveKind::kActual) pen.setWidthF(2);
  if (!isChecked()) pen.setColor(mixed(scheme.panel, pen.color(), 0.35));
  painter.setPen(problem_.isEmpty() ? pen : QPen(scheme.error, 2));
  const double y = height() / 2.0;
  painter.drawLine(QPointF(kChipPad, y), QPointF(kChipPad + kChipSample, y));
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(!problem_.isEmpty() ? scheme.error
                 : isChecked()       ? scheme.text
                                     : mixed(scheme.panel, scheme.secondary, 0.6));
  const QRect room = rect().adjusted(kChipPad + kChipSample + kChipGap, 0, -kChipPad + 2, 0);
  painter.drawText(room, Qt::AlignVCenter, painter.fontMetrics().elidedText(text(), Qt::ElideMiddle, room.width()));
}

void LegendChip::mousePressEvent(QMouseEvent* event) {
  pressedAt_ = event->position().toPoint();
  QAbstractButton::mousePressEvent(event);
}

void LegendChip::mouseMoveEvent(QMouseEvent* event) {
  const QPoint moved = event->position().toPoint() - pressedAt_;
  if (!isDown() || moved.manhattanLength() < QApplication::startDragDistance()) return;
  setDown(false);
  dragSignals(this, {signal_});
}

void LegendChip::mouseDoubleClickEvent(QMouseEvent* event) {
  if (event->button() == Qt::LeftButton) Q_EMIT removeRequested();
}

void LegendChip::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_Delete || event->key() == Qt::Key_Backspace)
    Q_EMIT removeRequested();
  else
    QAbstractButton::keyPressEvent(event);
}

void LegendChip::enterEvent(QEnterEvent* event) {
  update();
  QAbstractButton::enterEvent(event);
}

void LegendChip::leaveEvent(QEvent* event) {
  update();
  QAbstractButton::leaveEvent(event);
}

}  // namespace tendril
