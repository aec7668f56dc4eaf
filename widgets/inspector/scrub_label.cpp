// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/inspector/scrub_label.hpp"

#include <QMouseEvent>
#include <QPainter>

#include "widgets/inspector/value_edit.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {
constexpr int kDragThreshold = 3, kSymbolGap = 6;
}

ScrubLabel::ScrubLabel(QWidget* parent) : QWidget(parent) {}

void ScrubLabel::setText(const QString& text, const QString& symbol) {
  if (text == text_ && symbol == symbol_) return;
  text_ = text;
  symbol_ = symbol;
  setAccessibleName(text);
  update();
}

void ScrubLabel::setScrubbable(bool scrubbable) {
  scrubbable_ = scrubbable;
  setCursor(scrubbable ? Qt::SizeHorCursor : Qt::ArrowCursor);
}

void ScrubLabel::setFaint(bool faint) {
  if (faint == faint_) return;
  faint_ = faint;
  update();
}

void ScrubLabel::paintEvent(QPaintEvent*) {
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setFont(AppTheme::font());
  const QFontMetrics metrics(painter.font()), small(AppTheme::secondaryFont());
  const double baseline = (height() + QFontMetricsF(painter.font()).capHeight()) / 2;
  const int symbolWidth = symbol_.isEmpty() ? 0 : small.horizontalAdvance(symbol_) + kSymbolGap;
  // A symbol that leaves no room for the name is left to the tooltip.
  const bool fits = metrics.horizontalAdvance(text_) + symbolWidth <= width();
  const QString text = metrics.elidedText(text_, Qt::ElideRight, width());
  painter.setPen(faint_ ? mixed(scheme.panel, scheme.secondary, 0.7) : dragging_ ? scheme.accent : scheme.text);
  painter.drawText(QPointF(0, baseline), text);
  if (!fits || symbol_.isEmpty()) return;
  painter.setFont(AppTheme::secondaryFont());
  painter.setPen(scheme.secondary);
  painter.drawText(QPointF(metrics.horizontalAdvance(text) + kSymbolGap, baseline), symbol_);
}

void ScrubLabel::mousePressEvent(QMouseEvent* event) {
  if (event->button() != Qt::LeftButton) return event->ignore();
  pressed_ = true;
  dragging_ = false;
  pressX_ = event->position().toPoint().x();
}

void ScrubLabel::mouseMoveEvent(QMouseEvent* event) {
  if (!pressed_ || !scrubbable_) return;
  const int moved = event->position().toPoint().x() - pressX_;
  if (!dragging_ && std::abs(moved) < kDragThreshold) return;
  if (!dragging_) {
    dragging_ = true;
    update();
    Q_EMIT scrubBegan();
  }
  Q_EMIT scrubbed(scrubSteps(moved, event->modifiers()));
}

void ScrubLabel::mouseReleaseEvent(QMouseEvent* event) {
  if (!pressed_) return event->ignore();
  pressed_ = false;
  if (!dragging_) return Q_EMIT clicked();
  dragging_ = false;
  update();
  Q_EMIT scrubEnded();
}

}  // namespace tendril
