// SPDX-License-Identifier: BSD-3-Clause
#include "core/math/jet.hpp"

#include <gtest/gtest.h>

#include "core/math/dual.hpp"
#include "core/math/types.hpp"
#include "tests/core/math/scalar_functions.hpp"

namespace tendril {
namespace {

using Third = DualT<DualT<Dual<1>, 1>, 1>;

/// The variable of third derivatives by nesting.
Third thirdVariable(double x) {
  using Second = DualT<Dual<1>, 1>;
  return Third::variable(Second::variable(Dual<1>::variable(x, 0), 0), 0);
}

TEST(Jet, derivativesEqualThoseOfNestedDuals) {
  cases::forEachFunction([](const char* name, auto f, std::initializer_list<double> points) {
    for (const double x : points) {
      SCOPED_TRACE(testing::Message() << name << " at " << x);
      const Jet<6> y = f(Jet<6>::parameter(x));
      const Third z = f(thirdVariable(x));
      const double expected[] = {f(x), z.d(0).value.value, z.d(0).d(0).value, z.d(0).d(0).d(0)};
      for (int k = 0; k <= 3; ++k) {
        EXPECT_NEAR(y.derivative(k), expected[k], 1e-13 * (1 + std::abs(expected[k]))) << "order " << k;
      }
    }
  });
}

TEST(Jet, seriesSumsToTheFunction) {
  cases::forEachFunction([](const char* name, auto f, std::initializer_list<double> points) {
    for (const double x : points) {
      SCOPED_TRACE(testing::Message() << name << " at " << x);
      const Jet<14> y = f(Jet<14>::parameter(x));
      const double h = 0.01;
      double sum = 0;
      for (int k = 14; k >= 0; --k) sum = sum * h + y[k];
      EXPECT_NEAR(sum, f(x + h), 1e-14 * (1 + std::abs(f(x + h))));
    }
  });
}

TEST(Jet, kinksLookForward) {
  const auto t = Jet<2>::parameter(0);
  EXPECT_EQ(abs(t)[1], 1);
  EXPECT_EQ(abs(-t)[1], 1);
  EXPECT_EQ(min(t, t * t)[1], 0);
  EXPECT_EQ(min(t, t * t)[2], 1);
  EXPECT_EQ(max(t, t * t)[1], 1);
  EXPECT_EQ(floor(Jet<2>::parameter(1.5))[1], 0);
}

TEST(Jet, wholePowersPassThroughZero) {
  const auto t = Jet<5>::parameter(0);
  EXPECT_EQ(pow(t, 3.0)[3], 1);
  EXPECT_EQ(pow(t, 3.0)[2], 0);
  EXPECT_EQ(pow(t, Jet<5>(2.0))[2], 1);
  EXPECT_EQ(pow(t, 0.0)[0], 1);
  EXPECT_EQ(sqrt(Jet<5>(0.0))[1], 0);
  EXPECT_EQ(hypot(t, Jet<5>(0.0))[1], 1);
}

TEST(Jet, extremes) {
  const Jet<3> y = tanh(Jet<3>::parameter(1000));
  EXPECT_EQ(y[0], 1);
  EXPECT_EQ(y[1], 0);
  EXPECT_TRUE(isfinite(y));
  EXPECT_NEAR(hypot(Jet<2>::parameter(3e200), Jet<2>(4e200))[1], 0.6, 1e-15);
  EXPECT_TRUE(isnan(Jet<2>(std::nan(""))));
  EXPECT_FALSE(isfinite(1.0 / Jet<2>::parameter(0)));
}

TEST(Jet, orderZeroIsANumber) {
  const auto x = Jet<0>::parameter(2);
  EXPECT_DOUBLE_EQ((sin(x) * x + sqrt(x) / x)[0], std::sin(2.0) * 2 + std::sqrt(2.0) / 2);
}

TEST(Jet, eigenProducts) {
  const auto t = Jet<2>::parameter(1);
  const Vec3T<Jet<2>> v(t, t * t, Jet<2>(2.0));
  const Jet<2> s = v.squaredNorm();  // t² + t⁴ + 4 at t = 1
  EXPECT_DOUBLE_EQ(s[0], 6);
  EXPECT_DOUBLE_EQ(s[1], 6);
  EXPECT_DOUBLE_EQ(s[2], 7);
  EXPECT_DOUBLE_EQ((2.0 * v + v * 3.0)(1)[1], 10);
}

}  // namespace
}  // namespace tendril
