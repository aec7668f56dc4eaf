// SPDX-License-Identifier: BSD-3-Clause
// Actuators: inputs u a person would name (tension, torque), their generalised forces and derivatives.
#pragma once

#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/model/body.hpp"

namespace tendril {

struct Model;
struct Data;

/// Range of one input; inputs outside are clipped.
struct InputRange {
  double lower = -std::numeric_limits<double>::infinity();
  double upper = std::numeric_limits<double>::infinity();
};

/// A force in the tree frame that pulls at a point of a frame.
struct PointForce {
  int frame;
  Vec3 point, force;
};

/// The generalised force of an actuator is B(q) u; y are the actuation coordinates with ẏ = Bᵀ v.
class Actuator {
 public:
  Actuator(std::string name, int inputs) : name(std::move(name)), ranges(inputs) {}
  virtual ~Actuator() = default;

  int inputs() const { return static_cast<int>(ranges.size()); }
  /// Columns of the actuation matrix (nv × inputs, zeroed by the caller), needs kinematics of `data`.
  virtual void actuationMatrix(const Model& model, const Data& data, MatXMut B) const = 0;
  /// y (inputs), zero at q = 0 for tendons.
  virtual void coordinates(const Model& model, const Data& data, VecXMut y) const = 0;
  /// Called once by Model with the kinematics at q = 0 (quaternions identity), the origin of y.
  virtual void setRest(const Model&, const Data&) {}
  /// dBu (nv×nv) += ∂(B u)/∂q, but for the turn of the columns under the forces of pointForces.
  virtual void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const = 0;

  /// Appends the forces that act at points of links for input u: the recursion differentiates what they do while they
  /// keep their direction, addDerivative the rest.
  virtual void pointForces(const Data&, double, std::vector<PointForce>&) const {}
  virtual size_t pointForceCount() const { return 0; }

  std::string name;
  std::vector<InputRange> ranges;
};

/// One input per velocity coordinate of a link's joint: generalised force conjugate to v.
class JointActuator : public Actuator {
 public:
  JointActuator(std::string name, const Model& model, int link);
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const override;

 private:
  int link_;
};

/// A tendon of constant tension along its way: u = tension (N), B = −∂length/∂q. Pieces inside bodies and straight
/// segments between points of rigid links.
class Tendon : public Actuator {
 public:
  struct BodyPiece {
    int link;
    std::unique_ptr<const TendonPiece> piece;
  };
  struct Point {
    int link;
    Vec3 position;  ///< in the link's base frame, m
  };
  /// Straight way from a to b, two points of rigid links.
  struct Segment {
    Point a, b;
  };

  Tendon(std::string name, std::vector<BodyPiece> pieces, std::vector<Segment> segments, bool tensionOnly);
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model& model, const Data& data, VecXMut y) const override;
  void addDerivative(const Model& model, const Data& data, const VecXRef& u, MatXMut dBu) const override;
  void pointForces(const Data& data, double tension, std::vector<PointForce>& out) const override;
  size_t pointForceCount() const override { return 2 * segments_.size(); }
  /// Length in m at the configuration of `data`.
  double length(const Model& model, const Data& data) const;
  void setRest(const Model& model, const Data& data) override { restLength_ = length(model, data); }
  /// World points along the tendon for drawing, one polyline per piece.
  void paths(const Data& data, std::vector<std::vector<Vec3>>& lines) const;

 private:
  std::vector<BodyPiece> pieces_;
  std::vector<Segment> segments_;
  double restLength_ = 0;
};

}  // namespace tendril
