// SPDX-License-Identifier: BSD-3-Clause
// All signals of a robot by name: what can be plotted, measured and used in computed signals.
//
//   arm.q[3], arm.v[3], arm.a[3]      coordinates of a link, joint before body; velocities also arm.bending_y[0]
//   arm.tip.x … .roll .vx .wx         frames: position, angles, velocity, angular velocity; world axes. Also .base
//   arm.tip, arm.tip.v, arm.tip.w     the same as 3-vectors, for computed signals
//   'tendon 1'.tension, motor.torque  inputs, also <actuator>.u; .signal is what was asked for
//   spool.input, spool.tension        length that a spool takes in, and the tension that follows
//   motor.position, motor.torque      of a joint that follows positions: its input, and what that takes
//   'tendon 1'.length, .displacement  actuation coordinates
//   hinge.force.x … .torque.z         what side b of a loop exerts on side a, axes of b; hinge.force[k] the k-th row
//   hinge.residual, .residual_angle   how far a loop is open
//   chamber.pressure, chamber.volume  input, and change of volume
//   rotors.thrust[0], rotors.speed[0] of propellers: input, and the speed that gives it
//   floor.force.x … .count .depth     of a contact: force on the body that it names first, points, largest depth
//   pd.reference[0], .actual[0], .error[0], .demand[0], .lost[0], .upper[0]   of a controller
//   moves.phase, .entered, .phases[0].controllers[0].error[0]   of a sequence of controllers and of its parts
//   arm.motor[1].deflection, …        of motors behind springs (motor_signals.hpp)
//   arm.bending_moment[0.5]           a field of a rod at a place 0…1 over it; of a volume at a node:
//   body.von_mises[12] energy.total, balance, momentum   of the whole robot t                                 time
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// Where one number of a signal comes from.
struct SignalSource {
  enum class Kind : std::uint8_t {
    // straight from a record
    kTime,
    kPosition,  ///< index into q
    kVelocity,  ///< index into v
    kInput,     ///< index into u
    kKinetic,
    kGravity,
    kElastic,
    kTotalEnergy,
    kBalance,
    kController,  ///< index into the blocks of controllers in z
    // from the model and the record
    kInputSignal,     ///< index into u
    kRotorSpeed,      ///< index into u, of a thrust of propellers
    kDeflection,      ///< index of a spring of a drive
    kSpringTorque,    ///< likewise
    kJointStiffness,  ///< index into v, of a coordinate that springs of drives hold
    // need kinematics; index = 2 · link + (1 for the tip, 0 for the base)
    kPlacePosition,
    kPlaceAngles,    ///< roll, pitch, yaw
    kPlaceVelocity,  ///< of the frame's origin
    kPlaceSpin,      ///< angular velocity
    kTendonLength,   ///< index of the actuator
    kDisplacement,   ///< actuation coordinate, index into u
    kEffort,         ///< of an actuator whose effort depends on the motion, index into u
    kMomentum,       ///< linear
    kAngularMomentum,
    kLoopOpening,   ///< index of the loop; component 0: distance, 1: angle
    kContactForce,  ///< index of the contact's load among those of contacts; component 0…2, 3: its size
    kContactCount,
    kContactDepth,
    kField,  ///< of a body: index of the link, component: SurfaceField; `place` says where
    // need forward dynamics
    kAcceleration,    ///< index into v
    kLoopWrench,      ///< index of the loop; component 0…2 torque, 3…5 force, axes of side b
    kLoopWrenchNorm,  ///< index of the loop; component 0: of the torque, 1: of the force
    kConstraintRow,   ///< index into λ
    kDriveForce,      ///< index into u, of an input that is a position
  };
  Kind kind = Kind::kTime;
  std::uint8_t component = 0;  ///< 0…2 of vectors, 0…5 of wrenches
  int index = 0;
  int place = 0;  ///< of a field: node of the mesh, on a line the position over the body in kPlaces-ths
  static constexpr int kPlaces = 1'000'000;
  auto operator<=>(const SignalSource&) const = default;
};

/// One signal: a number, or a vector of three.
struct Signal {
  std::string name = {};         ///< as expressions read it: arm.q[3], 'tendon 1'.tension
  std::string symbol = {};       ///< for axes and tooltips: q₃; may be empty
  std::string unit = {};         ///< SI: "rad", "m/s"; empty: none or not known
  std::string description = {};  ///< one sentence without a full stop
  std::string group = {};        ///< heading in lists: the link's or actuator's name, "Robot", "Computed"
  std::string formula = {};      ///< text of a computed signal, empty for the others
  bool computed = false;         ///< from a formula; of those of the project width and unit are not known here
  std::string actual = {};       ///< of what is wanted or allowed: the signal of what is; else empty
  int width = 1;                 ///< 1 or 3
  std::array<SignalSource, 3> sources = {};
};

/// The text of a computed signal by its name.
using NamedSignals = std::vector<std::pair<std::string, std::string>>;

/// Numbers that formulas may use by name.
using SignalConstants = std::vector<std::pair<std::string, double>>;

/// Immutable; any number of threads may read it. Copies everything that it needs from the model.
class SignalCatalogue {
 public:
  /// `computed`: the project's `signals`; they stand last. They are not checked here (SignalProgram does).
  explicit SignalCatalogue(const Model& model, const NamedSignals& computed = {});

  /// In the order of the robot; numbers and vectors.
  const std::vector<Signal>& signals() const { return signals_; }
  const Signal& operator[](int id) const { return signals_[static_cast<std::size_t>(id)]; }
  /// Index of a signal, −1 if unknown. Takes names with or without quotes, and aliases such as arm.bending_y[0].
  int find(std::string_view name) const;
  /// The field of a body at a place: link.key[at], with the keys of surfaceFields(). They are not among signals(),
  /// because there are as many as places. Empty if the name is none. `at`: 0…1 over a line, a node of a mesh.
  std::optional<Signal> field(std::string_view name) const;
  /// Names of the three components of a vector (arm.tip → arm.tip.x, …); the name itself of a number.
  std::vector<std::string> components(int id) const;
  /// The known name that is nearest to a mistyped one; empty if none is near.
  std::string nearest(std::string_view name) const;
  /// What a search box shows for a few letters, best first: names that begin with them, hold them, hold all words (also
  /// in description, unit or group), are near. Everything for an empty text. Indices of signals.
  std::vector<int> search(std::string_view text, std::size_t limit = 200) const;

 private:
  friend class CatalogueBuilder;
  std::vector<Signal> signals_;
  struct FieldBody {
    int link, nodes;   ///< nodes: of its mesh; 0: a line
    std::string name;  ///< of the link
  };
  std::unordered_map<std::string, int> index_;  ///< canonical names and aliases
  std::vector<FieldBody> bodies_;               ///< that have fields
};

/// A name as part of a signal's: in single quotes unless it is letters, digits and _.
std::string signalPart(std::string_view name);
/// How signals of a link begin: signalPart of its name; of a motor that of the link it moves, and ".motor",
/// ".motor[1]".
std::string signalPart(const Model& model, const Link& link);
/// The name of the field of a body at a place, as SignalCatalogue::field() reads it.
std::string fieldSignal(std::string_view link, std::string_view key, double at);

}  // namespace tendril
