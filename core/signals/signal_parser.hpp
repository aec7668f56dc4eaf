// SPDX-License-Identifier: BSD-3-Clause
// Reads one formula for a SignalCompiler.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/signals/signal_compiler.hpp"
#include "core/text/expression.hpp"

namespace tendril {

class SignalParser {
 public:
  SignalParser(std::string_view text, SignalCompiler& compiler) : text_(text), compiler_(compiler) {}

  /// The value of the whole text. Throws ExpressionError.
  SignalValue parse();

 private:
  expression::GraphBuilder& builder() { return compiler_.builder_; }
  static SignalValue number(int node, SignalUnit unit) { return {1, {node, node, node}, std::move(unit), false}; }

  // characters and errors
  bool atEnd() const { return position_ >= text_.size(); }
  char peek(std::size_t ahead = 0) const { return position_ + ahead < text_.size() ? text_[position_ + ahead] : '\0'; }
  void skipSpace();
  bool take(std::string_view symbol);
  [[noreturn]] void failHere(const std::string& message) const;
  [[noreturn]] void failAtRest() const;
  [[noreturn]] void failUnknown(const std::string& unknown, std::size_t start, std::size_t length) const;
  [[noreturn]] void failNoFunction(const std::string& function, std::size_t start, std::size_t length) const;
  std::string found() const;
  void needNumber(const SignalValue& value, const std::string& what, std::size_t start) const;

  // grammar
  std::optional<expression::Op> comparisonOperator();
  SignalValue comparison();
  SignalValue sum();
  SignalValue product();
  SignalValue unary();
  SignalValue power();
  SignalValue postfix();
  SignalValue primary();
  void closeParenthesis();
  SignalValue literal();
  SignalValue name();
  std::optional<double> constantOf(const std::string& name) const;
  std::optional<SignalValue> componentOf(const std::string& name, std::size_t start, std::size_t length);
  SignalValue known(int id, std::size_t start, std::size_t length);

  // operations on numbers and vectors
  SignalValue added(expression::Op op, const SignalValue& a, const SignalValue& b, std::size_t start);
  SignalValue multiplied(const SignalValue& a, const SignalValue& b, std::size_t start);
  SignalValue divided(const SignalValue& a, const SignalValue& b, std::size_t start);
  SignalValue dot(const SignalValue& a, const SignalValue& b);
  SignalValue cross(const SignalValue& a, const SignalValue& b);

  // functions
  SignalValue call(const std::string& function, std::size_t start, std::size_t length);
  std::vector<SignalValue> arguments(const std::string& function);
  SignalValue builtIn(std::size_t function, const std::vector<SignalValue>& list, std::size_t start);
  SignalValue norm(const std::vector<SignalValue>& list, std::size_t start);
  SignalValue rate(const SignalValue& value);
  void needArguments(std::string_view function, std::size_t given, std::size_t expected, bool orMore,
                     std::size_t start) const;
  void needVector(const SignalValue& value, std::string_view function, std::size_t start) const;

  std::string_view text_;
  SignalCompiler& compiler_;
  std::size_t position_ = 0;
};

}  // namespace tendril
