// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/slider/name_label.hpp"

#include <QPainter>
#include <QStyle>

#include <algorithm>

#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kLeast = 20;  // a letter and "…"

}  // namespace

NameLabel::NameLabel(const QString& name, QWidget* parent) : QLabel(parent) {
  setFont(AppTheme::font());
  setTextFormat(Qt::PlainText);
  setText(name);
  setFixedHeight(kRowHeight);
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

int NameLabel::needed() const {
  return fontMetrics().horizontalAdvance(text()) + 1;
}

void NameLabel::align(std::span<NameLabel* const> names) {
  int widest = 0;
  for (const NameLabel* name : names) widest = std::max(widest, name->needed());
  for (NameLabel* name : names) {
    name->wish_ = widest;
    name->updateGeometry();
  }
}

QSize NameLabel::sizeHint() const {
  return {std::max(wish_, needed()), kRowHeight};
}

QSize NameLabel::minimumSizeHint() const {
  return {std::min(kLeast, sizeHint().width()), kRowHeight};
}

QString NameLabel::shown() const {
  return fontMetrics().elidedText(text(), Qt::ElideRight, width());
}

void NameLabel::paintEvent(QPaintEvent*) {
  QPainter painter(this);
  style()->drawItemText(&painter, rect(), Qt::AlignLeft | Qt::AlignVCenter, palette(), isEnabled(), shown(),
                        foregroundRole());
}

}  // namespace tendril
