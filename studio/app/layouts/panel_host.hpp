// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QByteArray>
#include <QMainWindow>

#include <array>
#include <map>
#include <memory>
#include <vector>

#include "studio/app/layouts/panel.hpp"

class QDockWidget;
class QMenu;

namespace tendril {

class PanelOverlay;
class PanelTitle;

/// The 3D view with the panels around it: docks that move, float, close, tab, and come back as they were left, a set of
/// its own for every workspace. Where docking the right side would leave the view too small, the panel there lies over
/// the view instead while something is selected. Lives inside the window, between header and status bar.
class PanelHost : public QMainWindow {
  Q_OBJECT
 public:
  explicit PanelHost(QWidget* parent);
  ~PanelHost() override;

  void setView(QWidget* view);
  /// Adds a panel and the action that opens and closes it; opens it if it belongs to the workspace in force.
  void addPanel(const PanelSpec& spec);

  bool hasPanel(const QString& id) const;
  /// Open, though perhaps behind another tab or waiting for a selection.
  bool isPanelOpen(const QString& id) const;
  void setPanelOpen(const QString& id, bool open);
  /// Opens it, in front of the tabs that it shares the place with; shows the panels if they are all hidden.
  void showPanel(const QString& id);
  /// Seen on the screen now.
  bool isPanelVisible(const QString& id) const;
  /// Checkable; for menus and the palette. Null if there is no such panel.
  QAction* panelAction(const QString& id) const;
  QDockWidget* dock(const QString& id) const;
  QList<QString> panelIds() const;

  /// Hides what is open, or shows it again.
  void setPanelsShown(bool shown);
  bool panelsShown() const { return shown_; }

  Workspace workspace() const { return workspace_; }
  /// Keeps the present arrangement and brings back the other's.
  void setWorkspace(Workspace workspace);
  /// The arrangement as at first, of this workspace or of all.
  void resetLayout();
  void resetAllLayouts();
  /// All workspaces' arrangements as one value, and back. False if it is none of ours.
  QByteArray layouts();
  bool setLayouts(const QByteArray& layouts);

  /// True while something is selected: shows or hides the panel that lies over the view.
  void setEngaged(bool engaged);
  bool isOverlaid(const QString& id) const;

 Q_SIGNALS:
  void workspaceChanged(tendril::Workspace workspace);

 protected:
  QMenu* createPopupMenu() override;
  void resizeEvent(QResizeEvent* event) override;
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  struct Panel {
    PanelSpec spec;
    QDockWidget* dock;
    PanelTitle* title;
    QAction* action;
    bool open = false;
    bool front = false;  ///< of the tabs that it shares the place with
  };

  Panel* find(const QString& id) const;
  void connectPanel(Panel& panel);
  void applyDefaults();
  void resizeToDefaults();
  void raiseFronts();
  void store();
  void enter(Workspace workspace);
  void setOpen(Panel& panel, bool open);
  void refreshSoon();
  void refresh();
  void refreshTabs();
  bool wantsOverlay() const;
  void raiseFollower();
  void placeOverlay();
  void takeIntoOverlay(Panel& panel);
  void giveBack(Panel& panel);
  std::vector<Panel*> overlaid() const;
  Panel* frontOverlaid() const;
  void showOverlay();

  QWidget* view_ = nullptr;
  std::vector<std::unique_ptr<Panel>> panels_;
  std::unique_ptr<PanelOverlay> overlay_;
  std::array<QByteArray, kWorkspaceCount> arrangements_;
  std::array<std::map<QString, bool>, kWorkspaceCount> openings_;
  Workspace workspace_ = Workspace::kBuild;
  QString front_;  ///< the panel over the view that was asked for; empty: what suits
  bool shown_ = true, engaged_ = false, changing_ = false, refreshing_ = false;
};

}  // namespace tendril
