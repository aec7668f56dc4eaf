// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/map/primitives/backbone_series.hpp"

#include <type_traits>

#include "core/model/volume/map/dual_vector.hpp"

namespace tendril {
namespace {

constexpr int kRows = BackboneTables::kOrder + 1;

template <class S>
Vec3T<S> vec(const MatXT<S>& m, int row, int column) {
  return {m(row, column), m(row, column + 1), m(row, column + 2)};
}

template <class S>
void set(MatXT<S>& m, int row, int column, const Vec3T<S>& x) {
  m(row, column) = x[0], m(row, column + 1) = x[1], m(row, column + 2) = x[2];
}

}  // namespace

template <class S>
BackboneSeries<S>::BackboneSeries(const BackboneTables& tables) : tables_(tables) {
  Eigen::Index longest = 1;
  for (const BackboneInterval& interval : tables.intervals()) longest = std::max(longest, interval.modes.rows());
  strains_.value.resize(6, longest), strains_.rate.resize(6, longest);
  series_.assign(tables.intervals().size(), MatXT<S>(kRows, columns()));
  if constexpr (std::is_same_v<S, double>) packed_.emplace(tables);
}

template <class S>
void BackboneSeries<S>::run(const VecXT<S>& q, const VecXT<S>& qd) {
  for (std::size_t i = 0; i < series_.size(); ++i) {
    const BackboneInterval& interval = tables_.intervals()[i];
    setStrains(interval, q, qd);
    if constexpr (std::is_same_v<S, double>) {
      packed_->start(i == 0);
      for (int k = 0; k + 1 < kRows; ++k) packed_->step(interval, strains_, k, qd);
      packed_->unpack(series_[i]);
    } else {
      start(series_[i], i > 0 ? &series_[i - 1] : nullptr);
      for (int k = 0; k + 1 < kRows; ++k) step(interval, series_[i], k, qd);
    }
  }
}

template <class S>
void BackboneSeries<S>::setStrains(const BackboneInterval& interval, const VecXT<S>& q, const VecXT<S>& qd) {
  strains_.degree = static_cast<int>(interval.modes.rows()) - 1;
  strains_.value.setConstant(S(0.0)), strains_.rate.setConstant(S(0.0));
  strains_.value(3, 0) = S(1.0);
  for (int j = 0; j < tables_.size(); ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row == BackboneRow::kSource) continue;
    for (int k = 0; k <= strains_.degree; ++k) {
      const double c = interval.modes(k, j);
      if (c == 0) continue;
      strains_.value(static_cast<int>(row), k) += q[j] * c;
      strains_.rate(static_cast<int>(row), k) += qd[j] * c;
    }
  }
}

// The series of the interval before, summed at its end.
template <class S>
void BackboneSeries<S>::start(MatXT<S>& series, const MatXT<S>* before) const {
  for (int c = 0; c < columns(); ++c) {
    S sum(0.0);
    if (before)
      for (int k = kRows; k-- > 0;) sum += (*before)(k, c);
    series(0, c) = sum;
  }
  if (!before)
    for (int i = 0; i < 3; ++i) series(0, kR + 4 * i) = S(1.0);
}

template <class S>
void BackboneSeries<S>::step(const BackboneInterval& interval, MatXT<S>& series, int k, const VecXT<S>& qd) const {
  const int n = tables_.size(), degree = std::min(k, strains_.degree);
  const double factor = interval.length / (k + 1);
  MatXT<S>& m = series;
  for (int c = 0; c < columns(); ++c) m(k + 1, c) = S(0.0);
  const auto add = [&](int column, const Vec3T<S>& x) {
    for (int i = 0; i < 3; ++i) m(k + 1, column + i) += x[i] * factor;
  };
  for (int i = 0; i <= degree; ++i) {
    const Vec3T<S> u = strains_.value.col(i).template head<3>(), v = strains_.value.col(i).template tail<3>();
    const Vec3T<S> ud = strains_.rate.col(i).template head<3>(), vd = strains_.rate.col(i).template tail<3>();
    const int r = k - i;
    const Vec3T<S> x = vec(m, r, kR), y = vec(m, r, kR + 3), z = vec(m, r, kR + 6);
    // R û: its columns are R (u × e).
    add(kR, Vec3T<S>(y * u[2] - z * u[1]));
    add(kR + 3, Vec3T<S>(z * u[0] - x * u[2]));
    add(kR + 6, Vec3T<S>(x * u[1] - y * u[0]));
    add(kT, Vec3T<S>(x * v[0] + y * v[1] + z * v[2]));
    for (int j = 0; j < n; ++j) {
      const Vec3T<S> w = vec(m, r, kZeta + 6 * j), l = vec(m, r, kZeta + 6 * j + 3);
      add(kZeta + 6 * j, crossed<S>(w, u));
      add(kZeta + 6 * j + 3, Vec3T<S>(crossed<S>(w, v) - crossed<S>(u, l)));
    }
    const Vec3T<S> omega = vec(m, r, kOmega), nu = vec(m, r, kNu), alpha = vec(m, r, kAlpha), beta = vec(m, r, kBeta);
    add(kAlpha, Vec3T<S>(crossed<S>(alpha, u) + crossed<S>(omega, ud)));
    add(kBeta, Vec3T<S>(crossed<S>(alpha, v) - crossed<S>(ud, nu) - crossed<S>(u, beta) + crossed<S>(omega, vd)));
  }
  for (int j = 0; k < interval.modes.rows() && j < n; ++j) {
    const BackboneRow row = tables_.modes()[static_cast<std::size_t>(j)].row;
    if (row != BackboneRow::kSource)
      m(k + 1, kZeta + 6 * j + static_cast<int>(row)) += S(interval.modes(k, j) * factor);
  }
  for (int c = 0; c < 6; ++c) {
    S sum(0.0);
    for (int j = 0; j < n; ++j) sum += m(k + 1, kZeta + 6 * j + c) * qd[j];
    m(k + 1, kOmega + c) = sum;
  }
}

template class BackboneSeries<double>;
template class BackboneSeries<Directions>;
template class BackboneSeries<MotionSeries>;

}  // namespace tendril
