// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/context/action_list.hpp"

#include "widgets/theme/icon.hpp"

namespace tendril {

QAction* ActionList::add(const QString& text, const QString& icon, const QList<QKeySequence>& keys,
                         std::function<void()> run) {
  auto* action = new QAction(text, &window_);
  if (!icon.isEmpty()) action->setIcon(themeIcon(icon));
  action->setShortcuts(keys);
  action->setProperty(kActionGroup, group_);
  action->setProperty("iconName", icon);
  window_.addAction(action);
  QObject::connect(action, &QAction::triggered, &window_, [run = std::move(run)] { run(); });
  return action;
}

QAction* ActionList::find(const QString& name) const {
  for (QAction* action : window_.actions())
    if (action->objectName() == name) return action;
  return nullptr;
}

void ActionList::trigger(const QString& name) const {
  if (QAction* action = find(name)) action->trigger();
}

}  // namespace tendril
