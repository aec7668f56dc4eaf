// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/actions/make_action.hpp"

#include "widgets/theme/icon.hpp"

namespace tendril {

QAction* makeAction(QMainWindow& window, const QString& text, const QString& icon, const QList<QKeySequence>& keys,
                    std::function<void()> run) {
  auto* action = new QAction(text, &window);
  if (!icon.isEmpty()) action->setIcon(themeIcon(icon));
  action->setShortcuts(keys);
  action->setProperty(kActionGroup, window.property(kActionGroup));
  action->setProperty("iconName", icon);
  window.addAction(action);
  QObject::connect(action, &QAction::triggered, &window, [run = std::move(run)] { run(); });
  return action;
}

}  // namespace tendril
