// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/flow_layout.hpp"

#include <QWidget>

#include <algorithm>

namespace tendril {

FlowLayout::FlowLayout(QWidget* parent, int spacing) : QLayout(parent) {
  setContentsMargins(0, 0, 0, 0);
  setSpacing(spacing);
}

FlowLayout::~FlowLayout() {
  for (QLayoutItem* item : items_) delete item;
}

void FlowLayout::addItem(QLayoutItem* item) {
  items_.push_back(item);
}

QLayoutItem* FlowLayout::itemAt(int index) const {
  return index >= 0 && index < count() ? items_[static_cast<std::size_t>(index)] : nullptr;
}

QLayoutItem* FlowLayout::takeAt(int index) {
  QLayoutItem* item = itemAt(index);
  if (item) items_.erase(items_.begin() + index);
  return item;
}

int FlowLayout::heightForWidth(int width) const {
  return place({0, 0, width, 0}, false);
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  place(rect, true);
}

int FlowLayout::place(const QRect& rect, bool apply) const {
  int x = rect.x(), y = rect.y(), rowHeight = 0;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize wanted = item->sizeHint();
    const int width = std::min(wanted.width(), rect.width());
    if (x > rect.x() && x + width > rect.x() + rect.width()) {
      x = rect.x();
      y += rowHeight + spacing();
      rowHeight = 0;
    }
    if (apply) item->setGeometry({x, y, width, wanted.height()});
    x += width + spacing();
    rowHeight = std::max(rowHeight, wanted.height());
  }
  return y + rowHeight - rect.y();
}

}  // namespace tendril
