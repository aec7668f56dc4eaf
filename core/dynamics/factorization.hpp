// SPDX-License-Identifier: BSD-3-Clause
// M = (product of factors, tips first): one factorisation, any number of O(N) solves.
#pragma once

#include <span>

#include "core/dynamics/dynamics.hpp"

namespace tendril {

/// Inertia blocks of all bodies: data.articulated of base frames (rigid) and BodyData (deformable). After kinematics.
void bodyInertias(const Model& model, Data& data);
/// Inertia blocks of deformable link i with all that hangs on its stations, tree frame: M (n×n) and H (6×n) are
/// overwritten, I is added to data.articulated of its base frame. After bodyInertias, tips before roots.
void gatherBody(const Model& model, Data& data, int i, MatXMut M, Eigen::Ref<Mat6X> H);
/// Factors of the mass matrix in data.factors. After kinematics. Throws SingularMassMatrix.
void factorize(const Model& model, Data& data);
/// x (nv) ← M⁻¹ x. After factorize. Overwrites data.wrenches and A of the frames.
void solveFactorized(const Model& model, Data& data, VecXMut x);
/// out (nv × k) ← −M⁻¹ rhs, O(N) per column and kSolveBatch columns per sweep. Rows of locked joints are
/// zero. After factorize; data.J must still be that of the factorisation. `out` may be `rhs`.
void solveColumnsNegated(const Model& model, Data& data, const MatX& rhs, MatX& out);

/// Data::locked, the coordinates that factorize leaves out, for the time of one call. No allocation.
class CoordinateLock {
 public:
  CoordinateLock(const Model& model, Data& data, std::span<const int> velocities) : data_(data) {
    data_.locked.assign(static_cast<std::size_t>(model.nv), 0);
    for (const int v : velocities) data_.locked[static_cast<std::size_t>(v)] = 1;
  }
  /// Those of Model::prescribedJoints; none if there are none.
  CoordinateLock(const Model& model, Data& data) : data_(data) {
    if (model.prescribedJoints.empty()) return;
    data_.locked.assign(static_cast<std::size_t>(model.nv), 0);
    for (const PrescribedJoint& d : model.prescribedJoints) data_.locked[static_cast<std::size_t>(d.v)] = 1;
  }
  ~CoordinateLock() { data_.locked.clear(); }
  CoordinateLock(const CoordinateLock&) = delete;
  CoordinateLock& operator=(const CoordinateLock&) = delete;

 private:
  Data& data_;
};

/// After addLoopForces with locked coordinates: OverconstrainedMotion unless the rows hold with the free coordinates
/// alone, [lie] footnote 7. `start` (nv): the accelerations that data.loopResidual belongs to.
void checkConstraintRows(const Model& model, const Data& data, const VecX& start);

}  // namespace tendril
