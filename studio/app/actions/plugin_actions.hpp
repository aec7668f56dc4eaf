// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "studio/app/plugin_host.hpp"
#include "widgets/plugins/plugins_popover.hpp"

class QAction;

namespace tendril {

class MainWindow;

/// Plugins: their list, the question before one runs for the first time, and what is said of those that are left out.
class PluginActions : public QObject {
  Q_OBJECT
 public:
  explicit PluginActions(MainWindow& window);

  PluginHost& host() { return *host_; }
  /// What is to be said after the start: which are left out, and whether others may be loaded.
  void greet();
  void openList();

 private:
  void ask();
  void showList();
  void askFor(const PluginHost::Plugin& plugin);
  void tellRefused(const PluginReport& report);

  MainWindow& window_;
  PluginHost* host_;
  PluginsPopover* list_;
  QAction* open_;
};

}  // namespace tendril
