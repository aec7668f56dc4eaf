// SPDX-License-Identifier: GPL-3.0-or-later
// What can be grabbed in the 3D view to change a value: geometry only, no project. World frame, SI units.
#pragma once

#include <QString>

#include <limits>
#include <memory>
#include <optional>
#include <vector>

#include "core/math/se3.hpp"
#include "core/math/types.hpp"
#include "core/model/body/surface_carrier.hpp"

namespace tendril {

enum class HandleKind {
  kFrame,      ///< a frame: moved along its axes, turned about them
  kSlide,      ///< a number, moved along a line
  kAlong,      ///< a place 0…1 along a curve
  kPoint,      ///< a point, in the plane that faces the camera or in one of its own
  kDirection,  ///< a direction
  kTurn,       ///< an angle about an axis
  kSurface,    ///< a place of a surface
};

/// The value of a handle; its kind says which member.
struct HandleValue {
  Pose pose;  ///< of a frame, in Handle::base
  /// Of a point (in units, see Handle::scale) or of a direction (unit), in Handle::base; of a place of a surface the
  /// undeformed place, m, in the frame of its mesh.
  Vec3 vector = Vec3::Zero();
  double number = 0;  ///< of what slides, of a place, of an angle (rad)
};

/// One thing that is grabbed.
struct Handle {
  HandleKind kind = HandleKind::kFrame;
  QString label = {};  ///< "Length", "Joint frame"
  QString unit = "m";  ///< SI unit of the number or of the entries of a point
  /// What values are given in. A slide grows along x from the origin; an angle is about z, from x.
  Pose base = {};
  HandleValue value = {};
  double scale = 1;  ///< metres per unit of a slide's or a point's numbers
  double minimum = -std::numeric_limits<double>::infinity();
  double maximum = std::numeric_limits<double>::infinity();
  bool moves = true, turns = true;                  ///< of a frame: what of it can be changed
  bool arrow = false;                               ///< of a point: drawn as an arrow from the base's origin
  bool twoHeads = false;                            ///< of an arrow: it is a torque
  double aside = 0;                                 ///< of an arrow without length: px to the right where it is grabbed
  std::optional<Vec3> normal = {};                  ///< of a point: it stays in the plane with this normal, in the base
  std::vector<Vec3> curve = {};                     ///< of a place: points of the curve …
  std::vector<double> places = {};                  ///< … and where on it they are, ascending
  std::shared_ptr<const SurfaceMesh> surface = {};  ///< of a place of a surface: that surface …
  std::vector<Vec3> surfacePoints = {};             ///< … and where its vertices are, world
  double size = 1;                                  ///< of what is drawn
};

/// What of a handle is under the cursor.
enum class Grip { kNone, kValue, kAxis, kPlane, kRing, kFree };
struct HandleGrip {
  int handle = -1;
  Grip grip = Grip::kNone;
  int axis = 0;  ///< of kAxis, kRing: along or about it; of kPlane: normal to it

  bool operator==(const HandleGrip&) const = default;
};

/// A place of the curve of a handle, world; the first point below the first place, the last above the last.
Vec3 pointAt(const Handle& handle, double place);
/// Where the value of a handle of a surface is, world.
Vec3 pointOnSurface(const Handle& handle);

}  // namespace tendril
