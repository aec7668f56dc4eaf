// SPDX-License-Identifier: BSD-3-Clause
// Recursive descent, as in core/text/expression_parser.cpp but with vectors and signals:
//   comparison := sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
//   sum        := product {("+" | "-" | "−") product}
//   product    := unary {("*" | "/" | "·" | "×") unary}
//   unary      := ("+" | "-" | "−") unary | power
//   power      := postfix ["^" unary]
//   postfix    := primary {"." ("x" | "y" | "z")}
//   primary    := number | name | name "(" comparison {"," comparison} ")" | "(" comparison ")"
#include "core/signals/signal_parser.hpp"

#include <algorithm>
#include <charconv>

#include "core/text/expression_names.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {

using expression::kFunctionInfo;
using expression::Op;

namespace {

constexpr std::array<std::string_view, 5> kVectorFunctions = {"norm", "dot", "cross", "vector", "rate"};
constexpr std::string_view kMinus = "−", kDot = "·", kCross = "×";

bool isFunction(std::string_view name) {
  return std::find(kVectorFunctions.begin(), kVectorFunctions.end(), name) != kVectorFunctions.end() ||
         std::any_of(kFunctionInfo.begin(), kFunctionInfo.end(), [&](const auto& info) { return info.name == name; });
}

}  // namespace

SignalValue SignalParser::parse() {
  if (text_.size() > Expression::kMaxText)
    throw ExpressionError("the formula is longer than " + std::to_string(Expression::kMaxText) + " characters",
                          Expression::kMaxText, text_.size() - Expression::kMaxText);
  skipSpace();
  if (atEnd()) throw ExpressionError("the formula is empty", 0, text_.size());
  const SignalValue value = comparison();
  if (!atEnd()) failAtRest();
  return value;
}

// ---- characters

void SignalParser::skipSpace() {
  while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position_;
}

bool SignalParser::take(std::string_view symbol) {
  if (text_.substr(position_, symbol.size()) != symbol) return false;
  position_ += symbol.size();
  skipSpace();
  return true;
}

void SignalParser::failHere(const std::string& message) const {
  throw ExpressionError(message, position_, atEnd() ? 0 : expression::characterLength(text_.substr(position_)));
}

std::string SignalParser::found() const {
  return atEnd() ? "the formula ends" : "found " + expression::printable(text_.substr(position_));
}

void SignalParser::failAtRest() const {
  const char c = peek();
  if (c == ')') failHere("')' without '('");
  if (c == '=') failHere("'=' is not an operator; equality is written ==");
  if (c == ',') failHere("',' outside of a function's arguments");
  if (expression::startsName(c) || c == '(' || (c >= '0' && c <= '9'))
    failHere("an operator is missing before " + expression::printable(text_.substr(position_)) +
             "; names with blanks stand in single quotes");
  failHere("expected an operator, " + found());
}

// ---- grammar

std::optional<Op> SignalParser::comparisonOperator() {
  if (take("<=")) return Op::kLessEqual;
  if (take(">=")) return Op::kGreaterEqual;
  if (take("==")) return Op::kEqual;
  if (take("!=")) return Op::kNotEqual;
  if (take("<")) return Op::kLess;
  if (take(">")) return Op::kGreater;
  return std::nullopt;
}

SignalValue SignalParser::comparison() {
  const std::size_t start = position_;
  SignalValue a = sum();
  const auto op = comparisonOperator();
  if (!op) return a;
  const SignalValue b = sum();
  needNumber(a, "a comparison", start);
  needNumber(b, "a comparison", start);
  return number(builder().binary(*op, a.nodes[0], b.nodes[0]), "");
}

SignalValue SignalParser::sum() {
  const std::size_t start = position_;
  SignalValue a = product();
  for (;;) {
    const bool plus = take("+");
    if (!plus && !take("-") && !take(kMinus)) return a;
    a = added(plus ? Op::kAdd : Op::kSubtract, a, product(), start);
  }
}

SignalValue SignalParser::product() {
  const std::size_t start = position_;
  SignalValue a = unary();
  for (;;) {
    if (peek() == '*' && peek(1) == '*') failHere("powers are written with ^, not **");
    if (take("*")) {
      a = multiplied(a, unary(), start);
    } else if (take("/")) {
      a = divided(a, unary(), start);
    } else if (take(kDot)) {
      const SignalValue b = unary();
      a = a.width == 3 && b.width == 3 ? dot(a, b) : multiplied(a, b, start);
    } else if (take(kCross)) {
      const SignalValue b = unary();
      a = a.width == 3 && b.width == 3 ? cross(a, b) : multiplied(a, b, start);
    } else {
      return a;
    }
  }
}

SignalValue SignalParser::unary() {
  if (++compiler_.depth_ > Expression::kMaxDepth)
    throw ExpressionError("nested more than " + std::to_string(Expression::kMaxDepth) + " levels deep", position_,
                          text_.size() - position_);
  SignalValue value;
  if (take("-") || take(kMinus)) {
    value = unary();
    for (int c = 0; c < value.width; ++c) value.nodes[c] = builder().negate(value.nodes[c]);
  } else if (take("+")) {
    value = unary();
  } else {
    value = power();
  }
  --compiler_.depth_;
  return value;
}

SignalValue SignalParser::power() {
  const std::size_t start = position_;
  SignalValue base = postfix();
  if (!take("^")) return base;
  const SignalValue exponent = unary();
  needNumber(base, "a power", start);
  needNumber(exponent, "a power", start);
  const expression::Instruction& node = builder().graph().at(exponent.nodes[0]);
  const bool square = node.op == Op::kNumber && node.k == 2;
  SignalValue out = number(builder().binary(Op::kPower, base.nodes[0], exponent.nodes[0]), std::nullopt);
  if (base.unit == "") out.unit = "";
  if (square) out.unit = productUnit(base.unit, base.unit);
  out.plain = base.plain && exponent.plain;
  return out;
}

SignalValue SignalParser::postfix() {
  const std::size_t start = position_;
  SignalValue value = primary();
  while (peek() == '.' && peek(1) >= 'x' && peek(1) <= 'z') {
    if (value.width != 3) throw ExpressionError("only vectors have components", start, position_ - start);
    value = number(value.nodes[static_cast<std::size_t>(peek(1) - 'x')], value.unit);
    position_ += 2;
    skipSpace();
  }
  return value;
}

SignalValue SignalParser::primary() {
  const std::size_t start = position_;
  if (take("(")) {
    const SignalValue inside = comparison();
    if (peek() != ')')
      failHere("')' is missing for the '(' at character " + std::to_string(start + 1) + ", " + found());
    closeParenthesis();
    return inside;
  }
  const char c = peek();
  if ((c >= '0' && c <= '9') || (c == '.' && peek(1) >= '0' && peek(1) <= '9')) return literal();
  if (expression::startsName(c)) return name();
  failHere("expected a number, a name or '(', " + found());
}

/// A component may follow without a blank: (a − b).x
void SignalParser::closeParenthesis() {
  ++position_;
  if (peek() != '.') skipSpace();
}

SignalValue SignalParser::literal() {
  const std::size_t start = position_;
  double value = 0;
  const auto [end, error] = std::from_chars(text_.data() + start, text_.data() + text_.size(), value);
  position_ = static_cast<std::size_t>(end - text_.data());
  if (error == std::errc::result_out_of_range)
    throw ExpressionError("the number is beyond what a double can hold (about 1e-308 to 1e308)", start,
                          position_ - start);
  skipSpace();
  SignalValue out = number(builder().number(value), "");
  out.plain = true;
  return out;
}

SignalValue SignalParser::name() {
  const std::size_t start = position_;
  const expression::Name parsed = expression::readName(text_, start);
  position_ += parsed.length;
  skipSpace();
  if (take("(")) return call(parsed.canonical, start, parsed.length);
  if (const int id = compiler_.catalogue_.find(parsed.canonical); id >= 0) return known(id, start, parsed.length);
  if (const auto field = compiler_.catalogue_.field(parsed.canonical))
    return number(builder().variable(SignalCompiler::sourceVariable(compiler_.source(field->sources[0]))), field->unit);
  if (const auto component = componentOf(parsed.canonical, start, parsed.length)) return *component;
  if (const std::optional<double> constant = constantOf(parsed.canonical)) {
    SignalValue out = number(builder().number(*constant), "");
    out.plain = true;
    return out;
  }
  failUnknown(parsed.canonical, start, parsed.length);
}

/// A named number, or pi.
std::optional<double> SignalParser::constantOf(const std::string& name) const {
  for (const auto& [known, value] : compiler_.constants_)
    if (expression::sameName(known, name)) return value;
  return name == "pi" ? std::optional(3.14159265358979323846) : std::nullopt;
}

/// gap.x of a named signal that is a vector.
std::optional<SignalValue> SignalParser::componentOf(const std::string& name, std::size_t start, std::size_t length) {
  if (name.size() < 3 || name[name.size() - 2] != '.' || name.back() < 'x' || name.back() > 'z') return std::nullopt;
  const int id = compiler_.catalogue_.find(name.substr(0, name.size() - 2));
  if (id < 0 || !compiler_.catalogue_[id].computed) return std::nullopt;
  const SignalValue vector = known(id, start, length);
  if (vector.width != 3) throw ExpressionError("only vectors have components", start, length);
  return number(vector.nodes[static_cast<std::size_t>(name.back() - 'x')], vector.unit);
}

/// A named signal fails where it is written; here the name is pointed at.
SignalValue SignalParser::known(int id, std::size_t start, std::size_t length) {
  try {
    return compiler_.signal(id);
  } catch (const SignalCycle& cycle) {
    throw SignalCycle(cycle.message, start, length);
  } catch (const ExpressionError& inside) {
    throw ExpressionError("in " + compiler_.catalogue_[id].name + ": " + inside.message, start, length, inside.nearest);
  }
}

void SignalParser::failUnknown(const std::string& unknown, std::size_t start, std::size_t length) const {
  const std::string shown = expression::shortened(unknown);
  if (isFunction(unknown))
    throw ExpressionError("'" + shown + "' is a function: write " + shown + "(…)", start, length);
  throw ExpressionError("unknown signal " + shown, start, length, compiler_.catalogue_.nearest(unknown));
}

}  // namespace tendril
