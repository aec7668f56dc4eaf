// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/card_grid.hpp"

#include <QKeyEvent>

#include <algorithm>

namespace tendril {
namespace {

constexpr int kGap = 16;

/// How far an arrow key goes among cells in this many columns; 0: no arrow.
int stepOf(int key, int columns) {
  switch (key) {
    case Qt::Key_Left:
      return -1;
    case Qt::Key_Right:
      return 1;
    case Qt::Key_Up:
      return -columns;
    case Qt::Key_Down:
      return columns;
    default:
      return 0;
  }
}

}  // namespace

CardGrid::CardGrid(int cellWidth, QWidget* parent) : QWidget(parent), cellWidth_(cellWidth) {
  QSizePolicy policy(QSizePolicy::Expanding, QSizePolicy::Preferred);
  policy.setHeightForWidth(true);
  setSizePolicy(policy);
}

void CardGrid::add(QWidget* cell) {
  cell->setParent(this);
  cell->installEventFilter(this);
  cell->show();
  cells_.push_back(cell);
  updateGeometry();
}

int CardGrid::columns(int width) const {
  return std::max(1, (width + kGap) / (cellWidth_ + kGap));
}

int CardGrid::widthOfCell(int width) const {
  const int count = columns(width);
  return std::max(1, (width - (count - 1) * kGap) / count);
}

int CardGrid::heightOfCell(int width) const {
  int height = 0;
  for (const QWidget* cell : cells_)
    height = std::max(height, cell->hasHeightForWidth() ? cell->heightForWidth(width) : cell->sizeHint().height());
  return height;
}

int CardGrid::heightForWidth(int width) const {
  if (cells_.empty()) return 0;
  const int count = columns(width);
  const int rows = (static_cast<int>(cells_.size()) + count - 1) / count;
  return rows * heightOfCell(widthOfCell(width)) + (rows - 1) * kGap;
}

QSize CardGrid::sizeHint() const {
  const int width = 3 * cellWidth_ + 2 * kGap;
  return {width, heightForWidth(width)};
}

void CardGrid::resizeEvent(QResizeEvent*) {
  const int count = columns(width()), across = widthOfCell(width()), high = heightOfCell(across);
  for (int i = 0; i < static_cast<int>(cells_.size()); ++i)
    cells_[static_cast<std::size_t>(i)]->setGeometry(i % count * (across + kGap), i / count * (high + kGap), across,
                                                     high);
}

bool CardGrid::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int step = stepOf(static_cast<QKeyEvent*>(event)->key(), columns(width()));
    const auto here = std::find(cells_.begin(), cells_.end(), watched);
    const auto next = here - cells_.begin() + step;
    if (step != 0 && here != cells_.end()) {
      if (next >= 0 && next < static_cast<std::ptrdiff_t>(cells_.size()))
        cells_[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
