// SPDX-License-Identifier: BSD-3-Clause
// Formulas that a person types: parsed once to a small tape, evaluated on any scalar (double, Dual, Jet).
//
//   a + b − c * d / e ^ f    the usual precedence; ^ binds to the right and tighter than a sign: −x^2 = −(x^2)
//   a < b, <=, >, >=, ==, != 1 where true, else 0; not chained
//   sin(x), if(c, a, b), …   the table in expression_functions.hpp
//   pi, names                letters, digits, _ and dots, with indices: arm.q[3]; parts with other characters in
//                            quotes: 'tendon 1'.tension
// Derivatives at kinks are one-sided: dual.hpp, jet.hpp. `if` has those of the branch taken.
#pragma once

#include <array>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "core/text/expression_tape.hpp"

namespace tendril {

/// What is wrong with a text, where, and what was probably meant. what() says all of it in one line.
class ExpressionError : public std::runtime_error {
 public:
  ExpressionError(const std::string& message, std::size_t position, std::size_t length,
                  const std::string& nearest = {});

  std::string message;       ///< without the position
  std::size_t position = 0;  ///< first byte concerned, from 0
  std::size_t length = 0;    ///< bytes concerned; 0 at the end of the text
  std::string nearest;       ///< the known name that is nearest to an unknown one, or empty
};

class Expression;

/// A function of one variable that a text may call by name, such as r(X).
struct ExpressionFunction {
  std::string name;
  std::shared_ptr<const Expression> body;  ///< reads at most its first variable
};

namespace expression {
struct Graph;
}

/// An immutable formula; copies are cheap and share. All members may be called from several threads at once.
class Expression {
 public:
  /// Longest text, deepest nesting, largest number of operations with functions written out, of intermediate values.
  static constexpr std::size_t kMaxText = 10000;
  static constexpr int kMaxDepth = 200;
  static constexpr std::size_t kMaxOperations = 20000;
  static constexpr std::size_t kMaxRegisters = 1024;

  /// The number 0.
  Expression();
  /// A constant.
  explicit Expression(double value);

  /// Parses `text`, whose variables are read by position from the values given to evaluate. Variables hide constants
  /// and functions hide built-in ones of the same name. Throws ExpressionError, also beyond the limits above.
  static Expression parse(std::string_view text, std::span<const std::string> variables,
                          std::span<const std::pair<std::string, double>> constants = {},
                          std::span<const ExpressionFunction> functions = {});

  /// The value. `values` has one entry per variable; throws std::invalid_argument if there are fewer than are read.
  /// No allocation on double. On other scalars none up to 16 intermediate values.
  template <class S>
  S evaluate(std::span<const S> values) const;
  double evaluate(std::span<const double> values) const { return evaluate<double>(values); }

  /// Whether no variable matters.
  bool isConstant() const { return uses_.empty(); }
  /// Whether the value can depend on variable number `index`.
  bool uses(int index) const;
  /// The largest number of a variable that is read, plus one.
  int variablesRead() const { return uses_.empty() ? 0 : uses_.back() + 1; }
  /// The text as given; for a constant its shortest form.
  const std::string& text() const { return text_; }
  /// Number of operations of the tape.
  std::size_t operations() const { return tape_->code.size(); }

 private:
  friend class ExpressionParser;
  Expression(std::string text, std::shared_ptr<const expression::Graph> graph, int root);
  template <class S, std::size_t Size>
  S runOn(const S* values) const;
  [[noreturn]] void throwTooFew(std::size_t count) const;

  std::string text_;
  std::shared_ptr<const expression::Graph> graph_;  ///< kept so that other texts can call this one
  int root_ = 0;
  std::shared_ptr<const expression::Tape> tape_;
  std::vector<int> uses_;  ///< ascending
};

template <class S, std::size_t Size>
S Expression::runOn(const S* values) const {
  std::array<S, Size> registers;  // doubles stay uninitialised: each is written before it is read
  return expression::run<S>(*tape_, values, registers.data());
}

template <class S>
S Expression::evaluate(std::span<const S> values) const {
  if (values.size() < static_cast<std::size_t>(variablesRead())) throwTooFew(values.size());
  const std::size_t count = tape_->registers;
  if (count <= 4) return runOn<S, 4>(values.data());
  if (count <= 16) return runOn<S, 16>(values.data());
  if constexpr (std::is_same_v<S, double>) {
    return runOn<S, kMaxRegisters>(values.data());
  } else {
    std::vector<S> registers(count);
    return expression::run<S>(*tape_, values.data(), registers.data());
  }
}

extern template double Expression::evaluate<double>(std::span<const double>) const;

}  // namespace tendril
