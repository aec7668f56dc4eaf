// SPDX-License-Identifier: BSD-3-Clause
// Derivatives by central differences of fourth order, to compare analytic ones with.
#pragma once

#include "core/dynamics/dynamics.hpp"

namespace tendril::tests {

/// ∂f/∂q along every velocity coordinate, with right perturbations.
template <class F>
MatX differences(const Model& model, const VecX& q, F f, double h = 1e-3) {
  MatX out;
  for (int k = 0; k < model.nv; ++k) {
    const auto at = [&](double step) {
      VecX moved(model.nq);
      integrate(model, q, VecX::Unit(model.nv, k) * step, moved);
      return VecX(f(moved));
    };
    const VecX column = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    if (k == 0) out.resize(column.size(), model.nv);
    out.col(k) = column;
  }
  return out;
}

/// ∂f/∂x of plain numbers.
template <class F>
MatX plainDifferences(const VecX& x, F f, double h = 1e-3) {
  MatX out;
  for (int k = 0; k < x.size(); ++k) {
    const auto at = [&](double step) {
      VecX moved = x;
      moved[k] += step;
      return VecX(f(moved));
    };
    const VecX column = (8 * (at(h) - at(-h)) - (at(2 * h) - at(-2 * h))) / (12 * h);
    if (k == 0) out.resize(column.size(), x.size());
    out.col(k) = column;
  }
  return out;
}

}  // namespace tendril::tests
