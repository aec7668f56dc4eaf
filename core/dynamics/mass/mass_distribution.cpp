// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/mass/mass_distribution.hpp"

#include <Eigen/Eigenvalues>

#include <algorithm>
#include <cmath>

namespace tendril {
namespace {

/// What an inertia grows by when it is taken about a point `away` from the centre: m (a² 1 − a aᵀ).
Mat3 shifted(double mass, const Vec3& away) {
  return mass * (away.squaredNorm() * Mat3::Identity() - away * away.transpose());
}

MassDistribution ofLink(const Link& link, Data& data, std::size_t i) {
  MassDistribution out;
  Vec3 centre = link.rigid.com;
  Mat3 inertia = link.rigid.inertia;
  out.mass = link.rigid.mass;
  if (link.body) {
    BodyData& body = *data.bodies[i];
    link.body->inertia(body, bodyCoordinates(link, data));
    out.mass = body.mass;
    centre = body.mass > 0 ? Vec3(body.firstMoment / body.mass) : Vec3(Vec3::Zero());
    inertia = link.body->rotationalInertia(body) - shifted(body.mass, centre);
  }
  const Pose X = worldPose(data, static_cast<int>(1 + i));
  out.centre = X * centre;
  out.inertia = X.R * inertia * X.R.transpose();
  return out;
}

}  // namespace

void massDistributions(const Model& model, Data& data, std::vector<MassDistribution>& out) {
  out.resize(model.links.size());
  for (std::size_t i = 0; i < model.links.size(); ++i) out[i] = ofLink(model.links[i], data, i);
}

MassDistribution combined(std::span<const MassDistribution> parts) {
  MassDistribution out;
  Vec3 moment = Vec3::Zero();
  for (const MassDistribution& part : parts) out.mass += part.mass, moment += part.mass * part.centre;
  if (!(out.mass > 0)) return {};
  out.centre = moment / out.mass;
  for (const MassDistribution& part : parts) out.inertia += part.inertia + shifted(part.mass, part.centre - out.centre);
  return out;
}

InertiaEllipsoid inertiaEllipsoid(const MassDistribution& distribution) {
  InertiaEllipsoid out;
  if (!(distribution.mass > 0) || !distribution.inertia.allFinite()) return out;
  const Eigen::SelfAdjointEigenSolver<Mat3> solver(distribution.inertia);
  const Vec3& moments = solver.eigenvalues();
  for (int k = 0; k < 3; ++k) {
    // The largest moment belongs to the shortest semi-axis.
    const double rest = moments.sum() - 2 * moments[2 - k];
    out.semiAxes[k] = std::sqrt(std::max(0.0, 2.5 * rest / distribution.mass));
    out.axes.col(k) = solver.eigenvectors().col(2 - k);
  }
  if (out.axes.determinant() < 0) out.axes.col(2) *= -1;
  return out;
}

}  // namespace tendril
