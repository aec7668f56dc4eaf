// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QToolButton>

namespace tendril {

/// A flat 32-px button that shows only the icon of `action`; its tooltip is the action's, with the shortcut.
QToolButton* iconButton(QAction* action, QWidget* parent);

/// "Play (Space)": what a tooltip says of an action.
QString tooltipOf(const QAction* action);

}  // namespace tendril
