// SPDX-License-Identifier: BSD-3-Clause
// Elastic energy of volumes as a function of the deformation gradient, and the laws of rubber, which know the
// invariants of C = FᵀF alone (primitives.md §3).
#pragma once

#include <memory>

#include "core/model/plugin/failure_note.hpp"
#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// A material law. Immutable. F is the deformation gradient; but for `LinearLaw` it may be turned by any rotation.
class VolumeLaw {
 public:
  virtual ~VolumeLaw() = default;
  /// Energy per undeformed volume, Pa.
  virtual double energy(const Mat3& F) const = 0;
  /// First Piola–Kirchhoff stress ∂W/∂F, Pa.
  virtual Mat3 stress(const Mat3& F) const = 0;
  virtual Mat3T<Directions> stress(const Mat3T<Directions>& F) const = 0;
  /// What a damping force is contracted with, per second of relaxation, for the rate Ḟ; linear in it, Pa. Here of the
  /// objective damping, primitives.md §3.3: ½ stiffness · Ċ : ∂C.
  virtual Mat3 viscousStress(const Mat3& F, const Mat3& rate) const;
  virtual Mat3T<Directions> viscousStress(const Mat3T<Directions>& F, const Mat3T<Directions>& rate) const;
  /// Both on series of time.
  virtual Mat3T<MotionSeries> stress(const Mat3T<MotionSeries>& F) const = 0;
  virtual Mat3T<MotionSeries> viscousStress(const Mat3T<MotionSeries>& F, const Mat3T<MotionSeries>& rate) const;
  /// Both of four points at once.
  virtual Mat3T<SimdPacket> stress(const Mat3T<SimdPacket>& F) const = 0;
  virtual Mat3T<SimdPacket> viscousStress(const Mat3T<SimdPacket>& F, const Mat3T<SimdPacket>& rate) const;
  /// Why it has none, for people, as "its ..."; empty: it has.
  virtual std::string whyNoSeries() const { return {}; }
  /// Half the shear modulus at rest, Pa.
  virtual double stiffness() const = 0;
  /// Where a plugin says that it failed; null of laws that are built in.
  virtual const FailureNote* failureNote() const { return nullptr; }
};

/// Energy per volume and its derivatives with respect to I1 and I2, Pa.
struct LawValues {
  double W = 0, W1 = 0, W2 = 0;
  double W11 = 0, W12 = 0, W22 = 0;
};

/// W(I1, I2), zero at I1 = I2 = 3, of what keeps its volume: the stress has the pressure, which does no work where
/// det F = 1, that makes it vanish at rest.
class InvariantLaw : public VolumeLaw {
 public:
  virtual LawValues evaluate(double I1, double I2) const = 0;
  /// W1 and W2 on series of time; NaN where there are none.
  virtual void slopes(const MotionSeries& I1, const MotionSeries& I2, MotionSeries& W1, MotionSeries& W2) const = 0;
  double energy(const Mat3& F) const override;
  Mat3 stress(const Mat3& F) const override;
  Mat3T<Directions> stress(const Mat3T<Directions>& F) const override;
  Mat3T<MotionSeries> stress(const Mat3T<MotionSeries>& F) const override;
  Mat3T<SimdPacket> stress(const Mat3T<SimdPacket>& F) const override;
  /// W1 + W2 at rest.
  double stiffness() const override { return stiffness_; }

 protected:
  /// Every constructor says what evaluate(3, 3) gives.
  void setRest(const LawValues& rest) {
    stiffness_ = rest.W1 + rest.W2;
    pressure_ = 2.0 * (rest.W1 + rest.W2 * 3.0) - 2.0 * rest.W2;
  }

 private:
  double stiffness_ = 0;
  double pressure_ = 0;  ///< factor of the identity in the stress at rest
};

/// Σ aₖ (I1 − 3)ᵏ, k = 1…3, + b (I2 − 3): neo-Hookean, Mooney–Rivlin, Yeoh.
class PolynomialLaw final : public InvariantLaw {
 public:
  PolynomialLaw(double a1, double a2, double a3, double b) : a1_(a1), a2_(a2), a3_(a3), b_(b) {
    setRest(PolynomialLaw::evaluate(3, 3));
  }
  LawValues evaluate(double I1, double I2) const override {
    const double x = I1 - 3;
    return {.W = x * (a1_ + x * (a2_ + x * a3_)) + b_ * (I2 - 3),
            .W1 = a1_ + x * (2 * a2_ + x * 3 * a3_),
            .W2 = b_,
            .W11 = 2 * a2_ + 6 * a3_ * x};
  }
  void slopes(const MotionSeries& I1, const MotionSeries&, MotionSeries& W1, MotionSeries& W2) const override {
    const MotionSeries x = I1 - 3.0;
    W1 = a1_ + x * (2 * a2_ + x * (3 * a3_)), W2 = MotionSeries(b_);
  }

 private:
  double a1_, a2_, a3_, b_;
};

}  // namespace tendril
