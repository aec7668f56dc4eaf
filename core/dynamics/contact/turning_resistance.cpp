// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/contact/turning_resistance.hpp"

namespace tendril {
namespace {

/// Derivatives of one part by its part of the angular velocity and by the normal force.
struct PartSlopes {
  PartSlopes(double length, double radius, double speed, const Vec3& turn, double normal) {
    const double arm = std::max(radius, length);
    const double size = std::sqrt(arm * arm * turn.squaredNorm() + speed * speed);
    const double factor = length * arm / size, share = arm / size;
    byNormal = -factor * turn;
    byTurn = (-factor * normal) * (Mat3::Identity() - (share * share) * turn * turn.transpose());
  }
  Mat3 byTurn;
  Vec3 byNormal;
};

}  // namespace

TurningSlopes::TurningSlopes(const ContactLaw& law, double radius, const Vec3& n, const Vec3& turn, double normal) {
  const double along = n.dot(turn);
  const Vec3 about = along * n;
  const PartSlopes rolling(law.rollingFriction, radius, law.frictionSpeed, turn - about, normal);
  const PartSlopes spinning(law.spinningFriction, radius, law.frictionSpeed, about, normal);
  const Mat3 onto = n * n.transpose();
  byTurn = rolling.byTurn * (Mat3::Identity() - onto) + spinning.byTurn * onto;
  byDirection = (spinning.byTurn - rolling.byTurn) * (along * Mat3::Identity() + n * turn.transpose());
  byNormal = rolling.byNormal + spinning.byNormal;
}

}  // namespace tendril
