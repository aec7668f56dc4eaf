// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/dual.hpp"

#include <gtest/gtest.h>

#include "core/math/types.hpp"
#include "tests/core/math/scalar_functions.hpp"

namespace tendril {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

TEST(Dual, valueIsTheOneOfDoubleAndSlopeFollowsDifferences) {
  cases::forEachFunction([](const char* name, auto f, std::initializer_list<double> points) {
    for (const double x : points) {
      SCOPED_TRACE(testing::Message() << name << " at " << x);
      const Dual<1> y = f(Dual<1>::variable(x, 0));
      EXPECT_NEAR(y.value, f(x), 4e-16 * (1 + std::abs(f(x))));
      const double h = 1e-4 * (1 + std::abs(x));
      const double slope = (8 * (f(x + h) - f(x - h)) - (f(x + 2 * h) - f(x - 2 * h))) / (12 * h);
      EXPECT_NEAR(y.partial(0), slope, 1e-9 * (1 + std::abs(slope) + std::abs(f(x))));
    }
  });
}

TEST(Dual, nestedGivesSecondDerivatives) {
  using Second = DualT<Dual<1>, 1>;
  cases::forEachFunction([](const char* name, auto f, std::initializer_list<double> points) {
    for (const double x : points) {
      SCOPED_TRACE(testing::Message() << name << " at " << x);
      const Second y = f(Second::variable(Dual<1>::variable(x, 0), 0));
      const double h = 1e-4 * (1 + std::abs(x));
      const auto slope = [&](double at) { return f(Dual<1>::variable(at, 0)).partial(0); };
      const double second = (8 * (slope(x + h) - slope(x - h)) - (slope(x + 2 * h) - slope(x - 2 * h))) / (12 * h);
      EXPECT_NEAR(y.d(0).value, slope(x), 1e-15 * (1 + std::abs(slope(x))));
      EXPECT_NEAR(y.d(0).d(0), second, 1e-9 * (1 + std::abs(second) + std::abs(slope(x))));
    }
  });
}

TEST(Dual, manyDirectionsAtOnce) {
  const auto x = Dual<2>::variable(3, 0), y = Dual<2>::variable(-2, 1);
  const Dual<2> z = x * y / (x - y) + pow(x, y);
  EXPECT_DOUBLE_EQ(z.value, -6.0 / 5 + 1.0 / 9);
  EXPECT_DOUBLE_EQ(z.partial(0), -4.0 / 25 - 2.0 / 27);
  EXPECT_DOUBLE_EQ(z.partial(1), 9.0 / 25 + std::log(3.0) / 9);
}

TEST(Dual, dynamicConstantsTakeTheSizeOfTheOthers) {
  using D = Dual<Eigen::Dynamic>;
  const D x = D::variable(3, 0, 2), y = D::variable(-2, 1, 2);
  D sum(0.0);
  EXPECT_EQ(sum.d.size(), 0);
  sum += D(2.0) * x - 1.0 / y + D(4.0) / D(2.0);
  EXPECT_DOUBLE_EQ(sum.value, 8.5);
  EXPECT_DOUBLE_EQ(sum.partial(0), 2);
  EXPECT_DOUBLE_EQ(sum.partial(1), 0.25);
  EXPECT_EQ(D(5.0).partial(1), 0);
  EXPECT_DOUBLE_EQ(atan2(D(1.0), x).partial(0), -0.1);
  EXPECT_DOUBLE_EQ((D(2.0) * D(3.0)).value, 6);
}

TEST(Dual, workOnThemselves) {
  Dual<1> x = Dual<1>::variable(3, 0);
  x *= x;
  EXPECT_DOUBLE_EQ(x.partial(0), 6);
  x /= x;
  EXPECT_DOUBLE_EQ(x.partial(0), 0);
  x -= x;
  EXPECT_DOUBLE_EQ(x.value, 0);
}

TEST(Dual, kinksAreOneSidedAsDocumented) {
  const auto zero = Dual<1>::variable(0, 0);
  EXPECT_EQ(abs(zero).partial(0), 1);
  EXPECT_EQ(abs(-zero).partial(0), -1);
  EXPECT_EQ(min(zero, zero * 2.0).partial(0), 1);
  EXPECT_EQ(max(zero, zero * 2.0).partial(0), 1);
  EXPECT_EQ(floor(Dual<1>::variable(1.5, 0)).partial(0), 0);
}

TEST(Dual, infiniteSlopesMeetZeroPartialsAsZero) {
  EXPECT_EQ(sqrt(Dual<2>::variable(0, 0)).partial(0), kInfinity);
  EXPECT_EQ(sqrt(Dual<2>::variable(0, 0)).partial(1), 0);
  EXPECT_EQ(hypot(Dual<1>(0.0), Dual<1>(0.0)).partial(0), 0);
  EXPECT_EQ(pow(Dual<1>(-2.0), Dual<1>(3.0)).value, -8);
  EXPECT_EQ(pow(Dual<1>::variable(-2, 0), Dual<1>(3.0)).partial(0), 12);
  EXPECT_EQ(pow(Dual<1>::variable(0, 0), Dual<1>(0.0)).partial(0), 0);
  EXPECT_EQ(pow(Dual<1>::variable(0, 0), 1.0).partial(0), 1);
  EXPECT_TRUE(isfinite(pow(Dual<1>::variable(0, 0), Dual<1>::variable(2, 0))));
}

TEST(Dual, nanAndInfinityAreSeen) {
  EXPECT_TRUE(isnan(Dual<1>(std::nan(""))));
  EXPECT_FALSE(isfinite(sqrt(Dual<1>::variable(0, 0))));
  EXPECT_TRUE(isfinite(Dual<1>(1.0)));
}

TEST(Dual, eigenProductsAndSolvesOfSmallMatrices) {
  Mat3T<Dual<1>> A;
  A << 2, 1, 0, 1, 3, 1, 0, 1, 4;
  A(0, 0) = Dual<1>::variable(2, 0);
  const Vec3T<Dual<1>> b(Dual<1>(1.0), Dual<1>(2.0), Dual<1>(3.0));
  const Vec3T<Dual<1>> y = A * b + 2.0 * b - b * 3.0;
  EXPECT_EQ(y(0).value, 3);
  EXPECT_EQ(y(0).partial(0), 1);
  EXPECT_EQ(b.dot(A * b).partial(0), 1);
  EXPECT_DOUBLE_EQ((A * b).norm().partial(0), 4 / std::sqrt(16.0 + 100 + 196));
  const Mat3T<Dual<1>> fromDouble = Mat3::Identity().cast<Dual<1>>() * A;
  EXPECT_EQ(fromDouble(0, 0).partial(0), 1);
}

}  // namespace
}  // namespace tendril
