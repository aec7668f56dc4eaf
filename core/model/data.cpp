// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/data.hpp"

namespace tendril {
namespace {

LinkFactor makeFactor(const Link& link) {
  LinkFactor factor;
  factor.U.setZero(6, link.nvJoint);
  factor.inverse.setZero(link.nvJoint, link.nvJoint);
  factor.block.setZero(link.nBody + 6, link.nBody);
  return factor;
}

}  // namespace

Data::Data(const Model& model) {
  const int nv = model.nv, links = static_cast<int>(model.links.size());
  gravity = model.gravity;
  for (VecX* x : {&anchors, &nextAnchors}) x->setZero(model.anchorSize);
  frames.resize(model.frameCount);
  J.setZero(6, model.columnCount);
  q = model.q0, v = model.v0;
  for (VecX* x : {&a, &tau, &acceleration, &elastic, &damping, &force, &scratch, &savedV, &savedA}) x->setZero(nv);
  for (MatX* m : {&massMatrix, &dIDdq, &dIDdv, &dFDdq, &dFDdv, &square, &rowsQ, &rowsV}) m->setZero(nv, nv);
  B.setZero(nv, model.nu);
  locked.reserve(static_cast<std::size_t>(nv));
  for (VecX* x : {&lambda, &loopError, &loopResidual}) x->setZero(model.nl);
  for (MatX* m : {&dLambdadq, &dLambdadv, &loopJacobian, &loopErrorJacobian, &loopRowsQ, &loopRowsV})
    m->setZero(model.nl, nv);
  loopY.setZero(nv, model.nl);
  loopSquare.setZero(model.nl, model.nl);
  for (VecX* x : {&inputs, &effort, &effortByCoordinate, &effortByRate, &unitEffort}) x->setZero(model.nu);
  effortRows.setZero(model.hasEffortLaws ? model.nu : 0, nv);
  solveRows.setZero(nv, kSolveBatch);
  solveFrames.assign(model.frameCount, SolveRows<6>::Zero());
  for (const auto& actuator : model.actuators)
    pointForces.reserve(pointForces.capacity() + actuator->pointForceCount());
  inertias.resize(links);
  wrenches.assign(model.frameCount, Vec6::Zero());
  composites.resize(model.frameCount);
  attached.resize(model.frameCount);
  articulated.assign(model.frameCount, Mat6::Zero());
  columns.setZero(18, model.columnCount);
  columnsV.setZero(12, model.columnCount);
  columnsTurned.setZero(model.columnCount, 24);
  rows.setZero(18, nv);
  bodies.resize(links);
  bodyH.resize(links), bodyU.resize(links), bodyUv.resize(links);
  for (int i = 0; i < links; ++i) {
    const Link& link = model.links[i];
    factors.push_back(makeFactor(link));
    if (!link.body) continue;
    bodies[i] = link.body->makeData();
    for (Mat6X* m : {&bodyH[i], &bodyU[i], &bodyUv[i]}) m->setZero(6, link.nBody);
  }
}

}  // namespace tendril
