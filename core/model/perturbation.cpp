// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/perturbation.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/critically_damped.hpp"
#include "core/math/so3.hpp"
#include "core/model/model.hpp"

namespace tendril {
namespace {

using Mode = PerturbationSpec::Mode;

/// Rotation vector, in the frame's own axes, from the present orientation to the wanted one.
Vec3 wantedTurn(const Perturbation& p, const Mat3& R, double t) {
  return logSO3<double>(R.transpose() * expSO3<double>(p.spec.axis * p.targetAt(t).angle) * p.spec.start);
}

/// What is left at t of a gap, each entry by itself: `k` = 0 its size, 1 its rate. Before it began it is as it was
/// then.
PerturbationTarget remaining(const Perturbation::Gap& gap, double t, int k) {
  const double elapsed = std::max(t - gap.since, 0.0);
  const auto entry = [&](double size, double rate) {
    return criticallyDamped(size, rate, elapsed, Perturbation::kFollow)[k];
  };
  PerturbationTarget out;
  for (int i = 0; i < 3; ++i) out.point[i] = entry(gap.size.point[i], gap.rate.point[i]);
  out.angle = entry(gap.size.angle, gap.rate.angle);
  return out;
}

void pull(const Perturbation& p, const StationState& state, StationWrench& wrench) {
  const double share = p.shareAt(state.t), k = share * p.stiffness, d = share * p.damping;
  const Vec3& o = p.spec.place.offset;
  const Vec3 w = state.X.R.transpose() * (p.targetAt(state.t).point - state.X.p);
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
  const double share = p.shareAt(state.t), k = share * p.stiffness, d = share * p.damping;
  const Vec3 axis = state.X.R.transpose() * p.spec.axis;
  const Vec3 turn = wantedTurn(p, state.X.R, state.t);
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

bool Perturbation::hasSameSpring(const Perturbation& other) const {
  return link == other.link && point == other.point && spec.place.offset == other.spec.place.offset &&
         spec.mode == other.spec.mode && spec.axis == other.spec.axis && spec.start == other.spec.start &&
         heldSince == other.heldSince && stiffness == other.stiffness && damping == other.damping &&
         wrench == other.wrench;
}

bool Perturbation::operator==(const Perturbation& other) const {
  return hasSameSpring(other) && target == other.target && gap == other.gap;
}

PerturbationTarget Perturbation::targetAt(double t) const {
  const PerturbationTarget left = remaining(gap, t, 0);
  return {target.point + left.point, target.angle + left.angle};
}

double Perturbation::shareAt(double t) const {
  if (t < heldSince) return 0;
  return 1 - criticallyDamped(1, 0, t - heldSince, kFollow)[0];
}

void Perturbation::moveTarget(const PerturbationTarget& to, double t) {
  const PerturbationTarget from = targetAt(t);
  gap.rate = remaining(gap, t, 1);
  gap.size = {from.point - to.point, std::remainder(from.angle - to.angle, 2 * std::numbers::pi)};
  gap.since = t;
  target = to;
}

void Perturbation::settle() {
  gap = {};
  heldSince = -std::numeric_limits<double>::infinity();
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

Vec3 springForce(const Perturbation& p, const Pose& X, double t) {
  const double stiffness = p.shareAt(t) * p.stiffness;
  if (p.spec.mode == Mode::kPull) return stiffness * (p.targetAt(t).point - X * p.spec.place.offset);
  const Vec3 axis = X.R.transpose() * p.spec.axis;
  return p.spec.axis * (stiffness * axis.dot(wantedTurn(p, X.R, t)));
}

}  // namespace tendril
