// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAction>
#include <QList>
#include <QToolButton>

class QHBoxLayout;
class QMenu;

namespace tendril {

/// The 44-px bar above: mark and project name on the left with what opens projects, the view's tools on the right.
class HeaderBar : public QWidget {
  Q_OBJECT
 public:
  explicit HeaderBar(QWidget* parent);

  /// Shown beside the mark; long names are elided, the tooltip has all of `path`.
  void setProject(const QString& name, const QString& path);
  /// A button with icon and text, left.
  QToolButton* addButton(QAction* action);
  /// A button that opens a menu, left.
  QToolButton* addMenu(const QString& icon, const QString& text, QMenu* menu);
  /// An icon button, right.
  QToolButton* addTool(QAction* action);

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  class Title;
  Title* title_;
  QHBoxLayout* left_;
  QHBoxLayout* right_;
};

}  // namespace tendril
