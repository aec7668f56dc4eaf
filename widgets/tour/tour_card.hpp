// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QPointer>
#include <QPushButton>

#include "widgets/floating/floating_panel.hpp"

namespace tendril {

/// One step of a tour: what to try, and where.
struct TourStep {
  QString title, text;
  QPointer<QWidget> target;  ///< what the frame is around, the card beside
};

/// A card that floats over the window beside what a step is about, with a frame around that.
class TourCard : public FloatingPanel {
  Q_OBJECT
 public:
  explicit TourCard(QWidget* window);

  /// Step `index` of `count`.
  void show(const TourStep& step, int index, int count);
  /// What comes before the first step: it can be begun (nextRequested) or skipped (ended). Where it is about nothing,
  /// it stands in the lower right corner.
  void offer(const TourStep& step);
  /// What the step asks for was done.
  void setDone();

 Q_SIGNALS:
  void nextRequested();
  void backRequested();
  void ended();

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void hideEvent(QHideEvent* event) override;

 private:
  void fill(const TourStep& step, const QString& next, const QString& skip);
  void place();

  QPointer<QWidget> target_;
  bool cornered_ = false;  ///< there was no target
  QWidget* frame_;
  QLabel *title_, *text_, *count_;
  QPushButton *back_, *next_, *skip_;
};

}  // namespace tendril
