// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QLabel>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTreeView>
#include <QWidget>

#include <vector>

namespace tendril {

/// A table of derivatives by time: a row per coordinate, a column per order.
struct DerivativesTable {
  std::vector<std::pair<QString, QString>> rows;  ///< name, unit of order 0; empty: none
  std::vector<std::vector<double>> values;        ///< per row: orders 0, 1, …
  bool operator==(const DerivativesTable&) const = default;
};

/// How a robot moves on from an instant: its coordinates, and what drives them, with derivatives of any order. It
/// computes nothing: it says which order a user wants and shows what it is given.
class DerivativesView : public QWidget {
  Q_OBJECT
 public:
  explicit DerivativesView(int mostOrder, QWidget* parent = nullptr);

  /// Of the accelerations: 0 shows velocities and accelerations.
  int order() const { return order_->value(); }
  void setOrder(int order) { order_->setValue(order); }
  bool showsForces() const;
  void setShowsForces(bool on);
  /// Both tables at t (s), with a remark (empty: none).
  void setTables(const DerivativesTable& motion, const DerivativesTable& forces, double t, const QString& remark);
  /// Why there are none.
  void setFailure(const QString& why);
  /// What is shown, with tabs between columns (or commas): a head line, then a line per row.
  QString tableText(QChar separator) const;
  const DerivativesTable& table() const { return showsForces() ? forces_ : motion_; }

 Q_SIGNALS:
  void orderChanged();
  void exportRequested();
  /// It can be seen now, and may have missed something.
  void shown();

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  QWidget* makeTop(int mostOrder);
  QWidget* makeFoot();
  void fill();
  void copy();
  QString head(int order) const;

  QSpinBox* order_;
  QActionGroup* tabs_;
  QLabel* about_;
  QTreeView* list_;
  QWidget* foot_;
  QStandardItemModel cells_;
  DerivativesTable motion_, forces_;
};

}  // namespace tendril
