// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/time_quantities.hpp"

#include <cmath>

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

int firstOf(const VecX& values) {
  int i = 0;
  while (values[i] == 0) ++i;
  return i;
}

/// What forward and hybrid dynamics do not take along.
void refuseInputs(const Model& model, const S& s, const std::string& name) {
  if (!s.u.isZero(0))
    bad("want: " + name + " takes no inputs u, of which " + model.inputName(firstOf(s.u)) +
        " is not zero; give what actuators exert in \"tau_derivatives\"");
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
    time.inverseDynamics(s.q, v, {.t = s.t, .internal = internal});
    return rowsNode(time.tau.transpose(), name);
  });
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
    refuseInputs(model, s, name);
    time.forwardDynamics(data, s.q, s.v, tau, {.t = s.t});
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
    refuseInputs(model, s, name);
    time.hybridDynamics(data, s.q, v, *s.prescribed, tau, {.t = s.t});
    Node out = Node::object();
    out.add("a", rowsNode(time.acceleration.transpose(), name + ".a"));
    out.add("tau", rowsNode(time.tau.transpose(), name + ".tau"));
    return out;
  });
}

bool hasMotionInTime(const Model& model, const S& s) {
  return served(model, s) && hasRows(s.time.v, *s.time.order + 2);
}

bool hasForcesInTime(const Model& model, const S& s) {
  return served(model, s) && hasRows(s.time.tau, *s.time.order + 1) && s.u.isZero(0) && model.prescribedJoints.empty();
}

bool hasHybridInTime(const Model& model, const S& s) {
  return s.prescribed && hasMotionInTime(model, s) && hasRows(s.time.tau, *s.time.order + 1) && s.u.isZero(0);
}

}  // namespace tendril::cli
