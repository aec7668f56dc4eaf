// SPDX-License-Identifier: GPL-3.0-or-later
// Paths drawn in the view: splines that controllers lead a frame along.
#pragma once

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "core/math/types.hpp"
#include "studio/document/document.hpp"

namespace tendril::edits {

/// How fast a path is passed, between rest at the ends of an open one.
enum class SpeedProfile {
  kEven,     ///< at one speed along the chords; the first and the last piece take twice as long, to set out and to stop
  kCorners,  ///< the same, and the sharper a corner the slower: pieces at a right angle take twice as long
  kSmooth,   ///< the least jerk from end to end: 10 x³ − 15 x⁴ + 6 x⁵ of the way, fastest in the middle
};
constexpr std::array<std::string_view, 3> enumNames(SpeedProfile) {
  return {"Even", "Slow in corners", "Smooth"};
}

/// Points (world, m) and how they are passed.
struct DrawnPath {
  std::vector<Vec3> points;
  double speed = 0.1;  ///< m/s, the highest along the chords
  SpeedProfile profile = SpeedProfile::kEven;
  bool closed = false;  ///< round and round through the first point; else at rest at both ends
  double start = 0;     ///< s: when the first point is passed
};

/// When the points are passed, one time per point (closed: and one more at the first again). A closed path has no ends:
/// kSmooth is kEven there. Empty where two points in a row are one, or the speed is not above 0.
std::vector<double> pathTimes(const DrawnPath& path);

/// What a controller has that leads a frame of the robot; null: it leads none.
description::LeadingController* leadingOf(description::ControllerType& type);
const description::LeadingController* leadingOf(const description::ControllerType& type);
/// Why a controller cannot lead a frame along a path; empty: it can.
std::string misfitOfPath(const description::Controller& controller);

/// The controller follows this path; the simulation lasts until it has been passed.
Edit drawPath(ObjectId controller, DrawnPath path);

/// Points of the spline that a controller leads a frame along, world, m; of a closed one the first once. Empty: it
/// follows something else, or numbers that cannot be evaluated.
std::vector<Vec3> pathPoints(const Description& description, ObjectId controller);
bool isPathClosed(const Description& description, ObjectId controller);

/// Another place for one of pathPoints; times stay.
Edit movePathPoint(ObjectId controller, std::size_t point, const Vec3& place);

}  // namespace tendril::edits
