// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/card_grid.hpp"

#include <QKeyEvent>

#include <algorithm>
#include <iterator>

namespace tendril {
namespace {

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

CardGrid::CardGrid(int cellWidth, QWidget* parent, int gap) : QWidget(parent), cellWidth_(cellWidth), gap_(gap) {
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
  return std::max(1, (width + gap_) / (cellWidth_ + gap_));
}

int CardGrid::widthOfCell(int width) const {
  const int count = columns(width);
  return std::max(1, (width - (count - 1) * gap_) / count);
}

int CardGrid::heightOfCell(int width) const {
  int height = 0;
  for (const QWidget* cell : cells_)
    height = std::max(height, cell->hasHeightForWidth() ? cell->heightForWidth(width) : cell->sizeHint().height());
  return height;
}

std::vector<QWidget*> CardGrid::shownCells() const {
  std::vector<QWidget*> out;
  std::copy_if(cells_.begin(), cells_.end(), std::back_inserter(out),
               [](const QWidget* cell) { return !cell->isHidden(); });
  return out;
}

int CardGrid::heightForWidth(int width) const {
  const auto shown = static_cast<int>(shownCells().size());
  if (shown == 0) return 0;
  const int count = columns(width);
  const int rows = (shown + count - 1) / count;
  return rows * heightOfCell(widthOfCell(width)) + (rows - 1) * gap_;
}

QSize CardGrid::sizeHint() const {
  const int width = 3 * cellWidth_ + 2 * gap_;
  return {width, heightForWidth(width)};
}

void CardGrid::arrange() {
  const int count = columns(width()), across = widthOfCell(width()), high = heightOfCell(across);
  const std::vector<QWidget*> shown = shownCells();
  for (int i = 0; i < static_cast<int>(shown.size()); ++i)
    shown[static_cast<std::size_t>(i)]->setGeometry(i % count * (across + gap_), i / count * (high + gap_), across,
                                                    high);
}

void CardGrid::refresh() {
  arrange();
  updateGeometry();
}

void CardGrid::resizeEvent(QResizeEvent*) {
  arrange();
}

bool CardGrid::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::KeyPress) {
    const int step = stepOf(static_cast<QKeyEvent*>(event)->key(), columns(width()));
    const std::vector<QWidget*> shown = shownCells();
    const auto here = std::find(shown.begin(), shown.end(), watched);
    const auto next = here - shown.begin() + step;
    if (step != 0 && here != shown.end()) {
      if (next >= 0 && next < static_cast<std::ptrdiff_t>(shown.size()))
        shown[static_cast<std::size_t>(next)]->setFocus(Qt::TabFocusReason);
      return true;
    }
  }
  return QWidget::eventFilter(watched, event);
}

}  // namespace tendril
