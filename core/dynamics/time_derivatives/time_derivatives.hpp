// SPDX-License-Identifier: BSD-3-Clause
// Inverse, forward and hybrid dynamics with their derivatives by time of any order r from 0 to kMostTimeDerivatives.
//
// Everything is a Taylor series in the frames of the links, where inertias do not change: trees.md §7. Forward dynamics
// goes order by order with one factorisation of the mass matrix, [higher] Lemma 2. The results are those of [higher]
// §3–4, in body frames; spatial_quantities.hpp turns them into its right-invariant ones.
//
// Served are trees of rigid links and soft bodies with every joint: fixed and floating bases, direct drives, elasticity
// and damping, stops, added mass, buoyancy and drag, wrenches that are series of time, actuators whose inputs are. All
// else is refused with a NoTimeDerivatives that names it.
#pragma once

#include <memory>
#include <span>
#include <string>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

constexpr int kMostTimeDerivatives = 14;

/// What has no derivatives by time here. what() names it and says why.
class NoTimeDerivatives : public EngineError {
 public:
  using EngineError::EngineError;
};

/// Why a robot has none at all, in words for people that name the link or loop; empty: it has.
std::string whyNoTimeDerivatives(const Model& model);

/// What acts besides the robot itself.
struct TimeInputs {
  double t = 0;           ///< s, for loads of time
  bool loads = true;      ///< the model's loads act
  bool internal = false;  ///< inverse dynamics: with springs and dampers. Forward and hybrid dynamics always have them
  /// nu × derivatives: column k the k-th derivative of all inputs, those that are not given 0. Null: actuators do
  /// nothing. What they exert acts where `internal` forces do; inputs that are positions exert nothing.
  const MatX* u = nullptr;
};

/// Workspace for one model and the orders 0…order, one per thread: all memory is taken by the constructor. Matrices of
/// another size than said throw std::invalid_argument.
class TimeDerivatives {
 public:
  /// Throws NoTimeDerivatives (a soft body of another kind, a loop, a contact), std::invalid_argument if `order` is not
  /// in [0, kMostTimeDerivatives].
  TimeDerivatives(const Model& model, int order);
  ~TimeDerivatives();
  TimeDerivatives(TimeDerivatives&&) noexcept;
  TimeDerivatives& operator=(TimeDerivatives&&) noexcept;

  int order() const;

  /// tau.col(k) = dᵏ/dtᵏ (mass_matrix·a + bias + gravity_force − external_force), with what `inputs` add, for k =
  /// 0…order: nv × (order + 1), N·m and N per sᵏ. q: nq. v: nv × (order + 2) or more, column k = k-th derivative of
  /// v, of which those of free and spherical joints are component-wise derivatives of the twist in the link's frame.
  /// [higher] (20)–(23), trees.md §7. Allocates only where tendons or chambers pull. Throws NoTimeDerivatives for a
  /// load that has none at this state.
  void inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v, const TimeInputs& inputs = {});

  /// acceleration.col(k) = k-th derivative of a for k = 0…order, of the equation of motion with springs, dampers and
  /// loads: nv × (order + 1). v: nv, the velocity now. tau: nv × (order + 1) or more, column k = k-th derivative of the
  /// generalised forces. `data` of the same model is overwritten. [higher] (24)–(26). No allocation. Throws
  /// SingularMassMatrix, NoTimeDerivatives.
  void forwardDynamics(Data& data, const VecXRef& q, const VecXRef& v, const Eigen::Ref<const MatX>& tau,
                       const TimeInputs& inputs = {});

  /// The same where the coordinates `prescribed` (velocity indices) move as given: v is nv × (order + 2), of which
  /// column 0 is read everywhere and the others at `prescribed`; tau is read at the others. Results: acceleration, and
  /// tau, which is what is needed at the prescribed coordinates and as given elsewhere. Allocates nothing after the
  /// first call. Throws SingularMassMatrix, NoTimeDerivatives.
  void hybridDynamics(Data& data, const VecXRef& q, const Eigen::Ref<const MatX>& v, std::span<const int> prescribed,
                      const Eigen::Ref<const MatX>& tau, const TimeInputs& inputs = {});

  MatX tau, acceleration;  ///< results, nv × (order + 1)

 private:
  struct Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace tendril
