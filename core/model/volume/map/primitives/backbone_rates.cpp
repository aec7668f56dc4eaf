// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/backbone_rates.hpp"

#include "core/math/simd_packet.hpp"

namespace tendril {

struct BackboneRates::Sum {
  SimdPacket w[3] = {0.0, 0.0, 0.0}, l[3] = {0.0, 0.0, 0.0};

  /// Adds −ad_x of the rows from `row` on at `power`.
  TENDRIL_INLINE void add(const MatX& packed, Eigen::Index row, int power, const double* x) {
    SimdPacket z[6], u[3], v[3];
    for (int c = 0; c < 6; ++c) z[c] = SimdPacket::load(&packed(row, 6 * power + c));
    for (int c = 0; c < 3; ++c) u[c] = x[c], v[c] = x[3 + c];
    for (int c = 0; c < 3; ++c) {
      const int d = (c + 1) % 3, e = (c + 2) % 3;
      w[c] += z[d] * u[e] - z[e] * u[d];
      l[c] += (z[3 + d] * u[e] - z[3 + e] * u[d]) + (z[d] * v[e] - z[e] * v[d]);
    }
  }
};

BackboneRates::BackboneRates(const BackboneTables& tables) : tables_(tables), n_(tables.size()) {
  rates_ = SimdPacket::padded(n_ + 3);
  accelerations_ = rates_ + SimdPacket::padded(n_);
  second_ = accelerations_ + SimdPacket::padded(n_);
  Eigen::Index rows = 0;
  for (int k = 0; k < n_; ++k) {
    secondRows_.push_back(rows);
    rows += SimdPacket::padded(k + 1);
    turning_.resize(static_cast<std::size_t>(rows / SimdPacket::kCount), k);
  }
  packed_.assign(tables.intervals().size(), MatX::Zero(second_ + rows, 6 * kPowers));
  Eigen::Index longest = 1;
  for (const BackboneInterval& interval : tables.intervals()) longest = std::max(longest, interval.modes.rows());
  for (Strains* each : {&strains_, &strainRates_, &strainAccelerations_}) each->resize(6, longest);
  series_.assign(packed_.size(), MatX(kPowers, columns()));
}

void BackboneRates::run(const VecXRef& q, const VecXRef& qd, const VecXRef& qdd) {
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const BackboneInterval& interval = tables_.intervals()[i];
    setStrains(interval, q, strains_), setStrains(interval, qd, strainRates_);
    setStrains(interval, qdd, strainAccelerations_);
    strains_(3, 0) += 1;
    start(i);
    for (int k = 0; k + 1 < kPowers; ++k) step(i, k);
    unpack(i, qd, qdd);
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

/// The power 0: the sums of the series of the interval before, at its end.
void BackboneRates::start(std::size_t interval) {
  auto now = packed_[interval].leftCols<6>();
  now.setZero();
  if (interval == 0) {
    for (int i = 0; i < 3; ++i) now(n_ + i, i) = 1;
    return;
  }
  for (int k = kPowers; k-- > 0;) now += packed_[interval - 1].middleCols<6>(6 * k);  // the smallest terms first
}

/// The power k + 1 from those up to k.
void BackboneRates::step(std::size_t index, int k) {
  const BackboneInterval& interval = tables_.intervals()[index];
  MatX& packed = packed_[index];
  const auto degree = static_cast<int>(interval.modes.rows()) - 1;
  const double factor = interval.length / (k + 1);
  for (Eigen::Index row = 0; row < packed.rows(); row += SimdPacket::kCount) {
    Sum sum;
    for (int i = 0; i <= std::min(k, degree); ++i) {
      sum.add(packed, row, k - i, &strains_(0, i));
      if (row >= rates_) addSources(interval, packed, row, i, k - i, sum);
    }
    for (int c = 0; c < 3; ++c) {
      (sum.w[c] * factor).store(&packed(row, 6 * (k + 1) + c), SimdPacket::kCount);
      (sum.l[c] * factor).store(&packed(row, 6 * (k + 1) + 3 + c), SimdPacket::kCount);
    }
  }
  for (int j = 0; k <= degree && j < n_; ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row != BackboneRow::kSource) packed(j, 6 * (k + 1) + static_cast<int>(row)) += interval.modes(k, j) * factor;
  }
}

/// Of what the strains of this degree change, carried by them from a power of σ.
void BackboneRates::addSources(const BackboneInterval& interval, const MatX& packed, Eigen::Index row, int degree,
                               int power, Sum& sum) const {
  if (row < accelerations_) {
    sum.add(packed, row - rates_, power, &strainRates_(0, degree));
  } else if (row < second_) {
    const Vec6 twice = 2 * strainRates_.col(degree);
    sum.add(packed, row - accelerations_ + rates_, power, twice.data());
    sum.add(packed, row - accelerations_, power, &strainAccelerations_(0, degree));
  } else {
    const auto k = static_cast<std::size_t>(turning_[static_cast<std::size_t>((row - second_) / SimdPacket::kCount)]);
    const BackboneRow strain = tables_.modes()[k].row;
    const double mode = interval.modes(degree, static_cast<int>(k));
    if (strain == BackboneRow::kSource || mode == 0) return;
    const Vec6 x = mode * Vec6::Unit(static_cast<int>(strain));
    sum.add(packed, row - second_ - secondRows_[k], power, x.data());
  }
}

void BackboneRates::unpack(std::size_t interval, const VecXRef& qd, const VecXRef& qdd) {
  MatX& series = series_[interval];
  const MatX& packed = packed_[interval];
  series.middleCols<6>(kOmega).setZero();
  for (int k = 0; k < kPowers; ++k) {
    const auto at = packed.middleCols<6>(6 * k);
    for (int c = 0; c < 3; ++c)
      for (int i = 0; i < 3; ++i) series(k, kR + 3 * c + i) = at(n_ + i, c);
    for (int j = 0; j < n_; ++j) {
      for (int c = 0; c < 6; ++c) {
        series(k, kZeta + 6 * j + c) = at(j, c);
        series(k, rate() + 6 * j + c) = at(rates_ + j, c);
        series(k, acceleration() + 6 * j + c) = at(accelerations_ + j, c);
      }
      for (int c = 0; c < 3; ++c) {
        series(k, kOmega + c) += qd[j] * at(j, c);
        series(k, kAlpha + c) += qd[j] * at(rates_ + j, c) + qdd[j] * at(j, c);
      }
    }
  }
}

}  // namespace tendril
