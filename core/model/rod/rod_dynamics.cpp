// SPDX-License-Identifier: BSD-3-Clause
// Inertia and inverse dynamics of a rod alone: sums over its Gauss points (rods.md §7).
#include "core/model/rod/rod.hpp"
#include "core/model/rod/rod_internal.hpp"

namespace tendril {

void Rod::inertia(BodyData& bodyData, const BodyCoordinates&) const {
  if (tables_.size != 0) runInertia(static_cast<RodData&>(bodyData));
}

void Rod::runInertia(RodData& data) const {
  data.I.setZero(), data.H.setZero(), data.M.setZero();
  for (const RodDivision& d : tables_.divisions) {
    const int columns = d.lastColumn();
    for (int node = d.firstStep + 1; node < d.lastStep(); ++node) {
      if (tables_.masses[static_cast<std::size_t>(node)].mass == 0) continue;
      const Mat6& I = data.inertia[static_cast<std::size_t>(node)];
      data.I += I;
      for (int j = 0; j < columns; ++j) {
        const Vec6 force = I.lazyProduct(data.J.col(j).segment<6>(6 * node));
        data.IJ.col(j).segment<6>(6 * node) = force;
        data.H.col(j) += force;
      }
    }
    const Eigen::Index row = 6 * (d.firstStep + 1), rows = 6 * (d.steps - 1);
    addTransposeProduct(data.J.block(row, 0, rows, columns), data.IJ.block(row, 0, rows, columns),
                        data.M.topLeftCorner(columns, columns));
  }
}

// Twists and accelerations (with γ) of all nodes, spatial in B.
void Rod::runMotion(RodData& data, const BodyCoordinates& c, const BaseMotion& motion) const {
  data.xia.setZero();
  evaluateStrains(c.qdd, data.xia);
  Vec6 A = motion.A;
  A.tail<3>() += motion.gamma;
  Vec6 relative = Vec6::Zero();  // J q̈
  data.V[0] = motion.V, data.A[0] = A;
  for (int b = 0; b < tables_.steps; ++b) {
    const auto k = static_cast<std::size_t>(b);
    MagnusStep& step = data.steps[k];
    readStrains(data.xia, b, step.xia);
    relative += stepAcceleration(step, tables_.intervals[k]);
    data.V[k + 1] = motion.V + data.velocity[k + 1];
    data.A[k + 1] = A + relative + data.bias[k + 1] + crossMotion(motion.V, data.velocity[k + 1]);
  }
}

void Rod::runForces(RodData& data, const Vec3& gamma) const {
  for (std::size_t k = 0; k < tables_.masses.size(); ++k) {
    if (tables_.masses[k].mass == 0) continue;
    const Mat6& I = data.inertia[k];
    const Vec6 momentum = I.lazyProduct(data.V[k]);
    auto force = data.forces.segment<6>(6 * static_cast<Eigen::Index>(k));
    force = I.lazyProduct(data.A[k]) + crossForce<double>(data.V[k], momentum);
    if (!fluid_.empty()) force += data.buoyancyCoupling[k].lazyProduct(gamma);
  }
}

void Rod::inverseDynamics(BodyData& bodyData, const BodyCoordinates& c, const BaseMotion& motion) const {
  auto& data = static_cast<RodData&>(bodyData);
  if (tables_.size == 0) return rigidForce(data, motion);
  runMotion(data, c, motion);
  runForces(data, motion.gamma);
  data.F.setZero(), data.Q.setZero();
  for (const RodDivision& d : tables_.divisions) {
    const Eigen::Index row = 6 * (d.firstStep + 1), rows = 6 * (d.steps - 1);
    for (int j = 0; j < d.lastColumn(); ++j)
      data.Q(j) += data.J.col(j).segment(row, rows).dot(data.forces.segment(row, rows));
    for (Eigen::Index node = d.firstStep + 1; node < d.lastStep(); ++node) data.F += data.forces.segment<6>(6 * node);
  }
}

}  // namespace tendril
