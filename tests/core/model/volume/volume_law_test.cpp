// SPDX-License-Identifier: BSD-3-Clause
// Laws of volumes on four points at once, beside those on one, which derivatives and golden data prove.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/model/volume/compressible_laws.hpp"

namespace tendril {
namespace {

struct NamedLaw {
  std::string name;
  std::shared_ptr<const VolumeLaw> law;
};

std::vector<NamedLaw> laws() {
  const auto mooney = std::make_shared<const PolynomialLaw>(3e4, 0, 0, 1e4);
  return {{"Mooney-Rivlin", mooney},
          {"Yeoh", std::make_shared<const PolynomialLaw>(3e4, -2e3, 400, 0)},
          {"compressible", std::make_shared<const CompressibleLaw>(mooney, 0.4)},
          {"linear", std::make_shared<const LinearLaw>(1e5, 0.3)},
          {"stretch", std::make_shared<const StretchLaw>(1e5, 0.3)}};
}

Mat3T<SimdPacket> packed(const Mat3 (&points)[4]) {
  Mat3T<SimdPacket> out;
  for (int c = 0; c < 9; ++c)
    for (int i = 0; i < SimdPacket::kCount; ++i) out(c).v[i] = points[i](c);
  return out;
}

Mat3 lane(const Mat3T<SimdPacket>& packet, int i) {
  Mat3 out;
  for (int c = 0; c < 9; ++c) out(c) = packet(c).v[i];
  return out;
}

/// At rest, a little and far from it; det F > 0 for the compressible one.
TEST(VolumeLaws, OfFourPointsAreThoseOfEach) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> entry(-1, 1);
  const auto matrix = [&] { return Mat3::NullaryExpr([&] { return entry(random); }); };
  for (const auto& [name, law] : laws()) {
    SCOPED_TRACE(name);
    for (int round = 0; round < 50; ++round) {
      Mat3 F[4] = {Mat3::Identity(), Mat3::Identity() + 1e-8 * matrix(), Mat3::Identity() + 0.25 * matrix(),
                   Mat3(Vec3(2, 0.6, 0.9).asDiagonal()) + 0.1 * matrix()};
      Mat3 rate[4];
      for (Mat3& each : rate) each = matrix();
      const Mat3T<SimdPacket> P = law->stress(packed(F)), D = law->viscousStress(packed(F), packed(rate));
      for (int i = 0; i < 4; ++i) {
        const double scale = 1e5 * F[i].squaredNorm();  // stresses at rest are differences of such
        EXPECT_LE((lane(P, i) - law->stress(F[i])).norm(), 1e-14 * scale) << i;
        EXPECT_LE((lane(D, i) - law->viscousStress(F[i], rate[i])).norm(), 1e-14 * scale * rate[i].norm()) << i;
      }
    }
  }
}

/// What is not a number at one point leaves the others alone.
TEST(VolumeLaws, APointThatIsNotFiniteConcernsNoOther) {
  Mat3 F[4] = {Mat3::Identity() * 1.1, Mat3::Identity(), Mat3::Identity() * 0.9, Mat3::Identity() * 1.2};
  F[1](0, 2) = std::numeric_limits<double>::quiet_NaN();
  for (const auto& [name, law] : laws()) {
    SCOPED_TRACE(name);
    const Mat3T<SimdPacket> P = law->stress(packed(F));
    EXPECT_FALSE(lane(P, 1).allFinite());
    for (const int i : {0, 2, 3}) EXPECT_LE((lane(P, i) - law->stress(F[i])).norm(), 1e-14 * 1e6) << i;
  }
}

}  // namespace
}  // namespace tendril
