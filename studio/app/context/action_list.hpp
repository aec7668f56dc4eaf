// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QWidget>

#include <functional>

namespace tendril {

/// Name of the dynamic property that says under which heading the sheet of shortcuts and the palette show an action.
inline constexpr auto kActionGroup = "actionGroup";

/// Name of the dynamic property of actions that the menu of a selected object shows, too.
inline constexpr auto kInObjectMenu = "inObjectMenu";

/// Name of the dynamic property with other words for an action, by which the palette finds it.
inline constexpr auto kAlsoFound = "alsoFound";

/// What can be done in the window: palette, sheet of shortcuts and menus show what is here. Whoever wants something
/// done that another part of the window does finds the action by its name, without knowing that part.
class ActionList {
 public:
  explicit ActionList(QWidget& window) : window_(window) {}

  /// The heading of what is added from now on.
  void beginGroup(const QString& title) { group_ = title; }
  /// An action with text, icon (name in assets/icons, may be empty), keys and what it does. The window owns it.
  QAction* add(const QString& text, const QString& icon, const QList<QKeySequence>& keys, std::function<void()> run);

  /// In the order in which they were added.
  QList<QAction*> all() const { return window_.actions(); }
  /// By its objectName; null if there is none.
  QAction* find(const QString& name) const;
  /// Does it, if there is such an action and it is enabled.
  void trigger(const QString& name) const;

 private:
  QWidget& window_;
  QString group_;
};

}  // namespace tendril
