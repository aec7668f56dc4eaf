// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/header/segmented.hpp"

#include <QHBoxLayout>
#include <QPainter>
#include <QToolButton>

#include "widgets/floating/buttons.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {

Segmented::Segmented(const QList<QAction*>& actions, QWidget* parent) : QWidget(parent) {
  setObjectName("workspaces");
  setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(2, 2, 2, 2);
  layout->setSpacing(2);
  for (QAction* action : actions) {
    auto* button = new QToolButton(this);
    button->setDefaultAction(action);
    button->setObjectName("workspace_" + action->text().toLower());
    button->setProperty("role", "segment");
    button->setToolButtonStyle(Qt::ToolButtonTextOnly);
    button->setFocusPolicy(Qt::TabFocus);
    button->setToolTip(tooltipOf(action));
    button->setFixedHeight(kFieldHeight + 2);
    layout->addWidget(button);
  }
}

void Segmented::paintEvent(QPaintEvent*) {
  const AppTheme& theme = AppTheme::instance();
  QPainter painter(this);
  painter.setRenderHint(QPainter::Antialiasing);
  painter.setPen(theme.color(Token::kHairline));
  painter.setBrush(theme.color(Token::kWindow));
  painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), kRadius + 1, kRadius + 1);
}

}  // namespace tendril
