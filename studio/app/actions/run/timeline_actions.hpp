// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "core/session/snapshot.hpp"
#include "widgets/timeline/timeline.hpp"

namespace tendril {

class StudioContext;

/// The timeline, the run chip and the list of runs, as the player sees them and back.
class TimelineActions : public QObject {
  Q_OBJECT
 public:
  explicit TimelineActions(StudioContext& context);

  Timeline& timeline() { return *timeline_; }

 private:
  void connectTimeline();
  void connectRuns();
  void showFrame(const Snapshot& snapshot);
  void showRuns(const Snapshot& snapshot);
  void showEvents(const Run& run);

  StudioContext& context_;
  Timeline* timeline_;
  std::size_t eventsShown_ = 0;
  std::uint64_t runOfEvents_ = 0;
  int framesUntilRuns_ = 0;
};

}  // namespace tendril
