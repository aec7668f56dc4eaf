// SPDX-License-Identifier: BSD-3-Clause
// Random expressions against a direct evaluation, and random texts that must not do anything but fail cleanly.
// GCC 12 warns of overlapping copies inside its own operator+(const char*, std::string) (GCC bug 105651).
#if defined(__GNUC__) && !defined(__clang__)
#pragma GCC diagnostic ignored "-Wrestrict"
#endif
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <cmath>
#include <random>

#include "core/text/expression.hpp"
#include "tests/core/math/allocation_counter.hpp"

namespace tendril {
namespace {

const std::vector<std::string>& variables() {
  static const std::vector<std::string> names{"x", "y", "arm.q[3]", "'tendon 1'.tension"};
  return names;
}

/// A text and its value computed beside it, operation by operation.
struct Pair {
  std::string text;
  double value;
};

class Generator {
 public:
  Generator(unsigned seed, std::vector<double> values) : random_(seed), values_(std::move(values)) {}

  Pair make(int depth) {
    if (depth == 0) return leaf();
    switch (pick(8)) {
      case 0:
        return leaf();
      case 1:
        return unary(depth);
      case 2:
        return condition(depth);
      case 3:
        return {"(" + make(depth - 1).text + ")", last_};
      default:
        return binary(depth);
    }
  }

 private:
  int pick(int count) { return std::uniform_int_distribution<int>(0, count - 1)(random_); }
  Pair keep(const std::string& text, double value) { return last_ = value, Pair{text, value}; }

  Pair leaf() {
    if (pick(2) == 0) {
      const int i = pick(static_cast<int>(values_.size()));
      return keep(variables()[static_cast<std::size_t>(i)], values_[static_cast<std::size_t>(i)]);
    }
    const double value = pick(40) / 8.0;
    return keep(std::to_string(value), value);
  }
  Pair unary(int depth) {
    const Pair a = make(depth - 1);
    switch (pick(4)) {
      case 0:
        return keep("sin(" + a.text + ")", std::sin(a.value));
      case 1:
        return keep("tanh( " + a.text + ")", std::tanh(a.value));
      case 2:
        return keep("abs(" + a.text + " )", std::abs(a.value));
      default:
        return keep("-(" + a.text + ")", -a.value);
    }
  }
  Pair condition(int depth) {
    const Pair a = make(depth - 1), b = make(depth - 1), c = make(depth - 1);
    return keep("if(" + a.text + " < " + b.text + "," + b.text + "," + c.text + ")",
                a.value < b.value ? b.value : c.value);
  }
  Pair binary(int depth) {
    const Pair a = make(depth - 1), b = make(depth - 1);
    const std::string l = "(" + a.text + ")", r = "(" + b.text + ")";
    int kind = pick(6);
    // Where the sign of a zero decides, duals and jets may find the other one.
    if ((kind == 3 && b.value == 0) || (kind == 5 && a.value == 0)) kind = 0;
    switch (kind) {
      case 0:
        return keep(l + "+" + r, a.value + b.value);
      case 1:
        return keep(l + " - " + r, a.value - b.value);
      case 2:
        return keep(l + "*" + r, a.value * b.value);
      case 3:
        return keep(l + "/" + r, a.value / b.value);
      case 4:
        return keep("max(" + a.text + "," + b.text + ")", std::max(a.value, b.value));
      default:
        return keep("atan2(" + l + "," + b.text + ")", std::atan2(a.value, b.value));
    }
  }

  std::mt19937 random_;
  std::vector<double> values_;
  double last_ = 0;
};

bool same(double a, double b) {
  return (std::isnan(a) && std::isnan(b)) || a == b || std::abs(a - b) <= 1e-12 * (std::abs(a) + std::abs(b));
}

RC_GTEST_PROP(ExpressionProperty, valueEqualsDirectEvaluation, (unsigned seed)) {
  // No constant of the texts: where max() meets equal values it has two slopes, and duals and jets choose for
  // themselves.
  const std::vector<double> values{0.7519, -1.3, 2.0173, 0.1};
  const Pair pair = Generator(seed, values).make(4);
  const Expression e = Expression::parse(pair.text, variables());
  RC_ASSERT(same(e.evaluate(values), pair.value));
  // duals and jets carry the same value
  std::vector<Dual<4>> duals;
  std::vector<Jet<2>> jets;
  for (std::size_t i = 0; i < values.size(); ++i) {
    duals.push_back(Dual<4>::variable(values[i], static_cast<int>(i)));
    jets.push_back(Jet<2>::parameter(values[i]));
  }
  const Dual<4> dual = e.evaluate<Dual<4>>(duals);
  const Jet<2> jet = e.evaluate<Jet<2>>(jets);
  RC_ASSERT(same(dual.value, pair.value));
  RC_ASSERT(same(jet[0], pair.value));
  if (!isfinite(dual) || !isfinite(jet)) return;
  RC_ASSERT(std::abs(jet[1] - dual.d.sum()) <= 1e-10 * (1 + std::abs(jet[1]) + dual.d.abs().sum()));
  for (int i = 0; i < 4; ++i) RC_ASSERT(e.uses(i) || dual.partial(i) == 0);
}

RC_GTEST_PROP(ExpressionProperty, evaluationOnDoublesAllocatesNothing, (unsigned seed)) {
  const std::vector<double> values{0.75, -1.3, 2.0, 0.1};
  const Expression e = Expression::parse(Generator(seed, values).make(6).text, variables());
  const long before = allocationCount();
  double sum = e.evaluate(values);
  const long after = allocationCount();
  RC_ASSERT(after == before);
  RC_ASSERT(sum == sum || std::isnan(sum));
}

/// Parsing either succeeds or names a place in the text.
void parseAnything(const std::string& text) {
  try {
    const Expression e = Expression::parse(text, variables());
    e.evaluate(std::vector<double>{0.5, -1.0, 2.0, 3.0});
  } catch (const ExpressionError& error) {
    RC_ASSERT(error.position <= text.size());
    RC_ASSERT(error.position + error.length <= text.size());
    RC_ASSERT(!error.message.empty());
  }
}

RC_GTEST_PROP(ExpressionProperty, anyBytesAreParsedOrRefused, (const std::string& text)) {
  parseAnything(text);
}

RC_GTEST_PROP(ExpressionProperty, anyTokensAreParsedOrRefused, ()) {
  static const std::vector<std::string> tokens{"+",        "-",
                                               "*",        "/",
                                               "^",        "(",
                                               ")",        ",",
                                               "<",        "<=",
                                               "==",       "!=",
                                               "x",        "y",
                                               "arm.q[3]", "'tendon 1'.tension",
                                               "'",        ".",
                                               "[",        "]",
                                               "1",        "2.5",
                                               "1e",       "1e400",
                                               "sin(",     "max(",
                                               "if(",      "clamp(",
                                               "pi",       " ",
                                               "\n",       "=",
                                               "\xC3",     "\xE2\x88\x92",
                                               "norm(",    "pow("};
  std::string text;
  const auto picks = *rc::gen::container<std::vector<int>>(rc::gen::inRange(0, static_cast<int>(tokens.size())));
  for (const int i : picks) text += tokens[static_cast<std::size_t>(i)];
  parseAnything(text);
}

RC_GTEST_PROP(ExpressionProperty, damagedExpressionsAreParsedOrRefused, (unsigned seed)) {
  std::string text = Generator(seed, {0.75, -1.3, 2.0, 0.1}).make(4).text;
  std::mt19937 random(seed);
  for (int i = 0; i < 3 && !text.empty(); ++i) {
    const std::size_t at = random() % text.size();
    if (random() % 2 == 0)
      text.erase(at, 1 + random() % 3);
    else
      text.insert(at, 1, static_cast<char>(random() % 256));
  }
  parseAnything(text);
}

}  // namespace
}  // namespace tendril
