// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handles/handle_bar.hpp"

#include <QHBoxLayout>
#include <QToolButton>

namespace tendril {

HandleBar::HandleBar(const QList<QAction*>& actions, QWidget* parent) : FloatingPanel(kCapsule, parent) {
  setObjectName(QStringLiteral("handleBar"));
  auto* row = new QHBoxLayout(this);
  row->setContentsMargins(10, 4, 10, 4);
  row->setSpacing(4);
  for (QAction* action : actions) {
    auto* button = new QToolButton;
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setDefaultAction(action);
    button->setText(action->iconText());
    button->setObjectName(action->objectName() + QStringLiteral("Button"));
    button->setFocusPolicy(Qt::NoFocus);
    row->addWidget(button);
  }
  hide();
}

}  // namespace tendril
