// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QStandardItemModel>
#include <QToolButton>
#include <QTreeView>
#include <QWidget>

#include <vector>

namespace tendril {

/// One mode of vibration, as a line of the list.
struct ModeRow {
  double frequency = 0;  ///< Hz; 0: does not oscillate
  double damping = 0;    ///< 1: critical
  bool rigid = false, unstable = false;
  double growth = 0;  ///< 1/s, of an unstable one
};

/// The list of modes of vibration, and how the chosen one swings in the view. It computes nothing: it says what a user
/// wants and shows what it is given.
class ModesView : public QWidget {
  Q_OBJECT
 public:
  explicit ModesView(QWidget* parent = nullptr);

  /// A search is under way: the button cancels it.
  void setBusy(bool busy);
  /// Whether there is a robot to look at.
  void setReady(bool ready);
  /// What was found, and a sentence about the equilibrium.
  void setModes(const std::vector<ModeRow>& modes, const QString& about);
  /// Why nothing was found; also takes the list away.
  void setFailure(const QString& why);
  /// Nothing was asked for yet.
  void clear();
  /// The mode that swings in the view; −1: none. Shows it without telling.
  void setPlaying(int mode);

  bool searchesFirst() const { return first_->isChecked(); }
  double amplitude() const;  ///< 0…1 of the largest sensible one
  double speed() const;      ///< cycles per second of wall time
  int count() const { return items_.rowCount(); }

 Q_SIGNALS:
  void findRequested();
  void cancelRequested();
  /// This mode shall swing; −1: none.
  void chosen(int mode);
  void amplitudeChanged(double amplitude);
  void speedChanged(double speed);
  void exportRequested();
  void copyRequested();

 private:
  QWidget* makeTop();
  QWidget* makeSwing();
  QWidget* makeFoot();
  void makeList();
  void choose();
  void showState();
  void paintRows();

  QPushButton* find_;
  QCheckBox* first_;
  QLabel *about_, *amplitudeText_, *speedText_;
  QTreeView* list_;
  QStandardItemModel items_;
  std::vector<ModeRow> modes_;
  QWidget *swing_, *foot_;
  QSlider *amplitude_, *speed_;
  QToolButton* stop_;
  bool busy_ = false, ready_ = false, failed_ = false;
  int playing_ = -1;
};

}  // namespace tendril
