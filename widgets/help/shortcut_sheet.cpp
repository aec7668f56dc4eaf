// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/shortcut_sheet.hpp"

#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QScrollBar>

#include "widgets/plain_scroll.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

QWidget* keyCaps(const QString& keys) {
  auto* box = new QWidget;
  auto* layout = new QHBoxLayout(box);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(kGrid);
  for (const QString& key : keys.split(QStringLiteral("  "), Qt::SkipEmptyParts)) {
    auto* cap = new QLabel(key);
    cap->setFont(AppTheme::secondaryFont());
    cap->setAlignment(Qt::AlignCenter);
    cap->setStyleSheet(
        "QLabel { background: palette(window); border: 1px solid palette(mid); border-radius: 4px; padding: 0 6px; "
        "min-width: 10px; min-height: 18px; }");
    layout->addWidget(cap);
  }
  layout->addStretch(1);
  return box;
}

constexpr int kMostColumns = 4, kColumnGap = 40, kMargin = 24;

QLayout* blockOf(const ShortcutGroup& group) {
  auto* block = new QGridLayout;
  block->setHorizontalSpacing(16);
  block->setVerticalSpacing(6);
  block->setColumnStretch(1, 1);
  auto* title = new QLabel(group.title);
  title->setProperty("role", "heading");
  block->addWidget(title, 0, 0, 1, 2);
  int row = 1;
  for (const auto& [keys, text] : group.rows) {
    block->addWidget(keyCaps(keys), row, 0);
    block->addWidget(new QLabel(text), row++, 1);
  }
  return block;
}

/// The groups one below the other in so many columns of about the same length.
QWidget* sheetOf(const std::vector<ShortcutGroup>& groups, int columns) {
  const auto lengthOf = [](const ShortcutGroup& group) { return static_cast<int>(group.rows.size()) + 2; };
  int left = 0;
  for (const ShortcutGroup& group : groups) left += lengthOf(group);
  auto* sheet = new QWidget;
  auto* across = new QHBoxLayout(sheet);
  across->setContentsMargins(0, 0, 0, 0);
  across->setSpacing(kColumnGap);
  QVBoxLayout* column = nullptr;
  int length = 0;
  for (const ShortcutGroup& group : groups) {
    // What is left is shared by the columns that are left.
    if (!column || (columns > 1 && length + lengthOf(group) / 2 > (left + length) / columns)) {
      if (column) column->addStretch(1), --columns;
      across->addLayout(column = new QVBoxLayout);
      column->setSpacing(kColumnGap / 2);
      length = 0;
    }
    column->addLayout(blockOf(group));
    length += lengthOf(group);
    left -= lengthOf(group);
  }
  if (column) column->addStretch(1);
  return sheet;
}

}  // namespace

ShortcutSheet::ShortcutSheet(const std::vector<ShortcutGroup>& groups, QWidget* window) : Popover(window) {
  const int around = 2 * (kMargin + kShadow);
  const QSize room = window->size() - QSize(around, around);
  QWidget* sheet = sheetOf(groups, kMostColumns);
  for (int columns = kMostColumns - 1; columns > 0 && sheet->sizeHint().width() > room.width(); --columns) {
    delete sheet;
    sheet = sheetOf(groups, columns);
  }
  const QSize wanted = sheet->sizeHint();
  QScrollArea* scroll = plainScroll(sheet);
  scroll->viewport()->setAutoFillBackground(false);
  sheet->setAutoFillBackground(false);
  const int bar = wanted.height() > room.height() ? scroll->verticalScrollBar()->sizeHint().width() : 0;
  scroll->setFixedSize((wanted + QSize(bar, 0)).boundedTo(room));
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(kMargin, kMargin, kMargin, kMargin);
  layout->addWidget(scroll);
}

}  // namespace tendril
