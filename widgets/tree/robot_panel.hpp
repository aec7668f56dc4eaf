// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMenu>
#include <QWidget>

#include "widgets/tree/robot_tree.hpp"

class QLineEdit;
class QToolButton;

namespace tendril {

/// The robot tree below a filter field and a button that adds things.
class RobotPanel : public QWidget {
  Q_OBJECT
 public:
  explicit RobotPanel(QWidget* parent = nullptr);

  RobotTree& tree() { return *tree_; }
  /// What can be added; the button is only there when the menu has entries.
  void setAddMenu(QMenu* menu);
  QMenu* addMenu() const;
  QLineEdit& filterField() { return *filter_; }

 private:
  QLineEdit* filter_;
  QToolButton* add_;
  RobotTree* tree_;
};

}  // namespace tendril
