// SPDX-License-Identifier: BSD-3-Clause
// Masses, stiffnesses and first frequencies of bodies beside the formulas of textbooks.
#include "core/builder/checks/body_properties.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using std::numbers::pi;

constexpr double kYoung = 2.1e11, kPoisson = 0.3, kDensity = 7850, kLength = 0.8, kRadius = 0.004;
constexpr double kArea = pi * kRadius * kRadius, kMoment = kArea * kRadius * kRadius / 4;

/// A round bar of steel in which one strain lives.
Rod bar(int strain, int order) {
  RodDivisionSpec d;
  d.length = kLength;
  d.section = SectionLaw::shape("circle", {[](double) { return kRadius; }});
  d.density = kDensity, d.young = kYoung, d.poisson = kPoisson;
  d.strain[static_cast<std::size_t>(strain)] = makeStrainBasis("legendre", order);
  return Rod({{d}, 4});
}

TEST(BodyProperties, ARoundBarWeighsWhatItsFormulaSays) {
  const BodyProperties bar1 = propertiesOf(bar(2, 4));
  const double mass = kDensity * kArea * kLength;
  EXPECT_NEAR(bar1.mass, mass, 1e-12 * mass);
  EXPECT_LT((bar1.center - Vec3(kLength / 2, 0, 0)).norm(), 1e-12);
  const double across = mass * (kLength * kLength / 12 + kRadius * kRadius / 4), along = mass * kRadius * kRadius / 2;
  EXPECT_NEAR(bar1.inertia(0, 0), along, 1e-10 * along);
  EXPECT_NEAR(bar1.inertia(1, 1), across, 1e-10 * across);
  EXPECT_NEAR(bar1.inertia(2, 2), across, 1e-10 * across);
  EXPECT_LT(std::abs(bar1.inertia(0, 1)) + std::abs(bar1.inertia(1, 2)), 1e-12 * across);
}

TEST(BodyProperties, ItsSectionResistsAsBeamsDo) {
  const auto resistance = propertiesOf(bar(2, 1)).tip;
  ASSERT_TRUE(resistance);
  EXPECT_NEAR(resistance->axial, kYoung * kArea, 1e-9 * kYoung * kArea);
  EXPECT_NEAR(resistance->bendingY, kYoung * kMoment, 1e-9 * kYoung * kMoment);
  EXPECT_NEAR(resistance->bendingZ, kYoung * kMoment, 1e-9 * kYoung * kMoment);
  const double torsion = kYoung / (2 * (1 + kPoisson)) * 2 * kMoment;
  EXPECT_NEAR(resistance->torsion, torsion, 1e-9 * torsion);
}

/// Euler and Bernoulli; turning sections make it lower by a share of (radius / length)².
TEST(BodyProperties, ACantileverVibratesAtItsFirstFrequency) {
  const double lambda = 1.875104068711961;
  const double exact =
      lambda * lambda / (2 * pi * kLength * kLength) * std::sqrt(kYoung * kMoment / (kDensity * kArea));
  for (const int plane : {1, 2}) EXPECT_NEAR(propertiesOf(bar(plane, 6)).frequency, exact, 1e-4 * exact);
}

/// A wave there and back in four parts of the period.
TEST(BodyProperties, TwistAndStretchVibrateAsWavesDo) {
  const double stretch = std::sqrt(kYoung / kDensity) / (4 * kLength);
  EXPECT_NEAR(propertiesOf(bar(3, 6)).frequency, stretch, 1e-5 * stretch);
  const double twist = std::sqrt(kYoung / (2 * (1 + kPoisson)) / kDensity) / (4 * kLength);
  EXPECT_NEAR(propertiesOf(bar(0, 6)).frequency, twist, 1e-5 * twist);
}

/// One coordinate: the whole turn θ. A mass at s goes sideways by θ s²/2 and turns by θ s (shares of the length).
TEST(BodyProperties, AnArcVibratesAsOneCoordinate) {
  const ConstantCurvature arc({.length = kLength, .radius = kRadius, .density = kDensity, .young = kYoung});
  const BodyProperties found = propertiesOf(arc);
  const double mass = kDensity * kArea * kLength;
  const double inertia = mass * (kLength * kLength / 20 + kRadius * kRadius / 12);
  const double exact = std::sqrt(kYoung * kMoment / kLength / inertia) / (2 * pi);
  EXPECT_NEAR(found.frequency, exact, 1e-9 * exact);
  ASSERT_TRUE(found.base);
  EXPECT_NEAR(found.base->bendingZ, kYoung * kMoment, 1e-9 * kYoung * kMoment);
  EXPECT_NEAR(found.base->axial, kYoung * kArea, 1e-9 * kYoung * kArea);
}

/// Every point weighs the same, so that sums are known; a body without a law has no frequency.
TEST(BodyProperties, AVolumeIsItsPoints) {
  VolumeSpec spec = tests::volumeSpec(tests::table4(), false, 64);
  Vec3 center = Vec3::Zero();
  for (const VolumePoint& point : spec.points) center += point.x / 64;
  Mat3 inertia = Mat3::Zero();
  for (const VolumePoint& point : spec.points) {
    const Vec3 d = point.x - center;
    inertia += 960 * point.volume * (d.squaredNorm() * Mat3::Identity() - d * d.transpose());
  }
  const Volume volume(std::move(spec));
  const BodyProperties found = propertiesOf(volume);
  EXPECT_NEAR(found.volume, 1.2e-4, 1e-16);
  EXPECT_NEAR(found.mass, 960 * 1.2e-4, 1e-13);
  EXPECT_LT((found.center - center).norm(), 1e-14);
  EXPECT_LT((found.inertia - inertia).norm(), 1e-12 * inertia.norm());
  EXPECT_EQ(found.frequency, 0);
}

}  // namespace
}  // namespace tendril
