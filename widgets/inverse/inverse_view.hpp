// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QStandardItemModel>
#include <QTreeView>
#include <QWidget>

#include <vector>

#include "widgets/curves/time_plot.hpp"

namespace tendril {

/// Curves of one quantity, one per coordinate or motor.
struct InverseQuantity {
  QString title;                  ///< "Forces τ", "Forces, 1st derivative"
  std::vector<TimeCurve> curves;  ///< their colours are chosen by the view
};

/// What a robot needs along a motion: which motion and order a user wants, and curves of what was found. It computes
/// nothing: it says what is wanted and shows what it is given.
class InverseView : public QWidget {
  Q_OBJECT
 public:
  explicit InverseView(int mostOrder, QWidget* parent = nullptr);

  /// The motion that is chosen; empty: what the controllers follow.
  QString motionFile() const;
  /// Adds a file to the choices and chooses it.
  void addMotionFile(const QString& file);
  int order() const { return order_->value(); }
  bool isFull() const { return full_->isChecked(); }

  void setBusy(bool busy);
  void setProgress(double share);
  /// `about`: sentences; `t`: s; `first`: the quantity that is shown unless one of this title was.
  void setResult(const QString& about, std::vector<double> t, std::vector<InverseQuantity> quantities, int first);
  void setFailure(const QString& why);
  /// Nothing was asked for yet.
  void clear();
  TimePlot& plot() { return *plot_; }

 Q_SIGNALS:
  void runRequested();
  void cancelRequested();
  /// Another file is to be chosen.
  void fileRequested();
  void exportRequested();
  void copyRequested();

 private:
  QWidget* makeTop();
  QWidget* makeResult();
  QWidget* makeFoot();
  void chooseMotion(int index);
  void fill();
  void draw();
  void showState();

  QComboBox *motion_, *quantity_;
  QSpinBox* order_;
  QCheckBox* full_;
  QPushButton* run_;
  QLabel* about_;
  QWidget* body_;  ///< with a result only
  TimePlot* plot_;
  QTreeView* list_;
  QStandardItemModel rows_;
  std::vector<double> t_;
  std::vector<InverseQuantity> quantities_;
  int chosen_ = 0;  ///< of motion_
  double share_ = -1;
  bool busy_ = false, filling_ = false;
};

}  // namespace tendril
