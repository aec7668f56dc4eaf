// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <vector>

#include "widgets/floating/popover.hpp"

namespace tendril {

/// A group of keys and what they do.
struct ShortcutGroup {
  struct Row {
    QString keys;  ///< as shown on the key cap; several separated by two spaces
    QString text;
  };
  QString title;
  std::vector<Row> rows;
};

/// All shortcuts on one card in the middle of the window.
class ShortcutSheet : public Popover {
  Q_OBJECT
 public:
  ShortcutSheet(const std::vector<ShortcutGroup>& groups, QWidget* window);
};

}  // namespace tendril
