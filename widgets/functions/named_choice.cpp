// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/functions/named_choice.hpp"

#include <QMenu>

namespace tendril {

QPushButton* choiceButton(const QString& text, std::function<std::vector<NamedChoice>()> choices,
                          std::function<void(const QString&)> chosen) {
  auto* button = new QPushButton(text);
  button->setProperty("role", "outlined");
  QObject::connect(
      button, &QPushButton::clicked, button, [button, choices = std::move(choices), chosen = std::move(chosen)] {
        auto* menu = new QMenu(button);
        menu->setAttribute(Qt::WA_DeleteOnClose);
        menu->setToolTipsVisible(true);
        for (const NamedChoice& choice : choices()) {
          QAction* action = menu->addAction(choice.name, button, [chosen, name = choice.name] { chosen(name); });
          action->setToolTip(choice.meaning);
        }
        menu->popup(button->mapToGlobal(QPoint(0, button->height() + 2)));
      });
  return button;
}

}  // namespace tendril
