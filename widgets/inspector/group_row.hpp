// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QToolButton>

#include "widgets/inspector/choice_field.hpp"
#include "widgets/inspector/row_base.hpp"
#include "widgets/inspector/value_edit.hpp"

namespace tendril {

/// Heading of a group, list or map: folds what follows, chooses its kind, switches it on and off, adds entries. A
/// strain shows its family and order on the same line.
class GroupRow : public RowBase {
  Q_OBJECT
 public:
  GroupRow(FormContext& context, const FieldRow& row, QWidget* parent);

  QWidget* fieldFor(const QString& path) override;
  void setFolded(bool folded);
  /// The rows of family and order, shown on this line; null: none.
  void setCompact(const FieldRow* family, const FieldRow* order);
  /// It is a strain: compact, and never folded.
  static bool isCompact(const FieldRow& row);

 Q_SIGNALS:
  void foldToggled();

 protected:
  void showValue() override;
  void showWrong(bool wrong) override;
  void place(int width) override;
  void paintEvent(QPaintEvent* event) override;
  void mousePressEvent(QMouseEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void focusInEvent(QFocusEvent* event) override;
  void focusOutEvent(QFocusEvent* event) override;
  int linesHeight() const override;

 private:
  void makeAddButton();
  void makeRemoveButton();
  void makeSwitch();
  void makeCompact();
  void add();
  void commitOrder(const QString& text);
  void stepOrder(double by);
  bool foldable() const { return !isCompact(row_); }

  ChoiceField* choice_ = nullptr;  ///< kind of the group, family of a strain
  ValueEdit* order_ = nullptr;
  Switch* switch_ = nullptr;
  QToolButton* add_ = nullptr;
  QToolButton* remove_ = nullptr;
  FieldRow familyRow_, orderRow_;
  QString gesture_;
  bool folded_ = false;
};

}  // namespace tendril
