// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QActionGroup>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QStackedWidget>
#include <QStandardItemModel>
#include <QTreeView>
#include <QWidget>

#include <vector>

#include "widgets/curves/time_plot.hpp"
#include "widgets/linear/pole_map.hpp"

namespace tendril {

/// A linear model as the view shows it.
struct LinearSummary {
  QString about;    ///< sentences: where, how large, what can be controlled and observed, whether it is stable
  QString warning;  ///< that it is no equilibrium; empty: nothing to warn of
  std::vector<PoleRow> poles;
  QStringList inputs;                                ///< with their units: "push (N)"
  std::vector<std::pair<QString, QString>> outputs;  ///< name, unit
  std::vector<int> shownOutputs;                     ///< whose responses are shown at first
};

/// Poles and step responses of a linear model: a map of the complex plane with a list, and responses of chosen outputs
/// to one input. It computes nothing: it says what a user wants and shows what it is given.
class LinearView : public QWidget {
  Q_OBJECT
 public:
  explicit LinearView(QWidget* parent = nullptr);

  /// What is under way: the button cancels it. `share`: 0…1, below 0 where that is not known.
  void setBusy(bool busy);
  void setProgress(double share);
  /// Whether there is a robot to look at.
  void setReady(bool ready);
  /// Controllers that can close the loop, by name.
  void setLoops(const QStringList& controllers);
  void setModel(const LinearSummary& summary);
  void setFailure(const QString& why);
  /// Nothing was asked for yet.
  void clear();
  /// Responses that were asked for; `note`: why there are none.
  void setResponses(const std::vector<double>& t, const std::vector<std::vector<double>>& y, const QString& unitOfInput,
                    const QString& note);

  bool atInstant() const { return where_->currentIndex() == 1; }
  /// The controller that closes the loop; empty: it is open.
  QString loop() const;
  int input() const { return input_->currentIndex(); }
  std::vector<int> outputs() const;  ///< that are ticked, as in LinearSummary
  int count() const { return static_cast<int>(map_->poles().size()); }
  PoleMap& map() { return *map_; }
  TimePlot& plot() { return *plot_; }

 Q_SIGNALS:
  void linearizeRequested();
  void cancelRequested();
  /// The loop is to be closed by another controller, or opened.
  void loopChanged();
  /// Responses of outputs() to input() are wanted, over so many times the time that is shown; 0: what suits.
  void responsesRequested(double factor);
  void exportRequested();
  void copyRequested();

 private:
  QWidget* makeTop();
  QWidget* makeTabs();
  QWidget* makePoles();
  QWidget* makeSteps();
  QWidget* makeFoot();
  void makeList();
  void fillPoles(const std::vector<PoleRow>& poles);
  void fillOutputs(const LinearSummary& summary);
  void showColors();
  void showState();

  QPushButton* find_;
  QComboBox *where_, *loop_, *input_;
  QLabel *loopLabel_, *about_, *warning_;
  QWidget* body_;  ///< tabs, pages and foot: with a model only
  QActionGroup* tabs_;
  QStackedWidget* pages_;
  PoleMap* map_;
  QCheckBox* logarithmic_;
  QStandardItemModel poles_, names_;  ///< of the lists
  QTreeView *list_, *outputs_;
  TimePlot* plot_;
  std::vector<std::pair<QString, QString>> known_;  ///< outputs: name, unit
  double share_ = -1;
  bool busy_ = false, ready_ = false, failed_ = false, filling_ = false;
};

}  // namespace tendril
