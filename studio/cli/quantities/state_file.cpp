// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/quantities/state_file.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/session/simulate.hpp"
#include "core/text/nearest_name.hpp"
#include "core/text/number_text.hpp"
#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/json_values.hpp"
#include "studio/cli/io/state_node.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/quantities/time_quantities.hpp"

namespace tendril::cli {
namespace {

using json::Node;

constexpr double kUnitTolerance = 1e-6;  // conventions.md: quaternions within this are normalised

void readVector(VecX& target, const Node& state, const char* key) {
  const Node* node = state.find(key);
  if (!node) return;
  const VecX values = toVector(*node, std::string("state: ") + key);
  if (values.size() != target.size())
    bad("state: " + std::string(key) + " has " + std::to_string(values.size()) + " numbers, the robot needs " +
        std::to_string(target.size()) + "; `tendril info` lists them");
  target = values;
}

void normalizeQuaternions(const Model& model, VecX& q) {
  for (const int start : model.quaternions) {
    const double length = q.segment<4>(start).norm();
    if (std::abs(length - 1) > kUnitTolerance)
      bad("state: q[" + std::to_string(start) + "…" + std::to_string(start + 3) + "] is a quaternion of length " +
          numberText(length) + ", it must be 1");
  }
  normalize(model, q);
}

/// The wrench, or the one that has the derivatives given, as formulas of time.
std::array<description::Formula, 6> wrenchNumbers(const Node& object, double t, const std::string& where) {
  const Node *wrench = object.find("wrench"), *derivatives = object.find("derivatives");
  if (wrench && derivatives) bad(where + " has both a wrench and its derivatives; row 0 of them is the wrench");
  if (derivatives) return wrenchOfDerivatives(*derivatives, t, where + ".derivatives");
  if (!wrench) bad(where + ".wrench is missing: [mx, my, mz, fx, fy, fz]");
  if (wrench->items.size() != 6) bad(where + ".wrench must have six entries: [mx, my, mz, fx, fy, fz]");
  std::array<description::Formula, 6> out;
  for (std::size_t i = 0; i < 6; ++i)
    out[i] = formulaOf(wrench->items[i], where + ".wrench[" + std::to_string(i) + "]");
  return out;
}

description::Load wrenchOf(const Node& object, std::size_t index, double t) {
  static const std::array<std::string, 5> kKeys = {"link", "at", "frame", "wrench", "derivatives"};
  const std::string where = "state: wrenches[" + std::to_string(index) + "]";
  checkKeys(object, kKeys, where);
  description::PointWrench wrench;
  wrench.link = textOf(object, "link", "", where);
  wrench.at = attachmentOf(object, where);
  const std::string frame = textOf(object, "frame", "world", where);
  if (frame != "world" && frame != "body") bad(where + ".frame must be \"world\" or \"body\"");
  wrench.frame = frame == "body" ? description::WrenchFrame::kBody : description::WrenchFrame::kWorld;
  const auto numbers = wrenchNumbers(object, t, where);
  for (std::size_t i = 0; i < 6; ++i) wrench.wrench[i] = numbers[i];
  description::Load load;
  load.name = "state wrench " + std::to_string(index);
  load.type = wrench;
  return load;
}

/// Velocity indices, each once.
std::optional<std::vector<int>> indicesOf(const Node& state, const char* key, int count) {
  const Node* node = state.find(key);
  if (!node) return std::nullopt;
  std::vector<int> out;
  const VecX values = toVector(*node, std::string("state: ") + key);
  for (const double value : values) {
    const bool good = value == std::floor(value) && value >= 0 && value < count;
    if (!good || std::find(out.begin(), out.end(), static_cast<int>(value)) != out.end())
      bad("state: " + std::string(key) + " holds " + numberText(value) + "; velocity indices from 0 to " +
          std::to_string(count - 1) + " are expected, each once");
    out.push_back(static_cast<int>(value));
  }
  return out;
}

ForceCriterion criterionOf(const Node& state) {
  const std::string text = textOf(state, "criterion", "unique", "state");
  if (text == "unique") return ForceCriterion::kUnique;
  if (text == "min_force") return ForceCriterion::kMinForce;
  if (text == "min_torque") return ForceCriterion::kMinTorque;
  bad("state: criterion '" + text + "' is not known; unique, min_force and min_torque are");
}

bool table7Of(const Node& state) {
  const std::string text = textOf(state, "route", "fast", "state");
  if (text != "fast" && text != "table7") bad("state: route '" + text + "' is not known; fast and table7 are");
  return text == "table7";
}

/// What is computed if nothing is asked for.
std::vector<std::string> applicable(const Model& model, const StateValues& values) {
  std::vector<std::string> names;
  for (const Quantity& quantity : quantities())
    if (!quantity.applies || quantity.applies(model, values)) names.emplace_back(quantity.name);
  return names;
}

std::optional<std::vector<std::string>> wantOf(const Node& state) {
  const Node* want = state.find("want");
  if (!want) return std::nullopt;
  std::vector<std::string> names;
  for (const Node& item : want->items) {
    if (!item.is(Node::Kind::kString)) bad("state: want must be a list of names");
    names.push_back(item.text);
  }
  if (!want->is(Node::Kind::kArray)) bad("state: want must be a list of names");
  return names;
}

StateValues zeroState(const Model& model) {
  const VecX zero = VecX::Zero(model.nv);
  VecX u = VecX::Zero(model.nu), signals = u;
  if (!model.prescribedJoints.empty()) model.inputsAt(0, signals);
  for (const PrescribedJoint& d : model.prescribedJoints) u[d.input] = signals[d.input];
  return {.q = model.q0, .v = zero, .a = zero, .u = u, .tau = zero};
}

StateRequest requestOf(const Node& state, const Model& model, const std::optional<std::vector<std::string>>& want) {
  static const std::array<std::string, 20> kKeys = {"t",
                                                    "q",
                                                    "v",
                                                    "a",
                                                    "u",
                                                    "tau",
                                                    "motors",
                                                    "wrenches",
                                                    "want",
                                                    "states",
                                                    "prescribed",
                                                    "actuated",
                                                    "criterion",
                                                    "parameter",
                                                    "route",
                                                    "order",
                                                    "v_derivatives",
                                                    "tau_derivatives",
                                                    "q_derivatives",
                                                    "sigma_derivatives"};
  checkKeys(state, kKeys, "state");
  StateRequest request{.values = zeroState(model)};
  StateValues& values = request.values;
  if (const Node* t = state.find("t")) {
    if (!t->is(Node::Kind::kNumber)) bad("state: t must be a number");
    values.t = t->number;
  }
  readState(state, model, values.q, values.v);
  readVector(values.a, state, "a");
  readVector(values.u, state, "u");
  readVector(values.tau, state, "tau");
  normalizeQuaternions(model, values.q);
  values.prescribed = indicesOf(state, "prescribed", model.nv);
  values.actuated = indicesOf(state, "actuated", model.nv);
  values.criterion = criterionOf(state);
  values.table7 = table7Of(state);
  values.time = timeValuesOf(state, model);
  request.parameter = textOf(state, "parameter", "", "state");
  const auto own = wantOf(state);
  request.want = own ? *own : want ? *want : applicable(model, values);
  if (!own && !want && !request.parameter.empty()) request.want.emplace_back("d_id_dparameter");
  if (const Node* wrenches = state.find("wrenches")) {
    if (!wrenches->is(Node::Kind::kArray)) bad("state: wrenches must be a list");
    for (std::size_t i = 0; i < wrenches->items.size(); ++i)
      request.wrenches.push_back(wrenchOf(wrenches->items[i], i, values.t));
  }
  return request;
}

}  // namespace

StateFile parseStates(std::string_view text, const Model& model) {
  std::vector<Problem> problems;
  const Node root = json::parse(text, problems);
  if (hasErrors(problems)) bad("state: " + problems.front().text());
  if (!root.is(Node::Kind::kObject)) bad("state: an object is expected, such as {\"q\": […], \"want\": [\"energy\"]}");
  StateFile file;
  const Node* states = root.find("states");
  if (!states) {
    file.states.push_back(requestOf(root, model, std::nullopt));
    return file;
  }
  if (!states->is(Node::Kind::kArray)) bad("state: states must be a list");
  file.many = true;
  for (const Node& state : states->items) file.states.push_back(requestOf(state, model, wantOf(root)));
  return file;
}

StateFile readStateTable(const std::filesystem::path& file, const Model& model) {
  const Table table = readTable(file);
  const std::vector<std::string> names = recordHeader(model);  // t, then q, v, u
  StateFile out;
  out.many = true;
  std::vector<int> columns;
  for (const std::string& name : names) columns.push_back(table.column(name));
  for (std::size_t row = 0; row < table.rows.size(); ++row) {
    StateRequest request{.values = zeroState(model)};
    std::size_t next = 0;
    const auto fill = [&](double& target) {
      if (const int column = columns[next++]; column >= 0) target = table.number(row, column);
    };
    fill(request.values.t);
    for (VecX* target : {&request.values.q, &request.values.v, &request.values.u})
      for (double& value : *target) fill(value);
    normalizeQuaternions(model, request.values.q);
    out.states.push_back(std::move(request));
  }
  return out;
}

}  // namespace tendril::cli
