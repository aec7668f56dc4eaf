// SPDX-License-Identifier: BSD-3-Clause
// The workspace of the algorithms, one per thread. Everything is allocated by the constructor.
#pragma once

#include <memory>
#include <vector>

#include "core/model/model.hpp"

namespace tendril {

/// Rigid inertia about the origin of the tree frame, in its axes: mass, first moment m c, inertia about the origin.
struct SpatialInertia {
  double mass = 0;
  Vec3 moment = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};

/// A frame of the tree. X maps to the tree frame: world axes, origin at Data::origin. V, A spatial in the tree frame.
struct Frame {
  Pose X;
  Vec6 V = Vec6::Zero();
  Vec6 A = Vec6::Zero();
};

struct Data {
  explicit Data(const Model& model);

  Vec3 origin = Vec3::Zero();  ///< world position of the tree frame's origin; keeps numbers small far from the world's
  std::vector<Frame> frames;   ///< Model::frameCount; poses and V after kinematics, A after inverse dynamics
  std::vector<std::unique_ptr<BodyData>> bodies;  ///< per link, null for rigid ones

  Mat6X J;  ///< 6 × columnCount: spatial Jacobian columns in the tree frame
  VecX q, v, a;  ///< the arguments of the last call

  // Results (nv, nv × nv, nv × nu)
  VecX tau;           ///< of inverseDynamics
  VecX acceleration;  ///< of forwardDynamics
  MatX massMatrix;
  MatX dIDdq, dIDdv;  ///< of inverseDynamicsDerivatives
  MatX dFDdq, dFDdv;  ///< of forwardDynamicsDerivatives
  VecX elastic, damping, actuation;
  MatX B;

  // Scratch, see the algorithms.
  std::vector<SpatialInertia> inertias;  ///< per link, rigid bodies, tree frame
  std::vector<Vec6> wrenches;            ///< per frame
  std::vector<Composite> composites;     ///< per frame
  std::vector<Mat6> articulated;         ///< per frame
  Mat6X U, R, L, Y, W;
  struct Factor;
  std::vector<std::shared_ptr<Factor>> factors;
  struct Scratch;
  std::shared_ptr<Scratch> scratch;
};

/// Pose of a frame of the model in the world.
inline Pose worldPose(const Data& data, int frame) {
  Pose X = data.frames[frame].X;
  X.p += data.origin;
  return X;
}

}  // namespace tendril
