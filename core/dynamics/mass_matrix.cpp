// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/dynamics/transposed_columns.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/parallel.hpp"

namespace tendril {
namespace {

void fillUpstream(const Model& model, Data& data, int frame, int v, const Vec6& force) {
  for (const ColumnRange& range : model.frameUpstream(frame))
    TurnedColumns(data, range.column, range.size)
        .dot<false>(kTurnedJ, force.data(), data.massMatrix.col(v).data() + range.v);
}

void bodyMass(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  Mat6X& H = data.bodyH[i];
  gatherBody(model, data, i, data.massMatrix.block(link.vBody, link.vBody, link.nBody, link.nBody), H);
  for (int k = 0; k < link.nBody; ++k) fillUpstream(model, data, 1 + i, link.vBody + k, H.col(k));
}

void jointMass(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  for (int k = 0; k < link.nvJoint; ++k) {
    const Vec6 column = data.J.col(link.columnJoint + k);
    const Vec6 force =
        link.rigidBelow ? applyInertia(data.inertias[i], column) : Vec6(data.articulated[1 + i] * column);
    fillUpstream(model, data, 1 + i, link.vJoint + k, force);
  }
  for (int k = 0; k < link.nvJoint && link.joint.driveInertia.size(); ++k)
    data.massMatrix(link.vJoint + k, link.vJoint + k) += link.joint.driveInertia[k];
}

void deformableInertias(const Model& model, Data& data) {
  forEachBody(model,
              [&](int i) { model.links[i].body->inertia(*data.bodies[i], bodyCoordinates(model.links[i], data)); });
}

/// Of a rigid link and the fluid around it, tree frame.
Mat6 linkInertia(const Link& link, const Pose& X) {
  Mat6 out = inertiaMatrix(spatialInertia(link.rigid, X));
  if (link.fluid) out += blockToOuter(X, link.fluid->added);
  return out;
}

/// As bodyInertias, but for rigid subtrees, which stay in the ten numbers of data.inertias.
void leafInertias(const Model& model, Data& data) {
  deformableInertias(model, data);
  for (Mat6& m : data.articulated) m.setZero();
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.body) continue;
    const Pose& X = data.frames[1 + i].X;
    if (link.rigidBelow) {
      data.inertias[i] = spatialInertia(link.rigid, X);
    } else {
      data.articulated[1 + i] = linkInertia(link, X);
    }
  }
}

/// Hands the inertia of a subtree to what it hangs on.
void passOn(const Model& model, Data& data, size_t i) {
  const Link& link = model.links[i];
  if (!link.rigidBelow) {
    data.articulated[link.parentFrame] += data.articulated[1 + i];
  } else if (link.parent != kWorld && model.links[link.parent].rigidBelow) {
    data.inertias[link.parent] += data.inertias[i];
  } else {
    data.articulated[link.parentFrame] += inertiaMatrix(data.inertias[i]);
  }
}

}  // namespace

void bodyInertias(const Model& model, Data& data) {
  for (Mat6& m : data.articulated) m.setZero();
  deformableInertias(model, data);
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (!link.body) data.articulated[1 + i] = linkInertia(link, data.frames[1 + i].X);
  }
}

void gatherBody(const Model& model, Data& data, int i, MatXMut M, Eigen::Ref<Mat6X> H) {
  const Link& link = model.links[i];
  const BodyData& body = *data.bodies[i];
  const Pose& X = data.frames[1 + i].X;
  M = body.M;
  transformWrenches(X, body.H, H);
  Mat6& I = data.articulated[1 + i];
  I += blockToOuter(X, body.I);
  for (size_t s = 0; s < link.stationColumns.size(); ++s) {
    const Mat6& attached = data.articulated[link.firstStation + s];
    if (attached.isZero(0)) continue;
    const auto J = data.J.middleCols(link.stationColumns[s], link.nBody);
    data.bodyU[i].noalias() = attached.lazyProduct(J);
    M.noalias() += J.transpose().lazyProduct(data.bodyU[i]);
    H += data.bodyU[i];
    I += attached;
  }
}

void massMatrix(const Model& model, Data& data, const VecXRef& q) {
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  massMatrixAtCurrent(model, data);
}

void inverseDynamicsWithMass(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                             const Inputs& inputs) {
  inverseDynamics(model, data, q, v, a, inputs);
  massMatrixAtCurrent(model, data);
}

void massMatrixAtCurrent(const Model& model, Data& data) {
  leafInertias(model, data);
  data.columnsTurned.middleCols<6>(kTurnedJ) = data.J.transpose();
  data.massMatrix.setZero();
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    if (model.links[i].body) bodyMass(model, data, i);
    jointMass(model, data, i);
    passOn(model, data, static_cast<size_t>(i));
  }
  data.massMatrix.triangularView<Eigen::StrictlyLower>() = data.massMatrix.transpose();
}

}  // namespace tendril
