// SPDX-License-Identifier: BSD-3-Clause
#include "core/dynamics/time_derivatives/time_derivatives.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include "core/dynamics/factorization.hpp"
#include "core/dynamics/time_derivatives/actuation.hpp"
#include "core/dynamics/time_derivatives/link_passes.hpp"
#include "core/dynamics/time_derivatives/soft_tree.hpp"

namespace tendril {

using namespace series;

struct TimeDerivatives::Impl {
  Impl(const Model& robot, int highest)
      : model(robot), order(highest), actuation((checkServed(robot, highest), robot), highest + 1) {
    start = solved = VecX::Zero(model.nv);
    q = model.q0;
    total = forces = MatX::Zero(model.nv, order + 1);
    if (model.deformable.empty()) rigid = std::make_unique<Workspace>(model, order);
    if (!rigid || actuation.changes()) {
      soft = SoftTree::make(model, order);
      rates = MatX::Zero(model.nv, order + 2);
    }
  }
  /// Whether `soft` is to do it: `internal` tells whether actuators act.
  bool needsSoft(const MatX* u, bool internal) const { return !rigid || (internal && u && !actuation.isConstant(*u)); }
  const Model& model;
  int order;
  ActuationSeries actuation;         ///< for those with constant columns
  std::unique_ptr<Workspace> rigid;  ///< of trees without soft bodies
  std::unique_ptr<SoftTree> soft;    ///< of all others, and where actuators pull otherwise as robots move
  MatX rates, forces;                ///< coefficients, for `soft`
  MatX total;                        ///< forces as given, with those of actuators
  VecX start, q, solved;             ///< of forward dynamics
};

namespace {

void checkSize(const Model& model, const Eigen::Ref<const MatX>& given, int columns) {
  if (given.rows() != model.nv || given.cols() < columns)
    throw std::invalid_argument("derivatives by time: " + std::to_string(model.nv) + " rows and " +
                                std::to_string(columns) + " columns are needed");
}

void checkInputs(const Model& model, const TimeInputs& inputs) {
  if (inputs.u && inputs.u->rows() != model.nu)
    throw std::invalid_argument("derivatives by time: inputs need " + std::to_string(model.nu) + " rows");
}

/// Coefficients from derivatives, or the other way round: columns over k!, or times it.
void divideByFactorials(MatX& columns) {
  double factorial = 1;
  for (Eigen::Index k = 2; k < columns.cols(); ++k) columns.col(k) /= factorial *= static_cast<double>(k);
}
void multiplyByFactorials(MatX& columns) {
  double factorial = 1;
  for (Eigen::Index k = 2; k < columns.cols(); ++k) columns.col(k) *= factorial *= static_cast<double>(k);
}

/// Coefficients [0, count) of the velocities from their derivatives.
void takeRates(Workspace& w, const Eigen::Ref<const MatX>& v, int count) {
  double by = 1;
  for (int k = 0; k < count; ++k) {
    if (k > 1) by /= k;
    for (int i = 0; i < w.model.nv; ++i) w.rate[static_cast<std::size_t>(i * w.K + k)] = v(i, k) * by;
  }
}

/// Reflected inertia of direct drives: coefficient k of its force, of the accelerations that are known.
void addDrives(Workspace& w, int k) {
  if (!w.hasDrives) return;
  for (const Link& link : w.model.links)
    for (int j = 0; j < link.joint.driveInertia.size(); ++j)
      w.forceOf(link.vJoint + j)[k] +=
          link.joint.driveInertia[j] * (k + 1) * w.rate[static_cast<std::size_t>((link.vJoint + j) * w.K + k + 1)];
}

/// Motion of all links up to coefficient K − 1, and the wrenches that it needs.
template <int K>
void moveAll(Workspace& w) {
  const int n = static_cast<int>(w.links.size());
  extendAll(w);
  for (int i = 0; i < n; ++i) {
    // by kinds of work, which for one order does not wait for the other orders
    forConstants<K>([&](auto k) __attribute__((always_inline)) { moveFrame(w, i, k); });
    forConstants<K>([&](auto k) __attribute__((always_inline)) { turnFrame(w, i, k); });
    forConstants<K>([&](auto k) __attribute__((always_inline)) { setMomentum(w, i, k); });
    forConstants<K - 1>([&](auto k) __attribute__((always_inline)) { setOwnWrench(w, i, k); });
  }
}

template <int K>
void transmitAll(Workspace& w) {
  for (int i = static_cast<int>(w.links.size()) - 1; i >= 0; --i)
    forConstants<K - 1>([&](auto k) { transmit(w, i, k); });
}

/// What the accelerations `x` of one order, which the pass took as zero, add to motion: at t = 0 alone, since they are
/// the highest coefficient. [higher] Lemma 2
void changeMotion(Workspace& w, int i, int k, const VecX& x) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const std::size_t at = static_cast<std::size_t>(i * w.K);
  Motion u = link.parent < 0 ? kNoMotion : inward(link.X, w.change[static_cast<std::size_t>(link.parent)]);
  const double by = 1.0 / (k + 1);
  if (link.path == Path::kTurn) {
    if (link.screw) {
      const Motion before = u;
      shiftMotion(w.shift.data() + at, &before, 0, u);
    }
    add(w.local[at + static_cast<std::size_t>(k + 1)], u, by);
    const Packet4 c = all(w.cosine[at]), s = all(w.sine[at]), x0 = u.x;
    u.x = c * x0 + s * u.y, u.y = c * u.y - s * x0;
    u.z += twistPacket(x[link.v], link.pitch * x[link.v]);
  } else if (link.path == Path::kSlide) {
    add(w.local[at + static_cast<std::size_t>(k + 1)], u, by);
    const Motion before = u;
    shiftMotion(w.shift.data() + at, &before, 0, u);
    u.z += twistPacket(0, x[link.v]);
  } else if (link.path == Path::kGeneral) {
    const GeneralJoint& joint = w.general[static_cast<std::size_t>(link.general)];
    const Motion before = u;
    shiftGeneral(joint, &before, 0, u);
    add(w.local[at + static_cast<std::size_t>(k + 1)], u, by);
    const Motion shifted = u;
    u = turnGeneral(joint, &shifted, 0);
    addOwnMotion(joint, x.data() + link.v, 1, 0, u);
  }
  w.change[static_cast<std::size_t>(i)] = u;
  add(w.motion[at + static_cast<std::size_t>(k + 1)], u, by);
  const Momentum L = momentumOf(w, link, u);
  Momentum& momentum = w.momentum[at + static_cast<std::size_t>(k + 1)];  // w.stride is w.K here
  momentum.x += L.x * all(by), momentum.y += L.y * all(by), momentum.z += L.z * all(by);
  w.changeForce[static_cast<std::size_t>(i)] = toWrench(L);
}

/// The same for wrenches, and for the forces.
void changeWrench(Workspace& w, int i, int k) {
  const LinkConstants& link = w.links[static_cast<std::size_t>(i)];
  const std::size_t at = static_cast<std::size_t>(i * w.K);
  Wrench F = w.changeForce[static_cast<std::size_t>(i)];
  if (link.path == Path::kTurn) {
    w.forceOf(link.v)[k] += F.z[0] + link.pitch * F.z[1];
    if (link.screw) {
      const Wrench before = F;
      shiftWrench(w.shift.data() + at, &before, 0, F);
    }
    add(w.wrench[at + static_cast<std::size_t>(k)], F);
    const Packet2 c = both(w.cosine[at]), s = both(w.sine[at]), x0 = F.x;
    F.x = c * x0 - s * F.y, F.y = c * F.y + s * x0;
  } else if (link.path == Path::kSlide) {
    w.forceOf(link.v)[k] += F.z[1];
    add(w.wrench[at + static_cast<std::size_t>(k)], F);
    const Wrench before = F;
    shiftWrench(w.shift.data() + at, &before, 0, F);
  } else if (link.path == Path::kGeneral) {
    GeneralJoint& joint = w.general[static_cast<std::size_t>(link.general)];
    add(w.wrench[at + static_cast<std::size_t>(k)], F);
    projectChange(w, link, joint, F, k);
    if (link.parent >= 0) F = changeBefore(joint, F, k);
  } else {
    add(w.wrench[at + static_cast<std::size_t>(k)], F);
  }
  if (link.parent >= 0) add(w.changeForce[static_cast<std::size_t>(link.parent)], outward(link.X, F));
}

void changeAll(Workspace& w, int k, const VecX& x) {
  const int n = static_cast<int>(w.links.size());
  for (int i = 0; i < n; ++i) changeMotion(w, i, k, x);
  for (int i = n - 1; i >= 0; --i) changeWrench(w, i, k);
}

/// Motion of order k, for the accelerations that w.rate holds, and the wrenches that it needs.
template <class Order>
void moveOrder(Workspace& w, Order k) {
  const int n = static_cast<int>(w.links.size());
  for (int i = 0; i < n; ++i) {
    extendSeries(w, i, k + 1);
    if (k == 0) move(w, i, std::integral_constant<int, 0>());
    move(w, i, std::integral_constant<int, Order::value + 1>());
    setOwnWrench(w, i, k);
  }
}

template <class Order>
void transmitOrder(Workspace& w, Order k) {
  for (int i = static_cast<int>(w.links.size()) - 1; i >= 0; --i) transmit(w, i, k);
}

/// Motion and forces of order k for the accelerations that w.rate holds.
void passOrder(Workspace& w, int order, const TimeInputs& inputs) {
  withConstant<kMostTimeDerivatives + 1>(order, [&](auto k) { moveOrder(w, k); });
  if (inputs.loads) subtractLoads(w, inputs.t, order, order);
  withConstant<kMostTimeDerivatives + 1>(order, [&](auto k) { transmitOrder(w, k); });
  addInternalForces(w, order, order);
  addDrives(w, order);
}

/// Derivatives of the forces from their coefficients.
void giveForces(Workspace& w, MatX& out) {
  double by = 1;
  for (int k = 0; k <= w.order; ++k) {
    if (k > 1) by *= k;
    for (int i = 0; i < w.model.nv; ++i) out(i, k) = w.forceOf(i)[k] * by;
  }
}

/// Inverse dynamics of a tree of rigid links.
void findRigidForces(Workspace& w, const VecXRef& q, const Eigen::Ref<const MatX>& v, const TimeInputs& inputs,
                     MatX& tau) {
  w.stride = 0;
  takeRates(w, v, w.K);
  startSeries(w, q);
  std::fill(w.force.begin(), w.force.end(), 0);
  withConstant<kMostTimeDerivatives + 1>(w.order, [&](auto r) { moveAll<r + 2>(w); });
  if (inputs.loads) subtractLoads(w, inputs.t, 0, w.order);
  withConstant<kMostTimeDerivatives + 1>(w.order, [&](auto r) { transmitAll<r + 2>(w); });
  if (inputs.internal) addInternalForces(w, 0, w.order);
  for (int k = 0; k <= w.order; ++k) addDrives(w, k);
  giveForces(w, tau);
}

}  // namespace

TimeDerivatives::TimeDerivatives(const Model& model, int order)
    : tau(MatX::Zero(model.nv, std::max(order, 0) + 1)),
      acceleration(tau),
      impl_(std::make_unique<Impl>(model, order)) {}
TimeDerivatives::~TimeDerivatives() = default;
TimeDerivatives::TimeDerivatives(TimeDerivatives&&) noexcept = default;
TimeDerivatives& TimeDerivatives::operator=(TimeDerivatives&&) noexcept = default;

int TimeDerivatives::order() const {
  return impl_->order;
}

void TimeDerivatives::inverseDynamics(const VecXRef& q, const Eigen::Ref<const MatX>& v, const TimeInputs& inputs) {
  checkSize(impl_->model, v, impl_->order + 2);
  checkInputs(impl_->model, inputs);
  if (impl_->needsSoft(inputs.u, inputs.internal)) {
    impl_->rates = v.leftCols(impl_->order + 2);
    divideByFactorials(impl_->rates);
    impl_->soft->forces(impl_->q = q, impl_->rates, inputs, tau);
    multiplyByFactorials(tau);
  } else {
    findRigidForces(*impl_->rigid, q, v, inputs, tau);
  }
  if (inputs.internal && inputs.u) impl_->actuation.addConstant(*inputs.u, -1, tau);
}

void TimeDerivatives::forwardDynamics(Data& data, const VecXRef& q, const VecXRef& v,
                                      const Eigen::Ref<const MatX>& given, const TimeInputs& inputs) {
  if (!impl_->model.prescribedJoints.empty())
    throw NoTimeDerivatives("no derivatives by time: coordinate " +
                            impl_->model.velocityName(impl_->model.prescribedJoints.front().v) +
                            " moves as an input says; hybrid dynamics takes its motion");
  hybridDynamics(data, q, v, {}, given, inputs);
}

namespace {

/// Order by order with one factorisation, whatever finds the forces. `Series`: prescribe(i, k, x) sets
/// coefficient k of a velocity; force(k) finds the forces (nv) of order k with accelerations of that order zero where
/// they are not prescribed; accelerate(k, x, more) adds x to them, `more` where something reads them afterwards.
template <class Series>
void solveOrders(Series& series, const Model& model, Data& data, const Eigen::Ref<const MatX>& v,
                 std::span<const int> prescribed, const Eigen::Ref<const MatX>& given, MatX& acceleration) {
  const int order = static_cast<int>(acceleration.cols()) - 1;
  double factorial = 1;
  for (int k = 0; k <= order; ++k) {
    if (k > 1) factorial *= k;
    for (const int i : prescribed) series.prescribe(i, k + 1, v(i, k + 1) / (factorial * (k + 1)));
    VecX& solved = series.force(k);
    solved = given.col(k) / factorial - solved;
    for (const int i : prescribed) solved[i] = 0;
    solveFactorized(model, data, solved);
    acceleration.col(k) = solved * factorial;
    series.accelerate(k, solved, k < order || !prescribed.empty());
    for (const int i : prescribed) acceleration(i, k) = v(i, k + 1);
  }
}

struct RigidSeries {
  Workspace& w;
  const TimeInputs& inputs;

  void prescribe(int i, int k, double x) { w.rate[static_cast<std::size_t>(i * w.K + k)] = x; }
  VecX& force(int k) {
    passOrder(w, k, inputs);
    for (int i = 0; i < w.model.nv; ++i) w.solved[i] = w.forceOf(i)[k];
    return w.solved;
  }
  void accelerate(int k, const VecX& x, bool more) {
    for (int i = 0; i < w.model.nv; ++i) w.rate[static_cast<std::size_t>(i * w.K + k + 1)] += x[i] / (k + 1);
    if (more) changeAll(w, k, x);
  }
};

struct SoftSeries {
  SoftTree& tree;
  const VecX& q;
  const TimeInputs& inputs;
  MatX &rates, &forces;
  VecX& solved;

  void prescribe(int i, int k, double x) { rates(i, k) = x; }
  VecX& force(int k) {
    tree.forces(q, rates, inputs, forces);
    return solved = forces.col(k);
  }
  void accelerate(int k, const VecX& x, bool) { rates.col(k + 1) += x / (k + 1); }
};

}  // namespace

void TimeDerivatives::hybridDynamics(Data& data, const VecXRef& q, const Eigen::Ref<const MatX>& v,
                                     std::span<const int> prescribed, const Eigen::Ref<const MatX>& given,
                                     const TimeInputs& inputs) {
  const Model& model = impl_->model;
  checkSize(model, v, prescribed.empty() ? 1 : impl_->order + 2);
  checkSize(model, given, impl_->order + 1);
  checkInputs(model, inputs);
  impl_->total = given.leftCols(impl_->order + 1);
  if (inputs.u) impl_->actuation.addConstant(*inputs.u, 1, impl_->total);
  const VecX& start = impl_->start = v.col(0);
  std::optional<CoordinateLock> lock;
  if (!prescribed.empty()) lock.emplace(model, data, prescribed);
  kinematics(model, data, q, start);
  factorize(model, data);
  if (impl_->needsSoft(inputs.u, true)) {
    impl_->rates.setZero();
    impl_->rates.col(0) = start;
    TimeInputs whole = inputs;
    whole.internal = true;
    impl_->q = q;
    SoftSeries series{*impl_->soft, impl_->q, whole, impl_->rates, impl_->forces, impl_->solved};
    solveOrders(series, model, data, v, prescribed, impl_->total, acceleration);
    if (!prescribed.empty()) impl_->soft->forces(impl_->q, impl_->rates, whole, impl_->forces);
    tau = impl_->forces;
    multiplyByFactorials(tau);
  } else {
    Workspace& w = *impl_->rigid;
    w.stride = w.K;
    std::fill(w.rate.begin(), w.rate.end(), 0);
    takeRates(w, start, 1);
    startSeries(w, q);
    std::fill(w.force.begin(), w.force.end(), 0);
    RigidSeries series{w, inputs};
    solveOrders(series, model, data, v, prescribed, impl_->total, acceleration);
    giveForces(w, tau);
  }
  if (inputs.u) impl_->actuation.addConstant(*inputs.u, -1, tau);
  for (int i = 0; i < model.nv; ++i)
    if (!lock || !data.locked[static_cast<std::size_t>(i)])
      for (int k = 0; k <= impl_->order; ++k) tau(i, k) = given(i, k);
}

}  // namespace tendril
