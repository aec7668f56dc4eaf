// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "studio/app/project/plugin_host.hpp"
#include "widgets/plugins/plugins_popover.hpp"

class QAction;

namespace tendril {

class StudioContext;

/// Plugins: their list, the question before one runs for the first time, and what is said of those that are left out.
class PluginActions : public QObject {
  Q_OBJECT
 public:
  explicit PluginActions(StudioContext& context);

  /// What is to be said after the start: which are left out, and whether others may be loaded.
  void greet();
  void openList();

 private:
  void ask();
  void showList();
  void askFor(const PluginHost::Plugin& plugin);
  void tellRefused(const PluginReport& report);

  StudioContext& context_;
  PluginHost& host_;
  PluginsPopover* list_;
  QAction* open_;
};

}  // namespace tendril
