// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/joint/joint_series.hpp"

#include "core/math/so3.hpp"

namespace tendril {
namespace {

/// Q̇ = ½ Q ∘ (0, ω)
template <int K>
void turnQuaternion(const double* start, const Jet<K>* w, Jet<K>* Q) {
  for (int i = 0; i < 4; ++i) Q[i] = Jet<K>(start[i]);
  for (int k = 0; k < K; ++k) {
    double rate[4] = {0, 0, 0, 0};
    for (int l = 0; l <= k; ++l) {
      const double a = Q[0][l], b = Q[1][l], c = Q[2][l], d = Q[3][l];
      const double x = w[0][k - l], y = w[1][k - l], z = w[2][k - l];
      rate[0] -= b * x + c * y + d * z;
      rate[1] += a * x + c * z - d * y;
      rate[2] += a * y + d * x - b * z;
      rate[3] += a * z + b * y - c * x;
    }
    for (int i = 0; i < 4; ++i) Q[i][k + 1] = rate[i] / (2 * (k + 1));
  }
}

}  // namespace

template <int K>
void jointPositions(const Joint& joint, const double* q0, const Jet<K>* v, Jet<K>* q) {
  for (const ManifoldBlock& block : joint.type->manifold()) {
    if (block.isVector()) {
      for (int i = 0; i < block.size; ++i) q[i] = integral(q0[i], v[i]);
    } else if (block.kind == ManifoldBlock::Kind::kSO3) {
      turnQuaternion(q0, v, q);
    } else {
      turnQuaternion(q0 + 3, v, q + 3);
      const Mat3T<Jet<K>> R = rotationFromQuaternion<Jet<K>>(Vec4T<Jet<K>>(q[3], q[4], q[5], q[6]));
      for (int i = 0; i < 3; ++i) q[i] = integral(q0[i], R(i, 0) * v[3] + R(i, 1) * v[4] + R(i, 2) * v[5]);
    }
    q0 += block.positions(), q += block.positions(), v += block.size;
  }
}

template void jointPositions(const Joint&, const double*, const Jet<3>*, Jet<3>*);
template void jointPositions(const Joint&, const double*, const Jet<7>*, Jet<7>*);
template void jointPositions(const Joint&, const double*, const Jet<11>*, Jet<11>*);
template void jointPositions(const Joint&, const double*, const Jet<15>*, Jet<15>*);

}  // namespace tendril
