// SPDX-License-Identifier: BSD-3-Clause
// From the torque and stiffness that a joint needs, with their derivatives by time, to its motors. trees.md §9, [vsa]
// §III
#pragma once

#include <array>
#include <optional>

#include "core/dynamics/engine_error.hpp"
#include "core/model/joint/motor.hpp"

namespace tendril {

/// What no motors can do: a torque or a stiffness that the springs do not give. what() says which, without the joint.
class InfeasibleDrive : public EngineError {
 public:
  using EngineError::EngineError;
};

/// Position and its two derivatives by time.
using Derivatives2 = std::array<double, 3>;

/// What one motor does.
struct MotorMotion {
  double torque = 0;                   ///< N·m or N
  double deflection = 0;               ///< φ, rad or m
  double speed = 0, acceleration = 0;  ///< of the motor, not of the spring
};

/// Deflections (φ₁, φ₂) of two springs of one law that hold a torque with a stiffness: φ₁ > φ₂, the branch that begins
/// where no torque is held. In closed form for cubic springs, by Newton's method else, from `near` where that is a
/// pair. Throws InfeasibleDrive.
std::array<double, 2> pairDeflections(const SpringLaw& law, double torque, double stiffness,
                                      const std::array<double, 2>& near = {});
/// Deflection of one spring that holds a torque. Throws InfeasibleDrive.
double springDeflection(const SpringLaw& law, double torque);

/// A pair of motors whose springs are deflected by φ, where τ and σ are the torque and stiffness of the joint with
/// their derivatives by time and `joint` its speed and acceleration. [vsa] (17)–(24). Throws InfeasibleDrive where φ₁ =
/// φ₂.
std::array<MotorMotion, 2> pairMotion(const std::array<Motor, 2>& motors, const std::array<double, 2>& phi,
                                      const Derivatives2& torque, const Derivatives2& stiffness,
                                      const std::array<double, 2>& joint);
/// One motor behind a spring, likewise.
MotorMotion springMotion(const Motor& motor, double phi, const Derivatives2& torque,
                         const std::array<double, 2>& joint);

}  // namespace tendril
