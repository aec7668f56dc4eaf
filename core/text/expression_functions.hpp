// SPDX-License-Identifier: BSD-3-Clause
// The functions of the expression language. To add one, add one line to kFunctions: its number of arguments, name,
// meaning and a generic lambda that works on every scalar.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

#include "core/math/dual.hpp"
#include "core/math/jet.hpp"

namespace tendril::expression {

using std::abs, std::acos, std::asin, std::atan, std::atan2, std::ceil, std::cos, std::cosh, std::exp, std::floor,
    std::hypot, std::log, std::log10, std::max, std::min, std::pow, std::sin, std::sinh, std::sqrt, std::tan, std::tanh;

/// One function of exactly `Arguments` arguments; a foldable one takes more and is applied from left to right.
template <int Arguments, class F>
struct Function {
  static constexpr int kArguments = Arguments;
  std::string_view name, meaning;
  F apply;
  bool foldable = false;
};
template <int Arguments, class F>
constexpr Function<Arguments, F> function(std::string_view name, std::string_view meaning, F apply,
                                          bool foldable = false) {
  return {name, meaning, apply, foldable};
}

template <class S>
S signOf(const S& x) {
  const double v = plainValue(x);
  return S(v > 0 ? 1.0 : v < 0 ? -1.0 : v);
}
template <class S>
S clamped(const S& x, const S& low, const S& high) {
  return S(min(S(max(x, low)), high));
}
template <class S>
S smooth(const S& from, const S& to, const S& x) {
  const S u = clamped(S((x - from) / (to - from)), S(0.0), S(1.0));
  return S(u * u * (3.0 - u * 2.0));
}

// A function a line, so that they can be read as a table.
// clang-format off
inline constexpr auto kFunctions = std::make_tuple(
    function<1>("sin", "sine of an angle in rad", [](const auto& x) { return sin(x); }),
    function<1>("cos", "cosine of an angle in rad", [](const auto& x) { return cos(x); }),
    function<1>("tan", "tangent of an angle in rad", [](const auto& x) { return tan(x); }),
    function<1>("asin", "angle whose sine is x", [](const auto& x) { return asin(x); }),
    function<1>("acos", "angle whose cosine is x", [](const auto& x) { return acos(x); }),
    function<1>("atan", "angle whose tangent is x", [](const auto& x) { return atan(x); }),
    function<2>("atan2", "angle of the vector (x, y): atan2(y, x)", [](const auto& y, const auto& x) { return atan2(y, x); }),
    function<1>("sinh", "hyperbolic sine", [](const auto& x) { return sinh(x); }),
    function<1>("cosh", "hyperbolic cosine", [](const auto& x) { return cosh(x); }),
    function<1>("tanh", "hyperbolic tangent", [](const auto& x) { return tanh(x); }),
    function<1>("exp", "e to the power x", [](const auto& x) { return exp(x); }),
    function<1>("log", "natural logarithm", [](const auto& x) { return log(x); }),
    function<1>("ln", "natural logarithm", [](const auto& x) { return log(x); }),
    function<1>("log10", "logarithm to base 10", [](const auto& x) { return log10(x); }),
    function<1>("sqrt", "square root", [](const auto& x) { return sqrt(x); }),
    function<1>("abs", "absolute value; slope at 0 that of +x", [](const auto& x) { return abs(x); }),
    function<1>("sign", "-1, 0 or 1", [](const auto& x) { return signOf(x); }),
    function<1>("floor", "largest whole number not above x", [](const auto& x) { return floor(x); }),
    function<1>("ceil", "smallest whole number not below x", [](const auto& x) { return ceil(x); }),
    function<1>("step", "0 below zero, 1 from zero on", [](const auto& x) { return plainValue(x) >= 0 ? 1.0 : 0.0; }),
    function<2>("mod", "x - y floor(x/y): has the sign of y", [](const auto& x, const auto& y) { return x - y * floor(x / y); }),
    function<2>("pow", "x to the power y, as x^y", [](const auto& x, const auto& y) { return pow(x, y); }),
    function<2>("min", "smallest; slope at a tie that of the first", [](const auto& x, const auto& y) { return min(x, y); }, true),
    function<2>("max", "largest; slope at a tie that of the first", [](const auto& x, const auto& y) { return max(x, y); }, true),
    function<2>("hypot", "root of the sum of squares", [](const auto& x, const auto& y) { return hypot(x, y); }, true),
    function<2>("norm", "root of the sum of squares", [](const auto& x, const auto& y) { return hypot(x, y); }, true),
    function<3>("clamp", "x kept within: clamp(x, low, high)", [](const auto& x, const auto& low, const auto& high) { return clamped(x, low, high); }),
    function<3>("smoothstep", "0 to 1 while x goes from a to b: smoothstep(a, b, x)", [](const auto& a, const auto& b, const auto& x) { return smooth(a, b, x); }),
    function<3>("if", "if(c, a, b): a where c is not 0, else b", [](const auto& c, const auto& a, const auto& b) { return plainValue(c) != 0 ? a : b; }));
// clang-format on

inline constexpr std::size_t kFunctionCount = std::tuple_size_v<decltype(kFunctions)>;

/// A function without its scalar.
struct FunctionInfo {
  std::string_view name, meaning;
  int arguments;
  bool foldable;
};
inline constexpr std::array<FunctionInfo, kFunctionCount> kFunctionInfo = std::apply(
    [](const auto&... f) {
      return std::array<FunctionInfo, kFunctionCount>{FunctionInfo{f.name, f.meaning, f.kArguments, f.foldable}...};
    },
    kFunctions);

/// Function number I on the scalar S; arguments that it does not take are ignored.
template <class S, std::size_t I>
S callFunction(const S& a, const S& b, const S& c) {
  constexpr auto& entry = std::get<I>(kFunctions);
  constexpr int arguments = std::decay_t<decltype(entry)>::kArguments;
  if constexpr (arguments == 1) {
    return S(entry.apply(a));
  } else if constexpr (arguments == 2) {
    return S(entry.apply(a, b));
  } else {
    return S(entry.apply(a, b, c));
  }
}

template <class S>
using FunctionPointer = S (*)(const S&, const S&, const S&);

/// All functions on the scalar S, by number.
template <class S>
inline constexpr std::array<FunctionPointer<S>, kFunctionCount> kFunctionPointers = [
]<std::size_t... I>(std::index_sequence<I...>) {
  return std::array<FunctionPointer<S>, kFunctionCount>{&callFunction<S, I>...};
}
(std::make_index_sequence<kFunctionCount>());

}  // namespace tendril::expression
