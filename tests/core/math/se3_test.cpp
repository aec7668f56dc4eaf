// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/se3.hpp"

#include <gtest/gtest.h>

#include "core/math/dual.hpp"
#include "core/math/jet.hpp"
#include "tests/core/math/lie_reference.hpp"

namespace tendril {
namespace {

using reference::ad;
using reference::powerSeries;
using reference::relativeError;

template <class F>
void forAllTwists(F&& check) {
  for (const double theta : reference::angles()) {
    for (const Vec3& n : reference::directions()) {
      for (const Vec3& v : {Vec3(0.3, -0.5, 0.8), Vec3(1e-6, 0, 0), Vec3(0, 0, 0), Vec3(20, -3, 7)}) {
        SCOPED_TRACE(testing::Message() << "angle " << theta << " axis " << n.transpose() << " v " << v.transpose());
        Vec6 Omega;
        Omega << theta * n, v;
        check(Omega, theta);
      }
    }
  }
}

TEST(SE3, exponentialEqualsItsSeries) {
  forAllTwists([](const Vec6& Omega, double) {
    const Pose X = expSE3(Omega);
    const auto expected = reference::expSE3(Omega);
    EXPECT_LE(relativeError(X.R, reference::Square<3>(expected.topLeftCorner<3, 3>())), 2e-15);
    const Vec3 v = Omega.tail<3>();
    EXPECT_LE((X.p.cast<long double>() - expected.topRightCorner<3, 1>()).norm(), 2e-15 * v.norm());
  });
}

TEST(SE3, logarithmInvertsTheExponential) {
  forAllTwists([](const Vec6& Omega, double theta) {
    if (theta == angle::kPi) return;
    const Vec6 back = logSE3(expSE3(Omega));
    EXPECT_LE((back.head<3>() - Omega.head<3>()).norm(), 1e-14 * Omega.head<3>().norm());
    EXPECT_LE((back.tail<3>() - Omega.tail<3>()).norm(), 1e-14 * Omega.tail<3>().norm());
  });
}

TEST(SE3, tangentOperatorsEqualTheirSeries) {
  forAllTwists([](const Vec6& Omega, double) {
    const auto left = powerSeries<6>(ad(Omega), 1), right = powerSeries<6>(ad(-Omega), 1);
    EXPECT_LE(relativeError(leftTangentSE3(Omega), left), 1e-15);
    EXPECT_LE(relativeError(rightTangentSE3(Omega), right), 1e-15);
    EXPECT_LE(relativeError(leftTangentInverseSE3(Omega), reference::Square<6>(left.inverse())), 1e-14);
    EXPECT_LE(relativeError(rightTangentInverseSE3(Omega), reference::Square<6>(right.inverse())), 1e-14);
  });
}

TEST(SE3, tangentCoefficientsAndDerivatives) {
  const reference::TangentPolynomials polynomials;
  for (const double theta : reference::angles()) {
    SCOPED_TRACE(testing::Message() << "angle " << theta);
    const TangentCoefficients c = tangentCoefficients(theta * theta);
    const long double s = static_cast<long double>(theta * theta);
    for (int r = 1; r <= 4; ++r) {
      const long double f = polynomials.evaluate(r, 0, s), f1 = polynomials.evaluate(r, 1, s),
                        f2 = polynomials.evaluate(r, 2, s);
      // far below the goals of engine.md §3 (1e-14, 1e-13, 1e-11), each coefficient relative to itself
      EXPECT_LE(std::abs(static_cast<double>(c.f[r - 1] - f)), 5e-16 * static_cast<double>(std::abs(f)));
      EXPECT_LE(std::abs(static_cast<double>(c.f1[r - 1] - f1)), 1e-15 * static_cast<double>(std::abs(f1)));
      EXPECT_LE(std::abs(static_cast<double>(c.f2[r - 1] - f2)), 2e-15 * static_cast<double>(std::abs(f2)));
    }
  }
}

TEST(SE3, tangentCoefficientsBeyondPi) {
  const reference::TangentPolynomials polynomials;
  for (const double s : {9.99, 9.9999999999, 10.0, 10.01, 12.0, 20.0, 30.0}) {
    const TangentCoefficients c = tangentCoefficients(s);
    for (int r = 1; r <= 4; ++r) {
      const double scale = static_cast<double>(polynomials.evaluate(r, 0, 0));
      EXPECT_NEAR(c.f[r - 1], static_cast<double>(polynomials.evaluate(r, 0, s)), 1e-13 * scale) << s;
      EXPECT_NEAR(c.f1[r - 1], static_cast<double>(polynomials.evaluate(r, 1, s)), 1e-13 * scale) << s;
      EXPECT_NEAR(c.f2[r - 1], static_cast<double>(polynomials.evaluate(r, 2, s)), 1e-13 * scale) << s;
    }
  }
}

TEST(SE3, coefficientsBuildTheTangentOperator) {
  forAllTwists([](const Vec6& Omega, double theta) {
    const TangentCoefficients c = tangentCoefficients(theta * theta);
    double values[4];
    tangentValues(theta * theta, values);
    const Mat6 a = crossMotionMatrix(Omega);
    Mat6 power = Mat6::Identity(), T = Mat6::Identity();
    for (int r = 0; r < 4; ++r) {
      power = (power * a).eval();
      T += c.f[r] * power;
      EXPECT_LE(std::abs(values[r] - c.f[r]), 1e-15 * c.f[r]);
    }
    // the sum of powers itself rounds with |v|θ³, the block form does not
    EXPECT_LE((T - leftTangentSE3(Omega)).norm(), 1e-14 * T.norm());
  });
}

TEST(SE3, rightTangentIsTheBodyJacobian) {
  forAllTwists([](const Vec6& Omega, double) {
    const Mat6 expected = adjointMatrix(expSE3(Omega).inverse()) * leftTangentSE3(Omega);
    // the product on the right rounds with |p|²
    EXPECT_LE((rightTangentSE3(Omega) - expected).norm(),
              1e-14 * adjointMatrix(expSE3(Omega)).norm() * expected.norm());
  });
}

TEST(SE3, firstDerivativesOfTheTangentOperatorByDuals) {
  forAllTwists([](const Vec6& Omega, double) {
    Vec6T<Dual<6>> x;
    for (int i = 0; i < 6; ++i) x(i) = Dual<6>::variable(Omega(i), i);
    const Mat6T<Dual<6>> T = leftTangentSE3(x), inverse = leftTangentInverseSE3(x);
    const auto referenceInverse = reference::Square<6>(powerSeries<6>(ad(Omega), 1).inverse());
    for (int i = 0; i < 6; ++i) {
      const auto change = reference::tangentDerivative<6>(ad(Omega), ad(Vec6::Unit(i)));
      const reference::Square<6> inverseChange = -referenceInverse * change * referenceInverse;
      const auto partial = [i](const Dual<6>& entry) { return entry.partial(i); };
      EXPECT_LE(relativeError(Mat6(T.unaryExpr(partial)), change), 1e-13);
      EXPECT_LE(relativeError(Mat6(inverse.unaryExpr(partial)), inverseChange), 1e-13);
    }
  });
}

TEST(SE3, secondDerivativesOfTheTangentOperatorByNestedDuals) {
  using Second = DualT<Dual<1>, 1>;
  Vec6 a, b;
  a << 0.4, -0.7, 0.2, 0.9, 0.1, -0.3;
  b << -0.2, 0.5, 0.8, 0.3, -0.6, 0.4;
  forAllTwists([&](const Vec6& Omega, double) {
    Vec6T<Second> x;
    for (int i = 0; i < 6; ++i) {
      x(i).value = Dual<1>(Omega(i), Eigen::Array<double, 1, 1>(a(i)));
      x(i).d(0) = Dual<1>(b(i));
    }
    const Mat6 value = leftTangentSE3(x).unaryExpr([](const Second& entry) { return entry.d(0).partial(0); });
    const auto A = ad(Omega), D = ad(a), E = ad(b);
    reference::Square<6> p = reference::Square<6>::Identity(), pd = A * 0, pe = A * 0, pde = A * 0, sum = A * 0;
    for (int k = 1; k < 60; ++k) {
      const long double f = 1 / static_cast<long double>(k + 1);
      pde = ((pde * A + pd * E + pe * D) * f).eval();
      pd = ((pd * A + p * D) * f).eval();
      pe = ((pe * A + p * E) * f).eval();
      p = (p * A * f).eval();
      sum += pde;
    }
    EXPECT_LE(relativeError(value, sum), 1e-11);
  });
}

TEST(SE3, jetsFollowAScrewMotion) {
  // X(t) = exp(Ω t): the body twist is Ω at every order
  Vec6 Omega;
  Omega << 0.4, -0.7, 0.2, 0.9, 0.1, -0.3;
  const double t0 = 0.8, t = 1.0;
  Vec6T<Jet<12>> x;
  for (int i = 0; i < 6; ++i) x(i) = Jet<12>::parameter(t0) * Omega(i);
  const PoseT<Jet<12>> X = expSE3(x);
  const Pose expected = expSE3(Vec6(Omega * t));
  const auto at = [&](const Jet<12>& jet) {
    double sum = 0;
    for (int k = 12; k >= 0; --k) sum = sum * (t - t0) + jet[k];
    return sum;
  };
  EXPECT_LE((X.R.unaryExpr(at) - expected.R).norm(), 1e-15);
  EXPECT_LE((X.p.unaryExpr(at) - expected.p).norm(), 1e-15);
}

}  // namespace
}  // namespace tendril
