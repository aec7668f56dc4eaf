// SPDX-License-Identifier: BSD-3-Clause
// What the operators and functions of formulas do with numbers, vectors and units.
#include <algorithm>

#include "core/signals/signal_parser.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {

using expression::kFunctionInfo;
using expression::Op;

void SignalParser::needNumber(const SignalValue& value, const std::string& what, std::size_t start) const {
  if (value.width == 1) return;
  throw ExpressionError(what + " takes numbers, not vectors; take a component (.x) or norm(…)", start,
                        position_ - start);
}

void SignalParser::needVector(const SignalValue& value, std::string_view function, std::size_t start) const {
  if (value.width == 3) return;
  throw ExpressionError(std::string(function) + " takes vectors, such as arm.tip or vector(x, y, z)", start,
                        position_ - start);
}

SignalValue SignalParser::added(Op op, const SignalValue& a, const SignalValue& b, std::size_t start) {
  if (a.width != b.width)
    throw ExpressionError("a number and a vector cannot be added or subtracted", start, position_ - start);
  SignalValue out{a.width, {}, commonUnit(a.unit, a.plain, b.unit, b.plain), a.plain && b.plain};
  for (int c = 0; c < a.width; ++c) out.nodes[c] = builder().binary(op, a.nodes[c], b.nodes[c]);
  return out;
}

SignalValue SignalParser::multiplied(const SignalValue& a, const SignalValue& b, std::size_t start) {
  if (a.width == 3 && b.width == 3)
    throw ExpressionError("the product of two vectors is written dot(a, b) or cross(a, b)", start, position_ - start);
  SignalValue out{std::max(a.width, b.width), {}, productUnit(a.unit, b.unit), a.plain && b.plain};
  for (int c = 0; c < out.width; ++c)
    out.nodes[c] = builder().binary(Op::kMultiply, a.nodes[a.width == 3 ? c : 0], b.nodes[b.width == 3 ? c : 0]);
  return out;
}

SignalValue SignalParser::divided(const SignalValue& a, const SignalValue& b, std::size_t start) {
  needNumber(b, "division", start);
  SignalValue out{a.width, {}, quotientUnit(a.unit, b.unit), a.plain && b.plain};
  for (int c = 0; c < out.width; ++c) out.nodes[c] = builder().binary(Op::kDivide, a.nodes[c], b.nodes[0]);
  return out;
}

SignalValue SignalParser::dot(const SignalValue& a, const SignalValue& b) {
  int total = builder().binary(Op::kMultiply, a.nodes[0], b.nodes[0]);
  for (std::size_t c = 1; c < 3; ++c)
    total = builder().binary(Op::kAdd, total, builder().binary(Op::kMultiply, a.nodes[c], b.nodes[c]));
  return number(total, productUnit(a.unit, b.unit));
}

SignalValue SignalParser::cross(const SignalValue& a, const SignalValue& b) {
  SignalValue out{3, {}, productUnit(a.unit, b.unit), false};
  for (std::size_t c = 0; c < 3; ++c) {
    const std::size_t i = (c + 1) % 3, j = (c + 2) % 3;
    const int forth = builder().binary(Op::kMultiply, a.nodes[i], b.nodes[j]);
    out.nodes[c] = builder().binary(Op::kSubtract, forth, builder().binary(Op::kMultiply, a.nodes[j], b.nodes[i]));
  }
  return out;
}

// ---- functions

void SignalParser::needArguments(std::string_view function, std::size_t given, std::size_t expected, bool orMore,
                                 std::size_t start) const {
  if (given == expected || (orMore && given > expected)) return;
  throw ExpressionError(std::string(function) + " takes " + std::to_string(expected) + (orMore ? " or more" : "") +
                            (expected == 1 ? " argument" : " arguments") + ", not " + std::to_string(given),
                        start, position_ - start);
}

std::vector<SignalValue> SignalParser::arguments(const std::string& function) {
  std::vector<SignalValue> list;
  if (peek() != ')') {
    do {
      list.push_back(comparison());
    } while (take(","));
  }
  if (peek() != ')') failHere("expected ',' or ')' in the arguments of " + function + ", " + found());
  closeParenthesis();
  return list;
}

SignalValue SignalParser::call(const std::string& function, std::size_t start, std::size_t length) {
  const auto vectors = [&](std::size_t count) {
    const std::vector<SignalValue> list = arguments(function);
    needArguments(function, list.size(), count, false, start);
    for (const SignalValue& value : list) needVector(value, function, start);
    return list;
  };
  if (function == "norm") return norm(arguments(function), start);
  if (function == "dot" || function == "cross") {
    const std::vector<SignalValue> list = vectors(2);
    return function == "dot" ? dot(list[0], list[1]) : cross(list[0], list[1]);
  }
  if (function == "rate") {
    const std::vector<SignalValue> list = arguments(function);
    needArguments(function, list.size(), 1, false, start);
    return rate(list[0]);
  }
  if (function == "vector") {
    const std::vector<SignalValue> list = arguments(function);
    needArguments(function, list.size(), 3, false, start);
    SignalValue out{3, {}, list[0].unit, list[0].plain};
    for (std::size_t c = 0; c < 3; ++c) {
      needNumber(list[c], function, start);
      out.nodes[c] = list[c].nodes[0];
      out.unit = commonUnit(out.unit, out.plain, list[c].unit, list[c].plain);
      out.plain = out.plain && list[c].plain;
    }
    return out;
  }
  for (std::size_t f = 0; f < kFunctionInfo.size(); ++f)
    if (kFunctionInfo[f].name == function) return builtIn(f, arguments(function), start);
  failNoFunction(function, start, length);
}

void SignalParser::failNoFunction(const std::string& function, std::size_t start, std::size_t length) const {
  if (compiler_.catalogue_.find(function) >= 0)
    throw ExpressionError("'" + function + "' is not a function (products are written with *)", start, length);
  std::vector<std::string> names = {"norm", "dot", "cross", "vector", "rate"};
  for (const auto& info : kFunctionInfo) names.emplace_back(info.name);
  throw ExpressionError("unknown function '" + function + "'", start, length, nearestName(function, names));
}

/// Of one vector its length, of numbers the root of the sum of their squares.
SignalValue SignalParser::norm(const std::vector<SignalValue>& list, std::size_t start) {
  needArguments("norm", list.size(), 1, true, start);
  std::vector<SignalValue> parts = list;
  if (list.size() == 1 && list[0].width == 3) {
    parts.clear();
    for (const int node : list[0].nodes) parts.push_back(number(node, list[0].unit));
  }
  SignalValue out = parts[0];
  needNumber(out, "norm of several values", start);
  if (parts.size() == 1) parts.push_back({1, {builder().number(0)}, "", true});
  const auto hypot =
      std::find_if(kFunctionInfo.begin(), kFunctionInfo.end(), [](const auto& info) { return info.name == "hypot"; });
  for (std::size_t i = 1; i < parts.size(); ++i) {
    needNumber(parts[i], "norm of several values", start);
    out.nodes[0] =
        builder().call(static_cast<std::size_t>(hypot - kFunctionInfo.begin()), {out.nodes[0], parts[i].nodes[0]});
    out.unit = commonUnit(out.unit, out.plain, parts[i].unit, parts[i].plain);
    out.plain = out.plain && parts[i].plain;
  }
  return out;
}

SignalValue SignalParser::rate(const SignalValue& value) {
  SignalValue out{value.width, {}, rateUnit(value.unit), false};
  for (int c = 0; c < value.width; ++c)
    out.nodes[c] = builder().variable(SignalCompiler::rateVariable(compiler_.rate(value.nodes[c])));
  return out;
}

SignalValue SignalParser::builtIn(std::size_t f, const std::vector<SignalValue>& list, std::size_t start) {
  const auto& info = kFunctionInfo[f];
  needArguments(info.name, list.size(), static_cast<std::size_t>(info.arguments), info.foldable, start);
  std::vector<int> nodes;
  for (const SignalValue& value : list) {
    needNumber(value, std::string(info.name), start);
    nodes.push_back(value.nodes[0]);
  }
  int node = info.foldable ? nodes[0] : builder().call(f, nodes);
  for (std::size_t i = 1; info.foldable && i < nodes.size(); ++i) node = builder().call(f, {node, nodes[i]});
  // Functions that give back what they are given keep its unit.
  constexpr std::array<std::string_view, 7> kKeeping = {"abs", "min", "max", "hypot", "clamp", "floor", "ceil"};
  const bool choice = info.name == "if";
  if (!choice && std::find(kKeeping.begin(), kKeeping.end(), info.name) == kKeeping.end())
    return number(node, info.name == "sqrt" || info.name == "pow" ? SignalUnit() : SignalUnit(""));
  SignalValue out = number(node, list[choice].unit);
  out.plain = list[choice].plain;
  for (std::size_t i = 1 + choice; i < list.size(); ++i) {
    out.unit = commonUnit(out.unit, out.plain, list[i].unit, list[i].plain);
    out.plain = out.plain && list[i].plain;
  }
  return out;
}

}  // namespace tendril
