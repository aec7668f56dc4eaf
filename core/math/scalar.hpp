// SPDX-License-Identifier: BSD-3-Clause
// What the scalars of the engine (double, duals, jets) have in common beside the usual functions.
#pragma once

namespace tendril {

/// Derivatives of the highest order that a scalar carries; series of time say more.
template <class S>
inline constexpr int kHighestDerivative = 2;

/// Highest power of the infinitesimals of a scalar that does not vanish: how many terms of a Taylor series count.
template <class S>
inline constexpr int kNilpotency = 0;

/// The number itself, without derivatives; duals and jets have their own.
inline double plainValue(double x) {
  return x;
}

}  // namespace tendril
