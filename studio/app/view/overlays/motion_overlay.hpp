// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QThreadPool>

#include <map>
#include <memory>
#include <vector>

#include "core/session/recording/history.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {

class StudioContext;

/// Recorded motions of robots, laid over the robot in the view as of glass: they move with the time that it shows, and
/// are not there while it shows a time that they have no records of.
/// Where they are is computed beside the window.
class MotionOverlay : public QObject {
  Q_OBJECT
 public:
  struct Motion {
    std::shared_ptr<const Model> model;
    std::shared_ptr<const History> history;
    int color = -1;  ///< of curveColor; negative: that of glass
    bool operator==(const Motion&) const = default;
  };

  explicit MotionOverlay(StudioContext& context);
  ~MotionOverlay() override;

  /// Replaces the motions of this owner; empty: none. Several owners may show some.
  void show(const QObject* owner, std::vector<Motion> motions);

 private:
  struct Poser;
  void makeGhosts();
  void pose();
  void dress();

  StudioContext& context_;
  QThreadPool poses_;
  std::map<const QObject*, std::vector<Motion>> owners_;
  std::shared_ptr<Poser> poser_;  ///< null: nothing is laid over the robot
  bool posing_ = false, again_ = false;
};

}  // namespace tendril
