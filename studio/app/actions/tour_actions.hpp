// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

#include "widgets/tour/tour_card.hpp"

namespace tendril {

class StudioContext;

/// Five steps over a real robot, for those who have never seen the window: each asks for one thing to be tried, and the
/// next comes once it was. Can be ended and begun again at any time.
class TourActions : public QObject {
  Q_OBJECT
 public:
  explicit TourActions(StudioContext& context);

  TourCard& card() { return *card_; }
  /// The step that is shown; −1: none.
  int step() const { return step_; }

 private:
  void start();
  void begin();
  void go(int step);
  void end();
  /// The user has done what a step asks for.
  void done(int step);
  std::vector<TourStep> steps() const;
  void watch();

  StudioContext& context_;
  TourCard* card_;
  QTimer advance_;
  int step_ = -1;
  bool waits_ = false;  ///< the example is being opened
};

}  // namespace tendril
