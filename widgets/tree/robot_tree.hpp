// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardItemModel>
#include <QTreeView>

#include <vector>

namespace tendril {

struct Model;

/// The links of a robot as a tree: parent above child, an icon for what the link is, its joint in grey.
class RobotTree : public QTreeView {
  Q_OBJECT
 public:
  explicit RobotTree(QWidget* parent = nullptr);

  /// Rebuilds the tree, all unfolded, nothing selected. Null empties it.
  void setRobot(const Model* robot);
  /// Selects without telling; −1 clears.
  void selectLink(int link);
  int selectedLink() const;

 Q_SIGNALS:
  /// The user chose a link; −1: none.
  void linkSelected(int link);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;

 private:
  QStandardItemModel items_;
  std::vector<QStandardItem*> byLink_;
  bool silent_ = false;
};

}  // namespace tendril
