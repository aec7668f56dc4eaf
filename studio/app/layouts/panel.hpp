// SPDX-License-Identifier: GPL-3.0-or-later
// What a panel beside the view is, and the workspaces that it belongs to.
#pragma once

#include <QFlags>
#include <QString>

class QWidget;

namespace tendril {

/// What the window is set up for. Each keeps its own panels.
enum class Workspace { kBuild, kRun, kAnalyse, kFigure };
constexpr int kWorkspaceCount = 4;

/// A set of workspaces.
enum class InWorkspace { kNone = 0, kBuild = 1, kRun = 2, kAnalyse = 4, kFigure = 8, kAll = 15 };
Q_DECLARE_FLAGS(InWorkspaces, InWorkspace)
Q_DECLARE_OPERATORS_FOR_FLAGS(InWorkspaces)

constexpr InWorkspace flagOf(Workspace workspace) {
  return static_cast<InWorkspace>(1 << static_cast<int>(workspace));
}

/// Where a panel stands at first; panels of one place share it as tabs.
enum class PanelArea { kLeft, kRight, kDrawer };

/// A panel beside the 3D view.
struct PanelSpec {
  QString id = {};                              ///< stable, snake_case: stored layouts know panels by it
  QString title = {};                           ///< as the title bar and the palette show it
  QString icon = {};                            ///< name in assets/icons
  QString guide = {};                           ///< section of the guide about it: "analysing.md#plots"
  QWidget* widget = nullptr;                    ///< its content; the host takes it over
  PanelArea area = PanelArea::kRight;           ///< where it stands at first
  InWorkspaces workspaces = InWorkspace::kAll;  ///< where it is open at first
  bool followsSelection = false;                ///< shows what is selected: over the view it comes only with that
};

}  // namespace tendril
