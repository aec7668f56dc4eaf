// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/plot_title.hpp"

#include <QFontMetrics>
#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kWidest = 260, kMostLetters = 200;

QFont titleFont() {
  QFont font = AppTheme::secondaryFont();
  font.setWeight(QFont::DemiBold);
  return font;
}

}  // namespace

PlotTitle::PlotTitle(QWidget* parent) : QWidget(parent) {
  setObjectName(QStringLiteral("plotTitle"));
  setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Fixed);
  setFocusPolicy(Qt::TabFocus);
  setToolTip(tr("Double click to give the plot a title"));
}

void PlotTitle::setText(const QString& text) {
  text_ = text.simplified().left(kMostLetters);
  setAccessibleName(tr("Title: %1").arg(shown()));
  updateGeometry();
  update();
}

void PlotTitle::setAutomatic(const QString& text) {
  automatic_ = text;
  setAccessibleName(tr("Title: %1").arg(shown()));
  updateGeometry();
  update();
}

void PlotTitle::setStrong(bool on) {
  strong_ = on;
  update();
}

QSize PlotTitle::sizeHint() const {
  if (editor_) return {kWidest, 20};
  return {std::min(kWidest, QFontMetrics(titleFont()).horizontalAdvance(shown()) + 6), 20};
}

void PlotTitle::edit() {
  if (editor_) return;
  editor_ = new QLineEdit(text_, this);
  editor_->setObjectName(QStringLiteral("plotTitleEditor"));
  editor_->setPlaceholderText(automatic_);
  editor_->setMaxLength(kMostLetters);
  editor_->setFont(AppTheme::secondaryFont());
  editor_->setAccessibleName(tr("Title of the plot"));
  editor_->setTextMargins(0, 0, 0, 0);
  updateGeometry();
  editor_->setGeometry(-3, 0, kWidest, 20);
  editor_->setFrame(false);
  editor_->selectAll();
  editor_->installEventFilter(this);
  editor_->show();
  editor_->setFocus(Qt::OtherFocusReason);
}

void PlotTitle::finish(bool keep) {
  if (!editor_) return;
  QLineEdit* editor = std::exchange(editor_, nullptr);
  editor->removeEventFilter(this);
  const QString text = editor->text().simplified();
  editor->hide();
  editor->deleteLater();
  const bool changed = keep && text != text_;
  if (changed) setText(text);
  updateGeometry();
  update();
  if (changed) Q_EMIT edited(text_);
}

bool PlotTitle::eventFilter(QObject* watched, QEvent* event) {
  if (watched != editor_) return QWidget::eventFilter(watched, event);
  if (event->type() == QEvent::FocusOut) {
    finish(true);
  } else if (event->type() == QEvent::ShortcutOverride) {
    event->accept();  // letters are text here, Escape ends the editing
    return true;
  } else if (event->type() == QEvent::KeyPress) {
    const int key = static_cast<QKeyEvent*>(event)->key();
    if (key != Qt::Key_Return && key != Qt::Key_Enter && key != Qt::Key_Escape) return false;
    finish(key != Qt::Key_Escape);
    setFocus(Qt::OtherFocusReason);
    return true;
  }
  return QWidget::eventFilter(watched, event);
}

void PlotTitle::paintEvent(QPaintEvent*) {
  if (editor_) return;
  const Scheme& scheme = AppTheme::instance().scheme();
  QPainter painter(this);
  painter.setFont(titleFont());
  painter.setPen(strong_ || !text_.isEmpty() ? scheme.text : scheme.secondary);
  painter.drawText(rect(), Qt::AlignVCenter, painter.fontMetrics().elidedText(shown(), Qt::ElideRight, width()));
  if (hasFocus()) {
    painter.setPen(scheme.accent);
    painter.drawLine(0, height() - 2, width() - 6, height() - 2);
  }
}

void PlotTitle::mouseDoubleClickEvent(QMouseEvent* event) {
  event->accept();
  edit();
}

void PlotTitle::keyPressEvent(QKeyEvent* event) {
  if (event->key() == Qt::Key_F2 || event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
    edit();
  else
    QWidget::keyPressEvent(event);
}

}  // namespace tendril
