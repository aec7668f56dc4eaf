// SPDX-License-Identifier: BSD-3-Clause
// The hand of somebody who pulls or twists the robot in the window: a spring between a material point and the cursor.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "core/model/load.hpp"

namespace tendril {

struct Model;

/// What the hand wants; shared by its load and whoever moves it. Write to it between two steps only
/// (Session::betweenSteps): no lock guards it.
struct HandTarget {
  Vec3 point = Vec3::Zero();  ///< pull: where the material point is wanted, world, m
  double angle = 0;           ///< twist: how far it is wanted to turn about the axis since the grab, rad, within ±π
  double stiffness = 0;       ///< N/m or N·m/rad; 0: no force (see tuneHand)
  double damping = 0;         ///< N·s/m or N·m·s/rad, against the world at rest
};

/// Where a hand holds the robot.
struct HandSpec {
  enum class Mode { kPull, kTwist };
  /// What moves where a hand poses a robot at rest in time: everything between the world and the point, the link that
  /// is held (or the nearest one below it that can move), its joint alone.
  enum class Reach { kPath, kLink, kJoint };

  std::uint64_t link = 0;      ///< id
  std::optional<double> at;    ///< 0…1 over a soft body; empty: the base frame of the link
  Vec3 offset = Vec3::Zero();  ///< of the material point in the axes of that section or base frame, m
  Mode mode = Mode::kPull;
  Vec3 axis = Vec3::UnitZ();      ///< twist: unit vector in the world
  Mat3 start = Mat3::Identity();  ///< twist: orientation of the section or base frame at the grab, world
  Reach reach = Reach::kPath;
  /// Unit, world, or zero: where somebody looks along. How far a pose leaves the point short in this direction counts a
  /// tenth, so that it stays under a cursor that knows no depth.
  Vec3 sight = Vec3::Zero();
  std::shared_ptr<HandTarget> target;
};

/// The spring. Pull: force k (target − p) − d ṗ at the point p. Twist: torque k s − d (a·ω) about the world axis a,
/// s = a · (rotation vector from the present orientation to the wanted one), so other turns stay free. Exact FX, FV.
class HandLoad : public Load {
 public:
  explicit HandLoad(HandSpec spec) : spec_(std::move(spec)) {}
  void evaluate(const StationState& state, StationWrench& wrench) const override;
  const HandSpec& spec() const { return spec_; }

 private:
  void pull(const StationState& state, StationWrench& wrench) const;
  void twist(const StationState& state, StationWrench& wrench) const;

  HandSpec spec_;
};

/// Force (N) or torque (N·m) of the spring alone, world axes, with the section or base frame at `X`; for display.
Vec3 handForce(const HandSpec& spec, const HandTarget& target, const Pose& X);

/// Index into Model::loads of the hand; −1 if the model has none.
int handLoadIndex(const Model& model);

}  // namespace tendril
