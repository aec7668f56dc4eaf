// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QToolButton>

class QHBoxLayout;
class QMenu;

namespace tendril {

class ProjectTitle;

/// The 44-px bar above: mark and project name on the left with what opens projects, workspaces and search in the
/// middle, tools on the right.
class HeaderBar : public QWidget {
  Q_OBJECT
 public:
  explicit HeaderBar(QWidget* parent);

  /// Shown beside the mark; long names are elided, the tooltip has all of `path`. A dot says that it is not saved.
  void setProject(const QString& name, const QString& path, bool dirty = false);
  /// What can be done with the project: opens at a click on its name, which is a button once the menu has entries.
  QMenu& projectMenu();
  /// The switch in the middle: actions of which exactly one is checked.
  void setWorkspaces(const QList<QAction*>& workspaces);
  /// A wide button that looks like a search field.
  QToolButton* setSearch(QAction* action);
  /// A button with icon and text, left.
  QToolButton* addButton(QAction* action);
  /// A button that opens a menu, left.
  QToolButton* addMenu(const QString& icon, const QString& text, QMenu* menu);
  /// An icon button, right.
  QToolButton* addTool(QAction* action);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QMenu* menu_;
  ProjectTitle* title_;
  QHBoxLayout* left_;
  QHBoxLayout* middle_;
  QHBoxLayout* right_;
};

}  // namespace tendril
