// SPDX-License-Identifier: BSD-3-Clause
// Laws of bodies whose maps do not keep the volume (primitives.md §3.5).
#pragma once

#include "core/model/volume/volume_law.hpp"

namespace tendril {

/// A law of rubber made compressible, with the shear modulus μ that it has and the bulk modulus
/// K = 2μ(1 + ν)/(3(1 − 2ν)): W(J^(−2/3) I1, J^(−4/3) I2) + K/4 (J² − 1 − 2 ln J), J = det F. Grows without bound as
/// J → 0; NaN beyond.
class CompressibleLaw final : public VolumeLaw {
 public:
  /// ν in (−1, 0.5). Throws std::invalid_argument otherwise.
  CompressibleLaw(std::shared_ptr<const InvariantLaw> law, double poisson);
  double energy(const Mat3& F) const override;
  Mat3 stress(const Mat3& F) const override;
  Mat3T<Directions> stress(const Mat3T<Directions>& F) const override;
  Mat3T<MotionSeries> stress(const Mat3T<MotionSeries>& F) const override;
  Mat3T<SimdPacket> stress(const Mat3T<SimdPacket>& F) const override;
  double stiffness() const override { return law_->stiffness(); }
  std::string whyNoSeries() const override { return law_->whyNoSeries(); }
  const FailureNote* failureNote() const override { return law_->failureNote(); }

 private:
  std::shared_ptr<const InvariantLaw> law_;
  double bulk_;  ///< Pa
};

/// Lamé's constants, Pa.
struct LameConstants {
  double lambda = 0, mu = 0;
  /// Throws std::invalid_argument unless E > 0 and ν in (−1, 0.5).
  static LameConstants of(double young, double poisson);
};

/// Small strain ε = sym F − 1 in the axes of the body's base: W = μ ε:ε + ½λ (tr ε)². What turns as a whole strains;
/// for maps of linear modes. Damping is relaxation × stiffness.
class LinearLaw final : public VolumeLaw {
 public:
  LinearLaw(double young, double poisson) : lame_(LameConstants::of(young, poisson)) {}
  double energy(const Mat3& F) const override;
  Mat3 stress(const Mat3& F) const override;
  Mat3T<Directions> stress(const Mat3T<Directions>& F) const override;
  Mat3T<MotionSeries> stress(const Mat3T<MotionSeries>& F) const override;
  Mat3T<SimdPacket> stress(const Mat3T<SimdPacket>& F) const override;
  Mat3 viscousStress(const Mat3& F, const Mat3& rate) const override;
  Mat3T<Directions> viscousStress(const Mat3T<Directions>& F, const Mat3T<Directions>& rate) const override;
  Mat3T<MotionSeries> viscousStress(const Mat3T<MotionSeries>& F, const Mat3T<MotionSeries>& rate) const override;
  Mat3T<SimdPacket> viscousStress(const Mat3T<SimdPacket>& F, const Mat3T<SimdPacket>& rate) const override;
  double stiffness() const override { return lame_.mu / 2; }

 private:
  LameConstants lame_;
};

/// Linear in the stretches: W = μ |S − 1|² + ½λ tr²(S − 1) with F = R S, R a rotation. Sections of a bent body that
/// stay plane have exactly the stiffness E I where ν = 0. Damping is relaxation × stiffness, of the rates of S.
class StretchLaw final : public VolumeLaw {
 public:
  StretchLaw(double young, double poisson) : lame_(LameConstants::of(young, poisson)) {}
  double energy(const Mat3& F) const override;
  Mat3 stress(const Mat3& F) const override;
  Mat3T<Directions> stress(const Mat3T<Directions>& F) const override;
  Mat3T<MotionSeries> stress(const Mat3T<MotionSeries>& F) const override;
  Mat3T<SimdPacket> stress(const Mat3T<SimdPacket>& F) const override;
  Mat3 viscousStress(const Mat3& F, const Mat3& rate) const override;
  Mat3T<Directions> viscousStress(const Mat3T<Directions>& F, const Mat3T<Directions>& rate) const override;
  Mat3T<MotionSeries> viscousStress(const Mat3T<MotionSeries>& F, const Mat3T<MotionSeries>& rate) const override;
  Mat3T<SimdPacket> viscousStress(const Mat3T<SimdPacket>& F, const Mat3T<SimdPacket>& rate) const override;
  double stiffness() const override { return lame_.mu / 2; }

 private:
  LameConstants lame_;
};

}  // namespace tendril
