// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QCheckBox>
#include <QComboBox>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QWidget>

namespace tendril {

/// What the colours of a workspace stand for.
enum class WorkspaceColor { kMobility, kRangeMargin, kFoldingMargin };

/// Which point's workspace is wanted, how far the search is, what was found, and what its colours stand for. It
/// computes nothing: it says what a user wants and shows what it is given.
class WorkspaceView : public QWidget {
  Q_OBJECT
 public:
  explicit WorkspaceView(QWidget* parent = nullptr);

  /// The links of the robot that is shown; the chosen one stays chosen, else the last one is.
  void setLinks(const QStringList& links);
  void chooseLink(int link);
  int link() const { return link_->currentIndex(); }
  double at() const;  ///< 0 (base) … 1 (tip)
  int samples() const;
  WorkspaceColor color() const { return static_cast<WorkspaceColor>(color_->currentIndex()); }
  bool isShown() const { return shown_->isChecked(); }

  /// A search is under way: the button cancels it.
  void setBusy(bool busy);
  void setProgress(double share);  ///< 0…1
  /// What was found, for people.
  void setFound(const QString& about);
  /// Why nothing was found.
  void setFailure(const QString& why);
  /// Nothing was found yet; `about` empty: what this is.
  void clear(const QString& about = {});
  /// A line about the point that was clicked; empty: none.
  void setPoint(const QString& text);

 Q_SIGNALS:
  void findRequested();
  void cancelRequested();
  void colorChanged();
  void shownChanged(bool shown);
  void exportRequested();
  void copyRequested();
  void removeRequested();

 protected:
  void paintEvent(QPaintEvent* event) override;

 private:
  QWidget* makeWish();
  QWidget* makeFoot();
  void showAt();
  void showState();

  QComboBox *link_, *samples_, *color_;
  QSlider* at_;
  QLabel *atText_, *about_, *point_;
  QPushButton* find_;
  QWidget *progress_, *look_, *foot_;
  QCheckBox* shown_;
  double share_ = 0;
  bool busy_ = false, found_ = false, failed_ = false;
};

}  // namespace tendril
