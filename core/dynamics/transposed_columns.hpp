// SPDX-License-Identifier: BSD-3-Clause
// One wrench against the columns of many coordinates at once. The columns are stored turned, one coordinate per row,
// so that the sums of neighbouring coordinates run side by side in the vector registers.
#pragma once

#include "core/model/data.hpp"

// The rounds of the loop that follows do not depend on each other.
#ifdef __clang__
#define TENDRIL_INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define TENDRIL_INDEPENDENT _Pragma("GCC ivdep")
#endif

namespace tendril {

/// Where L, R, J, Y begin in Data::columnsTurned.
enum Turned : Eigen::Index { kTurnedL = 0, kTurnedR = 6, kTurnedJ = 12, kTurnedY = 18 };

/// Coordinates [first, first + size) of Data::columnsTurned.
struct TurnedColumns {
  TurnedColumns(const Data& data, int first, int count)
      : begin(data.columnsTurned.data() + first), stride(data.columnsTurned.rows()), size(count) {}

  /// out[k] = (kAdd ? out[k] : 0) + column_k · x for the six rows of the columns from `part` on.
  template <bool kAdd>
  void dot(Turned part, const double* x, double* out) const {
    const double* const a = begin + part * stride;
    const Eigen::Index s = stride;
    const double x0 = x[0], x1 = x[1], x2 = x[2], x3 = x[3], x4 = x[4], x5 = x[5];
    TENDRIL_INDEPENDENT
    for (int k = 0; k < size; ++k) {
      const double low = a[k] * x0 + a[k + s] * x1 + a[k + 2 * s] * x2;
      const double high = a[k + 3 * s] * x3 + a[k + 4 * s] * x4 + a[k + 5 * s] * x5;
      out[k] = kAdd ? out[k] + (low + high) : low + high;
    }
  }

  const double* begin;
  Eigen::Index stride;
  int size;
};

}  // namespace tendril

#undef TENDRIL_INDEPENDENT
