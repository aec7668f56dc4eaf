// SPDX-License-Identifier: BSD-3-Clause
// Propellers on a rigid link: thrusts as inputs, and the speeds that give them.
#pragma once

#include <string>
#include <vector>

#include "core/model/actuator.hpp"

namespace tendril {

/// A propeller. At a speed Ω ≥ 0 (rad/s) the air pushes its link with the thrust T = thrust·Ω² along the axis and turns
/// it with the torque spin·drag·Ω² about the axis; the blades turn the other way.
struct Rotor {
  Vec3 position = Vec3::Zero();  ///< of the centre, in the link's base frame, m
  Vec3 axis = Vec3::UnitZ();     ///< unit vector of the thrust, there
  double spin = 1;               ///< 1 or −1: sense of the torque on the link, by the right hand about the axis
  double thrust = 0;             ///< N s², greater than 0
  double drag = 0;               ///< N m s²
};

/// Axis of a rotor at `position` (link frame): Rz(ψ) Rx(alpha) Ry(beta) z, where the arm from the link's z axis to the
/// rotor has the angle ψ from x (0 on the z axis). A positive alpha turns it about the arm, towards smaller ψ; a
/// positive beta then leans it outwards. rad. trees.md §11.1
Vec3 rotorAxis(const Vec3& position, double alpha, double beta);

/// Propellers of one rigid link. The inputs are their thrusts T ≥ 0 (N), one per rotor: a force T along the axis at the
/// centre, and a torque spin·(drag/thrust)·T about the axis, both fixed to the link. That the blades have inertia is
/// not counted. No coordinate has Bᵀv as its rate: y = 0.
class Propellers : public Actuator {
 public:
  Propellers(std::string name, int link, std::vector<Rotor> rotors);
  void actuationMatrix(const Model& model, const Data& data, MatXMut B) const override;
  void coordinates(const Model&, const Data&, VecXMut y) const override { y.setZero(); }
  void addDerivative(const Model&, const Data&, const VecXRef&, MatXMut) const override {}  // pointForces says it all
  void pointForces(const Data& data, const VecXRef& thrusts, std::vector<PointForce>& out) const override;
  size_t pointForceCount() const override { return rotors_.size(); }
  std::optional<ActuatorPull> pull() const override { return ActuatorPull{.kind = ActuatorPull::Kind::kWithLinks}; }
  InputInfo inputInfo(int k) const override;

  int link() const { return link_; }
  const std::vector<Rotor>& rotors() const { return rotors_; }
  /// Speed (rad/s) at which rotor k has this thrust (N); 0 for thrusts below 0.
  double speed(int k, double thrust) const;
  /// Thrust (N) of rotor k at a speed (rad/s).
  double thrustAt(int k, double speed) const;
  /// 6 × rotors: wrench [m; f] on the link about the origin of its base frame, in its axes, per newton of each thrust.
  Mat6X allocation() const;

 private:
  int link_;
  std::vector<Rotor> rotors_;
};

/// Rank of an allocation matrix (6 × rotors), 0…6: how many directions of wrench the rotors reach. Torques are compared
/// with forces over the length of their levers.
int allocationRank(const Mat6X& allocation);

}  // namespace tendril
