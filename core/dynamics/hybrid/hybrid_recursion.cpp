// SPDX-License-Identifier: BSD-3-Clause
// Hybrid dynamics and its derivative in one direction at a time, straight from [lie] Tables 4 and 7 in body frames with
// the corrections of trees.md §4 and §10. Slower than what follows from ∂ID, and shares nothing with it: each proves
// the other. Coordinates are prescribed singly here, so that the two branches of the tables become one: prescribed
// columns S_u of a joint go into η with their accelerations, S and Ψ are those of its free coordinates.
#include <Eigen/Cholesky>
#include <stdexcept>

#include "core/dynamics/hybrid/hybrid.hpp"
#include "core/dynamics/rigid.hpp"

namespace tendril {
namespace {

/// What one link keeps of the tables; twists and wrenches in its base frame.
struct Node {
  // forward
  Pose X;                        ///< in the world
  Mat6 A;                        ///< Ad of T⁻¹, T the base frame in the parent's
  Mat6 jointToBase;              ///< Ad of the joint's motion, backwards
  JointColumns all, S;           ///< motion subspace: of all coordinates, of the free ones
  std::vector<int> free, given;  ///< coordinates of the joint
  Vec6 V, eta;                   ///< η with S_u q̈_u
  VecX v, a, force;              ///< of the joint; a of prescribed, force of free coordinates
  // backward
  Mat6 I, Ih;
  Vec6 Bh;
  JointSquare Psi;
  Vec6 open;   ///< Îη + B̂
  VecX r, Pr;  ///< τ − Sᵀ(Îη + B̂), Ψ r
  // forward again
  Vec6 carried, rate, F;  ///< Ad V̇ of the parent, V̇ (with −g), F
};

/// Derivatives of the same.
struct Change {
  Vec6 h, pose, V, eta;
  JointColumns all, S;
  Mat6 I, Ih;
  Vec6 Bh, rate, F;
  JointSquare Psi;
  VecX r, a;
};

[[noreturn]] void refuse(const std::string& what) {
  throw std::invalid_argument("derivatives by [lie] Table 7 serve open trees of rigid links: " + what +
                              "; take the fast route");
}

void checkServed(const Model& model, const Inputs& inputs) {
  for (const Link& link : model.links)
    if (link.body) refuse("link '" + link.name + "' is a " + std::string(link.body->type()));
  if (!model.loops.empty()) refuse("loop '" + model.loops.front().name + "' closes this one");
  if (inputs.loads && !model.contacts.empty()) refuse("this robot has contacts");
  if (inputs.perturbation) refuse("something from outside holds this one");
  if (inputs.u && model.hasEffortLaws) refuse("a tendon is driven by its length");
}

JointColumns columnsOf(const JointColumns& all, const std::vector<int>& which) {
  JointColumns out(6, static_cast<Eigen::Index>(which.size()));
  for (std::size_t k = 0; k < which.size(); ++k) out.col(static_cast<Eigen::Index>(k)) = all.col(which[k]);
  return out;
}

class Recursion {
 public:
  Recursion(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
            std::span<const int> prescribed, const Inputs& inputs)
      : model_(model), inputs_(inputs), q_(q), gravity_(data.gravity), nodes_(model.links.size()) {
    checkServed(model, inputs);
    std::vector<char> given(static_cast<std::size_t>(model.nv), 0);
    for (const int k : prescribed) given[static_cast<std::size_t>(k)] = 1;
    internalForces(data, v);
    for (std::size_t i = 0; i < nodes_.size(); ++i) forward(i, v, a, given);
    for (std::size_t i = nodes_.size(); i-- > 0;) backward(i);
    for (std::size_t i = 0; i < nodes_.size(); ++i) forwardAgain(i);
  }

  /// [lie] Table 7. out: accelerations and forces, nv each.
  void differentiate(const HybridDirection& direction, VecX& acceleration, VecX& tau) {
    changes_.assign(nodes_.size(), {});
    force_ = -(stiffness_ * direction.q + damping_ * direction.v);
    for (std::size_t i = 0; i < nodes_.size(); ++i) forwardChange(i, direction);
    for (std::size_t i = nodes_.size(); i-- > 0;) backwardChange(i, direction);
    acceleration.setZero(model_.nv), tau.setZero(model_.nv);
    for (std::size_t i = 0; i < nodes_.size(); ++i) forwardChangeAgain(i, direction, acceleration, tau);
  }

 private:
  const Link& link(std::size_t i) const { return model_.links[i]; }
  /// Index of the parent, −1 for the world: every frame here is the base of a link.
  int parent(std::size_t i) const { return link(i).parentFrame - 1; }
  Vec6 worldRate() const {
    Vec6 rate = Vec6::Zero();
    rate.tail<3>() = -gravity_;
    return rate;
  }

  void internalForces(Data& data, const VecXRef& v);
  void forward(std::size_t i, const VecXRef& v, const VecXRef& a, const std::vector<char>& given);
  void backward(std::size_t i);
  void forwardAgain(std::size_t i);
  Vec6 external(std::size_t i) const;
  void setSubspaceChange(std::size_t i, const HybridDirection& d, Vec6& bias);
  void forwardChange(std::size_t i, const HybridDirection& d);
  Vec6 externalChange(std::size_t i) const;
  void backwardChange(std::size_t i, const HybridDirection& d);
  void forwardChangeAgain(std::size_t i, const HybridDirection& d, VecX& acceleration, VecX& tau);
  template <class Each>
  void forLoads(std::size_t i, const Each& each) const;

  const Model& model_;
  const Inputs inputs_;
  const VecX q_;
  const Vec3 gravity_;
  std::vector<Node> nodes_;
  std::vector<Change> changes_;
  VecX internal_, force_;     ///< what acts on the coordinates besides the tree itself; its change
  MatX stiffness_, damping_;  ///< −∂internal/∂q, −∂internal/∂v
};

/// Springs, dampers, actuators and given forces.
void Recursion::internalForces(Data& data, const VecXRef& v) {
  const int n = model_.nv;
  stiffness_.setZero(n, n), damping_.setZero(n, n);
  internal_ = inputs_.tau ? *inputs_.tau : VecX(VecX::Zero(n));
  elasticForce(model_, data, q_);
  dampingForce(model_, data, q_, v);
  internal_ -= data.elastic + data.damping;
  MatX block(n, n);
  stiffnessMatrix(model_, data, q_, block);
  stiffness_ += block;
  dampingMatrix(model_, data, q_, v, damping_);
  if (!inputs_.u || model_.nu == 0) return;
  actuationMatrix(model_, data, q_);
  internal_ += data.B * *inputs_.u;
  actuationDerivative(model_, data, q_, *inputs_.u, block);
  stiffness_ -= block;
}

void Recursion::forward(std::size_t i, const VecXRef& v, const VecXRef& a, const std::vector<char>& given) {
  const Link& at = link(i);
  Node& node = nodes_[i];
  Pose motion;
  node.all.setZero(6, at.nvJoint);
  jointMotion(at.joint, q_.data() + at.qJoint, motion, node.all);
  const Pose T = at.jointPose * motion;
  const int p = parent(i);
  node.X = p < 0 ? T : nodes_[static_cast<std::size_t>(p)].X * T;
  node.A = adjointMatrix<double>(T.inverse());
  node.jointToBase = adjointMatrix<double>(motion.inverse());
  for (int k = 0; k < at.nvJoint; ++k)
    (given[static_cast<std::size_t>(at.vJoint + k)] ? node.given : node.free).push_back(k);
  node.S = columnsOf(node.all, node.free);
  node.v = v.segment(at.vJoint, at.nvJoint), node.a = a.segment(at.vJoint, at.nvJoint);
  node.force = internal_.segment(at.vJoint, at.nvJoint)(node.free);
  const Vec6 own = node.all * node.v;
  node.V = own;
  if (p >= 0) node.V += node.A * nodes_[static_cast<std::size_t>(p)].V;
  node.eta = crossMotion<double>(node.V, own);
  if (at.joint.type->subspaceVaries()) {
    JointVariation variation;
    jointVariation(at.joint, q_.data() + at.qJoint, node.v.data(), node.a.data(), variation);
    node.eta += variation.bias;
  }
  for (const int k : node.given) node.eta += node.all.col(k) * node.a[k];
  node.I = inertiaMatrix(spatialInertia(at.rigid, {}));
  if (at.fluid) node.I += at.fluid->added;
  node.Ih = node.I;
  node.Bh = -crossMotionMatrix<double>(node.V).transpose() * (node.I * node.V) - external(i);
}

/// Calls each(load, its frame in the base frame, its state).
template <class Each>
void Recursion::forLoads(std::size_t i, const Each& each) const {
  if (!inputs_.loads) return;
  for (std::size_t k = 0; k < model_.loads.size(); ++k) {
    if (model_.loadFrames[k] != 1 + static_cast<int>(i)) continue;
    const Pose& offset = model_.loadOffsets[k];
    StationState state;
    state.X = nodes_[i].X * offset;
    state.V = transformTwistInverse<double>(offset, nodes_[i].V);
    state.gamma = -(state.X.R.transpose() * gravity_);
    state.t = inputs_.t;
    StationWrench wrench;
    model_.loads[k].load->evaluate(state, wrench);
    each(offset, wrench);
  }
}

/// Wrench on link i from outside. Its inertia feels −g as an acceleration, which added mass does not.
Vec6 Recursion::external(std::size_t i) const {
  Vec6 sum = Vec6::Zero();
  forLoads(i, [&](const Pose& offset, const StationWrench& w) { sum += transformWrench<double>(offset, w.F); });
  if (!link(i).fluid) return sum;
  const LinkFluid& fluid = *link(i).fluid;
  const Vec3 g = nodes_[i].X.R.transpose() * gravity_;
  sum -= fluid.added.rightCols<3>() * g;
  sum.head<3>() -= fluid.displaced * fluid.center.cross(g);
  sum.tail<3>() -= fluid.displaced * g;
  return sum;
}

void Recursion::backward(std::size_t i) {
  Node& node = nodes_[i];
  const VecX& drive = link(i).joint.driveInertia;
  const JointColumns& S = node.S;
  JointSquare D = S.transpose() * node.Ih * S;
  for (std::size_t k = 0; k < node.free.size() && drive.size(); ++k)
    D(static_cast<Eigen::Index>(k), static_cast<Eigen::Index>(k)) += drive[node.free[k]];
  node.Psi = D;
  if (D.size() != 0) {
    const Eigen::LLT<JointSquare> factor(D);
    if (factor.info() != Eigen::Success) throw SingularMassMatrix(model_, static_cast<int>(i));
    node.Psi = factor.solve(JointSquare::Identity(D.rows(), D.cols()));
  }
  node.open = node.Ih * node.eta + node.Bh;
  node.r = node.force - S.transpose() * node.open;
  node.Pr = node.Psi * node.r;
  const int p = parent(i);
  if (p < 0) return;
  const JointColumns U = node.Ih * S;
  const Mat6 Pi = node.Ih - U * node.Psi * U.transpose();
  const Vec6 beta = node.open + U * node.Pr;
  nodes_[static_cast<std::size_t>(p)].Ih += node.A.transpose() * Pi * node.A;
  nodes_[static_cast<std::size_t>(p)].Bh += node.A.transpose() * beta;
}

void Recursion::forwardAgain(std::size_t i) {
  Node& node = nodes_[i];
  const int p = parent(i);
  node.carried = node.A * (p < 0 ? worldRate() : nodes_[static_cast<std::size_t>(p)].rate);
  const Vec6 g = node.carried + node.eta;
  const VecX found = node.Psi * (node.force - node.S.transpose() * (node.Ih * g + node.Bh));
  for (std::size_t k = 0; k < node.free.size(); ++k) node.a[node.free[k]] = found[static_cast<Eigen::Index>(k)];
  node.rate = g + node.S * found;
  node.F = node.Ih * node.rate + node.Bh;
}

/// Change of S, and of S' q̇ in `bias`.
void Recursion::setSubspaceChange(std::size_t i, const HybridDirection& d, Vec6& bias) {
  const Link& at = link(i);
  const Node& node = nodes_[i];
  Change& change = changes_[i];
  change.all.setZero(6, at.nvJoint);
  bias.setZero();
  if (at.joint.type->subspaceVaries()) {
    const VecX dq = d.q.segment(at.vJoint, at.nvJoint), dv = d.v.segment(at.vJoint, at.nvJoint);
    JointVariation variation;
    for (int k = 0; k < at.nvJoint; ++k) {
      const VecX unit = VecX::Unit(at.nvJoint, k);
      jointVariation(at.joint, q_.data() + at.qJoint, unit.data(), unit.data(), variation);
      change.all.col(k) = variation.dSv * dq;
    }
    jointVariation(at.joint, q_.data() + at.qJoint, node.v.data(), node.a.data(), variation);
    bias = variation.dBias * dq + variation.dBiasRate * dv;
  }
  change.S = columnsOf(change.all, node.free);
}

void Recursion::forwardChange(std::size_t i, const HybridDirection& d) {
  const Link& at = link(i);
  const Node& node = nodes_[i];
  Change& c = changes_[i];
  const VecX dv = d.v.segment(at.vJoint, at.nvJoint);
  Vec6 bias;
  setSubspaceChange(i, d, bias);
  c.h = node.all * d.q.segment(at.vJoint, at.nvJoint);
  c.I.setZero();
  for (const LinkDirection& given : d.links) {
    if (given.link != static_cast<int>(i)) continue;
    c.h += node.jointToBase * given.pose;
    c.I += given.inertia;
  }
  const Vec6 own = c.all * node.v + node.all * dv;
  c.V = own, c.pose = c.h;
  if (const int p = parent(i); p >= 0) {
    const auto above = static_cast<std::size_t>(p);
    c.V += node.A * changes_[above].V - crossMotion<double>(c.h, Vec6(node.A * nodes_[above].V));
    c.pose += node.A * changes_[above].pose;
  }
  c.eta = crossMotion<double>(c.V, Vec6(node.all * node.v)) + crossMotion<double>(node.V, own) + bias;
  for (const int k : node.given) c.eta += c.all.col(k) * node.a[k] + node.all.col(k) * d.a[at.vJoint + k];
  const Mat6 adT = crossMotionMatrix<double>(node.V).transpose();
  c.Ih = c.I;
  c.Bh = -crossMotionMatrix<double>(c.V).transpose() * (node.I * node.V) - adT * (c.I * node.V + node.I * c.V) -
         externalChange(i);
}

Vec6 Recursion::externalChange(std::size_t i) const {
  const Change& c = changes_[i];
  Vec6 sum = Vec6::Zero();
  forLoads(i, [&](const Pose& offset, const StationWrench& w) {
    const Vec6 pose = transformTwistInverse<double>(offset, c.pose), V = transformTwistInverse<double>(offset, c.V);
    sum += transformWrench<double>(offset, Vec6(w.FX * pose + w.FV * V));
  });
  if (!link(i).fluid) return sum;
  const LinkFluid& fluid = *link(i).fluid;
  const Vec3 g = nodes_[i].X.R.transpose() * gravity_, dg = g.cross(c.pose.head<3>());
  sum -= fluid.added.rightCols<3>() * dg;
  sum.head<3>() -= fluid.displaced * fluid.center.cross(dg);
  sum.tail<3>() -= fluid.displaced * dg;
  return sum;
}

void Recursion::backwardChange(std::size_t i, const HybridDirection& d) {
  const Node& node = nodes_[i];
  Change& c = changes_[i];
  const JointColumns &S = node.S, &dS = c.S;
  const JointColumns U = node.Ih * S;
  const JointSquare X = dS.transpose() * U;
  c.Psi = -node.Psi * (S.transpose() * c.Ih * S + X + X.transpose()) * node.Psi;
  const Vec6 dOpen = c.Ih * node.eta + node.Ih * c.eta + c.Bh;
  const int first = link(i).vJoint;
  VecX dForce = (force_ + d.tau).segment(first, link(i).nvJoint)(node.free);
  c.r = dForce - dS.transpose() * node.open - S.transpose() * dOpen;
  const int p = parent(i);
  if (p < 0) return;
  const JointColumns Y = c.Ih * S + node.Ih * dS;  // with its transpose: Y and W of trees.md §4
  const Mat6 sides = Y * node.Psi * U.transpose();
  const Mat6 Pi = node.Ih - U * node.Psi * U.transpose();
  const Mat6 dPi = c.Ih - U * c.Psi * U.transpose() - sides - sides.transpose();
  const Vec6 beta = node.open + U * node.Pr;
  const Vec6 dBeta = dOpen + Y * node.Pr + U * (c.Psi * node.r + node.Psi * c.r);
  const Mat6 ad = crossMotionMatrix<double>(c.h), turned = Pi * ad;
  Change& above = changes_[static_cast<std::size_t>(p)];
  above.Ih += node.A.transpose() * (dPi - turned - turned.transpose()) * node.A;
  above.Bh += node.A.transpose() * (dBeta - ad.transpose() * beta);
}

void Recursion::forwardChangeAgain(std::size_t i, const HybridDirection& d, VecX& acceleration, VecX& tau) {
  const Link& at = link(i);
  const Node& node = nodes_[i];
  Change& c = changes_[i];
  Vec6 dg = c.eta - crossMotion<double>(c.h, node.carried);
  if (const int p = parent(i); p >= 0) dg += node.A * changes_[static_cast<std::size_t>(p)].rate;
  const Vec6 g = node.carried + node.eta, wrench = node.Ih * g + node.Bh;
  const VecX dForce = (force_ + d.tau).segment(at.vJoint, at.nvJoint);
  const VecX dFree = dForce(node.free);
  c.a = c.Psi * (node.force - node.S.transpose() * wrench) +
        node.Psi * (dFree - c.S.transpose() * wrench - node.S.transpose() * (c.Ih * g + node.Ih * dg + c.Bh));
  const VecX found = node.a(node.free);
  c.rate = dg + c.S * found + node.S * c.a;
  c.F = c.Ih * node.rate + node.Ih * c.rate + c.Bh;
  for (std::size_t k = 0; k < node.free.size(); ++k) {
    const int at6 = at.vJoint + node.free[k];
    acceleration[at6] = c.a[static_cast<Eigen::Index>(k)], tau[at6] = d.tau[at6];
  }
  for (const int k : node.given) {
    acceleration[at.vJoint + k] = d.a[at.vJoint + k];
    double& out = tau[at.vJoint + k];
    out = c.all.col(k).dot(node.F) + node.all.col(k).dot(c.F) - force_[at.vJoint + k];
    if (at.joint.driveInertia.size()) out += at.joint.driveInertia[k] * d.a[at.vJoint + k];
  }
}

}  // namespace

HybridDirection::HybridDirection(int nv) : q(VecX::Zero(nv)), v(q), a(q), tau(q) {}

void hybridDynamicsDirection(const Model& model, Data& data, const VecXRef& q, const VecXRef& v, const VecXRef& a,
                             std::span<const int> prescribed, const Inputs& inputs, const HybridDirection& direction,
                             VecX& acceleration, VecX& tau) {
  Recursion(model, data, q, v, a, prescribed, inputs).differentiate(direction, acceleration, tau);
}

void hybridDynamicsDerivativesByRecursion(const Model& model, Data& data, const VecXRef& q, const VecXRef& v,
                                          const VecXRef& a, std::span<const int> prescribed, const Inputs& inputs,
                                          HybridDerivatives& out) {
  Recursion recursion(model, data, q, v, a, prescribed, inputs);
  for (MatX* m : {&out.aq, &out.av, &out.tauq, &out.tauv}) m->setZero(model.nv, model.nv);
  VecX acceleration, tau;
  for (int k = 0; k < model.nv; ++k) {
    HybridDirection direction(model.nv);
    direction.q[k] = 1;
    recursion.differentiate(direction, acceleration, tau);
    out.aq.col(k) = acceleration, out.tauq.col(k) = tau;
    direction.q[k] = 0, direction.v[k] = 1;
    recursion.differentiate(direction, acceleration, tau);
    out.av.col(k) = acceleration, out.tauv.col(k) = tau;
  }
}

}  // namespace tendril
