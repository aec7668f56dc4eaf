// SPDX-License-Identifier: BSD-3-Clause
// An arc as a chain of sections: its strain is the same everywhere, so that each step of a rod is exact.
#include "core/model/constant_curvature/constant_curvature.hpp"

namespace tendril {
namespace {

constexpr int kChainPoints = 20;
constexpr int kTurnY = 1, kTurnZ = 2, kStretch = 3;  // rows of ξ

}  // namespace

SectionChain ConstantCurvature::sectionChain() const {
  SectionChain out;
  out.size = size();
  out.stiffness = out.damping = MatX::Zero(out.size, out.size);
  for (int i = 0; i < out.size; ++i) out.stiffness(i, i) = stiffness_[slot(i)], out.damping(i, i) = damping_[slot(i)];
  const auto step = [this](double share) {
    SectionStep own;
    own.h = share;
    for (Vec6& reference : own.reference) reference[kStretch] = spec_.length;
    constexpr std::array kStrain = {kTurnY, kTurnZ, kStretch};
    for (int i = 0; i < size(); ++i) own.columns.push_back({i, kStrain[static_cast<std::size_t>(slot(i))], {1, 1}});
    return own;
  };
  const Mat3 second = Vec3(2, 1, 1).asDiagonal() * Mat3(mass_.section * Mat3::Identity());
  double from = 0;
  for (const QuadraturePoint& point : gaussLegendre(kChainPoints)) {
    out.steps.push_back(step(point.s - from));
    SectionMass mass{.mass = point.weight * mass_.mass, .second = point.weight * mass_.mass * second};
    mass.added = point.weight * added_;
    mass.heavy = mass.mass - point.weight * displaced_;
    out.masses.push_back(mass);
    from = point.s;
  }
  for (const double at : stations_) out.stations.push_back({.section = -1, .side = step(at), .after = Pose()});
  return out;
}

}  // namespace tendril
