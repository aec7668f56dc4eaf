// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/packed_backbone.hpp"

#include <algorithm>

#include "core/math/simd_packet.hpp"

namespace tendril {
namespace {

constexpr int kPowers = BackboneTables::kOrder + 1;

}  // namespace

PackedBackbone::PackedBackbone(const BackboneTables& tables) : tables_(tables) {
  packed_.setZero(SimdPacket::padded(tables.size() + 4), 6 * kPowers);
  twist_.setZero(6, kPowers), position_.setZero(3, kPowers);
}

void PackedBackbone::start(bool first) {
  if (first) {
    packed_.leftCols<6>().setZero(), twist_.col(0).setZero(), position_.col(0).setZero();
    for (int i = 0; i < 3; ++i) packed_(tables_.size() + 1 + i, i) = 1;
    return;
  }
  for (int k = kPowers - 1; k-- > 1;) {  // the smallest terms first
    packed_.middleCols<6>(6 * k) += packed_.middleCols<6>(6 * (k + 1));
    twist_.col(k) += twist_.col(k + 1), position_.col(k) += position_.col(k + 1);
  }
  packed_.leftCols<6>() += packed_.middleCols<6>(6);
  twist_.col(0) += twist_.col(1), position_.col(0) += position_.col(1);
}

void PackedBackbone::step(const BackboneInterval& interval, const BackboneStrains<double>& strains, int k,
                          const VecX& qd) {
  const int n = tables_.size(), degree = std::min(k, strains.degree), next = 6 * (k + 1);
  const double factor = interval.length / (k + 1);
  for (Eigen::Index j = 0; j < packed_.rows(); j += SimdPacket::kCount) {
    SimdPacket w[3] = {0.0, 0.0, 0.0}, l[3] = {0.0, 0.0, 0.0};
    for (int i = 0; i <= degree; ++i) {
      SimdPacket z[6], u[3], v[3];
      for (int c = 0; c < 6; ++c) z[c] = SimdPacket::load(&packed_(j, 6 * (k - i) + c));
      for (int c = 0; c < 3; ++c) u[c] = strains.value(c, i), v[c] = strains.value(3 + c, i);
      for (int c = 0; c < 3; ++c) {
        const int d = (c + 1) % 3, e = (c + 2) % 3;
        w[c] += z[d] * u[e] - z[e] * u[d];
        l[c] += (z[3 + d] * u[e] - z[3 + e] * u[d]) + (z[d] * v[e] - z[e] * v[d]);
      }
    }
    for (int c = 0; c < 3; ++c) {
      (w[c] * factor).store(&packed_(j, next + c), SimdPacket::kCount);
      (l[c] * factor).store(&packed_(j, next + 3 + c), SimdPacket::kCount);
    }
  }
  Vec3 alpha = Vec3::Zero(), beta = Vec3::Zero(), t = Vec3::Zero();
  for (int i = 0; i <= degree; ++i) {
    const int r = k - i;
    const Vec3 ud = strains.rate.col(i).head<3>(), vd = strains.rate.col(i).tail<3>();
    const Vec3 omega = twist_.col(r).head<3>(), nu = twist_.col(r).tail<3>();
    alpha += omega.cross(ud), beta += nu.cross(ud) + omega.cross(vd);
    for (int c = 0; c < 3; ++c)
      for (int a = 0; a < 3; ++a) t[a] += packed_(n + 1 + a, 6 * r + c) * strains.value(3 + c, i);
  }
  position_.col(k + 1) = factor * t;
  for (int c = 0; c < 3; ++c) packed_(n, next + c) += factor * alpha[c], packed_(n, next + 3 + c) += factor * beta[c];
  for (int j = 0; k < interval.modes.rows() && j < n; ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row != BackboneRow::kSource) packed_(j, next + static_cast<int>(row)) += interval.modes(k, j) * factor;
  }
  for (int c = 0; c < 6; ++c) twist_(c, k + 1) = packed_.col(next + c).head(n).dot(qd);
}

void PackedBackbone::unpack(MatX& series) const {
  const int n = tables_.size();
  const auto put = [&](int column, Eigen::Index row, int entry) {
    double* to = &series(0, column);
    const double* from = &packed_(row, entry);
    for (Eigen::Index k = 0; k < kPowers; ++k) to[k] = from[6 * k * packed_.rows()];
  };
  for (int c = 0; c < 3; ++c) {
    for (int i = 0; i < 3; ++i) put(BackboneColumns::kR + 3 * c + i, n + 1 + i, c);
    series.col(BackboneColumns::kT + c) = position_.row(c).transpose();
  }
  for (int c = 0; c < 6; ++c) {
    put(BackboneColumns::kAlpha + c, n, c);
    series.col(BackboneColumns::kOmega + c) = twist_.row(c).transpose();
    for (int j = 0; j < n; ++j) put(BackboneColumns::kZeta + 6 * j + c, j, c);
  }
}

}  // namespace tendril
