// SPDX-License-Identifier: BSD-3-Clause
// A rod without coordinates (hooks, curved spacers) keeps its shape: one inertia for all its points, found once, and
// closed forms where other rods sum over their points. Inertia and `buoyancyCoupling` as in rod_fluid.cpp.
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {
namespace {

void addHung(std::span<const Composite> attached, Composite& sum) {
  for (const Composite& c : attached) sum.I += c.I, sum.N += c.N, sum.K += c.K, sum.F += c.F;
}

}  // namespace

void Rod::prepareStill(RodData& data) const {
  const Eigen::Map<const VecX> none(nullptr, 0);
  const BodyCoordinates c{none, none, none};
  runKinematics(data, c);
  runInertia(data);
  data.buoyancyCouplingSum.setZero();
  for (const Mat63& buoyancyCoupling : data.buoyancyCoupling) data.buoyancyCouplingSum += buoyancyCoupling;
}

void Rod::rigidForce(RodData& data, const BaseMotion& motion) {
  Vec6 A = motion.A;
  A.tail<3>() += motion.gamma;
  data.F = data.I * A + crossForce<double>(motion.V, Vec6(data.I * motion.V)) + data.buoyancyCouplingSum * motion.gamma;
}

// As nodeColumns and wetColumns for all points together.
void Rod::rigidDerivatives(RodData& data, const BaseMotion& motion, std::span<const Composite> attached) {
  rigidForce(data, motion);
  const Mat6 ad = crossMotionMatrix<double>(motion.V);
  const Mat3 gamma = skew<double>(motion.gamma);
  data.base.I = data.I;
  data.base.N = crossForceBar<double>(data.I * motion.V) - ad.transpose() * data.I - data.I * ad;
  data.base.K.setZero();
  data.base.K.leftCols<3>() = data.I.rightCols<3>() * gamma + data.buoyancyCouplingSum * gamma;
  data.base.F = data.F;
  addHung(attached, data.base);
}

void Rod::rigidCoriolis(RodData& data, std::span<const Composite> attached) {
  const Vec6& V = data.V[0];
  data.base.setZero();
  data.base.I = data.I;
  data.base.N = crossForceBar<double>(data.I * V) - data.I * crossMotionMatrix<double>(V);
  for (const Composite& c : attached) data.base.I += c.I, data.base.N += c.N;
}

}  // namespace tendril
