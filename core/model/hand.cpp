// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/hand.hpp"

#include "core/math/so3.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

/// Rotation vector, in the frame's own axes, from the present orientation to the wanted one.
Vec3 wantedTurn(const HandSpec& spec, const HandTarget& target, const Mat3& R) {
  return logSO3<double>(R.transpose() * expSO3<double>(spec.axis * target.angle) * spec.start);
}

}  // namespace

void HandLoad::evaluate(const StationState& state, StationWrench& wrench) const {
  wrench.F.setZero(), wrench.FX.setZero(), wrench.FV.setZero();
  if (spec_.mode == HandSpec::Mode::kPull) {
    pull(state, wrench);
  } else {
    twist(state, wrench);
  }
}

void HandLoad::pull(const StationState& state, StationWrench& wrench) const {
  const double k = spec_.target->stiffness, d = spec_.target->damping;
  const Vec3& o = spec_.offset;
  const Vec3 w = state.X.R.transpose() * (spec_.target->point - state.X.p);
  const Vec3 velocity = state.V.tail<3>() + state.V.head<3>().cross(o);
  const Vec3 f = k * (w - o) - d * velocity;
  const Mat3 arm = skew<double>(o);
  wrench.F << o.cross(f), f;
  // δ turns w by [w]× δω and moves it by −δp
  wrench.FX.bottomLeftCorner<3, 3>() = k * skew<double>(w);
  wrench.FX.bottomRightCorner<3, 3>() = -k * Mat3::Identity();
  wrench.FV.bottomLeftCorner<3, 3>() = d * arm;
  wrench.FV.bottomRightCorner<3, 3>() = -d * Mat3::Identity();
  wrench.FX.topRows<3>() = arm * wrench.FX.bottomRows<3>();
  wrench.FV.topRows<3>() = arm * wrench.FV.bottomRows<3>();
}

void HandLoad::twist(const StationState& state, StationWrench& wrench) const {
  const double k = spec_.target->stiffness, d = spec_.target->damping;
  const Vec3 axis = state.X.R.transpose() * spec_.axis;
  const Vec3 turn = wantedTurn(spec_, *spec_.target, state.X.R);
  const Vec3 omega = state.V.head<3>();
  const double size = k * axis.dot(turn) - d * axis.dot(omega);
  wrench.F << axis * size, Vec3::Zero();
  // R exp(δ): the axis changes by [axis]× δω, exp(−δ) exp(turn) has the logarithm turn − Jl(turn)⁻¹ δω
  const Mat3 axisChange = skew<double>(axis);
  const Eigen::RowVector3d sizeChange =
      (k * turn - d * omega).transpose() * axisChange - k * axis.transpose() * leftJacobianInverseSO3<double>(turn);
  wrench.FX.topLeftCorner<3, 3>() = axisChange * size + axis * sizeChange;
  wrench.FV.topLeftCorner<3, 3>() = -d * axis * axis.transpose();
}

Vec3 handForce(const HandSpec& spec, const HandTarget& target, const Pose& X) {
  if (spec.mode == HandSpec::Mode::kPull) return target.stiffness * (target.point - X * spec.offset);
  const Vec3 axis = X.R.transpose() * spec.axis;
  return spec.axis * (target.stiffness * axis.dot(wantedTurn(spec, target, X.R)));
}

int handLoadIndex(const Model& model) {
  for (std::size_t i = model.loads.size(); i-- > 0;)
    if (dynamic_cast<const HandLoad*>(model.loads[i].load.get())) return static_cast<int>(i);
  return -1;
}

}  // namespace tendril
