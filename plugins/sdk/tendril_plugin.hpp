// SPDX-License-Identifier: BSD-3-Clause
// Tables of tendril_plugin.h made from C++ functions. A primitive or a law is one generic lambda without captures; its
// derivatives come by jets (jet.hpp). Exceptions end at the interface: the call fails, and their text is told.
#pragma once

#include <exception>
#include <span>
#include <string>
#include <type_traits>

#include "plugins/sdk/jet.hpp"
#include "plugins/sdk/tendril_plugin.h"

namespace tendril::plugin {

inline constexpr int kVariables = 5;      ///< of primitives: x, y, z, m, M
inline constexpr int kLargestDegree = 4;  ///< that a host asks for

/// Where a primitive moves a point, and how far the point is from the end of what the primitive can do.
template <class T>
struct Moved {
  T x, y, z;
  T margin = 1.0;
};
template <class T>
Moved(T, T, T) -> Moved<T>;
template <class T>
Moved(T, T, T, T) -> Moved<T>;

inline std::string& lastErrorText() {
  thread_local std::string text;
  return text;
}

/// For TendrilPlugin::last_error.
inline const char* lastError() {
  return lastErrorText().c_str();
}

/// 0, or 1 where the function throws.
template <class F>
int guarded(const F& function) noexcept {
  try {
    lastErrorText().clear();
    function();
    return 0;
  } catch (const std::exception& error) {
    lastErrorText() = error.what();
  } catch (...) {
    lastErrorText() = "an exception without a text";
  }
  return 1;
}

template <class F>
concept Stateless = std::is_empty_v<F> && std::is_default_constructible_v<F>;

template <class F, int kDegree>
void movePoint(const double* in, double* out, double& margin) {
  using T = Jet<kVariables, kDegree>;
  const Moved<T> moved = F{}(T::variable(in[0], 0), T::variable(in[1], 1), T::variable(in[2], 2), T::variable(in[3], 3),
                             T::variable(in[4], 4));
  for (const T* component : {&moved.x, &moved.y, &moved.z})
    for (const double coefficient : component->c) *out++ = coefficient;
  margin = moved.margin.c[0];
}

template <class F>
int evaluatePrimitive(int degree, int points, const double* in, double* out, double* margin) {
  return guarded([&] {
    using Move = void (*)(const double*, double*, double&);
    constexpr Move kMoves[] = {movePoint<F, 0>, movePoint<F, 1>, movePoint<F, 2>, movePoint<F, 3>, movePoint<F, 4>};
    const int terms = termCount(kVariables, degree);
    for (int i = 0; i < points; ++i) kMoves[degree](in + 5 * i, out + 3 * terms * i, margin[i]);
  });
}

/// A primitive from a lambda (x, y, z, m, M) → Moved{…} of anything that jets can do. `limit`, sizes: TendrilPrimitive.
template <Stateless F>
TendrilPrimitive primitive(const char* name, const char* meaning, const char* limit, double modeSize,
                           double integralSize, F) {
  return {.name = name,
          .meaning = meaning,
          .limit = limit,
          .mode_size = modeSize,
          .integral_size = integralSize,
          .opens_axis = 0,
          .evaluate = evaluatePrimitive<F>};
}

template <class F>
int evaluateLaw(const double* coefficients, int points, const double* I1, const double* I2, double* out) {
  return guarded([&] {
    using T = Jet<2, 2>;
    for (int i = 0; i < points; ++i) {
      const T W = F{}(T::variable(I1[i], 0), T::variable(I2[i], 1), coefficients);
      for (const double value : {W.c[0], W.c[1], W.c[2], 2 * W.c[3], W.c[4], 2 * W.c[5]}) *out++ = value;
    }
  });
}

/// A law from a lambda (I1, I2, const double* coefficients) → W. `coefficients` must live as long as the library.
template <int kCount, Stateless F>
TendrilLaw law(const char* name, const char* meaning, const TendrilCoefficient (&coefficients)[kCount], F) {
  return {.name = name,
          .meaning = meaning,
          .coefficient_count = kCount,
          .coefficients = coefficients,
          .evaluate = evaluateLaw<F>};
}

/// What a controller is asked, and where it answers (TendrilController).
struct Sample {
  const double* parameters;
  double t, step;
  std::span<const double> q, v;
  double* state;
  std::span<double> demand;
  double* signals;
};

template <class F>
int evaluateController(const double* parameters, double t, double step, int nq, const double* q, int nv,
                       const double* v, int outputs, double* state, double* demand, double* signals) {
  const auto size = [](int count) { return static_cast<std::size_t>(count); };
  return guarded([&] {
    F{}(Sample{parameters, t, step, {q, size(nq)}, {v, size(nv)}, state, {demand, size(outputs)}, signals});
  });
}

/// A controller from two lambdas: fits(nq, nv, outputs) throws where it cannot serve, evaluate(const Sample&).
/// `parameters` and `signals` must live as long as the library.
template <int kParameters, int kSignals, Stateless Fits, Stateless F>
TendrilController controller(const char* name, const char* meaning, const TendrilCoefficient (&parameters)[kParameters],
                             int states, const TendrilControllerSignal (&signals)[kSignals], Fits, F) {
  return {.name = name,
          .meaning = meaning,
          .parameter_count = kParameters,
          .parameters = parameters,
          .state_count = states,
          .states_per_output = 0,
          .signal_count = kSignals,
          .signals = signals,
          .fits = [](int nq, int nv, int outputs) { return guarded([&] { Fits{}(nq, nv, outputs); }); },
          .evaluate = evaluateController<F>};
}

template <class Count, class Values>
int evaluateBasis(int order, int points, const double* s, double* values) {
  return guarded([&] {
    const int count = Count{}(order);
    for (int i = 0; i < points; ++i) Values{}(order, s[i], values + count * i);
  });
}

/// A smooth strain basis from three lambdas: count(order), gaussPoints(order), and values(order, s, double* out).
template <Stateless Count, Stateless Gauss, Stateless Values>
TendrilBasis basis(const char* name, const char* meaning, int smallestOrder, int largestOrder, Count, Gauss, Values) {
  return {.name = name,
          .meaning = meaning,
          .smallest_order = smallestOrder,
          .largest_order = largestOrder,
          .count = [](int order) -> int { return Count{}(order); },
          .gauss_points = [](int order) -> int { return Gauss{}(order); },
          .breakpoints = nullptr,
          .evaluate = evaluateBasis<Count, Values>};
}

}  // namespace tendril::plugin
