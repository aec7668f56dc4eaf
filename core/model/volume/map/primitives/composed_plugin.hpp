// SPDX-License-Identifier: BSD-3-Clause
// Primitives of plugins in the maps of the composed family. Internal to core/model/volume.
#pragma once

#include <memory>

#include "core/math/dual.hpp"
#include "core/math/pose.hpp"
#include "core/model/plugin/failure_note.hpp"
#include "core/model/plugin/plugin_functions.hpp"
#include "plugins/sdk/jet.hpp"

namespace tendril {

/// A primitive of a plugin in one map. Where it fails it answers NaN, which ends the motion, and remembers why.
class PluginMap {
 public:
  static constexpr int kVariables = PluginPrimitive::kVariables, kDegree = 4;
  using Terms = plugin::Monomials<kVariables, kDegree>;
  using Place = std::array<double, kVariables>;

  explicit PluginMap(std::shared_ptr<const PluginPrimitive> primitive) : primitive_(std::move(primitive)) {}

  const PluginPrimitive& primitive() const { return *primitive_; }

  /// Moves a point, where the modes sum up to m and their integral to M: Taylor polynomials about the plain numbers,
  /// for infinitesimals vanish above a power. Returns the margin, NaN after a failure.
  template <class S>
  double move(Vec3T<S>& x, const S& m, const S& M) const {
    constexpr int degree = kNilpotency<S>;
    static_assert(degree <= kDegree);
    constexpr std::size_t terms = static_cast<std::size_t>(plugin::termCount(kVariables, degree));
    const std::array<const S*, kVariables> given = {&x[0], &x[1], &x[2], &m, &M};
    Place at;
    for (std::size_t v = 0; v < at.size(); ++v) at[v] = plainValue(*given[v]);
    std::array<double, 3 * terms> c;
    const double margin = evaluate(degree, at, c);
    if constexpr (degree == 0) {
      x = Vec3T<S>(c[0], c[1], c[2]);
    } else {
      std::array<S, kVariables> delta;
      for (std::size_t v = 0; v < at.size(); ++v) delta[v] = *given[v] - at[v];
      Vec3T<S> sum = {S(c[0]), S(c[terms]), S(c[2 * terms])};
      const Needed<terms> needed(c);
      for (int v = 0; v < kVariables; ++v) add<terms>(c, needed, 1 + v, delta[static_cast<std::size_t>(v)], delta, sum);
      x = sum;
    }
    return margin;
  }

  /// What went wrong, for people.
  const FailureNote& failure() const { return failure_; }

 private:
  double evaluate(int degree, const Place& at, std::span<double> out) const;

  /// Terms with a coefficient, and those from which one of them is reached.
  template <std::size_t kTerms>
  struct Needed {
    std::array<bool, kTerms> flags{};

    explicit Needed(const std::array<double, 3 * kTerms>& c) {
      const Terms& terms = Terms::instance();
      for (std::size_t k = kTerms; k-- > 1;) {
        flags[k] |= c[k] != 0 || c[kTerms + k] != 0 || c[2 * kTerms + k] != 0;
        const int term = static_cast<int>(k), parent = terms.parent(term);
        if (flags[k]) flags[static_cast<std::size_t>(parent)] = true;
      }
    }
  };

  /// Adds a term, whose monomial has the value `power`, and all terms that begin with it.
  template <std::size_t kTerms, class S>
  static void add(const std::array<double, 3 * kTerms>& c, const Needed<kTerms>& needed, int term, const S& power,
                  const std::array<S, kVariables>& delta, Vec3T<S>& sum) {
    const auto k = static_cast<std::size_t>(term);
    if (!needed.flags[k]) return;
    for (std::size_t a = 0; a < 3; ++a)
      if (const double factor = c[a * kTerms + k]; factor != 0) sum[static_cast<int>(a)] += power * factor;
    const Terms& terms = Terms::instance();
    for (int v = terms.last(term); v < kVariables; ++v) {
      const int next = terms.next(term, v);
      if (next < 0 || next >= static_cast<int>(kTerms)) return;
      if (needed.flags[static_cast<std::size_t>(next)])
        add<kTerms>(c, needed, next, S(power * delta[static_cast<std::size_t>(v)]), delta, sum);
    }
  }

  std::shared_ptr<const PluginPrimitive> primitive_;
  FailureNote failure_;
};

}  // namespace tendril
