// SPDX-License-Identifier: BSD-3-Clause
// Recursive descent from text to graph:
//   comparison := sum [("<" | "<=" | ">" | ">=" | "==" | "!=") sum]
//   sum        := product {("+" | "-") product}
//   product    := unary {("*" | "/") unary}
//   unary      := ("+" | "-") unary | power
//   power      := primary ["^" unary]
//   primary    := number | name | name "(" comparison {"," comparison} ")" | "(" comparison ")"
#include <algorithm>
#include <charconv>
#include <optional>
#include <unordered_map>

#include "core/text/expression.hpp"
#include "core/text/expression_graph.hpp"
#include "core/text/expression_names.hpp"
#include "core/text/nearest_name.hpp"

namespace tendril {

using expression::GraphBuilder;
using expression::kFunctionInfo;
using expression::Op;

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string> variables,
                   std::span<const std::pair<std::string, double>> constants,
                   std::span<const ExpressionFunction> functions)
      : text_(text), variables_(variables), constants_(constants), functions_(functions) {}

  Expression parse() {
    if (text_.size() > Expression::kMaxText) {
      throw ExpressionError("the expression is " + std::to_string(text_.size()) + " characters long; at most " +
                                std::to_string(Expression::kMaxText) + " are allowed",
                            Expression::kMaxText, text_.size() - Expression::kMaxText);
    }
    skipSpace();
    if (atEnd()) throw ExpressionError("the expression is empty", 0, text_.size());
    const int root = comparison();
    if (!atEnd()) failAtRest();
    Expression result(std::string(text_), std::make_shared<const expression::Graph>(builder_.graph()), root);
    if (result.tape_->registers > Expression::kMaxRegisters) {
      throw ExpressionError("the expression needs too many intermediate values", 0, text_.size());
    }
    return result;
  }

 private:
  /// Counts nesting while it lives.
  struct Level {
    explicit Level(ExpressionParser& parser) : parser_(parser) {
      if (++parser_.depth_ > Expression::kMaxDepth + 1) {  // the outermost term is level 0
        throw ExpressionError("nested more than " + std::to_string(Expression::kMaxDepth) + " levels deep",
                              parser_.position_, parser_.text_.size() - parser_.position_);
      }
    }
    ~Level() { --parser_.depth_; }
    Level(const Level&) = delete;
    Level& operator=(const Level&) = delete;
    ExpressionParser& parser_;
  };

  // Characters.
  bool atEnd() const { return position_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0'; }
  void skipSpace() {
    while (!atEnd() && (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r')) ++position_;
  }
  /// Takes `symbol` if it comes next.
  bool take(std::string_view symbol) {
    if (text_.substr(position_, symbol.size()) != symbol) return false;
    position_ += symbol.size();
    skipSpace();
    return true;
  }

  // Errors.
  [[noreturn]] void failHere(const std::string& message) const {
    throw ExpressionError(message, position_, atEnd() ? 0 : expression::characterLength(text_.substr(position_)));
  }
  std::string found() const {
    if (atEnd()) return "the expression ends";
    return "found " + expression::printable(text_.substr(position_));
  }
  /// Something follows a complete expression.
  [[noreturn]] void failAtRest() const {
    const char c = peek();
    if (c == ')') failHere("')' without '('");
    if (c == '=') failHere("'=' is not an operator; equality is written ==");
    if (c == ',') failHere("',' outside of a function's arguments");
    if (expression::startsName(c) || c == '(' || c == '.' || (c >= '0' && c <= '9')) {
      failHere("an operator is missing before " + expression::printable(text_.substr(position_)) +
               " (products are written with *)");
    }
    failHere("expected an operator, " + found());
  }
  void checkSize(std::size_t start) const {
    if (builder_.graph().nodes.size() <= Expression::kMaxOperations) return;
    throw ExpressionError(
        "more than " + std::to_string(Expression::kMaxOperations) + " operations with the functions written out", start,
        position_ - start);
  }

  // Grammar.
  std::optional<Op> comparisonOperator() {
    if (take("<=")) return Op::kLessEqual;
    if (take(">=")) return Op::kGreaterEqual;
    if (take("==")) return Op::kEqual;
    if (take("!=")) return Op::kNotEqual;
    if (take("<")) return Op::kLess;
    if (take(">")) return Op::kGreater;
    return std::nullopt;
  }
  int comparison() {
    const int a = sum();
    const auto op = comparisonOperator();
    if (!op) return a;
    const int b = sum();
    const std::size_t second = position_;
    if (comparisonOperator()) {
      throw ExpressionError("comparisons cannot be chained; write if(a < b, b < c, 0)", second, 1);
    }
    return builder_.binary(*op, a, b);
  }
  int sum() {
    int a = product();
    for (;;) {
      if (take("+")) {
        a = builder_.binary(Op::kAdd, a, product());
      } else if (take("-")) {
        a = builder_.binary(Op::kSubtract, a, product());
      } else {
        return a;
      }
    }
  }
  int product() {
    int a = unary();
    for (;;) {
      if (peek() == '*' && peek(1) == '*') failHere("powers are written with ^, not **");
      if (take("*")) {
        a = builder_.binary(Op::kMultiply, a, unary());
      } else if (take("/")) {
        a = builder_.binary(Op::kDivide, a, unary());
      } else {
        return a;
      }
    }
  }
  int unary() {
    const Level level(*this);
    if (take("-")) return builder_.negate(unary());
    if (take("+")) return unary();
    const int base = primary();
    return take("^") ? builder_.binary(Op::kPower, base, unary()) : base;
  }
  int primary() {
    const std::size_t start = position_;
    if (take("(")) {
      const int inside = comparison();
      if (!take(")")) failHere("')' is missing for the '(' at character " + std::to_string(start + 1) + ", " + found());
      return inside;
    }
    const char c = peek();
    if ((c >= '0' && c <= '9') || (c == '.' && peek(1) >= '0' && peek(1) <= '9')) return number();
    if (expression::startsName(c)) return name();
    failHere("expected a number, a name or '(', " + found());
  }
  int number() {
    const std::size_t start = position_;
    double value = 0;
    const auto [end, error] = std::from_chars(text_.data() + start, text_.data() + text_.size(), value);
    position_ = static_cast<std::size_t>(end - text_.data());
    if (error == std::errc::result_out_of_range) {
      throw ExpressionError("the number " +
                                std::string(text_.substr(start, std::min<std::size_t>(position_ - start, 40))) +
                                " is beyond what a double can hold (about 1e-308 to 1e308)",
                            start, position_ - start);
    }
    skipSpace();
    return builder_.number(value);
  }
  int name() {
    const std::size_t start = position_;
    const expression::Name parsed = expression::readName(text_, start);
    position_ += parsed.length;
    skipSpace();
    if (take("(")) return call(parsed.canonical, start, parsed.length);
    for (std::size_t i = variables_.size(); i-- > 0;) {
      if (expression::sameName(variables_[i], parsed.canonical)) return builder_.variable(static_cast<int>(i));
    }
    for (const auto& [known, value] : constants_) {
      if (expression::sameName(known, parsed.canonical)) return builder_.number(value);
    }
    if (parsed.canonical == "pi") return builder_.number(3.14159265358979323846);
    failUnknown(parsed.canonical, start, parsed.length);
  }
  std::vector<int> arguments(const std::string& function) {
    std::vector<int> list;
    if (take(")")) return list;
    do {
      list.push_back(comparison());
    } while (take(","));
    if (!take(")")) failHere("expected ',' or ')' in the arguments of " + function + ", " + found());
    return list;
  }
  int call(const std::string& function, std::size_t start, std::size_t length) {
    for (const ExpressionFunction& own : functions_) {
      if (own.name != function) continue;
      const std::vector<int> list = arguments(function);
      checkArguments(function, list.size(), 1, false, start);
      const int result = builder_.substitute(*own.body->graph_, own.body->root_, list[0]);
      checkSize(start);
      return result;
    }
    for (std::size_t f = 0; f < kFunctionInfo.size(); ++f) {
      if (kFunctionInfo[f].name == function) return builtIn(f, start);
    }
    failNoFunction(function, start, length);
  }
  int builtIn(std::size_t f, std::size_t start) {
    const auto& info = kFunctionInfo[f];
    const std::vector<int> list = arguments(std::string(info.name));
    checkArguments(info.name, list.size(), static_cast<std::size_t>(info.arguments), info.foldable, start);
    if (!info.foldable) return builder_.call(f, list);
    int result = list[0];
    for (std::size_t i = 1; i < list.size(); ++i) result = builder_.call(f, {result, list[i]});
    return result;
  }
  void checkArguments(std::string_view function, std::size_t given, std::size_t expected, bool orMore,
                      std::size_t start) const {
    if (given == expected || (orMore && given > expected)) return;
    throw ExpressionError(std::string(function) + " takes " + std::to_string(expected) + (orMore ? " or more" : "") +
                              (expected == 1 ? " argument" : " arguments") + ", not " + std::to_string(given),
                          start, position_ - start);
  }

  // Unknown names.
  std::vector<std::string> functionNames() const {
    std::vector<std::string> names;
    for (const ExpressionFunction& own : functions_) names.push_back(own.name);
    for (const auto& info : kFunctionInfo) names.emplace_back(info.name);
    return names;
  }
  std::vector<std::string> valueNames() const {
    std::vector<std::string> names(variables_.begin(), variables_.end());
    for (const auto& constant : constants_) names.push_back(constant.first);
    names.emplace_back("pi");
    return names;
  }
  [[noreturn]] void failUnknown(const std::string& unknown, std::size_t start, std::size_t length) const {
    const std::string shown = expression::shortened(unknown);
    const auto functions = functionNames();
    if (std::find(functions.begin(), functions.end(), unknown) != functions.end()) {
      throw ExpressionError("'" + shown + "' is a function: write " + shown + "(…)", start, length);
    }
    throw ExpressionError("unknown name '" + shown + "'", start, length, nearestName(unknown, valueNames()));
  }
  [[noreturn]] void failNoFunction(const std::string& unknown, std::size_t start, std::size_t length) const {
    const std::string shown = expression::shortened(unknown);
    const auto values = valueNames();
    if (std::any_of(values.begin(), values.end(),
                    [&](const std::string& value) { return expression::sameName(value, unknown); })) {
      throw ExpressionError("'" + shown + "' is not a function (products are written with *)", start, length);
    }
    throw ExpressionError("unknown function '" + shown + "'", start, length, nearestName(unknown, functionNames()));
  }

  std::string_view text_;
  std::span<const std::string> variables_;
  std::span<const std::pair<std::string, double>> constants_;
  std::span<const ExpressionFunction> functions_;
  GraphBuilder builder_;
  std::size_t position_ = 0;
  int depth_ = 0;
};

Expression Expression::parse(std::string_view text, std::span<const std::string> variables,
                             std::span<const std::pair<std::string, double>> constants,
                             std::span<const ExpressionFunction> functions) {
  return ExpressionParser(text, variables, constants, functions).parse();
}

}  // namespace tendril
