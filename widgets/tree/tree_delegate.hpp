// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

namespace tendril {

/// Paints rows of the robot tree (name left, kind grey at the right, an eye where the pointer is or what is hidden) and
/// renames in place: the new name is told, never written into the tree.
class TreeDelegate : public QStyledItemDelegate {
  Q_OBJECT
 public:
  enum Role { kRow = Qt::UserRole, kDetail, kHeading, kHidden, kHideable };

  using QStyledItemDelegate::QStyledItemDelegate;

  void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  QWidget* createEditor(QWidget* parent, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
  void setModelData(QWidget* editor, QAbstractItemModel* model, const QModelIndex& index) const override;
  void updateEditorGeometry(QWidget* editor, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const override;
  /// Where the eye of a row is.
  static QRect eyeRect(const QRect& row);

 Q_SIGNALS:
  void renamed(const QModelIndex& index, const QString& name) const;
};

}  // namespace tendril
