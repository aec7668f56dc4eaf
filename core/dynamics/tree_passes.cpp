// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/tree_passes.hpp"

namespace tendril {

void jointAcceleration(const Link& link, Data& data, int index) {
  const Frame& parent = data.frames[link.parentFrame];
  Frame& frame = data.frames[1 + index];
  frame.A = parent.A;
  if (link.nvJoint == 0) return;
  for (int k = 0; k < link.nvJoint; ++k) frame.A += data.J.col(link.columnJoint + k) * data.a[link.vJoint + k];
  frame.A += crossMotion<double>(parent.V, frame.V);  // ad_{V_P}(V_B − V_P)
  if (!link.joint.type->subspaceVaries()) return;
  JointVariation variation;
  jointVariation(link.joint, data.q.data() + link.qJoint, data.v.data() + link.vJoint, data.a.data() + link.vJoint,
                 variation);
  frame.A += transformTwist<double>(frame.X, variation.bias);
}

void accelerations(const Model& model, Data& data) {
  for (size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    jointAcceleration(link, data, static_cast<int>(i));
    if (!link.body) continue;
    const Frame& base = data.frames[1 + i];
    for (size_t s = 0; s < data.bodies[i]->stations.size(); ++s) {
      Frame& frame = data.frames[link.firstStation + s];
      frame.A = base.A + transformTwist<double>(base.X, data.bodies[i]->stations[s].bias) +
                crossMotion<double>(base.V, frame.V);
      frame.A.noalias() +=
          data.J.middleCols(link.stationColumns[s], link.nBody).lazyProduct(data.a.segment(link.vBody, link.nBody));
    }
  }
}

BaseMotion baseMotion(const Data& data, const Frame& frame) {
  return {transformTwistInverse<double>(frame.X, frame.V), transformTwistInverse<double>(frame.X, frame.A),
          -(frame.X.R.transpose() * data.gravity)};
}

namespace {

Pose loadPose(const Model& model, const Data& data, int k) {
  return data.frames[model.loadFrames[k]].X * model.loadOffsets[k];
}

StationState stationAt(const Model& model, const Data& data, int k, double t, const Pose& X) {
  return {{X.R, X.p + data.origin},
          transformTwistInverse<double>(X, data.frames[model.loadFrames[k]].V),
          -(X.R.transpose() * data.gravity),
          t};
}

}  // namespace

StationState loadStation(const Model& model, const Data& data, int k, double t) {
  return stationAt(model, data, k, t, loadPose(model, data, k));
}

Vec6 loadForce(const Model& model, const Data& data, int k, double t) {
  const Pose X = loadPose(model, data, k);
  StationWrench wrench;
  model.loads[k].load->evaluate(stationAt(model, data, k, t, X), wrench);
  return transformWrench<double>(X, wrench.F);
}

void loadComposite(const Model& model, const Data& data, int k, double t, Composite& out) {
  const Pose X = loadPose(model, data, k);
  StationWrench wrench;
  model.loads[k].load->evaluate(stationAt(model, data, k, t, X), wrench);
  out.setZero();
  out.F = transformWrench<double>(X, wrench.F);
  if (!wrench.FV.isZero(0)) out.N = blockToOuter(X, wrench.FV);
  if (!wrench.FX.isZero(0)) out.K = blockToOuter(X, wrench.FX);
}

Mat6 blockToOuter(const Pose& X, const Mat6& M) {
  const Mat6 inverse = adjointMatrix<double>(X.inverse());
  return inverse.transpose() * M * inverse;
}

Mat6 blockToInner(const Pose& X, const Mat6& M) {
  const Mat6 forward = adjointMatrix<double>(X);
  return forward.transpose() * M * forward;
}

namespace {

/// Of a composite, whose blocks are often zero.
Composite turned(const Mat6& Ad, const Composite& c) {
  Composite out;
  if (!c.I.isZero(0)) out.I = Ad.transpose() * c.I * Ad;
  if (!c.N.isZero(0)) out.N = Ad.transpose() * c.N * Ad;
  if (!c.K.isZero(0)) out.K = Ad.transpose() * c.K * Ad;
  out.F = Ad.transpose() * c.F;
  return out;
}

}  // namespace

Composite compositeToOuter(const Pose& X, const Composite& c) {
  return turned(adjointMatrix<double>(X.inverse()), c);
}

Composite compositeToInner(const Pose& X, const Composite& c) {
  return turned(adjointMatrix<double>(X), c);
}

}  // namespace tendril
