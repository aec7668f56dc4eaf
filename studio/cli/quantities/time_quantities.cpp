// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/time_quantities.hpp"

#include <cmath>

#include "core/dynamics/time_derivatives/drive_dynamics.hpp"
#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/json_values.hpp"

namespace tendril::cli {

using json::Node;
using S = StateValues;

namespace {

/// A list of rows with `size` finite numbers each; column k of the result is row k.
MatX columnsOf(const Node& rows, int size, const std::string& where) {
  if (!rows.is(Node::Kind::kArray)) bad(where + " must be a list of rows, row k the k-th derivative by time");
  MatX out(size, static_cast<Eigen::Index>(rows.items.size()));
  for (std::size_t k = 0; k < rows.items.size(); ++k) {
    const std::string row = where + "[" + std::to_string(k) + "]";
    const VecX values = toVector(rows.items[k], row);
    if (values.size() != size)
      bad(row + " has " + std::to_string(values.size()) + " numbers, it needs " + std::to_string(size));
    out.col(static_cast<Eigen::Index>(k)) = values;
  }
  return out;
}

std::optional<int> orderOf(const Node& state) {
  const Node* node = state.find("order");
  if (!node) return std::nullopt;
  const std::string rule = "must be a whole number from 0 to " + std::to_string(kMostTimeDerivatives);
  if (!node->is(Node::Kind::kNumber)) bad("state: order " + rule);
  const double value = node->number;
  if (value != std::floor(value) || value < 0 || value > kMostTimeDerivatives)
    bad("state: order is " + numberText(value) + "; it " + rule);
  return static_cast<int>(node->number);
}

/// The order, of a robot that has such derivatives.
int neededOrder(const Model& model, const S& s, const std::string& name) {
  if (const std::string why = whyNoTimeDerivatives(model); !why.empty()) bad("want: " + name + ": " + why);
  if (!s.time.order)
    bad("want: " + name + " needs \"order\", a whole number from 0 to " + std::to_string(kMostTimeDerivatives));
  return *s.time.order;
}

/// The first `count` rows of what is given.
MatX neededRows(const std::optional<MatX>& given, int count, const char* key, const std::string& name) {
  const std::string needs = "needs " + std::to_string(count) + (count == 1 ? " row" : " rows") + " of \"" + key + "\"";
  if (!given) bad("want: " + name + " " + needs + ", which the state lacks");
  if (given->cols() < count)
    bad("state: " + std::string(key) + " has " + std::to_string(given->cols()) +
        (given->cols() == 1 ? " row; " : " rows; ") + name + " of this order " + needs);
  return given->leftCols(count);
}

/// A workspace, and the answers of `work` with it.
template <class Work>
Node withWorkspace(const Model& model, int order, const std::string& name, Work work) {
  try {
    TimeDerivatives time(model, order);
    return work(time);
  } catch (const NoTimeDerivatives& unserved) {
    bad(name + ": " + unserved.what());
  }
}

Node inverse(const Model& model, const S& s, const std::string& name, bool internal) {
  const int order = neededOrder(model, s, name);
  const MatX v = neededRows(s.time.v, order + 2, "v_derivatives", name);
  return withWorkspace(model, order, name, [&](TimeDerivatives& time) {
    const MatX u = s.u;
    time.inverseDynamics(s.q, v, {.t = s.t, .internal = internal, .u = &u});
    return rowsNode(time.tau.transpose(), name);
  });
}

int pairCount(const Model& model) {
  int count = 0;
  for (const DrivenCoordinate& c : drivenCoordinates(model)) count += c.pair >= 0;
  return count;
}

/// v and its derivatives up to the third: as given, or those of q where q̇ = v.
MatX motionOf(const Model& model, const S& s, const std::string& name) {
  constexpr int kRows = DriveDynamics::kOrder + 2;
  if (s.time.v) return neededRows(s.time.v, kRows, "v_derivatives", name);
  if (!model.quaternions.empty())
    bad("want: " + name + ": some coordinates of this robot are no vectors; give \"v_derivatives\", " +
        std::to_string(kRows) + " rows");
  return neededRows(s.time.q, kRows + 1, "q_derivatives", name).rightCols(kRows);
}

/// What motors must do for a motion of links and stiffness.
DriveDynamics driveMotion(const Model& model, const S& s, const std::string& name) {
  if (drivenCoordinates(model).empty())
    bad("want: " + name + ": no joint of this robot has a drive with springs (elastic, variable_stiffness)");
  try {
    DriveDynamics drives(model);
    const MatX v = motionOf(model, s, name);
    MatX sigma(0, 3);
    if (drives.pairs()) sigma = neededRows(s.time.sigma, 3, "sigma_derivatives", name);
    const VecX q = s.time.q ? VecX(s.time.q->col(0)) : s.q;
    drives.inverseDynamics(q, v, sigma, {.t = s.t});
    if (!drives.failure.empty()) bad(name + ": " + drives.failure);
    return drives;
  } catch (const EngineError& unserved) {
    bad(name + ": " + unserved.what());
  }
}

bool served(const Model& model, const S& s) {
  return s.time.order && whyNoTimeDerivatives(model).empty();
}

bool hasRows(const std::optional<MatX>& given, int count) {
  return given && given->cols() >= count;
}

}  // namespace

TimeValues timeValuesOf(const Node& state, const Model& model) {
  TimeValues out{.order = orderOf(state)};
  if (const Node* rows = state.find("v_derivatives")) out.v = columnsOf(*rows, model.nv, "state: v_derivatives");
  if (const Node* rows = state.find("tau_derivatives")) out.tau = columnsOf(*rows, model.nv, "state: tau_derivatives");
  if (const Node* rows = state.find("q_derivatives")) out.q = columnsOf(*rows, model.nq, "state: q_derivatives");
  if (const Node* rows = state.find("sigma_derivatives")) {
    const auto joints = pairCount(model);
    if (joints == 0) bad("state: sigma_derivatives: this robot has no joint of variable stiffness");
    out.sigma = columnsOf(*rows, joints, "state: sigma_derivatives");
  }
  return out;
}

std::array<description::Formula, 6> wrenchOfDerivatives(const Node& rows, double t, const std::string& where) {
  const MatX values = columnsOf(rows, 6, where);
  if (values.cols() == 0) bad(where + " is empty; row 0 is the wrench [mx, my, mz, fx, fy, fz]");
  if (values.cols() > kMostTimeDerivatives + 1)
    bad(where + " has " + std::to_string(values.cols()) + " rows; derivatives up to " +
        std::to_string(kMostTimeDerivatives) + " are known");
  const std::string time = t == 0 ? "t" : "(t - (" + numberText(t) + "))";
  std::array<description::Formula, 6> out;
  for (Eigen::Index i = 0; i < 6; ++i) {
    description::Formula& formula = out[static_cast<std::size_t>(i)];
    formula = values(i, 0);
    if (values.row(i).tail(values.cols() - 1).isZero(0)) continue;
    double factorial = std::tgamma(static_cast<double>(values.cols()));
    for (Eigen::Index k = values.cols() - 1; k >= 0; --k) {
      const std::string term = "(" + numberText(values(i, k) / factorial) + ")";
      formula.text = formula.text.empty() ? term : term + " + " + time + "*(" + formula.text + ")";
      if (k > 0) factorial /= static_cast<double>(k);
    }
  }
  return out;
}

Node inverseTimeDerivatives(const Model& model, Data&, const S& s) {
  return inverse(model, s, "inverse_dynamics_derivatives", false);
}

Node fullInverseTimeDerivatives(const Model& model, Data&, const S& s) {
  return inverse(model, s, "full_inverse_dynamics_derivatives", true);
}

Node forwardTimeDerivatives(const Model& model, Data& data, const S& s) {
  const std::string name = "forward_dynamics_derivatives";
  const int order = neededOrder(model, s, name);
  const MatX tau = neededRows(s.time.tau, order + 1, "tau_derivatives", name);
  return withWorkspace(model, order, name, [&](TimeDerivatives& time) {
    const MatX u = s.u;
    time.forwardDynamics(data, s.q, s.v, tau, {.t = s.t, .u = &u});
    return rowsNode(time.acceleration.transpose(), name);
  });
}

Node hybridTimeDerivatives(const Model& model, Data& data, const S& s) {
  const std::string name = "hybrid_dynamics_derivatives";
  if (!s.prescribed) bad("want: " + name + " needs \"prescribed\", a list of velocity indices");
  const int order = neededOrder(model, s, name);
  const MatX v = neededRows(s.time.v, order + 2, "v_derivatives", name);
  const MatX tau = neededRows(s.time.tau, order + 1, "tau_derivatives", name);
  return withWorkspace(model, order, name, [&](TimeDerivatives& time) {
    const MatX u = s.u;
    time.hybridDynamics(data, s.q, v, *s.prescribed, tau, {.t = s.t, .u = &u});
    Node out = Node::object();
    out.add("a", rowsNode(time.acceleration.transpose(), name + ".a"));
    out.add("tau", rowsNode(time.tau.transpose(), name + ".tau"));
    return out;
  });
}

Node variableStiffness(const Model& model, Data&, const S& s) {
  const std::string name = "variable_stiffness";
  if (pairCount(model) == 0) bad("want: " + name + ": no joint of this robot has a drive of variable stiffness");
  const DriveDynamics drives = driveMotion(model, s, name);
  std::array<std::vector<double>, 4> lists;
  std::size_t next = 0;
  for (const DrivenCoordinate& c : drives.coordinates()) {
    for (std::size_t m = 0; m < c.motors.size() && c.pair >= 0; ++m) {
      lists[m].push_back(drives.motors[next + m].torque);
      lists[2 + m].push_back(drives.motors[next + m].deflection);
    }
    next += c.motors.size();
  }
  Node out = Node::object();
  for (std::size_t i = 0; i < 4; ++i) {
    constexpr std::array kNames = {"tau1", "tau2", "phi1", "phi2"};
    out.add(kNames[i], listNode(Eigen::Map<VecX>(lists[i].data(), static_cast<Eigen::Index>(lists[i].size())), name));
  }
  return out;
}

Node elasticDrives(const Model& model, Data&, const S& s) {
  const std::string name = "elastic_drives";
  const DriveDynamics drives = driveMotion(model, s, name);
  const VecX q = s.time.q ? VecX(s.time.q->col(0)) : s.q;
  const auto count = static_cast<Eigen::Index>(drives.motors.size());
  VecX tau(count), phi(count), theta(count);
  Eigen::Index next = 0;
  for (const DrivenCoordinate& c : drives.coordinates())
    for (std::size_t m = 0; m < c.motors.size(); ++m, ++next) {
      const MotorMotion& motor = drives.motors[static_cast<std::size_t>(next)];
      tau[next] = motor.torque, phi[next] = motor.deflection;
      theta[next] = q[model.qOfV[static_cast<std::size_t>(c.v)]] + motor.deflection;
    }
  Node out = Node::object();
  out.add("tau", listNode(tau, name));
  out.add("phi", listNode(phi, name));
  out.add("theta", listNode(theta, name));
  return out;
}

bool hasDrivesInTime(const Model& model, const S& s) {
  constexpr int kRows = DriveDynamics::kOrder + 2;
  const std::vector<DrivenCoordinate> coordinates = drivenCoordinates(model);
  if (coordinates.empty() || !whyNoTimeDerivatives(model).empty()) return false;
  const bool moves = hasRows(s.time.v, kRows) || (hasRows(s.time.q, kRows + 1) && model.quaternions.empty());
  return moves && (pairCount(model) == 0 || hasRows(s.time.sigma, 3));
}

bool hasStiffnessInTime(const Model& model, const S& s) {
  return pairCount(model) > 0 && hasDrivesInTime(model, s);
}

bool hasMotionInTime(const Model& model, const S& s) {
  return served(model, s) && hasRows(s.time.v, *s.time.order + 2);
}

bool hasForcesInTime(const Model& model, const S& s) {
  return served(model, s) && hasRows(s.time.tau, *s.time.order + 1) && model.prescribedJoints.empty();
}

bool hasHybridInTime(const Model& model, const S& s) {
  return s.prescribed && hasMotionInTime(model, s) && hasRows(s.time.tau, *s.time.order + 1);
}

}  // namespace tendril::cli
