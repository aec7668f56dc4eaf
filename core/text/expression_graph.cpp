// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/expression_graph.hpp"

#include <bit>

namespace tendril::expression {
namespace {

Instruction makeNode(Op op, int a = 0, int b = 0, int c = 0, double k = 0) {
  Instruction node;
  node.op = op;
  node.a = static_cast<std::uint32_t>(a);
  node.b = static_cast<std::uint32_t>(b);
  node.c = static_cast<std::uint32_t>(c);
  node.k = k;
  return node;
}

const std::uint32_t& operandOf(const Instruction& node, int which) {
  return which == 0 ? node.a : which == 1 ? node.b : node.c;
}

}  // namespace

int operandCount(const Instruction& node) {
  switch (node.op) {
    case Op::kNumber:
    case Op::kVariable:
      return 0;
    case Op::kNegate:
    case Op::kAddNumber:
    case Op::kNumberMinus:
    case Op::kMultiplyNumber:
    case Op::kDivideNumber:
    case Op::kNumberDivided:
    case Op::kPowerNumber:
      return 1;
    case Op::kCall:
      return kFunctionInfo[node.function].arguments;
    default:
      return 2;
  }
}

std::size_t GraphBuilder::Hash::operator()(const Instruction& node) const {
  std::size_t hash = static_cast<std::size_t>(node.op) * 31 + node.function;
  for (const std::size_t part : {std::size_t{node.a}, std::size_t{node.b}, std::size_t{node.c},
                                 static_cast<std::size_t>(std::bit_cast<std::uint64_t>(node.k))}) {
    hash = (hash ^ part) * 0x9E3779B97F4A7C15ull;
    hash ^= hash >> 29;
  }
  return hash;
}

bool GraphBuilder::Same::operator()(const Instruction& x, const Instruction& y) const {
  return x.op == y.op && x.function == y.function && x.a == y.a && x.b == y.b && x.c == y.c &&
         std::bit_cast<std::uint64_t>(x.k) == std::bit_cast<std::uint64_t>(y.k);
}

int GraphBuilder::add(const Instruction& node) {
  const int count = operandCount(node);
  bool fold = count > 0;
  std::array<double, 3> values{};
  for (int i = 0; i < count; ++i) {
    const Instruction& operand = graph_.nodes[operandOf(node, i)];
    fold = fold && operand.op == Op::kNumber;
    values[static_cast<std::size_t>(i)] = operand.k;
  }
  if (fold) return number(apply<double>(node, values[0], values[1], values[2]));
  const auto [entry, isNew] = known_.try_emplace(node, static_cast<int>(graph_.nodes.size()));
  if (isNew) graph_.nodes.push_back(node);
  return entry->second;
}

int GraphBuilder::number(double value) {
  return add(makeNode(Op::kNumber, 0, 0, 0, value));
}

int GraphBuilder::variable(int index) {
  return add(makeNode(Op::kVariable, index));
}

int GraphBuilder::negate(int a) {
  if (graph_.at(a).op == Op::kNegate) return static_cast<int>(graph_.at(a).a);
  return add(makeNode(Op::kNegate, a));
}

int GraphBuilder::withNumber(Op op, int a, double k) {
  return add(makeNode(op, a, 0, 0, k));
}

int GraphBuilder::power(int a, double exponent) {
  if (exponent == 0) return number(1);
  if (exponent == 1) return a;
  if (exponent != 2 && exponent != 3 && exponent != 4) return withNumber(Op::kPowerNumber, a, exponent);
  const int square = binary(Op::kMultiply, a, a);
  if (exponent == 2) return square;
  return binary(Op::kMultiply, square, exponent == 3 ? a : square);
}

int GraphBuilder::binary(Op op, int a, int b) {
  const bool left = graph_.isNumber(a), right = graph_.isNumber(b);
  if (left == right) return add(makeNode(op, a, b));
  const double k = graph_.at(left ? a : b).k;
  const int other = left ? b : a;
  switch (op) {
    case Op::kAdd:
      return k == 0 ? other : withNumber(Op::kAddNumber, other, k);
    case Op::kMultiply:
      return k == 1 ? other : withNumber(Op::kMultiplyNumber, other, k);
    case Op::kSubtract:
      if (left) return withNumber(Op::kNumberMinus, other, k);
      return k == 0 ? other : withNumber(Op::kAddNumber, other, -k);
    case Op::kDivide:
      if (left) return withNumber(Op::kNumberDivided, other, k);
      return k == 1 ? other : withNumber(Op::kDivideNumber, other, k);
    case Op::kPower:
      return left ? add(makeNode(op, a, b)) : power(other, k);
    default:
      return add(makeNode(op, a, b));
  }
}

int GraphBuilder::call(std::size_t function, const std::vector<int>& arguments) {
  if (kFunctionInfo[function].name == "pow") return binary(Op::kPower, arguments[0], arguments[1]);
  Instruction node = makeNode(Op::kCall, arguments[0], arguments.size() > 1 ? arguments[1] : 0,
                              arguments.size() > 2 ? arguments[2] : 0);
  node.function = static_cast<std::uint8_t>(function);
  if (kFunctionInfo[function].name == "if" && graph_.isNumber(arguments[0])) {
    return graph_.at(arguments[0]).k != 0 ? arguments[1] : arguments[2];
  }
  return add(node);
}

int GraphBuilder::rebuild(const Instruction& node, const std::vector<int>& renamed) {
  const int a = renamed[node.a], b = renamed[node.b], c = renamed[node.c];
  switch (node.op) {
    case Op::kNumber:
      return number(node.k);
    case Op::kNegate:
      return negate(a);
    case Op::kAddNumber:
      return binary(Op::kAdd, a, number(node.k));
    case Op::kNumberMinus:
      return binary(Op::kSubtract, number(node.k), a);
    case Op::kMultiplyNumber:
      return binary(Op::kMultiply, a, number(node.k));
    case Op::kDivideNumber:
      return binary(Op::kDivide, a, number(node.k));
    case Op::kNumberDivided:
      return binary(Op::kDivide, number(node.k), a);
    case Op::kPowerNumber:
      return binary(Op::kPower, a, number(node.k));
    case Op::kCall: {
      const std::array<int, 3> all{a, b, c};
      return call(node.function, {all.begin(), all.begin() + kFunctionInfo[node.function].arguments});
    }
    default:
      return binary(node.op, a, b);
  }
}

int GraphBuilder::substitute(const Graph& body, int root, int argument) {
  const std::vector<bool> needed = reachable(body, root);
  std::vector<int> renamed(body.nodes.size(), 0);
  for (std::size_t i = 0; i < body.nodes.size(); ++i) {
    if (!needed[i]) continue;
    const Instruction& node = body.nodes[i];
    renamed[i] = node.op == Op::kVariable ? argument : rebuild(node, renamed);
  }
  return renamed[static_cast<std::size_t>(root)];
}

std::vector<bool> reachable(const Graph& graph, int root) {
  std::vector<bool> needed(graph.nodes.size(), false);
  needed[static_cast<std::size_t>(root)] = true;
  for (std::size_t i = static_cast<std::size_t>(root) + 1; i-- > 0;) {
    if (!needed[i]) continue;
    for (int k = 0; k < operandCount(graph.nodes[i]); ++k) needed[operandOf(graph.nodes[i], k)] = true;
  }
  return needed;
}

Tape makeTape(const Graph& graph, int root) {
  const std::vector<bool> needed = reachable(graph, root);
  const std::size_t count = static_cast<std::size_t>(root) + 1;
  std::vector<std::size_t> lastUse(count, 0);
  for (std::size_t i = 0; i < count; ++i) {
    for (int k = 0; needed[i] && k < operandCount(graph.nodes[i]); ++k) lastUse[operandOf(graph.nodes[i], k)] = i;
  }

  Tape tape;
  std::vector<std::uint32_t> address(count, 0), unused;
  for (std::size_t i = 0; i < count; ++i) {
    if (!needed[i]) continue;
    Instruction code = graph.nodes[i];
    if (code.op == Op::kVariable) {
      address[i] = code.a | kVariableBit;
      continue;
    }
    const int operands = operandCount(code);
    std::array<std::uint32_t, 3> places{};
    for (int k = 0; k < operands; ++k) {
      const std::uint32_t node = operandOf(code, k);
      places[static_cast<std::size_t>(k)] = address[node];
      if (lastUse[node] != i || (address[node] & kVariableBit) != 0) continue;
      unused.push_back(address[node]);
      lastUse[node] = count;  // x * x frees x once
    }
    for (int k = operands; k < 3; ++k) places[static_cast<std::size_t>(k)] = operands > 0 ? places[0] : 0;
    if (unused.empty()) unused.push_back(tape.registers++);
    code.a = places[0], code.b = places[1], code.c = places[2];
    code.out = address[i] = unused.back();
    unused.pop_back();
    tape.code.push_back(code);
  }
  tape.result = address[static_cast<std::size_t>(root)];
  return tape;
}

}  // namespace tendril::expression
