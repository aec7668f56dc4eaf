// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/factorization.hpp"
#include "core/dynamics/rigid.hpp"
#include "core/dynamics/sweeps.hpp"
#include "core/model/parallel.hpp"

namespace tendril {
namespace {

void fillUpstream(const Model& model, Data& data, int frame, int v, const Vec6& force) {
  for (const ColumnRange& range : model.frameUpstream(frame)) {
    for (int k = 0; k < range.size; ++k) {
      const double m = data.J.col(range.column + k).dot(force);
      data.massMatrix(range.v + k, v) = m;
      data.massMatrix(v, range.v + k) = m;
    }
  }
}

void bodyMass(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  Mat6X& H = data.bodyH[i];
  gatherBody(model, data, i, data.massMatrix.block(link.vBody, link.vBody, link.nBody, link.nBody), H);
  for (int k = 0; k < link.nBody; ++k) fillUpstream(model, data, 1 + i, link.vBody + k, H.col(k));
}

void jointMass(const Model& model, Data& data, int i) {
  const Link& link = model.links[i];
  const Mat6& I = data.articulated[1 + i];
  for (int k = 0; k < link.nvJoint; ++k) {
    const Vec6 force = I * data.J.col(link.columnJoint + k);
    fillUpstream(model, data, 1 + i, link.vJoint + k, force);
  }
  for (int k = 0; k < link.nvJoint && link.joint.driveInertia.size(); ++k)
    data.massMatrix(link.vJoint + k, link.vJoint + k) += link.joint.driveInertia[k];
}

}  // namespace

void bodyInertias(const Model& model, Data& data) {
  for (Mat6& m : data.articulated) m.setZero();
  forEachBody(model,
              [&](int i) { model.links[i].body->inertia(*data.bodies[i], bodyCoordinates(model.links[i], data)); });
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (!link.body) data.articulated[1 + i] = inertiaMatrix(spatialInertia(link.rigid, data.frames[1 + i].X));
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
    const Mat6& hung = data.articulated[link.firstStation + s];
    if (hung.isZero(0)) continue;
    const auto J = data.J.middleCols(link.stationColumns[s], link.nBody);
    data.bodyU[i].noalias() = hung.lazyProduct(J);
    M.noalias() += J.transpose().lazyProduct(data.bodyU[i]);
    H += data.bodyU[i];
    I += hung;
  }
}

void massMatrix(const Model& model, Data& data, const VecXRef& q) {
  data.scratch.setZero();
  kinematics(model, data, q, data.scratch);
  bodyInertias(model, data);
  data.massMatrix.setZero();
  for (int i = static_cast<int>(model.links.size()) - 1; i >= 0; --i) {
    if (model.links[i].body) bodyMass(model, data, i);
    jointMass(model, data, i);
    data.articulated[model.links[i].parentFrame] += data.articulated[1 + i];
  }
}

}  // namespace tendril
