// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

namespace tendril {

class MainWindow;

/// The sheet of shortcuts.
class HelpActions : public QObject {
  Q_OBJECT
 public:
  explicit HelpActions(MainWindow& window);
};

}  // namespace tendril
