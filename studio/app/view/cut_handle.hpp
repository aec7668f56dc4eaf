// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>

#include <optional>

#include "core/math/pose.hpp"

namespace tendril {

class DeformationActions;
class HandleLayer;
class StudioContext;
struct HandleValue;

/// The plane that cuts volumes across any direction, by hand: a frame in the view whose x axis it lies across. Moving
/// the frame moves the plane, turning it tilts the plane.
class CutHandle : public QObject {
  Q_OBJECT
 public:
  CutHandle(StudioContext& context, DeformationActions& actions);

  HandleLayer& layer() { return *layer_; }

 private:
  void refresh();
  void change(const HandleValue& value);

  StudioContext& context_;
  DeformationActions& actions_;
  HandleLayer* layer_;
  std::optional<Pose> frame_;  ///< that is shown, world
};

}  // namespace tendril
