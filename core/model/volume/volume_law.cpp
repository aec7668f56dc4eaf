// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/volume_law.hpp"

#include "core/model/volume/law_algebra.hpp"

namespace tendril {
namespace {

template <class S>
Mat3T<S> objectiveStress(const Mat3T<S>& F, const Mat3T<S>& rate, double stiffness) {
  const Mat3T<S> half = transposedProduct<S>(rate, F);
  return product<S>(F, (half + half.transpose()) * S(stiffness));
}

template <class S>
Mat3T<S> invariantStress(const InvariantLaw& law, double pressure, const Mat3T<S>& F) {
  const Mat3T<S> C = transposedProduct<S>(F, F);
  const S I1 = C.trace(), I2 = 0.5 * (I1 * I1 - contract<S>(C, C));
  S W1, W2;
  slopesOf<S>(law, I1, I2, W1, W2);
  Mat3T<S> second = C * S(-2.0 * W2);  // F times this and the unit tensor's share
  for (int c = 0; c < 3; ++c) second(c, c) += S(2.0 * (W1 + W2 * I1));
  return product<S>(F, second) - cofactor(F) * S(pressure);
}

}  // namespace

Mat3 VolumeLaw::viscousStress(const Mat3& F, const Mat3& rate) const {
  return objectiveStress(F, rate, stiffness());
}

Mat3T<Directions> VolumeLaw::viscousStress(const Mat3T<Directions>& F, const Mat3T<Directions>& rate) const {
  return objectiveStress(F, rate, stiffness());
}

Mat3T<MotionSeries> VolumeLaw::viscousStress(const Mat3T<MotionSeries>& F, const Mat3T<MotionSeries>& rate) const {
  return objectiveStress(F, rate, stiffness());
}

Mat3T<SimdPacket> VolumeLaw::viscousStress(const Mat3T<SimdPacket>& F, const Mat3T<SimdPacket>& rate) const {
  return objectiveStress(F, rate, stiffness());
}

double InvariantLaw::energy(const Mat3& F) const {
  const Mat3 C = F.transpose() * F;
  const double I1 = C.trace();
  return evaluate(I1, 0.5 * (I1 * I1 - C.squaredNorm())).W;
}

Mat3 InvariantLaw::stress(const Mat3& F) const {
  return invariantStress(*this, pressure_, F);
}

Mat3T<Directions> InvariantLaw::stress(const Mat3T<Directions>& F) const {
  return invariantStress(*this, pressure_, F);
}

Mat3T<MotionSeries> InvariantLaw::stress(const Mat3T<MotionSeries>& F) const {
  return invariantStress(*this, pressure_, F);
}

Mat3T<SimdPacket> InvariantLaw::stress(const Mat3T<SimdPacket>& F) const {
  return invariantStress(*this, pressure_, F);
}

}  // namespace tendril
