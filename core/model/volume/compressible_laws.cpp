// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/volume/compressible_laws.hpp"

#include <Eigen/LU>
#include <Eigen/SVD>
#include <cmath>
#include <stdexcept>

#include "core/model/volume/law_algebra.hpp"

namespace tendril {
namespace {

void checkPoisson(double poisson) {
  if (!(poisson > -1 && poisson < 0.5))
    throw std::invalid_argument("needs a Poisson's ratio between -1 and 0.5, not " + std::to_string(poisson));
}

template <class S>
Mat3T<S> compressibleStress(const InvariantLaw& law, double bulk, const Mat3T<S>& F) {
  using std::pow;
  const Mat3T<S> cof = cofactor(F), C = transposedProduct<S>(F, F);
  const Vec3T<S> first = F.col(0), other = cof.col(0);
  const S J = first.dot(other);
  const S a = pow(J, -2.0 / 3);
  const S I1 = C.trace(), I2 = 0.5 * (I1 * I1 - contract<S>(C, C)), b1 = a * I1, b2 = a * a * I2;
  S W1, W2;
  slopesOf<S>(law, b1, b2, W1, W2);
  const S inverse = -2.0 / 3 * W1 * b1 - 4.0 / 3 * W2 * b2 + 0.5 * bulk * (J * J - 1.0);  // of F⁻ᵀ
  return F * S(2.0 * a * (W1 + W2 * b1)) - product<S>(F, C) * S(2.0 * W2 * a * a) + cof * S(inverse / J);
}

/// 2μ E + λ tr E · 1 for a symmetric E.
template <class S>
Mat3T<S> hooke(const LameConstants& lame, const Mat3T<S>& E) {
  Mat3T<S> out = E * S(2.0 * lame.mu);
  const S pressure = E.trace() * lame.lambda;
  for (int i = 0; i < 3; ++i) out(i, i) += pressure;
  return out;
}

template <class S>
Mat3T<S> symmetric(const Mat3T<S>& A) {
  return (A + A.transpose()) * S(0.5);
}

template <class S>
Mat3T<S> lessOne(Mat3T<S> A) {
  for (int i = 0; i < 3; ++i) A(i, i) -= 1.0;
  return A;
}

/// The rotation R nearest to F.
Mat3 rotationOf(const Mat3& F) {
  if (!F.allFinite()) return F;
  const Eigen::JacobiSVD<Mat3> svd(F, Eigen::ComputeFullU | Eigen::ComputeFullV);
  Mat3 U = svd.matrixU();
  if ((U * svd.matrixV().transpose()).determinant() < 0) U.col(2) *= -1;
  return U * svd.matrixV().transpose();
}

/// x with (tr S · 1 − S) x = b. F = R S moved by dF turns R by R x~, b = the axis of twice the skew part of Rᵀ dF.
template <class S>
Vec3T<S> spin(const Mat3T<S>& stretch, const Vec3T<S>& b) {
  Mat3T<S> A = -stretch;
  const S trace = stretch.trace();
  for (int i = 0; i < 3; ++i) A(i, i) += trace;
  const Mat3T<S> cof = cofactor(A);
  const Vec3T<S> first = A.col(0), other = cof.col(0);
  return turned<S>(cof, b) * S(1.0 / S(first.dot(other)));  // A is symmetric
}

Mat3 polarRotation(const Mat3& F) {
  return rotationOf(F);
}

Mat3T<Directions> polarRotation(const Mat3T<Directions>& F) {
  Mat3 F0;
  for (int k = 0; k < 9; ++k) F0(k) = F(k).value;
  const Mat3 R = rotationOf(F0), stretch = symmetric<double>(R.transpose() * F0);
  Mat3T<Directions> out;
  for (int k = 0; k < 9; ++k) out(k) = Directions(R(k));
  for (int n = 0; n < kDirections; ++n) {
    Mat3 dF;
    for (int k = 0; k < 9; ++k) dF(k) = F(k).d[n];
    const Mat3 dR = R * skew<double>(spin<double>(stretch, skewAxis<double>(R.transpose() * dF)));
    for (int k = 0; k < 9; ++k) out(k).d[n] = dR(k);
  }
  return out;
}

Mat3T<SimdPacket> polarRotation(const Mat3T<SimdPacket>& F) {
  Mat3T<SimdPacket> out;
  for (int i = 0; i < SimdPacket::kCount; ++i) {
    Mat3 F0;
    for (int k = 0; k < 9; ++k) F0(k) = F(k).v[i];
    const Mat3 R = rotationOf(F0);
    for (int k = 0; k < 9; ++k) out(k).v[i] = R(k);
  }
  return out;
}

/// Higham's iteration, R ← (R + R⁻ᵀ)/2 from F: once the numbers are right, every step doubles how many orders are.
template <int K>
Mat3T<Jet<K>> polarRotation(const Mat3T<Jet<K>>& F) {
  constexpr int kMostSteps = 60, kOrders = 5;
  constexpr double kRight = 1e-9;  // the step after it has all digits
  Mat3T<Jet<K>> R = F;
  for (int step = 0, left = kOrders; step < kMostSteps && left > 0; ++step) {
    const Mat3T<Jet<K>> cof = cofactor(R);
    const Vec3T<Jet<K>> first = R.col(0), other = cof.col(0);
    const Jet<K> half = 0.5 / first.dot(other);
    double change = 0;
    for (int k = 0; k < 9; ++k) {
      const Jet<K> next = R(k) * 0.5 + cof(k) * half;
      change = std::max(change, std::abs(next[0] - R(k)[0]));
      R(k) = next;
    }
    left -= change <= kRight;
  }
  return R;
}

template <class S>
Mat3T<S> stretchStress(const LameConstants& lame, const Mat3T<S>& F) {
  const Mat3T<S> R = polarRotation(F), E = lessOne<S>(symmetric<S>(R.transpose() * F));
  return R * hooke<S>(lame, E);
}

// T:∂S = T:Rᵀ∂F − T:(ω~S), where ω is linear in Rᵀ∂F: with m the axis of S T − T S the second is −m·ω.
template <class S>
Mat3T<S> stretchViscousStress(const LameConstants& lame, const Mat3T<S>& F, const Mat3T<S>& rate) {
  const Mat3T<S> R = polarRotation(F), stretch = symmetric<S>(R.transpose() * F), turned = R.transpose() * rate;
  const Vec3T<S> w = spin<S>(stretch, skewAxis<S>(turned));
  const Mat3T<S> T = hooke<S>(lame, symmetric<S>(turned - skew<S>(w) * stretch));
  const Vec3T<S> m = skewAxis<S>(stretch * T);
  return R * Mat3T<S>(T + skew<S>(spin<S>(stretch, m)));
}

}  // namespace

LameConstants LameConstants::of(double young, double poisson) {
  checkPoisson(poisson);
  if (!(young > 0)) throw std::invalid_argument("needs a Young's modulus above 0");
  return {young * poisson / ((1 + poisson) * (1 - 2 * poisson)), young / (2 * (1 + poisson))};
}

CompressibleLaw::CompressibleLaw(std::shared_ptr<const InvariantLaw> law, double poisson)
    : law_(std::move(law)), bulk_(4 * law_->stiffness() * (1 + poisson) / (3 * (1 - 2 * poisson))) {
  checkPoisson(poisson);
}

double CompressibleLaw::energy(const Mat3& F) const {
  const Mat3 C = F.transpose() * F;
  const double J = F.determinant(), a = std::pow(J, -2.0 / 3), I1 = C.trace();
  const double I2 = 0.5 * (I1 * I1 - C.squaredNorm());
  return law_->evaluate(a * I1, a * a * I2).W + 0.25 * bulk_ * (J * J - 1 - 2 * std::log(J));
}

Mat3 CompressibleLaw::stress(const Mat3& F) const {
  return compressibleStress(*law_, bulk_, F);
}

Mat3T<Directions> CompressibleLaw::stress(const Mat3T<Directions>& F) const {
  return compressibleStress(*law_, bulk_, F);
}

Mat3T<MotionSeries> CompressibleLaw::stress(const Mat3T<MotionSeries>& F) const {
  return compressibleStress(*law_, bulk_, F);
}

Mat3T<SimdPacket> CompressibleLaw::stress(const Mat3T<SimdPacket>& F) const {
  return compressibleStress(*law_, bulk_, F);
}

double LinearLaw::energy(const Mat3& F) const {
  const Mat3 E = lessOne<double>(symmetric<double>(F));
  return 0.5 * contract<double>(E, hooke<double>(lame_, E));
}

Mat3 LinearLaw::stress(const Mat3& F) const {
  return hooke<double>(lame_, lessOne<double>(symmetric<double>(F)));
}

Mat3T<Directions> LinearLaw::stress(const Mat3T<Directions>& F) const {
  return hooke<Directions>(lame_, lessOne<Directions>(symmetric<Directions>(F)));
}

Mat3 LinearLaw::viscousStress(const Mat3&, const Mat3& rate) const {
  return hooke<double>(lame_, symmetric<double>(rate));
}

Mat3T<Directions> LinearLaw::viscousStress(const Mat3T<Directions>&, const Mat3T<Directions>& rate) const {
  return hooke<Directions>(lame_, symmetric<Directions>(rate));
}

Mat3T<MotionSeries> LinearLaw::stress(const Mat3T<MotionSeries>& F) const {
  return hooke<MotionSeries>(lame_, lessOne<MotionSeries>(symmetric<MotionSeries>(F)));
}

Mat3T<MotionSeries> LinearLaw::viscousStress(const Mat3T<MotionSeries>&, const Mat3T<MotionSeries>& rate) const {
  return hooke<MotionSeries>(lame_, symmetric<MotionSeries>(rate));
}

Mat3T<SimdPacket> LinearLaw::stress(const Mat3T<SimdPacket>& F) const {
  return hooke<SimdPacket>(lame_, lessOne<SimdPacket>(symmetric<SimdPacket>(F)));
}

Mat3T<SimdPacket> LinearLaw::viscousStress(const Mat3T<SimdPacket>&, const Mat3T<SimdPacket>& rate) const {
  return hooke<SimdPacket>(lame_, symmetric<SimdPacket>(rate));
}

double StretchLaw::energy(const Mat3& F) const {
  const Mat3 E = lessOne<double>(symmetric<double>(rotationOf(F).transpose() * F));
  return 0.5 * contract<double>(E, hooke<double>(lame_, E));
}

Mat3 StretchLaw::stress(const Mat3& F) const {
  return stretchStress(lame_, F);
}

Mat3T<Directions> StretchLaw::stress(const Mat3T<Directions>& F) const {
  return stretchStress(lame_, F);
}

Mat3 StretchLaw::viscousStress(const Mat3& F, const Mat3& rate) const {
  return stretchViscousStress(lame_, F, rate);
}

Mat3T<Directions> StretchLaw::viscousStress(const Mat3T<Directions>& F, const Mat3T<Directions>& rate) const {
  return stretchViscousStress(lame_, F, rate);
}

Mat3T<MotionSeries> StretchLaw::stress(const Mat3T<MotionSeries>& F) const {
  return stretchStress(lame_, F);
}

Mat3T<MotionSeries> StretchLaw::viscousStress(const Mat3T<MotionSeries>& F, const Mat3T<MotionSeries>& rate) const {
  return stretchViscousStress(lame_, F, rate);
}

Mat3T<SimdPacket> StretchLaw::stress(const Mat3T<SimdPacket>& F) const {
  return stretchStress(lame_, F);
}

Mat3T<SimdPacket> StretchLaw::viscousStress(const Mat3T<SimdPacket>& F, const Mat3T<SimdPacket>& rate) const {
  return stretchViscousStress(lame_, F, rate);
}

}  // namespace tendril
