// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/sweeps.hpp"

namespace tendril {

void jointAcceleration(const Link& link, Data& data, int index) {
  const Frame& parent = data.frames[link.parentFrame];
  Frame& frame = data.frames[1 + index];
  frame.A = parent.A;
  if (link.nvJoint == 0) return;
  for (int k = 0; k < link.nvJoint; ++k) frame.A += data.J.col(link.columnJoint + k) * data.a[link.vJoint + k];
  frame.A += crossMotion<double>(parent.V, frame.V);  // ad_{V_P}(V_B − V_P)
  if (!jointSubspaceVaries(link.joint.type)) return;
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

void loadComposite(const Model& model, const Data& data, int k, double t, Composite& out) {
  const Pose X = data.frames[model.loadFrames[k]].X * model.loadOffsets[k];
  StationState state;
  state.X = X;
  state.X.p += data.origin;
  state.V = transformTwistInverse<double>(X, data.frames[model.loadFrames[k]].V);
  state.gamma = -(X.R.transpose() * data.gravity);
  state.t = t;
  StationWrench wrench;
  model.loads[k].load->evaluate(state, wrench);
  out.I.setZero();
  out.F = transformWrench<double>(X, wrench.F);
  out.N = blockToOuter(X, wrench.FV);
  out.K = blockToOuter(X, wrench.FX);
}

Mat6 blockToOuter(const Pose& X, const Mat6& M) {
  const Mat6 inverse = adjointMatrix<double>(X.inverse());
  return inverse.transpose() * M * inverse;
}

Mat6 blockToInner(const Pose& X, const Mat6& M) {
  const Mat6 forward = adjointMatrix<double>(X);
  return forward.transpose() * M * forward;
}

Composite compositeToOuter(const Pose& X, const Composite& c) {
  const Mat6 inverse = adjointMatrix<double>(X.inverse());
  Composite out;
  out.I = inverse.transpose() * c.I * inverse;
  out.N = inverse.transpose() * c.N * inverse;
  out.K = inverse.transpose() * c.K * inverse;
  out.F = transformWrench<double>(X, c.F);
  return out;
}

Composite compositeToInner(const Pose& X, const Composite& c) {
  const Mat6 forward = adjointMatrix<double>(X);
  Composite out;
  out.I = forward.transpose() * c.I * forward;
  out.N = forward.transpose() * c.N * forward;
  out.K = forward.transpose() * c.K * forward;
  out.F = transformWrenchInverse<double>(X, c.F);
  return out;
}

}  // namespace tendril
