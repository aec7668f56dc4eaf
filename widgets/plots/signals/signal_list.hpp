// SPDX-License-Identifier: GPL-3.0-or-later
// All signals of the robot to choose from: groups, search, and formulas in the same field.
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <QStandardItemModel>
#include <QTreeView>
#include <QWidget>

#include <memory>

#include "core/signals/signal_catalogue.hpp"

namespace tendril {

class SignalTree;

/// A field and a list. Typing searches; arrows move; Enter adds to the plot in use, Ctrl+Enter makes a new one; a drag
/// takes signals to a plot. What is no name but a formula (norm(a.tip − b.tip)) is offered as such, or says below the
/// field what is wrong with it.
class SignalList : public QWidget {
  Q_OBJECT
 public:
  explicit SignalList(QWidget* parent = nullptr);

  /// Keeps what is typed and unfolded. Null empties the list.
  void setCatalogue(std::shared_ptr<const SignalCatalogue> catalogue);
  /// The keyboard goes to the field, its text selected.
  void beginSearch();
  QLineEdit& field() { return *field_; }
  QTreeView& view();
  /// What is wrong with the formula in the field; empty: nothing.
  QString problem() const { return problem_->text(); }

 Q_SIGNALS:
  void chosen(const QStringList& texts, bool newPlot);

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void rebuild();
  void showGroups();
  void showFound(const QString& text);
  void showProblem(const QString& text);
  void choose(bool newPlot);

  std::shared_ptr<const SignalCatalogue> catalogue_;
  QLineEdit* field_;
  QLabel* problem_;
  SignalTree* tree_;
  QStandardItemModel items_;
  QStringList unfolded_;
};

/// The tree of a SignalList; a class of its own because drags start here.
class SignalTree : public QTreeView {
  Q_OBJECT
 public:
  explicit SignalTree(QWidget* parent);
  /// Texts of the selected rows, or of the current one.
  QStringList texts() const;

 protected:
  void startDrag(Qt::DropActions actions) override;
  void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
};

}  // namespace tendril
