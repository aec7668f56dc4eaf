// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/tree/branch_arrow.hpp"

#include "widgets/theme/icon.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

void drawBranchArrow(QPainter& painter, const QTreeView& tree, const QRect& branches, const QModelIndex& row) {
  if (!tree.model()->hasChildren(row)) return;
  const QRect arrow(branches.right() - kSmallIconSize + 1, branches.center().y() - kSmallIconSize / 2 + 1,
                    kSmallIconSize, kSmallIconSize);
  themeIcon(tree.isExpanded(row) ? "chevron-down" : "chevron-right", Token::kSecondary).paint(&painter, arrow);
}

}  // namespace tendril
