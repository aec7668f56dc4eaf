// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/so3.hpp"

#include <gtest/gtest.h>

#include "core/math/dual.hpp"
#include "tests/core/math/lie_reference.hpp"

namespace tendril {
namespace {

using reference::angles;
using reference::directions;
using reference::hat;
using reference::powerSeries;
using reference::relativeError;

constexpr double kTight = 2e-15;  // what is reached; engine.md §3 asks for the three below
constexpr double kValue = 1e-14, kFirst = 1e-13, kSecond = 1e-11;

template <class F>
void forAllRotations(F&& check) {
  for (const double theta : angles()) {
    for (const Vec3& n : directions()) {
      SCOPED_TRACE(testing::Message() << "angle " << theta << " axis " << n.transpose());
      check(Vec3(theta * n), theta);
    }
  }
}

TEST(SO3, exponentialEqualsItsSeries) {
  forAllRotations([](const Vec3& w, double) {
    EXPECT_LE(relativeError(expSO3(w), powerSeries<3>(hat(w), 0)), kTight);
    const Mat3 R = rotationFromQuaternion(expQuaternion(w));
    EXPECT_LE(relativeError(R, powerSeries<3>(hat(w), 0)), kTight);
  });
}

TEST(SO3, exponentialOfSmallVectorsKeepsTheirDirection) {
  const Vec3 w(1e-20, -3e-21, 2e-20);
  const Mat3 R = expSO3(w);
  EXPECT_EQ(R(2, 1), w.x());
  EXPECT_EQ(R(0, 2), w.y());
  EXPECT_EQ(R(1, 0), w.z());
}

TEST(SO3, logarithmInvertsTheExponential) {
  forAllRotations([](const Vec3& w, double theta) {
    if (theta == angle::kPi) return;
    const Vec3 back = logSO3(expSO3(w));
    // The matrix holds the rotation to 1e-16 absolutely, so near zero the vector is exact relative to its size only
    // because the off-diagonal entries are small too.
    EXPECT_LE((back - w).norm(), 1e-14 * w.norm()) << back.transpose();
    EXPECT_LE((logQuaternion(expQuaternion(w)) - w).norm(), 1e-14 * w.norm());
  });
}

TEST(SO3, logarithmAtPiIsOneOfTheTwo) {
  for (const Vec3& n : directions()) {
    const Vec3 w = angle::kPi * n, back = logSO3(expSO3(w));
    EXPECT_LE(std::min((back - w).norm(), (back + w).norm()), 1e-14) << n.transpose();
  }
}

TEST(SO3, logarithmOfExactHalfTurns) {
  Mat3 R = Vec3(1, -1, -1).asDiagonal();
  EXPECT_LE((logSO3(R).cwiseAbs() - angle::kPi * Vec3::UnitX()).norm(), 1e-15);
  R = Vec3(-1, -1, 1).asDiagonal();
  EXPECT_LE((logSO3(R).cwiseAbs() - angle::kPi * Vec3::UnitZ()).norm(), 1e-15);
  EXPECT_EQ(logSO3(Mat3(Mat3::Identity())), Vec3(Vec3::Zero()));
}

TEST(SO3, jacobiansEqualTheirSeries) {
  forAllRotations([](const Vec3& w, double) {
    const auto left = powerSeries<3>(hat(w), 1), right = powerSeries<3>(hat(-w), 1);
    EXPECT_LE(relativeError(leftJacobianSO3(w), left), kTight);
    EXPECT_LE(relativeError(rightJacobianSO3(w), right), kTight);
    EXPECT_LE(relativeError(leftJacobianInverseSO3(w), reference::Square<3>(left.inverse())), kTight);
    EXPECT_LE(relativeError(rightJacobianInverseSO3(w), reference::Square<3>(right.inverse())), kTight);
    EXPECT_LE((rightJacobianInverseSO3(w).transpose() * w - w).norm(), kTight * w.norm());
  });
}

TEST(SO3, inverseTransposeDerivativeIsExact) {
  const Vec3 u(0.7, -1.1, 0.4);
  forAllRotations([&](const Vec3& w, double) {
    const reference::Square<3> inverse = powerSeries<3>(hat(w), 1).inverse();  // Jr⁻ᵀ = Jl⁻¹
    reference::Square<3> expected;
    for (int i = 0; i < 3; ++i) {
      const auto change = reference::tangentDerivative<3>(hat(w), hat(Vec3::Unit(i)));
      expected.col(i) = -inverse * change * inverse * u.cast<long double>();
    }
    EXPECT_LE(relativeError(rightJacobianInverseTransposeDerivative(w, u), expected), kValue);
  });
}

TEST(SO3, dualNumbersGiveTheJacobians) {
  forAllRotations([](const Vec3& w, double theta) {
    Vec3T<Dual<3>> x;
    for (int i = 0; i < 3; ++i) x(i) = Dual<3>::variable(w(i), i);
    // dR = R hat(Jr dw)
    const Mat3T<Dual<3>> R = expSO3(x);
    const auto right = powerSeries<3>(hat(-w), 1);
    const Mat3 value = expSO3(w);
    for (int i = 0; i < 3; ++i) {
      const Mat3 dR = R.unaryExpr([i](const Dual<3>& entry) { return entry.partial(i); });
      const reference::Square<3> expected =
          powerSeries<3>(hat(w), 0) * skew<long double>(Eigen::Matrix<long double, 3, 1>(right.col(i)));
      EXPECT_LE(relativeError(dR, expected), kFirst);
    }
    // log R exp(δ) at δ = 0
    if (theta >= angle::kPi - 1e-8) return;
    Vec3T<Dual<3>> delta;
    for (int i = 0; i < 3; ++i) delta(i) = Dual<3>::variable(0, i);
    const Vec3T<Dual<3>> log = logSO3<Dual<3>>(value.cast<Dual<3>>() * expSO3(delta));
    Mat3 derivative;
    for (int i = 0; i < 3; ++i) derivative.row(i) = log(i).d.matrix().transpose();
    EXPECT_LE(relativeError(derivative, reference::Square<3>(right.inverse())), kFirst);
  });
}

TEST(SO3, nestedDualNumbersGiveSecondDerivatives) {
  using Second = DualT<Dual<3>, 1>;
  const Vec3 direction(0.3, -0.8, 0.5);
  forAllRotations([&](const Vec3& w, double) {
    Vec3T<Second> x;
    for (int i = 0; i < 3; ++i) {
      x(i).value = Dual<3>::variable(w(i), i);
      x(i).d(0) = Dual<3>(direction(i));
    }
    const Mat3T<Second> R = expSO3(x);
    // reference: second differences of the series, exact in 80 bits by the bilinear form of the power series
    const auto A = hat(w), D = hat(direction);
    for (int i = 0; i < 3; ++i) {
      const auto E = hat(Vec3::Unit(i));
      reference::Square<3> p = reference::Square<3>::Identity(), pd = A * 0, pe = A * 0, pde = A * 0, sum = A * 0;
      for (int k = 1; k < 60; ++k) {
        const long double f = 1 / static_cast<long double>(k);
        pde = ((pde * A + pd * E + pe * D) * f).eval();
        pd = ((pd * A + p * D) * f).eval();
        pe = ((pe * A + p * E) * f).eval();
        p = (p * A * f).eval();
        sum += pde;
      }
      const Mat3 value = R.unaryExpr([i](const Second& entry) { return entry.d(0).partial(i); });
      EXPECT_LE(relativeError(value, sum), kSecond);
    }
  });
}

TEST(Quaternion, roundTripAndSign) {
  forAllRotations([](const Vec3& w, double) {
    const Vec4 q = quaternionFromRotation(expSO3(w));
    EXPECT_NEAR(q.norm(), 1, 4e-16);
    EXPECT_GE(q(0), 0);
    EXPECT_LE((rotationFromQuaternion(q) - expSO3(w)).norm(), kTight);
    EXPECT_LE((logQuaternion(Vec4(-q)) - logQuaternion(q)).norm(), 1e-14 * w.norm());
  });
}

TEST(Quaternion, productComposesRotations) {
  const Vec4 a = expQuaternion(Vec3(0.4, -1.2, 2.0)), b = expQuaternion(Vec3(-1.9, 0.1, 0.7));
  const Mat3 product = rotationFromQuaternion(a) * rotationFromQuaternion(b);
  EXPECT_LE((rotationFromQuaternion(quaternionProduct(a, b)) - product).norm(), 1e-15);
  EXPECT_LE((quaternionProduct(a, quaternionConjugate(a)) - Vec4(1, 0, 0, 0)).norm(), 1e-15);
}

TEST(Quaternion, rateFollowsTheBodyAngularVelocity) {
  const Vec4 q = expQuaternion(Vec3(0.4, -1.2, 2.0));
  const Vec3 w(0.3, 0.2, -0.9);
  const double h = 1e-6;
  const Vec4 ahead = quaternionProduct(q, expQuaternion(Vec3(h * w))),
             behind = quaternionProduct(q, expQuaternion(Vec3(-h * w)));
  EXPECT_LE(((ahead - behind) / (2 * h) - quaternionRate(q, w)).norm(), 1e-9);
}

TEST(Rpy, followsTheConvention) {
  const Vec3 rpy(0.3, -0.7, 2.1);
  const Mat3 expected = expSO3(Vec3(0, 0, rpy(2))) * expSO3(Vec3(0, rpy(1), 0)) * expSO3(Vec3(rpy(0), 0, 0));
  EXPECT_LE((rotationFromRpy(rpy) - expected).norm(), 1e-15);
  EXPECT_LE((rpyFromRotation(expected) - rpy).norm(), 1e-15);
}

TEST(Rpy, survivesTheSingularPitch) {
  for (const double pitch : {angle::kPi / 2, -angle::kPi / 2, angle::kPi / 2 - 1e-9, angle::kPi / 2 - 1e-14}) {
    for (const double roll : {0.0, 0.4, -2.0}) {
      const Mat3 R = rotationFromRpy(Vec3(roll, pitch, 1.1));
      EXPECT_LE((rotationFromRpy(rpyFromRotation(R)) - R).norm(), 2e-14) << pitch << " " << roll;
    }
  }
}

}  // namespace
}  // namespace tendril
