// SPDX-License-Identifier: GPL-3.0-or-later
// A grab of the robot, as the cursor moves it.
#pragma once

#include <QMetaType>
#include <QPointF>
#include <QSizeF>

#include "core/model/perturbation.hpp"
#include "render/camera.hpp"
#include "render/scene/material_point.hpp"

namespace tendril {

/// What was taken, and how it stood at that moment.
struct Grab {
  MaterialPoint point;           ///< of the model shown
  std::optional<Vec3> material;  ///< of a body whose sections deform, undeformed, in B, m
  Pose frame;                    ///< its section or base frame, world
  Vec3 world = Vec3::Zero();     ///< the material point, world, m
  bool twist = false;            ///< turned about `axis` instead of pulled
  bool poses = false;            ///< a drag of the pose mode: time is to stand still
  bool leads = false;            ///< a drag of the lead mode: the inputs are to follow
  PerturbationSpec::Reach reach = PerturbationSpec::Reach::kPath;  ///< what a pose may move
  Vec3 sight = Vec3::Zero();                                       ///< unit, world: from the eye to the point
  Vec3 axis = Vec3::UnitX();                                       ///< unit, world: forward through the section or link
};

/// Turns movements of the cursor into what is wanted of the held point.
class GrabMotion {
 public:
  /// `cursor` is where the drag began, logical pixels of a view of that size.
  GrabMotion(const Grab& grab, const QPointF& cursor, const CameraView& camera, const QSizeF& size);

  /// Pull: the cursor in the plane parallel to the screen through the grabbed point, world. Twist: unused.
  Vec3 point(const QPointF& cursor, const CameraView& camera, const QSizeF& size) const;
  /// Twist: the angle in rad, within ±kLargestTwist: what faces the viewer goes along with the cursor.
  double angle(const QPointF& cursor) const;

  static constexpr double kLargestTwist = 2.6;  ///< below half a turn, where the direction back would change

 private:
  Vec3 plane_;             ///< a point of the drag plane, world
  Vec3 between_;           ///< from the cursor's point of that plane to the grabbed one at the start
  QPointF start_, along_;  ///< along_: unit, on the screen, that turns positively
};

}  // namespace tendril

Q_DECLARE_METATYPE(tendril::Grab)
