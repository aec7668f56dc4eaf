// SPDX-License-Identifier: GPL-3.0-or-later
// What forms in popovers of plots are made of.
#pragma once

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QLabel>
#include <QToolButton>

namespace tendril {

inline QLabel* formCaption(const QString& text) {
  auto* label = new QLabel(text);
  label->setProperty("role", "secondary");
  return label;
}

/// Buttons side by side, one of them down; their ids in `group` are their places.
inline QWidget* buttonChoice(const QStringList& texts, QButtonGroup& group, const QString& name) {
  auto* row = new QWidget;
  row->setObjectName(name);
  auto* layout = new QHBoxLayout(row);
  layout->setContentsMargins(0, 0, 0, 0);
  layout->setSpacing(2);
  for (const QString& text : texts) {
    auto* button = new QToolButton;
    button->setText(text);
    button->setCheckable(true);
    button->setObjectName(name + text);
    button->setFocusPolicy(Qt::TabFocus);
    layout->addWidget(button);
    group.addButton(button, static_cast<int>(group.buttons().size()));
  }
  layout->addStretch(1);
  group.button(0)->setChecked(true);
  return row;
}

}  // namespace tendril
