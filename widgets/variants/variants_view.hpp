// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSet>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>
#include <QWidget>

#include <limits>
#include <vector>

#include "widgets/curves/time_plot.hpp"
#include "widgets/variants/signal_choice.hpp"

namespace tendril {

/// One field that a variant changes.
struct VariantLine {
  QString path;     ///< "links.arm.body.length"
  QString text;     ///< "Length of “arm”: 500 mm → 400 mm"
  QString problem;  ///< why it cannot be changed; empty: it can
  bool operator==(const VariantLine&) const = default;
};

/// A variant in the list.
struct VariantEntry {
  QString name;     ///< empty: the project itself
  QString failure;  ///< why it cannot be shown or run; empty: it can
  std::vector<VariantLine> lines;
  bool operator==(const VariantEntry&) const = default;
};

/// A row of the table of runs.
struct VariantResult {
  QString name;
  int color = 0;  ///< of curveColor()
  int changes = 0, freedom = 0;
  double cost = 0;                                            ///< s of computing per simulated s
  double largest = std::numeric_limits<double>::quiet_NaN();  ///< m, of the tip from the base's
  double final = std::numeric_limits<double>::quiet_NaN();    ///< m
  QString failure;                                            ///< why it ended early; empty: it did not
};

/// The variants of a project: what each changes, which is shown, which are run together, and what came of them. It
/// changes and computes nothing: it says what is wanted and shows what it is given.
class VariantsView : public QWidget {
  Q_OBJECT
 public:
  explicit VariantsView(QWidget* parent = nullptr);

  /// The list, the project itself first; `shown`: the name of the one in the view. What is ticked, open and current
  /// stays.
  void setVariants(const std::vector<VariantEntry>& variants, const QString& shown);
  /// The variant that has the cursor; empty: the project itself.
  QString current() const;
  void setCurrent(const QString& name);
  /// Begins to type another name for a variant.
  void editName(const QString& name);
  /// Ticked variants in the order of the list.
  QStringList chosen() const;

  // ---- runs
  void setBusy(bool busy);
  void setProgress(double share);
  /// Links whose tips can be compared; the last is chosen where the one that was is gone.
  void setLinks(const QStringList& links);
  QString link() const { return link_->currentText(); }
  void setResults(const QString& about, const std::vector<VariantResult>& results);
  void setAbout(const QString& about);
  void clearResults();
  bool hasResults() const { return results_.rowCount() > 0; }
  /// Signals that can be plotted; `usual` is chosen where the one that was is gone.
  void setSignals(const QStringList& names, const QString& usual) { signals_->setNames(names, usual); }
  QStringList signalNames() const { return signals_->chosen(); }
  void setCurves(const std::vector<double>& t, const std::vector<TimeCurve>& curves, const QString& note);
  bool isOverlaid() const { return overlaid_->isChecked(); }
  /// The table as text, with tabs between its columns.
  QString tableText() const;
  TimePlot& plot() { return *plot_; }

 Q_SIGNALS:
  void showRequested(const QString& name);
  void addRequested();
  void duplicateRequested(const QString& name);
  void renameRequested(const QString& name, const QString& newName);
  void removeRequested(const QString& name);
  void changeRemoved(const QString& name, const QString& path);
  /// Goes to the field that a variant changes.
  void fieldRequested(const QString& path);
  void chosenChanged();
  void runRequested();
  void cancelRequested();
  void linkChanged();
  void signalsChanged();
  void overlaidChanged();
  void copyRequested();
  void commandRequested();
  void exportRequested();
  void removeResultsRequested();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  QWidget* makeHands();
  QWidget* makeRun();
  QWidget* makeResult();
  QWidget* makeFoot();
  void fill();
  void addLines(QStandardItem& row, const VariantEntry& entry);
  void showState();
  void openMenu(const QPoint& at);
  void removeCurrent();
  QStandardItem* itemOf(const QString& name) const;

  QTreeView* list_;
  QStandardItemModel rows_;
  QPushButton *show_, *run_;
  QToolButton *duplicate_, *rename_, *remove_;
  QLabel *about_, *hint_;
  QComboBox* link_;
  SignalChoice* signals_;
  QCheckBox* overlaid_;
  QWidget* result_;
  QTreeView* table_;
  QStandardItemModel results_;
  TimePlot* plot_;
  std::vector<VariantEntry> variants_;
  std::vector<VariantResult> found_;
  QString shown_;
  QSet<QString> unticked_, closed_;
  double share_ = -1;
  bool busy_ = false, filling_ = false;
};

}  // namespace tendril
