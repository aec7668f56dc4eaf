// SPDX-License-Identifier: BSD-3-Clause
// A force from outside at any point of the robot, an input of a step: a spring towards a target, as somebody who pulls
// or twists in the window, and a given wrench.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>

#include "core/model/body/body_point.hpp"
#include "core/model/load.hpp"

namespace tendril {

struct Model;

/// Where and how the robot is held: survives a change of the model, unlike Perturbation.
struct PerturbationSpec {
  enum class Mode { kPull, kTwist };
  /// What moves where a perturbation poses a robot at rest in time: everything between the world and the point, the
  /// link that is held (or the nearest one below it that can move), its joint alone.
  enum class Reach { kPath, kLink, kJoint };

  std::uint64_t link = 0;  ///< id
  BodyPlace place;         ///< `material` counts for pulls; a twist turns the section
  Mode mode = Mode::kPull;
  Vec3 axis = Vec3::UnitZ();      ///< twist: unit vector in the world
  Mat3 start = Mat3::Identity();  ///< twist: orientation of the section or base frame at the grab, world
  Reach reach = Reach::kPath;
  /// Unit, world, or zero: where somebody looks along. How far a pose leaves the point short in this direction counts a
  /// tenth, so that it stays under a cursor that knows no depth.
  Vec3 sight = Vec3::Zero();
};

/// What is wanted of the held point.
struct PerturbationTarget {
  Vec3 point = Vec3::Zero();  ///< pull: where it is to be, world, m
  double angle = 0;           ///< twist: how far it is to turn about the axis since the grab, rad, within ±π

  bool isFinite() const { return point.allFinite() && std::isfinite(angle); }
  bool operator==(const PerturbationTarget&) const = default;
};

/// An input of a step of one model (Inputs::perturbation). The spring of a pull is the force k (target − p) − d ṗ at
/// the point p; that of a twist the torque k s − d (a·ω) about the world axis a, s = a · (rotation vector from the
/// present orientation to the wanted one), so other turns stay free.
struct Perturbation {
  PerturbationSpec spec;
  int link = -1;                           ///< index into Model::links
  std::shared_ptr<const BodyPoint> point;  ///< of the link's body; null: the base frame of the link
  PerturbationTarget target;               ///< in the end
  double stiffness = 0;                    ///< N/m or N·m/rad
  double damping = 0;                      ///< N·s/m or N·m·s/rad, against the world at rest
  Vec6 wrench = Vec6::Zero();              ///< [m; f] at the point besides the spring, world axes, N·m, N

  /// Stiffness and damping grow from nothing since then (s), so that methods that watch their errors need not follow
  /// what a jump of the force sets ringing. May lie ahead: methods that are ahead of the state keep what they have
  /// made.
  double heldSince = -std::numeric_limits<double>::infinity();
  /// What was left to the target at `since` (s), and its rate: it vanishes as a critically damped spring would.
  struct Gap {
    double since = -std::numeric_limits<double>::infinity();
    PerturbationTarget size, rate;
    bool operator==(const Gap&) const = default;
  } gap;
  static constexpr double kFollow = 0.01;  ///< s, time constant of both: less than a hand notices

  /// Where the point is wanted at t (s).
  PerturbationTarget targetAt(double t) const;
  /// Share of stiffness and damping that is there at t (s), 0…1; 0 before `heldSince`.
  double shareAt(double t) const;
  /// `target` from t (s) on: the motion goes on from where it is wanted then.
  void moveTarget(const PerturbationTarget& target, double t);
  /// Everything is as it is to be, at once.
  void settle();

  /// Same place, same spring and wrench, whatever the target.
  bool hasSameSpring(const Perturbation& other) const;
  /// Same place, same force at any time.
  bool operator==(const Perturbation& other) const;
};

/// The perturbation of a model that `spec` describes, without force yet; empty if the model has no such link. Must not
/// outlive the model.
std::optional<Perturbation> makePerturbation(const Model& model, const PerturbationSpec& spec);

/// Wrench on the section or base frame in its own axes, with exact FX and FV.
void perturbationWrench(const Perturbation& perturbation, const StationState& state, StationWrench& wrench);

/// Force (N) or torque (N·m) of the spring alone at t (s), world axes, with the section or base frame at `X`; for
/// display.
Vec3 springForce(const Perturbation& perturbation, const Pose& X, double t);

}  // namespace tendril
