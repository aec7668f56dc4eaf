// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QObject>

class QMenu;

namespace tendril {

class StudioContext;

/// Workspaces, panels, layouts with a name.
class LayoutActions : public QObject {
  Q_OBJECT
 public:
  explicit LayoutActions(StudioContext& context);

  /// Names of the stored layouts, in order of the alphabet.
  static QStringList layoutNames();
  /// Keeps the arrangement of all workspaces under a name, or brings one back. The name is cut to 60 letters.
  void saveLayout(const QString& name);
  bool loadLayout(const QString& name);
  static void removeLayout(const QString& name);
  /// The arrangement as it was when the window was closed last; false: the place of the window is not known.
  bool restoreLast();
  void keepLast();

 private:
  void addWorkspaces();
  void addPanels();
  void fillMenu();
  void askForName();

  StudioContext& context_;
  QMenu* menu_;
};

}  // namespace tendril
