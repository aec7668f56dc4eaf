// SPDX-License-Identifier: BSD-3-Clause
// Second derivatives of ψ = λ:G, λ fixed, at a point of a section. Internal to core/model/volume.
//
// With e = (0, y, z) and ∂h/∂(s, y, z) = (∂s − h³ ∂c)/E, E = 3c h² + 2h (radial.hpp, backbone_strain.hpp):
//     ψ = λ₁·v + h (λ₁x k + t + B) + (S − h³ C)/E,   C = ⅔ (K/e − k f/e²),   S = N − f/e²,
// where k, e, m are those of RadialArgument and
//     K = α k' + γ κy − β κz,   f = α e',   N = α m'/ρ² − 2 m (β y + γ z)/ρ⁴,   t = (λ₁z y − λ₁y z) τ,
//     α = e·λ₁,   β = e·λ₂,   γ = e·λ₃,
// all linear in q, so that the Hessian by these seven says all.
#pragma once

#include "core/model/volume/map/primitives/radial_slopes.hpp"

namespace tendril {

class StrainCurvature {
 public:
  /// What a coordinate changes of the seven: one of (k, e, m) and one of (K, f, N), or t; −1: none.
  struct Share {
    int argument = -1, linear = -1;
    SimdPacket ofArgument = 0.0, ofLinear = 0.0;
  };

  /// `stress`: λ of the points.
  StrainCurvature(const PointsAt<double>& at, const Mat3T<SimdPacket>& stress)
      : at_(at),
        y_(SimdPacket::load(&at.points.y[at.i])),
        z_(SimdPacket::load(&at.points.z[at.i])),
        ir2_(SimdPacket::load(&at.points.inverseR2[at.i])) {
    for (int c = 0; c < 3; ++c) along_[static_cast<std::size_t>(c)] = y_ * stress(1, c) + z_ * stress(2, c);
    ofCurvature_ = stress(0, 0);
    ofTorsion_ = stress(2, 0) * y_ - stress(1, 0) * z_;
    constant_ = stress(1, 1) + stress(2, 2);
    ofSource_ = -2.0 * ir2_ * ir2_ * (along_[1] * y_ + along_[2] * z_);
  }

  Share share(BackboneRow row, int j) const {
    const SimdPacket phi = at_.phi(j), dphi = at_.dphi(j);
    const auto& [alpha, beta, gamma] = along_;
    const int argument = RadialArgument::of(row);
    const SimdPacket change = RadialArgument::change(row, phi, y_, z_);
    switch (row) {
      case BackboneRow::kStretch:
        return {argument, kF, change, alpha * dphi};
      case BackboneRow::kBendingY:
        return {argument, kK, change, alpha * dphi * z_ + gamma * phi};
      case BackboneRow::kBendingZ:
        return {argument, kK, change, -(alpha * dphi * y_ + beta * phi)};
      case BackboneRow::kSource:
        return {argument, kN, change, alpha * dphi * ir2_ + ofSource_ * phi};
      case BackboneRow::kTorsion:
        return {RadialArgument::kNone, kT, 0.0, ofTorsion_ * phi};
      default:
        return {};  // shear is linear
    }
  }
  void add(const Share& share, double q) {
    if (share.argument >= 0) arguments_[static_cast<std::size_t>(share.argument)] += share.ofArgument * q;
    if (share.linear >= 0) linear_[static_cast<std::size_t>(share.linear)] += share.ofLinear * q;
  }
  /// After all are added.
  void differentiate();
  /// ∂²ψ by two coordinates.
  TENDRIL_INLINE SimdPacket second(const Share& x, const Share& y) const {
    SimdPacket sum(0.0);
    if (x.argument >= 0 && y.argument >= 0)
      sum += changes_[static_cast<std::size_t>(x.argument)].d[static_cast<std::size_t>(y.argument)] * x.ofArgument *
             y.ofArgument;
    if (x.argument >= 0 && y.linear >= 0)
      sum += linearChanges_[static_cast<std::size_t>(y.linear)].d[static_cast<std::size_t>(x.argument)] * x.ofArgument *
             y.ofLinear;
    if (x.linear >= 0 && y.argument >= 0)
      sum += linearChanges_[static_cast<std::size_t>(x.linear)].d[static_cast<std::size_t>(y.argument)] * x.ofLinear *
             y.ofArgument;
    return sum;
  }

 private:
  using D = PacketDual<3>;
  static constexpr int kK = 0, kF = 1, kN = 2, kT = 3;

  PointsAt<double> at_;
  SimdPacket y_, z_, ir2_;
  std::array<SimdPacket, 3> along_;  ///< α, β, γ
  SimdPacket ofCurvature_, ofTorsion_, constant_, ofSource_;
  std::array<SimdPacket, 3> arguments_ = {0.0, 1.0, 0.0};
  std::array<SimdPacket, 4> linear_ = {0.0, 0.0, 0.0, 0.0};
  std::array<D, 3> changes_;        ///< ∂ψ/∂(k, e, m), with their derivatives by these
  std::array<D, 4> linearChanges_;  ///< ∂ψ/∂(K, f, N, t), likewise
};

inline void StrainCurvature::differentiate() {
  constexpr double kThird = 2.0 / 3;
  const auto variable = [&](int a) {
    return D::variable(arguments_[static_cast<std::size_t>(a)], static_cast<std::size_t>(a));
  };
  const D k = variable(RadialArgument::kCurvature), e = variable(RadialArgument::kStretch),
          m = variable(RadialArgument::kSource);
  const auto& [K, f, N, t] = linear_;
  const RadialSlopes<D> radial(k, e, m, ir2_);
  const auto& [h, iE, ie, c, turned, slope] = radial;
  const D ie2 = ie * ie;
  linearChanges_[kK] = turned * ie * -kThird;
  linearChanges_[kF] = (k * turned * kThird - iE) * ie2;
  linearChanges_[kN] = iE;
  linearChanges_[kT] = h;

  const D C = (ie * K - k * ie2 * f) * kThird, S = D(N) - ie2 * f;
  const D rest = S * iE - C * turned;  // (S − h³ C)/E
  // ∂ψ/∂h with c and s held, then ∂ψ/∂c and ∂ψ/∂s with h moving along
  const D ofH = k * ofCurvature_ + D(t + constant_) - iE * (h * h * C * 3.0 + rest * (c * h * 6.0 + 2.0));
  const D ofC = -(ofH * turned) - h * h * iE * rest * 3.0, ofS = ofH * iE;
  changes_[RadialArgument::kCurvature] = h * ofCurvature_ + ofC * ie * kThird + turned * ie2 * f * kThird;
  changes_[RadialArgument::kSource] = ofS * ir2_;
  const D ofStretch = ie2 * ie * f * 2.0, curvatureOfStretch = (k * ie * f * 2.0 - D(K)) * ie2 * kThird;
  changes_[RadialArgument::kStretch] = ofStretch * iE - curvatureOfStretch * turned - ofC * c * ie - ofS * ie2;
}

/// Σ λ:∂²G/∂q_j∂q_k over blocks of points.
class StrainCurvatureSum {
 public:
  explicit StrainCurvatureSum(const BackboneTables& tables)
      : tables_(tables), shares_(static_cast<std::size_t>(tables.size())), pairs_(shares_.size() * shares_.size()) {}
  /// out (n×n) +=. `stress`: λ, count×9.
  void add(const BackboneEvaluationPoints& points, const VecX& q, const Columns<double>& stress, MatXMut out);

 private:
  void addPoints(const PointsAt<double>& at, const VecX& q, const Columns<double>& stress);

  const BackboneTables& tables_;
  std::vector<StrainCurvature::Share> shares_;  ///< of the points in work
  std::vector<SimdPacket> pairs_;               ///< n×n; of j ≤ k, summed over each fourth point
};

inline void StrainCurvatureSum::add(const BackboneEvaluationPoints& points, const VecX& q,
                                    const Columns<double>& stress, MatXMut out) {
  std::ranges::fill(pairs_, SimdPacket(0.0));
  for (int i = 0; i < points.count(); i += SimdPacket::kCount) addPoints({points, i}, q, stress);
  for (int k = 0; k < tables_.size(); ++k)
    for (int j = 0; j <= k; ++j) {
      const double sum = sumOf(pairs_[static_cast<std::size_t>(k) * shares_.size() + static_cast<std::size_t>(j)]);
      out(j, k) += sum;
      if (j < k) out(k, j) += sum;
    }
}

inline void StrainCurvatureSum::addPoints(const PointsAt<double>& at, const VecX& q, const Columns<double>& stress) {
  Mat3T<SimdPacket> lambda;
  for (int c = 0; c < 9; ++c) lambda.data()[c] = SimdPacket::loadOrZero(&stress(at.i, c), at.points.count() - at.i);
  StrainCurvature curvature(at, lambda);
  for (int j = 0; j < tables_.size(); ++j) {
    StrainCurvature::Share& share = shares_[static_cast<std::size_t>(j)];
    share = curvature.share(tables_.modes()[static_cast<std::size_t>(j)].row, j);
    curvature.add(share, q[j]);
  }
  curvature.differentiate();
  for (std::size_t k = 0; k < shares_.size(); ++k)
    for (std::size_t j = 0; j <= k; ++j) pairs_[k * shares_.size() + j] += curvature.second(shares_[j], shares_[k]);
}

}  // namespace tendril
