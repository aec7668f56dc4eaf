// SPDX-License-Identifier: BSD-3-Clause
#include "core/integrators/implicit/free_flight.hpp"

#include <algorithm>

#include "core/dynamics/factorization.hpp"
#include "core/dynamics/perturbations.hpp"
#include "core/dynamics/tree_passes.hpp"
#include "core/model/contact_segments.hpp"

namespace tendril {
namespace {

bool isSprung(const Joint& joint) {
  const auto acts = [](const VecX& x) { return x.size() > 0 && !x.isZero(0); };
  return acts(joint.stiffness) || acts(joint.damping) || acts(joint.driveInertia) || acts(joint.driveFriction);
}

/// Whether a fluid lifts the link or moves with it; after inertias.
bool isImmersed(const Link& link, const BodyData* body) {
  constexpr double kDigits = 1e-9;
  if (!body) return link.fluid.has_value();
  const Mat3 added = body->I.bottomRightCorner<3, 3>() - body->mass * Mat3::Identity();
  return body->displaced != 0 || added.cwiseAbs().maxCoeff() > kDigits * body->mass;
}

/// Linear momentum by the motion of a body's own coordinates, axes of its base; after inertias.
Vec3 ownMomentum(const BodyData& body, const BodyCoordinates& c) {
  return body.H.bottomRows<3>().lazyProduct(c.qd);
}

/// What weigh() needs of soft bodies; after kinematics.
void inertias(const Model& model, Data& data) {
  if (!model.deformable.empty()) bodyInertias(model, data);
}

}  // namespace

void FreeFlight::prepare(const Model& model, Data& data) {
  findTrees(model);
  if (trees_.empty()) return;
  kinematics(model, data, model.q0, model.v0);
  inertias(model, data);
  for (Tree& tree : trees_) {
    tree.held = isSprung(model.links[static_cast<std::size_t>(tree.root)].joint);
    for (const int i : tree.links) {
      const auto k = static_cast<std::size_t>(i);
      tree.held = tree.held || isImmersed(model.links[k], data.bodies[k].get());
    }
    weigh(model, data, tree);
    tree.held = tree.held || !(tree.mass > 0);
  }
  holdByLoops(model);
  holdByActuators(model, data);
  if (std::ranges::all_of(trees_, &Tree::held)) trees_.clear();
  wanted_.resize(trees_.size());
}

void FreeFlight::findTrees(const Model& model) {
  trees_.clear();
  treeOfLink_.assign(model.links.size(), -1);
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    int& tree = treeOfLink_[i];
    if (link.parent != kWorld) {
      tree = treeOfLink_[static_cast<std::size_t>(link.parent)];
    } else if (link.joint.type->isFree()) {
      tree = static_cast<int>(trees_.size());
      trees_.emplace_back().root = static_cast<int>(i);
    }
    if (tree >= 0) trees_[static_cast<std::size_t>(tree)].links.push_back(static_cast<int>(i));
  }
}

/// Trees that a loop joins to something else do not fly.
void FreeFlight::holdByLoops(const Model& model) {
  for (const Loop& loop : model.loops) {
    const int a = treeOfFrame(model, loop.frameA), b = treeOfFrame(model, loop.frameB);
    if (a == b) continue;
    for (const int k : {a, b})
      if (k >= 0) trees_[static_cast<std::size_t>(k)].held = true;
  }
}

/// Neither do those that a tendon joins to something else, that rotors push, or whose root has a drive. After
/// kinematics.
void FreeFlight::holdByActuators(const Model& model, Data& data) {
  std::vector<PointForce> forces;
  for (const auto& actuator : model.actuators) {
    forces.clear();
    actuator->pointForces(data, VecX::Ones(actuator->inputs()), forces);
    MatX B = MatX::Zero(model.nv, actuator->inputs());
    actuator->actuationMatrix(model, data, B);
    for (int k = 0; k < static_cast<int>(trees_.size()); ++k) {
      Tree& tree = trees_[static_cast<std::size_t>(k)];
      const auto inside =
          std::ranges::count_if(forces, [&](const PointForce& force) { return treeOfFrame(model, force.frame) == k; });
      const bool across = inside > 0 && inside < std::ssize(forces);
      const bool pushes = inside > 0 && forces.front().follows;
      const int v = model.links[static_cast<std::size_t>(tree.root)].vJoint;
      const bool drives = forces.empty() && !B.middleRows<6>(v).isZero(0);
      tree.held = tree.held || across || pushes || drives;
    }
  }
}

int FreeFlight::treeOfFrame(const Model& model, int frame) const {
  const int link = model.frameLink(frame);
  return link < 0 ? -1 : treeOfLink_[static_cast<std::size_t>(link)];
}

void FreeFlight::stop(int tree) {
  if (tree >= 0) trees_[static_cast<std::size_t>(tree)].flies = false;
}

bool FreeFlight::anyFlies() const {
  return std::ranges::any_of(trees_, &Tree::flies);
}

void FreeFlight::start(const Model& model, Data& data, const MotionPoint& from, const VecX& tau,
                       const Perturbation* perturbation) {
  for (Tree& tree : trees_) tree.flies = !tree.held;
  look(model, data, from, tau, perturbation);
}

void FreeFlight::end(const Model& model, Data& data, double h, const VecX& tau, const Perturbation* perturbation,
                     MotionPoint& to) {
  if (!anyFlies()) return;
  for (std::size_t k = 0; k < trees_.size(); ++k) {
    const Tree& tree = trees_[k];
    if (!tree.flies) continue;
    wanted_[k].centre = tree.seen.centre + (h / tree.mass) * tree.seen.momentum + (0.5 * h * h) * data.gravity;
    wanted_[k].momentum = tree.seen.momentum + (h * tree.mass) * data.gravity;
  }
  look(model, data, to, tau, perturbation);
  for (std::size_t k = 0; k < trees_.size(); ++k)
    if (trees_[k].flies) shift(model, data, trees_[k], wanted_[k], to);
}

/// Moves a tree of `to`, which was looked at last, as a whole.
void FreeFlight::shift(const Model& model, const Data& data, const Tree& tree, const Flight& wanted, MotionPoint& to) {
  const auto root = static_cast<std::size_t>(tree.root);
  const Link& link = model.links[root];
  const Vec3 place = link.jointPose.R.transpose() * (wanted.centre - tree.seen.centre);
  const Vec3 velocity = data.frames[1 + root].X.R.transpose() * (wanted.momentum - tree.seen.momentum) / tree.mass;
  const Vec3 turn = to.v.segment<3>(link.vJoint).cross(velocity);
  to.q.segment<3>(link.qJoint) += place;
  to.v.segment<3>(link.vJoint + 3) += velocity;
  to.acc.segment<3>(link.vJoint + 3) -= turn;
  to.a.segment<3>(link.vJoint + 3) -= turn;
}

/// Which of the trees that fly still do at this point, and their motion.
void FreeFlight::look(const Model& model, Data& data, const MotionPoint& at, const VecX& tau,
                      const Perturbation* perturbation) {
  for (Tree& tree : trees_) {
    const int v = model.links[static_cast<std::size_t>(tree.root)].vJoint;
    tree.flies = tree.flies && tau.segment<6>(v).isZero(0);
  }
  if (!anyFlies()) return;
  kinematics(model, data, at.q, at.v);
  for (std::size_t k = 0; k < model.loads.size(); ++k) {
    const int tree = treeOfFrame(model, model.loadFrames[k]);
    if (tree >= 0 && !loadForce(model, data, static_cast<int>(k), at.t).isZero(0)) stop(tree);
  }
  if (perturbation) {
    evaluatePerturbation(model, data, *perturbation, at.t);
    if (!data.held.wrench.F.isZero(0)) stop(treeOfLink_[static_cast<std::size_t>(perturbation->link)]);
  }
  const auto meet = [&](int frameA, int frameB) {
    const int a = treeOfFrame(model, frameA), b = treeOfFrame(model, frameB);
    if (a != b) stop(a), stop(b);
  };
  forAllTouches(model, data, [&](const Touch& touch) { meet(touch.frameA, touch.frameB); });
  forAllSegmentTouches(model, data,
                       [&](const SegmentTouch& touch) { meet(touch.ends[0]->frame, touch.ends[2]->frame); });
  if (!anyFlies()) return;
  inertias(model, data);
  for (Tree& tree : trees_)
    if (tree.flies) weigh(model, data, tree);
}

/// After inertias.
void FreeFlight::weigh(const Model& model, const Data& data, Tree& tree) {
  tree.mass = 0;
  tree.seen = {};
  for (const int i : tree.links) {
    const auto k = static_cast<std::size_t>(i);
    const RigidInertia& rigid = model.links[k].rigid;
    const BodyData* body = data.bodies[k].get();
    const Frame& frame = data.frames[1 + k];
    const double mass = body ? body->mass : rigid.mass;
    const Vec3 moment = frame.X.R * (body ? body->firstMoment : Vec3(mass * rigid.com)) + mass * frame.X.p;
    tree.mass += mass;
    tree.seen.centre += moment;
    tree.seen.momentum += mass * frame.V.tail<3>() + frame.V.head<3>().cross(moment);
    if (body) tree.seen.momentum += frame.X.R * ownMomentum(*body, bodyCoordinates(model.links[k], data));
  }
  tree.seen.centre = data.origin + tree.seen.centre / tree.mass;
}

}  // namespace tendril
