// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>

#include <vector>

#include "widgets/tour/tour_card.hpp"

namespace tendril {

class StudioContext;

/// Five steps over a real robot, for those who have never seen the window: each asks for one thing to be tried, and the
/// next comes once it was. Can be ended and begun again at any time; offered once by itself.
class TourActions : public QObject {
  Q_OBJECT
 public:
  static constexpr auto kSeen = "tourSeen";  ///< setting: it was skipped or finished

  explicit TourActions(StudioContext& context);

  /// Offers the tour in the window, unless it was ever skipped or finished. What is opened instead skips it.
  void offerOnce();

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
  bool waits_ = false;    ///< the example is being opened
  bool offered_ = false;  ///< the card asks whether to begin
};

}  // namespace tendril
