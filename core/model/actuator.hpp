// SPDX-License-Identifier: BSD-3-Clause
// Actuators: inputs u a person would name (tension, torque), their generalised forces and derivatives.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/model/body/body.hpp"
#include "core/model/coordinates/coordinate_info.hpp"

namespace tendril {

struct Model;
struct Data;

/// Range of one input; inputs outside are clipped.
struct InputRange {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// How an input and its actuation coordinate are called, as a user reads it; `coordinate` is empty where there is none.
struct InputInfo {
  std::string input, symbol, unit, description;  ///< "tension", "T", "N", "Input (tension)"
  std::string coordinate, coordinateUnit, coordinateMeaning;
  std::string forceUnit;  ///< of the force that does work on the coordinate
};

/// A force in the tree frame that acts at a point of a frame. It keeps its direction, or turns with the frame
/// (`follows`); a couple can only come with one that does.
struct PointForce {
  int frame;
  Vec3 point, force;
  Vec3 couple = Vec3::Zero();
  bool follows = false;
};

/// What multiplies a column of B for one input. A plain actuator: the input itself.
struct Effort {
  double value = 0;
  double byCoordinate = 0, byRate = 0;  ///< ∂value/∂y, ∂value/∂ẏ
  double dissipative = 0;               ///< the part of value that is a damper's
  double stored = 0;                    ///< J, elastic energy
};

/// A point of a rigid link.
struct LinkPoint {
  int link;
  Vec3 position;  ///< in the link's base frame, m
};
/// Straight way from a to b.
struct WaySegment {
  LinkPoint a, b;
};
struct Spool;

/// How the matrix of an actuator changes with q, for what needs more of a motion than the matrix.
struct ActuatorPull {
  enum class Kind {
    kConstant,   ///< not at all
    kWithLinks,  ///< it is all of pointForces(), which turn with their frames
    kWay         ///< of one input: `sign` times the derivative of the length of pieces and segments
  };
  struct Piece {
    int link;
    const TendonPiece* piece;
  };
  Kind kind = Kind::kConstant;
  double sign = 1;
  std::vector<Piece> pieces{};
  std::span<const WaySegment> segments{};
  const Spool* spool = nullptr;  ///< where the effort is not the input
};

/// The generalised force of an actuator is B(q) e with the efforts e of its inputs; y are the actuation coordinates
/// with ẏ = Bᵀ v.
class Actuator {
 public:
  Actuator(std::string name, int inputs) : name(std::move(name)), ranges(inputs) {}
  virtual ~Actuator() = default;

  int inputs() const { return static_cast<int>(ranges.size()); }
  /// Columns of the actuation matrix (nv × inputs, zeroed by the caller), needs kinematics of `data`.
  virtual void actuationMatrix(const Model& model, const Data& data, MatXMut B) const = 0;
  /// y (inputs), zero at q = 0 for tendons, and always where no coordinate has Bᵀv as its rate.
  virtual void coordinates(const Model& model, const Data& data, VecXMut y) const = 0;
  /// Called once by Model with the kinematics at q = 0 (quaternions identity), the origin of y.
  virtual void setRest(const Model&, const Data&) {}
  /// True if the effort is more than the input; then there is one input.
  virtual bool hasEffortLaw() const { return false; }
  /// Effort for the input u where y is the actuation coordinate and yRate its rate.
  virtual Effort effort(double u, double, double) const { return {.value = u}; }
  /// dBu (nv×nv) += ∂(B u)/∂q of efforts u, but for the turn of the columns under the forces of pointForces.
  virtual void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const = 0;
  /// row (nv) += ∂(alongᵀ B u)/∂q, as addDerivative. `scratch` (nv×nv) is overwritten.
  virtual void addProductDerivative(const Model& model, const Data& data, const VecXRef& u, const VecXRef& along,
                                    MatXMut scratch, VecXMut row) const;

  /// Appends the forces that act at points of links for efforts u (inputs): the recursion differentiates what they do
  /// while they keep their direction, or turn with their frame; addDerivative the rest.
  virtual void pointForces(const Data&, const VecXRef&, std::vector<PointForce>&) const {}
  virtual size_t pointForceCount() const { return 0; }

  /// Lives as long as the actuator; empty: it cannot be said.
  virtual std::optional<ActuatorPull> pull() const { return std::nullopt; }

  virtual InputInfo inputInfo(int k) const = 0;

  /// Velocity index of the coordinate whose motion input `k` prescribes: u is its position. −1: u is a force.
  virtual int drivenVelocity(int) const { return -1; }

  std::uint64_t id = 0;  ///< stable over edits; 0: none
  std::string name;
  std::vector<InputRange> ranges;
};

/// What the inputs of a joint move: its coordinates, or the motors of its drive, of which each coordinate may have
/// several. A model that leaves its motors out takes their inputs together at the joint.
struct JointTarget {
  int v, coordinate;  ///< velocity index; coordinate of the joint
};
std::vector<JointTarget> jointTargets(const Model& model, int link);

/// One input per velocity coordinate of a link's joint, or per motor of its drive: generalised force conjugate to v.
class JointActuator : public Actuator {
 public:
  JointActuator(std::string name, const Model& model, int link);
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const override;
  std::optional<ActuatorPull> pull() const override { return ActuatorPull{}; }
  InputInfo inputInfo(int k) const override;
  const JointTarget& target(int input) const { return targets_[static_cast<std::size_t>(input)]; }

 private:
  std::vector<JointTarget> targets_;
  std::span<const CoordinateInfo> coordinates_;  ///< of the joint's type
};

/// A joint that moves as its inputs say, or the motors of its drive, one position each; whatever force that takes is a
/// result (driveForces). For joints whose velocities are the rates of their positions.
class JointPosition : public Actuator {
 public:
  JointPosition(std::string name, const Model& model, int link);
  void actuationMatrix(const Model&, const Data&, MatXMut) const override {}
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model&, const Data&, const VecXRef&, MatXMut) const override {}
  std::optional<ActuatorPull> pull() const override { return ActuatorPull{}; }
  int drivenVelocity(int k) const override { return targets_[static_cast<std::size_t>(k)].v; }
  InputInfo inputInfo(int k) const override;

 private:
  std::vector<JointTarget> targets_;
  std::span<const CoordinateInfo> coordinates_;  ///< of the joint's type
};

/// A spool that takes in an elastic cable: u is the length taken in (m). Tension T = max(0, k (u − y) + T₀ − d ẏ) with
/// y the shortening of the way since q = 0; a cable that is slack does not push. The spool's own speed does not damp.
struct Spool {
  double stiffness = 0;   ///< k, N/m
  double damping = 0;     ///< d, N·s/m
  double pretension = 0;  ///< T₀, N
};

/// A tendon of constant tension along its way: B = −∂length/∂q, the effort is the tension (N). The input is the
/// tension, or with a spool the length taken in. Pieces inside bodies and straight segments between points of rigid
/// links.
class Tendon : public Actuator {
 public:
  struct BodyPiece {
    int link;
    std::unique_ptr<const TendonPiece> piece;
  };
  using Point = LinkPoint;
  using Segment = WaySegment;

  Tendon(std::string name, std::vector<BodyPiece> pieces, std::vector<Segment> segments, bool tensionOnly,
         std::optional<Spool> spool = std::nullopt);
  bool hasEffortLaw() const override { return spool_.has_value(); }
  Effort effort(double u, double y, double yRate) const override;
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const override;
  void addProductDerivative(const Model& model, const Data& data, const VecXRef& u, const VecXRef& along,
                            MatXMut scratch, VecXMut row) const override;
  void pointForces(const Data& data, const VecXRef& tension, std::vector<PointForce>& out) const override;
  size_t pointForceCount() const override { return 2 * segments_.size(); }
  std::optional<ActuatorPull> pull() const override;
  InputInfo inputInfo(int k) const override;
  /// Length in m at the configuration of `data`.
  double length(const Model& model, const Data& data) const;
  void setRest(const Model& model, const Data& data) override { restLength_ = length(model, data); }
  const std::vector<Segment>& segments() const { return segments_; }
  /// World points along the tendon for drawing, one polyline per piece.
  void paths(const Data& data, std::vector<std::vector<Vec3>>& lines) const;

 private:
  std::vector<BodyPiece> pieces_;
  std::vector<Segment> segments_;
  std::optional<Spool> spool_;
  double restLength_ = 0;
};

/// A fluidic chamber along a body: u = pressure (Pa) ≥ 0, y = change of volume since q = 0 (m³). On the body it acts as
/// a tendon of tension −u times its area. [gvs] after Renda 2020, rods.md §10
class PressureChamber : public Actuator {
 public:
  /// `volume`: a piece whose points weigh as much as the chamber's area, so that its length is the volume.
  PressureChamber(std::string name, int link, std::unique_ptr<const TendonPiece> volume);
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const override;
  void setRest(const Model& model, const Data& data) override { restVolume_ = volume(model, data); }
  std::optional<ActuatorPull> pull() const override;
  InputInfo inputInfo(int k) const override;
  /// Volume in m³ at the configuration of `data`.
  double volume(const Model& model, const Data& data) const;
  /// Triangles of its wall, indices of points(), for drawing; empty: it is a line along its body.
  std::span<const std::array<int, 3>> wall() const { return volume_->wall(); }
  /// World points of its wall, or of its line; `data` after kinematics.
  void points(const Data& data, std::vector<Vec3>& out) const;

 private:
  int link_;
  std::unique_ptr<const TendonPiece> volume_;
  double restVolume_ = 0;
};

}  // namespace tendril
