// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/handles/handle.hpp"
#include "widgets/viewport/view_geometry.hpp"

namespace tendril {

/// One drag of a grip, from where the button went down. Values have no more digits than a pixel can mean.
class HandleMotion {
 public:
  /// `worldAxes`: frames move along and turn about the world's axes instead of their own.
  HandleMotion(const Handle& handle, const HandleGrip& grip, const QPointF& pressed, const ViewGeometry& view,
               bool worldAxes);

  /// The value with the cursor there; where a place means nothing (a line of sight along the axis) the last one.
  /// `snap`: to a round grid, angles to 15°.
  const HandleValue& moveTo(const QPointF& cursor, const ViewGeometry& view, bool snap);
  /// The value that a typed number means: of an axis its coordinate (see coordinate()), of a ring the angle turned.
  HandleValue typed(double number) const;

  const HandleValue& start() const { return handle_.value; }
  const HandleValue& value() const { return value_; }
  /// The number beside the cursor: what is typed. Metres or rad for frames, else in the handle's unit; of points and
  /// planes how far it has come.
  double coordinate() const;
  /// That number has a place to be typed in.
  bool isNumber() const;
  /// Unit of coordinate().
  QString unit() const;

 private:
  Vec3 axis(int k) const;
  Vec3 origin() const;
  bool alongBase(int k, int& entry, double& sign) const;
  HandleValue moved(const Vec3& by) const;
  HandleValue turned(double angle) const;
  std::optional<HandleValue> frameAt(const QPointF& cursor, const ViewGeometry& view, bool snap);
  std::optional<HandleValue> slideAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const;
  std::optional<HandleValue> pointAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const;
  std::optional<HandleValue> directionAt(const QPointF& cursor, const ViewGeometry& view) const;
  std::optional<HandleValue> placeAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const;
  std::optional<HandleValue> surfaceAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const;
  std::optional<HandleValue> angleAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const;
  std::optional<double> angleOf(const QPointF& cursor, const ViewGeometry& view) const;
  double numberWithin(double number) const;

  Handle handle_;  ///< as it was when the button went down
  HandleGrip grip_;
  bool worldAxes_;
  QPointF pressed_;
  std::optional<Vec3> pressedAt_;     ///< in the plane of the drag
  std::optional<double> pressedWay_;  ///< along its line, or angle about its axis
  HandleValue value_;
  double way_ = 0;  ///< m or rad that a frame has come
};

}  // namespace tendril
