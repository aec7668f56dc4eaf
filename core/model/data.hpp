// SPDX-License-Identifier: BSD-3-Clause
// The workspace of the algorithms, one per thread. Everything is allocated by the constructor.
#pragma once

#include <memory>
#include <vector>

#include "core/model/feedback.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// A frame of the tree. X maps to the tree frame: world axes, origin at Data::origin. V, A spatial in the tree frame.
struct Frame {
  Pose X;
  Vec6 V = Vec6::Zero();
  Vec6 A = Vec6::Zero();
};

/// Rigid inertia in the tree frame, about its origin: mass (kg), first moment m c, inertia.
struct SpatialInertia {
  double mass = 0;
  Vec3 moment = Vec3::Zero();
  Mat3 inertia = Mat3::Zero();
};

/// Factors of one link in the O(N) factorisation M = (tips eliminated first).
struct LinkFactor {
  Eigen::Matrix<double, 6, Eigen::Dynamic, 0, 6, 6> U;                     ///< articulated inertia · joint columns
  Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, 0, 6, 6> inverse;  ///< (Jᵀ U)⁻¹ of the joint
  /// Of the body's coordinates, (n+6)×n: the lower Cholesky factor L of their articulated block above H L⁻ᵀ, H their
  /// coupling with the base (tree frame).
  MatX block;
};

/// Right-hand sides that one sweep of a factorised solve takes along.
constexpr int kSolveBatch = 16;
/// Rows of a batch of right-hand sides.
template <int Rows>
using SolveRows = Eigen::Matrix<double, Rows, kSolveBatch, Eigen::RowMajor>;

/// The point that a perturbation holds, as evaluatePerturbation() found it last.
struct HeldPoint {
  StationKinematics station;  ///< of a deformable body, in its base frame; unused where a base frame is held
  Pose X;                     ///< of the section or base frame, tree frame
  Vec6 V = Vec6::Zero();      ///< its twist, spatial in the tree frame
  StationWrench wrench;       ///< on it, in its own axes
  Mat6X columns;              ///< scratch, 6×n
};

struct Data {
  explicit Data(const Model& model);

  Vec3 origin = Vec3::Zero();  ///< world position of the tree frame's origin; keeps numbers small far from the world's
  Vec3 gravity;                ///< m/s², world; starts as the model's
  /// Wherever inputs u are given, this overwrites its entries of them (actingInputs). Null: nothing does.
  Feedback* feedback = nullptr;
  /// What contacts that stick remember (Model::anchorSize, anchor_list.hpp): constant while forces are evaluated. Zero:
  /// nothing is held yet.
  VecX anchors;
  std::vector<Frame> frames;  ///< Model::frameCount; poses and V after kinematics, A after inverse dynamics
  std::vector<std::unique_ptr<BodyData>> bodies;  ///< per link, null for rigid ones
  Mat6X J;                                        ///< 6 × columnCount: spatial Jacobian columns in the tree frame
  VecX q, v, a;                                   ///< the arguments of the last call

  // Results (nv, nv × nv, nv × nu)
  VecX tau;           ///< of inverseDynamics, residual
  VecX acceleration;  ///< of forwardDynamics
  MatX massMatrix;
  MatX dIDdq, dIDdv;  ///< of inverseDynamicsDerivatives, residualDerivatives
  MatX dFDdq, dFDdv;  ///< of forwardDynamicsDerivatives
  VecX elastic, damping;
  MatX B;
  VecX effort;                   ///< nu: what multiplies B; see Actuator::effort
  VecX actingInputs;             ///< nu, where there is feedback
  VecX lambda;                   ///< nl: forces of the loops' rows, of forwardDynamics with loops
  MatX dLambdadq, dLambdadv;     ///< nl × nv, of forwardDynamicsDerivatives
  MatX loopJacobian;             ///< nl × nv, of loopConstraints
  VecX loopError, loopResidual;  ///< nl, of loopConstraints
  MatX loopErrorJacobian;        ///< nl × nv, of loopErrors

  // Scratch, written and read by the algorithms only.
  std::vector<SpatialInertia> inertias;               ///< per link, rigid bodies
  std::vector<Vec6> wrenches;                         ///< per frame
  std::vector<Composite> composites;                  ///< per frame
  std::vector<Composite> attached;                    ///< per frame: composites of stations, in their body's base frame
  std::vector<Mat6> articulated;                      ///< per frame
  std::vector<LinkFactor> factors;                    ///< per link
  std::vector<Mat6X> bodyH, bodyU, bodyUv;            ///< per link, 6×n, tree frame
  Eigen::Matrix<double, 18, Eigen::Dynamic> columns;  ///< [L; R; J] per column
  Eigen::Matrix<double, 12, Eigen::Dynamic> columnsV;  ///< [Y; J] per column
  /// [L R J Y] with one row per column above: sums over many coordinates then run along memory.
  Eigen::Matrix<double, Eigen::Dynamic, 24> columnsTurned;
  Eigen::Matrix<double, 18, Eigen::Dynamic> rows;  ///< what multiplies `columns`, per velocity index
  MatX rowsQ, rowsV;  ///< entries of dIDdq, dIDdv below their blocks, transposed; zero where coordinates do not meet
  std::vector<PointForce> pointForces;
  HeldPoint held;
  VecX effortByCoordinate, effortByRate, unitEffort;  ///< nu: derivatives of effort; one of them alone
  MatX effortRows;                                    ///< nu × nv: ∂(Bᵀv)/∂q where effortByRate is not 0
  MatX feedbackByPosition, feedbackByVelocity;        ///< nu × nv, where there is feedback
  MatX loopY, loopSquare;                             ///< M⁻¹ Aᵀ (nv × nl), A M⁻¹ Aᵀ
  MatX loopRowsQ, loopRowsV;                          ///< derivatives of loopResidual
  SolveRows<Eigen::Dynamic> solveRows;                ///< nv
  std::vector<SolveRows<6>> solveFrames;              ///< per frame: wrenches, then accelerations
  std::vector<char> locked;                           ///< nv: coordinates that factorize leaves out; empty: none
  VecX inputs, force, scratch, savedV, savedA;
  VecX nextAnchors;  ///< Model::anchorSize
  MatX square;
};

/// Pose of a frame of the model in the world.
inline Pose worldPose(const Data& data, int frame) {
  Pose X = data.frames[frame].X;
  X.p += data.origin;
  return X;
}

/// Coordinates of a deformable link's body within stacked q, v, a.
inline BodyCoordinates bodyCoordinates(const Link& link, const Data& data) {
  using Map = Eigen::Map<const VecX>;
  return {Map(data.q.data() + link.qBody, link.nBody), Map(data.v.data() + link.vBody, link.nBody),
          Map(data.a.data() + link.vBody, link.nBody)};
}

}  // namespace tendril
