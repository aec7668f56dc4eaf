// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStandardItemModel>
#include <QTreeView>

#include <optional>
#include <set>
#include <vector>

#include "widgets/tree/tree_rows.hpp"

namespace tendril {

class TreeDelegate;

/// A project as a tree: links with the parent above what hangs on it, actuators, loads, controllers, materials,
/// simulation, parameters. It changes nothing: renaming, dragging, deleting are told, and shown when the project says
/// so.
class RobotTree : public QTreeView {
  Q_OBJECT
 public:
  explicit RobotTree(QWidget* parent = nullptr);

  /// Shows a project. What was selected and folded stays; nothing happens if no row differs.
  void setProject(const Description& description);
  void clear();
  const std::vector<TreeRow>& rows() const { return rows_; }

  /// Selects without telling, unfolds and scrolls to the last one.
  void select(const std::vector<TreeItem>& items);
  std::vector<TreeItem> selected() const;
  /// Whether rows of links and loops have an eye: only where somebody can hide them.
  void setHideable(bool hideable);
  /// Links and loops drawn as hidden.
  void setHidden(const std::set<description::ObjectId>& objects);
  /// Only rows whose name or kind holds the text, with what they stand under; empty: all.
  void setFilter(const QString& text);
  /// Opens the field for a new name, if the item has one.
  void rename(const TreeItem& item);
  QModelIndex indexOf(const TreeItem& item) const;
  const TreeRow* rowAt(const QModelIndex& index) const;

 Q_SIGNALS:
  /// The user chose others; the last one is the one chosen last.
  void selectionChosen(const std::vector<tendril::TreeItem>& items);
  /// Double click or Return.
  void activatedItem(const tendril::TreeItem& item);
  void renameRequested(const tendril::TreeItem& item, const QString& name);
  void removeRequested(const std::vector<tendril::TreeItem>& items);
  /// Hang a link, with what hangs on it, on another; 0 is the world.
  void reparentRequested(description::ObjectId link, description::ObjectId parent);
  /// Put an object at an index of its list.
  void moveRequested(const tendril::TreeItem& item, int index);
  /// Of a link or loop.
  void visibilityRequested(description::ObjectId object, bool visible);
  void menuRequested(const QPoint& global);
  /// A part (PartCard) was let go on a link; 0: on the heading of the links.
  void partDropped(const QString& part, description::ObjectId link);

 protected:
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void contextMenuEvent(QContextMenuEvent* event) override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
  void startDrag(Qt::DropActions supported) override;
  void dragEnterEvent(QDragEnterEvent* event) override;
  void dragMoveEvent(QDragMoveEvent* event) override;
  void dragLeaveEvent(QDragLeaveEvent* event) override;
  void dropEvent(QDropEvent* event) override;
  void paintEvent(QPaintEvent* event) override;
  bool event(QEvent* event) override;

 private:
  /// What letting go of a dragged item somewhere asks for.
  struct Drop {
    bool allowed = false, reparent = false;
    TreeItem item;
    description::ObjectId parent = 0;
    int index = -1;
  };

  QStandardItem* itemOf(const TreeRow& row, int place) const;
  bool isHideable(const TreeRow& row) const;
  void rebuild(std::vector<TreeRow> rows);
  void applyFilter();
  bool filterRow(QStandardItem* item);
  Drop dropAt(const QPoint& position) const;
  void forgetPart();
  /// The link that a part would go to, 0: the world; none: it cannot go there.
  std::optional<description::ObjectId> partPlaceAt(const QPoint& position) const;

  QStandardItemModel items_;
  TreeDelegate* delegate_;
  std::vector<TreeRow> rows_;
  std::vector<QStandardItem*> itemOfRow_;
  std::set<description::ObjectId> hidden_;
  QString filter_;
  std::optional<Drop> dropped_;       ///< of the drag that is under way
  QPersistentModelIndex partTarget_;  ///< the link that a part is held over
  bool silent_ = false, hideable_ = false;
};

}  // namespace tendril
