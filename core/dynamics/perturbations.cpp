// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/perturbations.hpp"

#include "core/dynamics/contact/frame_forces.hpp"
#include "core/dynamics/tree_passes.hpp"

namespace tendril {
namespace {

std::size_t baseFrame(const Perturbation& p) {
  return 1 + static_cast<std::size_t>(p.link);
}

const Link& linkOf(const Model& model, const Perturbation& p) {
  return model.links[static_cast<std::size_t>(p.link)];
}

/// Pose and twist of the held frame.
void moveHeld(const Model& model, Data& data, const Perturbation& p) {
  HeldPoint& held = data.held;
  const Frame& base = data.frames[baseFrame(p)];
  held.X = base.X, held.V = base.V;
  if (!p.point) return;
  const Link& link = linkOf(model, p);
  p.point->kinematics(*data.bodies[static_cast<std::size_t>(p.link)], bodyCoordinates(link, data), held.station);
  held.X = base.X * held.station.X;
  held.V += transformTwist<double>(base.X, held.station.V);
}

/// Its wrench in the base frame of the body, and how it changes: to be added there.
Composite actingOnBody(const HeldPoint& held) {
  const Pose& X = held.station.X;
  Composite c;
  c.F = -transformWrench<double>(X, held.wrench.F);
  c.N = -blockToOuter(X, held.wrench.FV);
  c.K = -blockToOuter(X, held.wrench.FX);
  return c;
}

}  // namespace

void evaluatePerturbation(const Model& model, Data& data, const Perturbation& perturbation, double t) {
  moveHeld(model, data, perturbation);
  HeldPoint& held = data.held;
  const Mat3& R = held.X.R;
  const StationState state{
      {R, held.X.p + data.origin}, transformTwistInverse<double>(held.X, held.V), -(R.transpose() * data.gravity), t};
  perturbationWrench(perturbation, state, held.wrench);
}

Pose heldFrame(const Model& model, Data& data, const Perturbation& perturbation) {
  moveHeld(model, data, perturbation);
  Pose X = data.held.X;
  X.p += data.origin;
  return X;
}

void heldJacobian(const Model& model, Data& data, const Perturbation& perturbation, MatXMut out) {
  moveHeld(model, data, perturbation);
  const Pose X = data.held.X * Pose{Mat3::Identity(), perturbation.spec.place.offset};
  out.setZero();
  for (const ColumnRange& range : model.frameUpstream(static_cast<int>(baseFrame(perturbation))))
    for (int k = 0; k < range.size; ++k)
      out.col(range.v + k) = transformTwistInverse<double>(X, data.J.col(range.column + k));
  if (!perturbation.point) return;
  const Pose inBody = data.held.station.X * Pose{Mat3::Identity(), perturbation.spec.place.offset};
  const Link& link = linkOf(model, perturbation);
  for (int k = 0; k < link.nBody; ++k)
    out.col(link.vBody + k) = transformTwistInverse<double>(inBody, data.held.station.J.col(k));
}

void addPerturbationForce(const Model& model, Data& data, const Perturbation& perturbation, double t, VecXMut force) {
  evaluatePerturbation(model, data, perturbation, t);
  const HeldPoint& held = data.held;
  addFrameForce(model, data, static_cast<int>(baseFrame(perturbation)), transformWrench<double>(held.X, held.wrench.F),
                force);
  if (!perturbation.point) return;
  const Link& link = linkOf(model, perturbation);
  force.segment(link.vBody, link.nBody) +=
      held.station.J.transpose().lazyProduct(transformWrench<double>(held.station.X, held.wrench.F));
}

void subtractPerturbationWrench(Data& data, const Perturbation& perturbation) {
  data.wrenches[baseFrame(perturbation)] -= transformWrench<double>(data.held.X, data.held.wrench.F);
}

void projectPerturbation(const Model& model, Data& data, const Perturbation& perturbation) {
  if (!perturbation.point) return;
  const HeldPoint& held = data.held;
  const Link& link = linkOf(model, perturbation);
  data.tau.segment(link.vBody, link.nBody) -=
      held.station.J.transpose().lazyProduct(transformWrench<double>(held.station.X, held.wrench.F));
}

void subtractPerturbationComposite(Data& data, const Perturbation& perturbation) {
  if (perturbation.point) return;
  const HeldPoint& held = data.held;
  Composite& c = data.composites[baseFrame(perturbation)];
  c.F -= transformWrench<double>(held.X, held.wrench.F);
  c.N -= blockToOuter(held.X, held.wrench.FV);
  c.K -= blockToOuter(held.X, held.wrench.FX);
}

void addPerturbationDerivatives(const Model& model, Data& data, const Perturbation& perturbation, int i) {
  if (!perturbation.point || perturbation.link != i) return;
  HeldPoint& held = data.held;
  const Link& link = linkOf(model, perturbation);
  held.columns.resize(6, link.nBody);
  perturbation.point->addDerivatives(*data.bodies[static_cast<std::size_t>(i)], bodyCoordinates(link, data),
                                     baseMotion(data, data.frames[baseFrame(perturbation)]), held.station,
                                     actingOnBody(held), held.columns);
}

}  // namespace tendril
