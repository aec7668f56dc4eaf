// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/help/shortcut_sheet.hpp"

#include <QGridLayout>
#include <QLabel>

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

}  // namespace

ShortcutSheet::ShortcutSheet(const std::vector<ShortcutGroup>& groups, QWidget* window) : Popover(window) {
  auto* columns = new QHBoxLayout(this);
  columns->setContentsMargins(24, 20, 24, 20);
  columns->setSpacing(40);
  for (const ShortcutGroup& group : groups) {
    auto* column = new QGridLayout;
    column->setHorizontalSpacing(16);
    column->setVerticalSpacing(6);
    auto* title = new QLabel(group.title);
    title->setProperty("role", "heading");
    column->addWidget(title, 0, 0, 1, 2);
    int row = 1;
    for (const auto& [keys, text] : group.rows) {
      column->addWidget(keyCaps(keys), row, 0);
      column->addWidget(new QLabel(text), row++, 1);
    }
    column->setRowStretch(row, 1);
    columns->addLayout(column);
  }
}

}  // namespace tendril
