// SPDX-License-Identifier: BSD-3-Clause
// Products of vectors on any scalar, written so that on duals whole registers are multiplied: Eigen's products of duals
// go through memory for every factor. Internal to core/model/volume.
#pragma once

#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// a × b.
template <class S>
Vec3T<S> crossed(const Vec3T<S>& a, const Vec3T<S>& b) {
  if constexpr (!std::is_same_v<S, Directions>) {
    return {S(a[1] * b[2] - a[2] * b[1]), S(a[2] * b[0] - a[0] * b[2]), S(a[0] * b[1] - a[1] * b[0])};
  } else {
    Vec3T<S> out;
    for (int i = 0; i < 3; ++i) {
      const int j = (i + 1) % 3, k = (i + 2) % 3;
      const double aj = a[j].value, ak = a[k].value, bj = b[j].value, bk = b[k].value;
      const double *daj = a[j].d.data(), *dak = a[k].d.data(), *dbj = b[j].d.data(), *dbk = b[k].d.data();
      double* d = out[i].d.data();
      out[i].value = aj * bk - ak * bj;
      for (int n = 0; n < kDirections; ++n) d[n] = aj * dbk[n] + bk * daj[n] - ak * dbj[n] - bj * dak[n];
    }
    return out;
  }
}

/// a · b.
template <class S>
S dotted(const Vec3T<S>& a, const Vec3T<S>& b) {
  return S(a[0] * b[0] + a[1] * b[1] + a[2] * b[2]);
}

/// R x.
template <class S>
Vec3T<S> turned(const Mat3T<S>& R, const Vec3T<S>& x) {
  if constexpr (!std::is_same_v<S, Directions>) {
    Vec3T<S> out;
    for (int i = 0; i < 3; ++i) out[i] = R(i, 0) * x[0] + R(i, 1) * x[1] + R(i, 2) * x[2];
    return out;
  } else {
    Vec3T<S> out;
    for (int i = 0; i < 3; ++i) {
      const double r0 = R(i, 0).value, r1 = R(i, 1).value, r2 = R(i, 2).value;
      const double x0 = x[0].value, x1 = x[1].value, x2 = x[2].value;
      const double *d0 = R(i, 0).d.data(), *d1 = R(i, 1).d.data(), *d2 = R(i, 2).d.data();
      const double *e0 = x[0].d.data(), *e1 = x[1].d.data(), *e2 = x[2].d.data();
      double* d = out[i].d.data();
      out[i].value = r0 * x0 + r1 * x1 + r2 * x2;
      for (int n = 0; n < kDirections; ++n)
        d[n] = r0 * e0[n] + x0 * d0[n] + r1 * e1[n] + x1 * d1[n] + r2 * e2[n] + x2 * d2[n];
    }
    return out;
  }
}

}  // namespace tendril
