// SPDX-License-Identifier: BSD-3-Clause
#include "core/builder/checks/body_properties.hpp"

#include <Eigen/Eigenvalues>
#include <cmath>
#include <numbers>

#include "core/model/rod/rod.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {
namespace {

/// Of K φ = ω² M φ the lowest, in Hz.
double lowestFrequency(const MatX& stiffness, const MatX& mass) {
  if (mass.rows() == 0 || Eigen::LLT<MatX>(mass).info() != Eigen::Success) return 0;
  const MatX symmetric = 0.5 * (stiffness + stiffness.transpose());
  const Eigen::GeneralizedSelfAdjointEigenSolver<MatX> modes(symmetric, mass, Eigen::EigenvaluesOnly);
  if (modes.info() != Eigen::Success) return 0;
  const double least = modes.eigenvalues()[0];
  return least > 0 ? std::sqrt(least) / (2 * std::numbers::pi) : 0;
}

SectionResistance resistanceOf(const Rod& rod, double at) {
  const RodDivisionSpec& spec = rod.division(rod.pointAt(at).division).spec;
  const double shear = spec.young / (2 * (1 + spec.poisson));
  const Mat6 stiffness = sectionStiffness(rod.sectionAt(at), spec.young, shear);
  return {stiffness(3, 3), stiffness(1, 1), stiffness(2, 2), stiffness(0, 0)};
}

/// From the stiffness of a turn, which is E ∫y² over the length.
SectionResistance resistanceOfArc(const Body& arc, double perTurn) {
  const SectionProperties section = arc.sweptPieces().front().section.properties(0);
  const double bending = perTurn * arc.length();
  return {.axial = bending / section.Jz * section.A, .bendingY = bending, .bendingZ = bending};
}

}  // namespace

BodyProperties propertiesOf(const Body& body) {
  const VecX zero = VecX::Zero(body.size());
  const auto at = [&zero] { return Eigen::Map<const VecX>(zero.data(), zero.size()); };
  const BodyCoordinates rest{at(), at(), at()};
  const std::unique_ptr<BodyData> data = body.makeData();
  body.kinematics(*data, rest);
  body.inertia(*data, rest);
  BodyProperties out;
  out.mass = data->mass;
  if (out.mass > 0) out.center = data->firstMoment / out.mass;
  const Vec3& c = out.center;
  out.inertia = data->I.topLeftCorner<3, 3>() - out.mass * (c.squaredNorm() * Mat3::Identity() - c * c.transpose());
  MatX stiffness = MatX::Zero(body.size(), body.size());
  body.addStiffness(zero, stiffness);
  out.frequency = lowestFrequency(stiffness, data->M);
  if (const auto* rod = dynamic_cast<const Rod*>(&body)) {
    out.base = resistanceOf(*rod, 0.0);
    out.tip = resistanceOf(*rod, 1.0);
  } else if (body.type() == "constant_curvature") {
    out.base = out.tip = resistanceOfArc(body, stiffness(0, 0));
  } else if (const auto* volume = dynamic_cast<const Volume*>(&body)) {
    for (const VolumePoint& point : volume->points()) out.volume += point.volume;
  }
  return out;
}

}  // namespace tendril
