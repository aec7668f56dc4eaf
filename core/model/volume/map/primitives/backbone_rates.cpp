// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/backbone_rates.hpp"

#include "core/math/simd_packet.hpp"

namespace tendril {
BackboneRates::BackboneRates(const BackboneTables& tables) : tables_(tables), n_(tables.size()) {
  rates_ = SimdPacket::padded(n_ + 3);
  accelerations_ = rates_ + SimdPacket::padded(n_);
  second_ = accelerations_ + SimdPacket::padded(n_);
  Eigen::Index rows = 0;
  for (int k = 0; k < n_; ++k) secondRows_.push_back(rows), rows += SimdPacket::padded(k + 1);
  packed_.setZero(second_ + rows, 6 * kPowers);
  Eigen::Index longest = 1;
  for (const BackboneInterval& interval : tables.intervals()) longest = std::max(longest, interval.modes.rows());
  for (Strains* each : {&strains_, &strainRates_, &strainAccelerations_}) each->resize(6, longest);
  series_.assign(tables.intervals().size(), MatX(kPowers, columns()));
  seconds_.assign(tables.intervals().size(), MatX(rows, 6 * kPowers));
}

void BackboneRates::run(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) {
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const BackboneInterval& interval = tables_.intervals()[i];
    setStrains(interval, q, strains_), setStrains(interval, qd, strainRates_);
    setStrains(interval, qdd, strainAccelerations_);
    strains_(3, 0) += 1;
    start(i == 0);
    for (int k = 0; k + 1 < kPowers; ++k) step(interval, k);
    unpack(qd, qdd, series_[i]);
    seconds_[i] = packed_.bottomRows(seconds_[i].rows());
  }
}

void BackboneRates::setStrains(const BackboneInterval& interval, const VecXRef& q, Strains& out) const {
  out.setZero();
  for (int j = 0; j < n_; ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row != BackboneRow::kSource)
      out.row(static_cast<int>(row)).head(interval.modes.rows()) += q[j] * interval.modes.col(j).transpose();
  }
}

/// The power 0 of the first interval, or of the next one from the end of that in work.
void BackboneRates::start(bool first) {
  if (first) {
    packed_.leftCols<6>().setZero();
    for (int i = 0; i < 3; ++i) packed_(n_ + i, i) = 1;
    return;
  }
  for (int k = kPowers - 1; k-- > 0;) packed_.middleCols<6>(6 * k) += packed_.middleCols<6>(6 * (k + 1));
}

void BackboneRates::carry(Eigen::Index from, Eigen::Index to, Eigen::Index count, const Vec6& x, int power, int next) {
  const SimdPacket u[3] = {x[0], x[1], x[2]}, v[3] = {x[3], x[4], x[5]};
  for (Eigen::Index j = 0; j < count; j += SimdPacket::kCount) {
    SimdPacket z[6];
    for (int c = 0; c < 6; ++c) z[c] = SimdPacket::load(&packed_(from + j, 6 * power + c));
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3, e = (c + 2) % 3;
      double *w = &packed_(to + j, 6 * next + c), *l = &packed_(to + j, 6 * next + 3 + c);
      (SimdPacket::load(w) + (z[d] * u[e] - z[e] * u[d])).store(w, SimdPacket::kCount);
      (SimdPacket::load(l) + (z[3 + d] * u[e] - z[3 + e] * u[d]) + (z[d] * v[e] - z[e] * v[d]))
          .store(l, SimdPacket::kCount);
    }
  }
}

/// The power k + 1 from those up to k.
void BackboneRates::step(const BackboneInterval& interval, int k) {
  const auto degree = static_cast<int>(interval.modes.rows()) - 1;
  const Eigen::Index n = SimdPacket::padded(n_);
  const double factor = interval.length / (k + 1);
  auto next = packed_.middleCols<6>(6 * (k + 1));
  next.setZero();
  for (int i = 0; i <= std::min(k, degree); ++i) {
    const Vec6 rate = strainRates_.col(i);
    carry(0, 0, packed_.rows(), strains_.col(i), k - i, k + 1);
    carry(0, rates_, n, rate, k - i, k + 1);
    carry(rates_, accelerations_, n, 2 * rate, k - i, k + 1);
    carry(0, accelerations_, n, strainAccelerations_.col(i), k - i, k + 1);
    for (int j = 0; j < n_; ++j) {
      const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
      if (row == BackboneRow::kSource || interval.modes(i, j) == 0) continue;
      carry(0, second_ + secondRows_[static_cast<std::size_t>(j)], SimdPacket::padded(j + 1),
            interval.modes(i, j) * Vec6::Unit(static_cast<int>(row)), k - i, k + 1);
    }
  }
  next *= factor;
  for (int j = 0; k <= degree && j < n_; ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row != BackboneRow::kSource) next(j, static_cast<int>(row)) += interval.modes(k, j) * factor;
  }
}

void BackboneRates::unpack(const VecXRef& qd, const VecXRef& qdd, MatX& series) const {
  series.middleCols<6>(kOmega).setZero();
  for (int k = 0; k < kPowers; ++k) {
    const auto at = packed_.middleCols<6>(6 * k);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) series(k, kR + 3 * c + i) = at(n_ + i, c);
    for (int j = 0; j < n_; ++j) {
      series.row(k).segment<6>(kZeta + 6 * j) = at.row(j);
      series.row(k).segment<6>(rate() + 6 * j) = at.row(rates_ + j);
      series.row(k).segment<6>(acceleration() + 6 * j) = at.row(accelerations_ + j);
      series.row(k).segment<3>(kOmega) += qd[j] * at.row(j).head<3>();
      series.row(k).segment<3>(kAlpha) += qd[j] * at.row(rates_ + j).head<3>() + qdd[j] * at.row(j).head<3>();
    }
  }
}

}  // namespace tendril
