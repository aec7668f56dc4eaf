// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QMainWindow>

#include <functional>

namespace tendril {

/// Name of the dynamic property that says under which heading the sheet of shortcuts and the palette show an action:
/// makeAction takes it from the window, where whoever makes a group of actions sets it.
inline constexpr auto kActionGroup = "actionGroup";

/// Name of the dynamic property of actions that the menu of a selected object shows, too.
inline constexpr auto kInObjectMenu = "inObjectMenu";

/// An action of the window with text, icon (name in assets/icons, may be empty), keys and what it does.
QAction* makeAction(QMainWindow& window, const QString& text, const QString& icon, const QList<QKeySequence>& keys,
                    std::function<void()> run);

}  // namespace tendril
