// SPDX-License-Identifier: BSD-3-Clause
// Analytic derivatives in one pass down and one pass up the tree.
//
// Every coordinate k that moves a frame has three columns in the tree frame, the same for everything further out:
// J (pose, twist), R and L with ∂V/∂q = Ad⁻¹ R, ∂A/∂q = Ad⁻¹(L − ad_V R), and Y with ∂A/∂q̇ = Ad⁻¹(Y − ad_V J)
// (rods.md §7 in an inertial frame, where nothing is transported). A subtree is a Composite with dF = I L + N R + K J.
// For coordinates i at a frame and k further up: ∂τ_i/∂q_k = J_iᵀ (I L_k + N R_k + K J_k) = row_i · column_k;
// for k at the frame and i further up: ∂τ_i/∂q_k = J_iᵀ U_k with U_k = I L_k + N R_k + K J_k + J_k ×* F.
#include <utility>

#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/feedback.hpp"
#include "core/dynamics/loops.hpp"
#include "core/dynamics/perturbations.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/dynamics/transposed_columns.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/parallel.hpp"

namespace tendril {
namespace {

template <class M>
auto rowL(M&& m) {
  return m.template topRows<6>();
}
template <class M>
auto rowR(M&& m) {
  return m.template middleRows<6>(6);
}
template <class M>
auto rowJ(M&& m) {
  return m.template bottomRows<6>();
}

void setColumn(Data& data, int c, const Vec6& L, const Vec6& R, const Vec6& Y) {
  const Vec6 J = data.J.col(c);
  data.columns.col(c) << L, R, J;
  data.columnsV.col(c) << Y, J;
  data.columnsTurned.row(c) << L.transpose(), R.transpose(), J.transpose(), Y.transpose();
}

/// Columns of joint i. trees.md §4, [lie] Tables 5–7 seen from an inertial frame.
void jointColumns(const Link& link, Data& data, int i) {
  const Frame& parent = data.frames[link.parentFrame];
  const Frame& frame = data.frames[1 + i];
  if (!link.joint.type->subspaceVaries()) {
    const Vec6 twice = frame.V + parent.V;
    for (int k = 0; k < link.nvJoint; ++k) {
      const Vec6 s = data.J.col(link.columnJoint + k);
      const Vec6 R = crossMotion<double>(parent.V, s);
      const Vec6 L = crossMotion<double>(parent.A, s) + crossMotion<double>(parent.V, R);
      setColumn(data, link.columnJoint + k, L, R, crossMotion<double>(twice, s));
    }
    return;
  }
  JointVariation var;
  jointVariation(link.joint, data.q.data() + link.qJoint, data.v.data() + link.vJoint, data.a.data() + link.vJoint,
                 var);
  for (int k = 0; k < link.nvJoint; ++k) {
    const Vec6 s = data.J.col(link.columnJoint + k);
    const Vec6 dS = transformTwist<double>(frame.X, var.dSv.col(k));
    const Vec6 R = crossMotion<double>(parent.V, s) + dS;
    // A without what the joint itself adds by S' and q̈ turns with the pose; S' q̇, S q̈ change by their own derivative
    const Vec6 L = crossMotion<double>(parent.A, s) + crossMotion<double>(parent.V, R) +
                   crossMotion<double>(frame.V, dS) +
                   transformTwist<double>(frame.X, var.dSa.col(k) + var.dBias.col(k));
    const Vec6 Y =
        crossMotion<double>(Vec6(frame.V + parent.V), s) + transformTwist<double>(frame.X, var.dBiasRate.col(k));
    setColumn(data, link.columnJoint + k, L, R, Y);
  }
}

void bodyColumns(const Link& link, Data& data, int i) {
  const Pose& X = data.frames[1 + i].X;
  const std::vector<char>& idle = data.bodies[i]->idle;
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    if (!idle.empty() && idle[s]) continue;
    const StationColumns& station = data.bodies[i]->columns[s];
    for (int k = 0; k < link.nBody; ++k) {
      setColumn(data, link.stationColumns[s] + k, transformTwist<double>(X, station.L.col(k)),
                transformTwist<double>(X, station.R.col(k)), transformTwist<double>(X, station.Y.col(k)));
    }
  }
}

void leafComposites(const Model& model, Data& data, const Inputs& inputs) {
  for (Composite& c : data.composites) c.setZero();
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.body) continue;
    const Frame& frame = data.frames[1 + i];
    addRigid(spatialInertia(link.rigid, frame.X), frame, data.gravity, data.composites[1 + i]);
    if (link.fluid) addFluid(fluidInertia(*link.fluid, frame.X), frame, data.gravity, data.composites[1 + i]);
  }
  if (inputs.lambda) subtractLoopComposites(model, data, *inputs.lambda);
  if (inputs.perturbation) {
    evaluatePerturbation(model, data, *inputs.perturbation, inputs.t);
    subtractPerturbationComposite(data, *inputs.perturbation);
  }
  if (!inputs.loads) return;
  Composite load;
  for (size_t k = 0; k < model.loads.size(); ++k) {
    loadComposite(model, data, static_cast<int>(k), inputs.t, load);
    Composite& c = data.composites[model.loadFrames[k]];
    c.N -= load.N, c.K -= load.K, c.F -= load.F;
  }
  subtractContactComposites(model, data);
}

void addComposite(Composite& to, const Composite& c) {
  to.I += c.I, to.N += c.N, to.K += c.K, to.F += c.F;
}

/// Entries of one coordinate (velocity index v, at `frame`) against everything further up. `row` multiplies the
/// columns, U and Uv are ∂F/∂q_v, ∂F/∂q̇_v of the subtree.
void upstreamEntries(const Model& model, Data& data, int frame, int v, const Vec6& U, const Vec6& Uv) {
  const double* const row = data.rows.col(v).data();  // [rowI rowN rowK]
  for (const ColumnRange& range : model.frameUpstream(frame)) {
    const TurnedColumns columns(data, range.column, range.size);
    const auto at = [&](MatX& m) { return m.col(v).data() + range.v; };
    columns.dot<false>(kTurnedJ, U.data(), at(data.dIDdq));
    columns.dot<false>(kTurnedJ, Uv.data(), at(data.dIDdv));
    columns.dot<false>(kTurnedJ, row, at(data.massMatrix));
    // kept by columns and turned at the end: writing along rows would touch a cache line per entry
    columns.dot<false>(kTurnedL, row, at(data.rowsQ));
    columns.dot<true>(kTurnedR, row + 6, at(data.rowsQ));
    columns.dot<true>(kTurnedJ, row + 12, at(data.rowsQ));
    columns.dot<false>(kTurnedY, row, at(data.rowsV));
    columns.dot<true>(kTurnedJ, row + 6, at(data.rowsV));
  }
}

/// Moves what upstreamEntries kept by columns to the rows v of a node, whose upstream indices are all below v's block.
void turnRows(Data& data, int block, int count) {
  for (int v = block; v < block + count; ++v) {
    for (int i = 0; i < block; ++i) {
      data.dIDdq(v, i) = data.rowsQ(i, v);
      data.dIDdv(v, i) = data.rowsV(i, v);
      data.massMatrix(v, i) = data.massMatrix(i, v);
    }
  }
}

void bodyEntries(const Model& model, Data& data, int i, const Perturbation* perturbation) {
  const Link& link = model.links[i];
  const Pose& X = data.frames[1 + i].X;
  BodyData& body = *data.bodies[i];
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    const int station = link.firstStation + static_cast<int>(s);
    data.attached[station] = compositeToInner(X, data.composites[station]);
  }
  link.body->derivatives(body, bodyCoordinates(link, data), baseMotion(data, data.frames[1 + i]),
                         std::span(data.attached).subspan(link.firstStation, link.stationColumns.size()));
  if (perturbation) addPerturbationDerivatives(model, data, *perturbation, i);
  const int n = link.nBody, v0 = link.vBody;
  data.dIDdq.block(v0, v0, n, n) = body.Qq;
  data.dIDdv.block(v0, v0, n, n) = body.Qv;
  data.massMatrix.block(v0, v0, n, n) = body.Mq;
  for (int k = 0; k < n; ++k) {
    const int v = v0 + k;
    data.rows.col(v) << transformWrench<double>(X, body.rowI.row(k).transpose()),
        transformWrench<double>(X, body.rowN.row(k).transpose()),
        transformWrench<double>(X, body.rowK.row(k).transpose());
    upstreamEntries(model, data, 1 + i, v, transformWrench<double>(X, body.Uq.col(k)),
                    transformWrench<double>(X, body.Uv.col(k)));
  }
  auto tau = data.tau.segment(v0, n);
  tau = body.Q;
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    const Vec6& F = data.composites[link.firstStation + s].F;
    tau.noalias() += data.J.middleCols(link.stationColumns[s], n).transpose().lazyProduct(F);
  }
  addComposite(data.composites[1 + i], compositeToOuter(X, body.base));
}

void jointEntries(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  const Composite& c = data.composites[1 + i];
  for (int k = 0; k < link.nvJoint; ++k) {
    const int column = link.columnJoint + k, v = link.vJoint + k;
    const Vec6 J = data.J.col(column);
    const auto own = data.columns.col(column);
    data.rows.col(v) << c.I * J, c.N.transpose() * J, c.K.transpose() * J;
    const Vec6 U = c.I * own.head<6>() + c.N * own.segment<6>(6) + c.K * J + crossForce<double>(J, c.F);
    const Vec6 Uv = c.I * data.columnsV.col(column).head<6>() + c.N * J;
    upstreamEntries(model, data, link.parentFrame, v, U, Uv);
    data.tau[v] = J.dot(c.F);
  }
  const auto block = [&](MatX& m) { return m.block(link.vJoint, link.vJoint, link.nvJoint, link.nvJoint); };
  const auto rows = data.rows.middleCols(link.vJoint, link.nvJoint);
  block(data.dIDdq).noalias() = rows.transpose().lazyProduct(data.columns.middleCols(link.columnJoint, link.nvJoint));
  block(data.dIDdv).noalias() =
      rows.topRows<12>().transpose().lazyProduct(data.columnsV.middleCols(link.columnJoint, link.nvJoint));
  block(data.massMatrix).noalias() =
      rows.topRows<6>().transpose().lazyProduct(data.J.middleCols(link.columnJoint, link.nvJoint));
  if (link.joint.driveInertia.size()) {
    block(data.massMatrix).diagonal() += link.joint.driveInertia;
    data.tau.segment(link.vJoint, link.nvJoint) +=
        link.joint.driveInertia.cwiseProduct(data.a.segment(link.vJoint, link.nvJoint));
  }
  if (!link.joint.type->subspaceVaries()) return;
  JointSquare G;
  jointForceVariation(link.joint, data.q.data() + link.qJoint,
                      transformWrenchInverse<double>(data.frames[1 + i].X, c.F), G);
  block(data.dIDdq) += G;
}

void passUp(const Model& model, Data& data, const Perturbation* perturbation = nullptr) {
  data.dIDdq.setZero(), data.dIDdv.setZero(), data.massMatrix.setZero();
  forEachBody(
      model,
      [&](int i) {
        const Link& link = model.links[i];
        link.body->ownDerivatives(*data.bodies[i], bodyCoordinates(link, data), baseMotion(data, data.frames[1 + i]));
      },
      kDerivativeShare);
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    if (model.links[i].body) bodyEntries(model, data, i, perturbation);
    jointEntries(model, data, i);
    addComposite(data.composites[model.links[i].parentFrame], data.composites[1 + i]);
  }
  for (const Link& link : model.links) {
    turnRows(data, link.vJoint, link.nvJoint);
    turnRows(data, link.vBody, link.nBody);
  }
}

/// A force that acts at a point: the composite to add (an external force counts negative). K is how it changes beside
/// what moves with its frame: nothing, where it turns with that.
Composite pointForceComposite(const PointForce& force) {
  Composite c;
  c.F << -force.point.cross(force.force) - force.couple, -force.force;
  if (force.follows) return c;
  const Mat3 f = skew<double>(force.force);
  c.K.topLeftCorner<3, 3>() = -f * skew<double>(force.point);
  c.K.topRightCorner<3, 3>() = f;
  c.K -= crossForceBar<double>(c.F);
  return c;
}

/// From the derivatives of the tree's acceleration at frozen λ to those of the closed machine: the rows
/// M da − Aᵀ dλ = −∂r, A da = −∂C. rods.md (50), (51)
void closeDerivatives(const Model& model, Data& data, LoopMeasure measure) {
  loopConstraints(model, data, measure);
  loopConstraintDerivatives(model, data, measure);
  data.dLambdadq = -data.loopRowsQ, data.dLambdadv = -data.loopRowsV;
  data.dLambdadq.noalias() -= data.loopJacobian * data.dFDdq;
  data.dLambdadv.noalias() -= data.loopJacobian * data.dFDdv;
  solveLoopSquare(data, data.dLambdadq);
  solveLoopSquare(data, data.dLambdadv);
  data.dFDdq.noalias() += data.loopY * data.dLambdadq;
  data.dFDdv.noalias() += data.loopY * data.dLambdadv;
}

}  // namespace

void motionColumns(const Model& model, Data& data) {
  markIdlePoints(model, data);
  forEachBody(
      model,
      [&](int i) {
        const Link& link = model.links[i];
        const BodyCoordinates c = bodyCoordinates(link, data);
        const BaseMotion motion = baseMotion(data, data.frames[1 + i]);
        link.body->inertia(*data.bodies[i], c);
        link.body->inverseDynamics(*data.bodies[i], c, motion);
        link.body->columns(*data.bodies[i], c, motion);
      },
      kDerivativeShare);
  for (size_t i = 0; i < model.links.size(); ++i) {
    jointColumns(model.links[i], data, static_cast<int>(i));
    if (model.links[i].body) bodyColumns(model.links[i], data, static_cast<int>(i));
  }
}

void addPointForceDerivative(const Model& model, Data& data, const VecXRef& q, const VecX& u, MatXMut out) {
  // At rest and without gravity nothing but these forces is left of the inverse dynamics.
  // The caller's v and a may be those of `data`: their buffers are put aside, not overwritten.
  const Vec3 gravity = std::exchange(data.gravity, Vec3::Zero());
  data.v.swap(data.savedV), data.a.swap(data.savedA);
  data.a.setZero();
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  accelerations(model, data);
  motionColumns(model, data);
  data.pointForces.clear();
  for (size_t i = 0; i < model.actuators.size(); ++i) {
    const Actuator& actuator = *model.actuators[i];
    actuator.pointForces(data, u.segment(model.inputOffset[i], actuator.inputs()), data.pointForces);
  }
  for (Composite& c : data.composites) c.setZero();
  for (const PointForce& force : data.pointForces)
    addComposite(data.composites[force.frame], pointForceComposite(force));
  passUp(model, data);
  out -= data.dIDdq;
  data.gravity = gravity;
  data.v.swap(data.savedV), data.a.swap(data.savedA);
}

void inverseDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                                const Inputs& inputs) {
  data.a = a;
  kinematics(model, data, q, v);
  accelerations(model, data);
  motionColumns(model, data);
  leafComposites(model, data, inputs);
  passUp(model, data, inputs.perturbation);
  if (inputs.perturbation) projectPerturbation(model, data, *inputs.perturbation);
  if (inputs.lambda) addLoopCoupling(model, data, *inputs.lambda);
  if (inputs.loads) addContactCoupling(model, data);
}

void residualDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                         const Inputs& inputs) {
  const bool actuated = inputs.u && model.nu;
  if (actuated) {
    prepareEffortDerivatives(model, data, q, v, actingInputs(data, q, v, inputs));
    data.square.setZero();
    if (model.hasPointForces) addPointForceDerivative(model, data, q, data.effort, data.square);
  }
  inverseDynamicsDerivatives(model, data, q, v, a, inputs);
  elasticForce(model, data, data.q);
  dampingForce(model, data, data.q, data.v);
  data.tau += data.elastic + data.damping;
  addStiffness(model, data.q, data.dIDdq);
  addDampingDerivatives(model, data.q, data.v, data.dIDdq, data.dIDdv);
  if (actuated) {
    actuationMatrixAtCurrent(model, data);
    data.tau.noalias() -= data.B.lazyProduct(data.effort);
    addActuationDerivative(model, data, data.effort, data.square);
    data.dIDdq -= data.square;
    if (model.hasEffortLaws) addEffortDerivatives(model, data, data.dIDdq, data.dIDdv);
    subtractFeedbackDerivatives(model, data, inputs.t, data.dIDdq, data.dIDdv);
  }
  if (inputs.tau) data.tau -= *inputs.tau;
}

void forwardDynamicsDerivatives(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                const Inputs& inputs) {
  forwardDynamics(model, data, q, v, inputs);
  Inputs all = inputs;
  if (model.nl) all.lambda = &data.lambda;
  residualDerivatives(model, data, data.q, data.v, data.acceleration, all);
  solveColumnsNegated(model, data, data.dIDdq, data.dFDdq);
  solveColumnsNegated(model, data, data.dIDdv, data.dFDdv);
  if (model.nl) closeDerivatives(model, data, inputs.measure);
}

}  // namespace tendril
