// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPushButton>

#include <functional>
#include <vector>

namespace tendril {

/// A choice with what it means.
struct NamedChoice {
  QString name, meaning;
};

/// A button that opens a menu of the choices that there are then; `chosen` gets the name.
QPushButton* choiceButton(const QString& text, std::function<std::vector<NamedChoice>()> choices,
                          std::function<void(const QString&)> chosen);

}  // namespace tendril
