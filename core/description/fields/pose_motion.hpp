// SPDX-License-Identifier: BSD-3-Clause
// Motions of poses, for controllers that lead a frame.
#pragma once

#include "core/description/fields/entry_motion.hpp"
#include "core/description/fields/pose.hpp"

namespace tendril::description {

enum class PosePath { kStraight, kScrew };
constexpr std::array<std::string_view, 2> enumNames(PosePath) {
  return {"straight", "screw"};
}

struct PoseTransitionMotion {
  static constexpr std::string_view kType = "pose_transition";
  static constexpr std::string_view kMeaning = "From rest in one pose to rest in another one";
  static constexpr std::string_view kGuide = "formulas.md#references";

  Pose from, to;
  PosePath path = PosePath::kStraight;
  Number start, duration = 1.0, degree = 5.0, turns;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.from, {.key = "from", .meaning = "Before the start"});
    v.field(self.to, {.key = "to", .meaning = "Behind the end", .required = true});
    v.field(self.path,
            {.key = "path",
             .meaning = "straight: the origin on a line, the orientation about one axis; screw: the shortest "
                        "way in SE(3), a turn about a line with a slide along it"});
    v.field(self.start, {.key = "start", .meaning = "When it sets out", .unit = "s"});
    v.field(self.duration,
            {.key = "duration", .meaning = "How long it takes", .unit = "s", .minimum = 0, .exclusive = true});
    v.field(self.degree, {.key = "degree",
                          .meaning = "3: continuous velocity, 5: acceleration, 7: jerk, 9: snap; odd",
                          .minimum = 3,
                          .maximum = 15,
                          .integer = true});
    v.field(self.turns, {.key = "turns",
                         .meaning = "Whole turns more than the shortest way; negative: the other way round",
                         .minimum = -1000,
                         .maximum = 1000,
                         .integer = true,
                         .depth = Depth::kAll});
  }
};

struct PoseSplineMotion {
  static constexpr std::string_view kType = "pose_spline";
  static constexpr std::string_view kMeaning = "Through poses at given times, with four continuous derivatives";
  static constexpr std::string_view kGuide = "formulas.md#references";

  std::vector<Number> times;
  std::vector<Pose> poses;
  SplineEnds ends = SplineEnds::kFree;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.times,
            {.key = "times", .meaning = "When it passes the poses, ascending", .unit = "s", .required = true});
    v.field(self.poses, {.key = "poses",
                         .meaning = "One per time; orientations go the shortest way from each to the next",
                         .required = true});
    v.field(self.ends, {.key = "ends", .meaning = "At the first and last pose: free, at rest, or periodic"});
  }
};

struct FixedOrientation {
  static constexpr std::string_view kType = "fixed";
  static constexpr std::string_view kMeaning = "Does not turn";
  static constexpr std::string_view kGuide = "formulas.md#references";

  std::optional<Number3> rpy;
  std::optional<Number4> quaternion;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.rpy, {.key = "rpy",
                       .meaning = "Roll, pitch, yaw: R = Rz(yaw) Ry(pitch) Rx(roll)",
                       .unit = "rad",
                       .when = !self.quaternion,
                       .condition = "only without quaternion",
                       .label = "Rotation"});
    v.field(self.quaternion, {.key = "quaternion",
                              .meaning = "Unit quaternion w, x, y, z",
                              .minimum = -1.000001,
                              .maximum = 1.000001,
                              .when = !self.rpy,
                              .condition = "only without rpy"});
  }
};

struct TangentialOrientation {
  static constexpr std::string_view kType = "tangential";
  static constexpr std::string_view kMeaning = "x looks where the path goes";
  static constexpr std::string_view kGuide = "formulas.md#references";

  Number3 up = {0.0, 0.0, 1.0};

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.up, {.key = "up", .meaning = "z is as near to it as it can be"});
  }
};

struct RotationVectorOrientation {
  static constexpr std::string_view kType = "rotation_vector";
  static constexpr std::string_view kMeaning = "Rotation vector over time, also beyond half a turn";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryMotion vector;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.vector, {.key = "vector", .meaning = "Its three entries in rad", .required = true});
  }
};

struct RollPitchYawOrientation {
  static constexpr std::string_view kType = "roll_pitch_yaw";
  static constexpr std::string_view kMeaning = "Roll, pitch and yaw over time";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryMotion angles;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.angles,
            {.key = "angles", .meaning = "Roll, pitch, yaw in rad: R = Rz(yaw) Ry(pitch) Rx(roll)", .required = true});
  }
};

/// How a frame turns while its origin moves.
struct OrientationMotion {
  static constexpr std::string_view kMeaning = "How it turns";
  static constexpr std::string_view kGuide = "formulas.md#references";

  std::variant<FixedOrientation, TangentialOrientation, RotationVectorOrientation, RollPitchYawOrientation> type;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.choice(self.type, {.key = "type", .meaning = "Kind of orientation", .required = true, .label = "Kind"});
  }
};

struct PoseMotion {
  static constexpr std::string_view kType = "pose";
  static constexpr std::string_view kMeaning = "A path, and how the frame turns on it";
  static constexpr std::string_view kGuide = "formulas.md#references";

  EntryMotion position;
  OrientationMotion orientation;

  template <class Self, class V>
  static void describe(Self& self, V& v) {
    v.field(self.position, {.key = "position", .meaning = "Path of the origin, world, m"});
    v.field(self.orientation, {.key = "orientation", .meaning = "How it turns; absent: as the world"});
  }
};

}  // namespace tendril::description
