// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/perturbation.hpp"

#include <algorithm>

#include "core/math/so3.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

using Mode = PerturbationSpec::Mode;

/// Rotation vector, in the frame's own axes, from the present orientation to the wanted one.
Vec3 wantedTurn(const Perturbation& p, const Mat3& R) {
  return logSO3<double>(R.transpose() * expSO3<double>(p.spec.axis * p.target.angle) * p.spec.start);
}

void pull(const Perturbation& p, const StationState& state, StationWrench& wrench) {
  const double k = p.stiffness, d = p.damping;
  const Vec3& o = p.spec.place.offset;
  const Vec3 w = state.X.R.transpose() * (p.target.point - state.X.p);
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

void twist(const Perturbation& p, const StationState& state, StationWrench& wrench) {
  const double k = p.stiffness, d = p.damping;
  const Vec3 axis = state.X.R.transpose() * p.spec.axis;
  const Vec3 turn = wantedTurn(p, state.X.R);
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

/// A wrench with world axes at the held point.
void addGiven(const Perturbation& p, const StationState& state, StationWrench& wrench) {
  const Mat3 Rt = state.X.R.transpose(), arm = skew<double>(p.spec.place.offset);
  const Vec3 m = Rt * p.wrench.head<3>(), f = Rt * p.wrench.tail<3>();
  wrench.F.head<3>() += m + arm * f, wrench.F.tail<3>() += f;
  wrench.FX.topLeftCorner<3, 3>() += skew<double>(m) + arm * skew<double>(f);
  wrench.FX.bottomLeftCorner<3, 3>() += skew<double>(f);
}

}  // namespace

bool Perturbation::operator==(const Perturbation& other) const {
  return link == other.link && point == other.point && spec.place.offset == other.spec.place.offset &&
         spec.mode == other.spec.mode && spec.axis == other.spec.axis && spec.start == other.spec.start &&
         target == other.target && stiffness == other.stiffness && damping == other.damping && wrench == other.wrench;
}

std::optional<Perturbation> makePerturbation(const Model& model, const PerturbationSpec& spec) {
  const auto found = std::ranges::find(model.links, spec.link, &Link::id);
  if (found == model.links.end()) return {};
  Perturbation out;
  out.spec = spec;
  BodyPlace& place = out.spec.place;
  if (spec.mode == Mode::kTwist) place.material.reset();
  out.link = static_cast<int>(found - model.links.begin());
  if (found->body) out.point = found->body->makePoint(place);
  if (out.point && place.material) place.offset.setZero();
  return out;
}

void perturbationWrench(const Perturbation& perturbation, const StationState& state, StationWrench& wrench) {
  wrench.F.setZero(), wrench.FX.setZero(), wrench.FV.setZero();
  if (perturbation.spec.mode == Mode::kPull) {
    pull(perturbation, state, wrench);
  } else {
    twist(perturbation, state, wrench);
  }
  if (!perturbation.wrench.isZero(0)) addGiven(perturbation, state, wrench);
}

Vec3 springForce(const Perturbation& p, const Pose& X) {
  if (p.spec.mode == Mode::kPull) return p.stiffness * (p.target.point - X * p.spec.place.offset);
  const Vec3 axis = X.R.transpose() * p.spec.axis;
  return p.spec.axis * (p.stiffness * axis.dot(wantedTurn(p, X.R)));
}

}  // namespace tendril
