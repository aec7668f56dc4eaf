// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/cli/io/state_node.hpp"

#include <optional>

#include "studio/cli/io/errors.hpp"
#include "studio/cli/io/json_fields.hpp"
#include "studio/cli/io/json_values.hpp"

namespace tendril::cli {
namespace {

using json::Node;

/// Numbers under `key`: `robot` of them, or `all`.
std::optional<VecX> numbersOf(const Node& state, const char* key, int robot, int all) {
  const Node* node = state.find(key);
  if (!node) return std::nullopt;
  VecX values = toVector(*node, std::string("state: ") + key);
  if (values.size() != robot && values.size() != all)
    bad("state: " + std::string(key) + " has " + std::to_string(values.size()) + " numbers, the robot needs " +
        std::to_string(robot) + (all > robot ? ", or with its motors " + std::to_string(all) : "") +
        "; `tendril info` lists them");
  return values;
}

/// Their part of q, and of v where that is given; nothing where the robot has none.
void addMotors(Node& node, const Model& model, const VecX& q, const VecX* v) {
  if (model.driveSprings.empty()) return;
  Node motors = Node::object();
  motors.add("q", listNode(q.tail(model.nq - model.nqRobot), "q"));
  if (v) motors.add("v", listNode(v->tail(model.nv - model.nvRobot), "v"));
  node.add("motors", std::move(motors));
}

}  // namespace

void addConfiguration(Node& node, const Model& model, const VecX& q) {
  node.add("q", listNode(q.head(model.nqRobot), "q"));
  addMotors(node, model, q, nullptr);
}

void addState(Node& node, const Model& model, const VecX& q, const VecX& v) {
  node.add("q", listNode(q.head(model.nqRobot), "q"));
  node.add("v", listNode(v.head(model.nvRobot), "v"));
  addMotors(node, model, q, &v);
}

void readState(const Node& state, const Model& model, VecX& q, VecX& v) {
  if (const auto given = numbersOf(state, "q", model.nqRobot, model.nq)) {
    q.head(given->size()) = *given;
    if (given->size() == model.nqRobot)
      for (const DriveSpring& spring : model.driveSprings)
        q[spring.motorQ] = q[spring.jointQ] + model.q0[spring.motorQ] - model.q0[spring.jointQ];
  }
  if (const auto given = numbersOf(state, "v", model.nvRobot, model.nv)) {
    v.head(given->size()) = *given;
    if (given->size() == model.nvRobot)
      for (const DriveSpring& spring : model.driveSprings) v[spring.motorV] = v[spring.jointV];
  }
  const Node* motors = state.find("motors");
  if (!motors || model.driveSprings.empty()) return;
  if (!motors->is(Node::Kind::kObject)) bad("state: motors must be an object, such as {\"q\": […], \"v\": […]}");
  const int positions = model.nq - model.nqRobot, velocities = model.nv - model.nvRobot;
  if (const auto given = numbersOf(*motors, "q", positions, positions)) q.tail(positions) = *given;
  if (const auto given = numbersOf(*motors, "v", velocities, velocities)) v.tail(velocities) = *given;
}

}  // namespace tendril::cli
