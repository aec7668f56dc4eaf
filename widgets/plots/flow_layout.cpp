// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/plots/flow_layout.hpp"

#include <QWidget>

#include <algorithm>

namespace tendril {
namespace {

constexpr int kMore = 34;         // px, of the button at the end
constexpr int kOutside = -10000;  // px: where nobody sees what has no room

}  // namespace

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

void FlowLayout::setMostRows(int rows) {
  if (rows == mostRows_) return;
  mostRows_ = rows;
  invalidate();
}

int FlowLayout::heightForWidth(int width) const {
  std::vector<QLayoutItem*> leftOut;
  int bottom = 0;
  for (const Placed& each : placed({0, 0, width, 0}, leftOut)) bottom = std::max(bottom, each.at.bottom() + 1);
  return bottom;
}

QSize FlowLayout::minimumSize() const {
  QSize size;
  for (const QLayoutItem* item : items_) size = size.expandedTo(item->minimumSize());
  return size;
}

void FlowLayout::setGeometry(const QRect& rect) {
  QLayout::setGeometry(rect);
  leftOut_.clear();
  const std::vector<Placed> all = placed(rect, leftOut_);
  for (const Placed& each : all) each.item->setGeometry(each.at);
  for (QLayoutItem* item : leftOut_)  // an item itself keeps its widget inside
    if (QWidget* widget = item->widget()) widget->move(kOutside, 0);
  if (more_ == nullptr) return;
  more_->setVisible(!leftOut_.empty());
  if (leftOut_.empty()) return;
  more_->setText(QStringLiteral("+%1").arg(leftOut_.size()));
  const QRect last = all.empty() ? QRect(rect.x(), rect.y(), 0, more_->sizeHint().height()) : all.back().at;
  more_->setGeometry(all.empty() ? rect.x() : last.right() + 1 + spacing(), last.y(), kMore, last.height());
}

std::vector<FlowLayout::Placed> FlowLayout::placed(const QRect& rect, std::vector<QLayoutItem*>& leftOut) const {
  std::vector<Placed> out;
  int x = rect.x(), y = rect.y(), rowHeight = 0, rows = 1;
  for (QLayoutItem* item : items_) {
    if (item->isEmpty()) continue;
    const QSize wanted = item->sizeHint();
    const int width = std::min(wanted.width(), rect.width());
    const bool wraps = x > rect.x() && x + width > rect.x() + rect.width();
    if (!leftOut.empty() || (wraps && rows == mostRows_)) {
      leftOut.push_back(item);
      continue;
    }
    if (wraps) {
      x = rect.x();
      y += rowHeight + spacing();
      rowHeight = 0;
      ++rows;
    }
    out.push_back({item, {x, y, width, wanted.height()}});
    x += width + spacing();
    rowHeight = std::max(rowHeight, wanted.height());
  }
  // Room for the button, which takes the place of the last ones.
  while (!leftOut.empty() && out.size() > 1 && out.back().at.right() + spacing() + kMore > rect.right() &&
         out.back().at.y() == y) {
    leftOut.insert(leftOut.begin(), out.back().item);
    out.pop_back();
  }
  return out;
}

}  // namespace tendril
