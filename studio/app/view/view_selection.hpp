// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include "studio/app/project/selection.hpp"
#include "widgets/viewport/pick_target.hpp"

namespace tendril {

class StudioContext;

/// Clicks in the view choose what is selected; what is selected has the outline, or is seen through the robot.
class ViewSelection : public QObject {
  Q_OBJECT
 public:
  explicit ViewSelection(StudioContext& context);

  /// What a click means in the project; nothing for empty ground and what the project has not got.
  static std::optional<Target> targetOf(const PickTarget& picked, const Model& model, const Description& description);
  /// The outlines of targets; those that are nothing in the view are left out.
  static std::vector<SceneSelection> outlinesOf(const std::vector<Target>& targets, const Model& model);

 private:
  void pick(const PickTarget& picked, bool adds);
  void popUp(const PickTarget& picked, const QPoint& global);
  void show();

  StudioContext& context_;
  bool asks_ = false;  ///< snapshots are asked to tell where chambers and wrenches are
};

}  // namespace tendril
