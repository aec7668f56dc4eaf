// SPDX-License-Identifier: GPL-3.0-or-later
// What the panels of results are made of: lists of numbers, small buttons below them.
#pragma once

#include <QLabel>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>

namespace tendril {

/// A cell that is only read; numbers stand right in their font. `tip`: empty: the text itself.
QStandardItem* resultCell(const QString& text, bool number, const QString& tip = {});
/// Makes a tree view a flat list with heads of fixed order.
void makeResultList(QTreeView& view, const char* name, const QString& text, QStandardItemModel& model);
/// Makes Enter tick the box in the first column of a row; Space does by itself.
void tickOnEnter(QTreeView& view, QStandardItemModel& model);
/// A label of secondary importance.
QLabel* secondaryLabel(const QString& text);
/// A short line in the colour of a curve.
QIcon curveSwatch(const QColor& color);
/// Makes a button one of those in the last line of a panel: icon of the theme and text.
QToolButton* makeFootButton(QToolButton* button, const char* name, const char* icon, const QString& text,
                            const QString& tip);

}  // namespace tendril
