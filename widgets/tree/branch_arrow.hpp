// SPDX-License-Identifier: GPL-3.0-or-later
// The arrow before rows that have others below them. Trees draw it themselves: style sheets cannot tint an image.
#pragma once

#include <QTreeView>

namespace tendril {

/// Draws the arrow of a row, if it has rows below it, at the end of what QTreeView::drawBranches() is given to draw in.
void drawBranchArrow(QPainter& painter, const QTreeView& tree, const QRect& branches, const QModelIndex& row);

}  // namespace tendril
