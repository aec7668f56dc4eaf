// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/floating/buttons.hpp"

#include "widgets/theme/tokens.hpp"

namespace tendril {

QString tooltipOf(const QAction* action) {
  QString text = action->text();
  text.remove(u'&');
  const QString keys = action->shortcut().toString(QKeySequence::NativeText);
  return keys.isEmpty() ? text : QStringLiteral("%1  (%2)").arg(text, keys);
}

QToolButton* iconButton(QAction* action, QWidget* parent) {
  auto* button = new QToolButton(parent);
  button->setProperty("role", "icon");
  button->setDefaultAction(action);
  button->setToolButtonStyle(Qt::ToolButtonIconOnly);
  button->setIconSize({kIconSize, kIconSize});
  button->setFocusPolicy(Qt::TabFocus);
  const auto describe = [button, action] {
    button->setToolTip(tooltipOf(action));
    button->setAccessibleName(action->text());
  };
  describe();
  QObject::connect(action, &QAction::changed, button, describe);
  return button;
}

}  // namespace tendril
