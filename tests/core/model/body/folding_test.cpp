// SPDX-License-Identifier: BSD-3-Clause
// How near soft bodies are to folding, against closed forms.
#include "core/model/body/folding.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>

#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using testing::AllOf;
using testing::HasSubstr;

constexpr double kLong = 0.4;  // m

RodDivisionSpec piece(SectionLaw section, std::initializer_list<int> strains, int order = 0) {
  RodDivisionSpec out;
  out.length = kLong;
  out.section = std::move(section);
  out.density = 1000, out.young = 1e6, out.poisson = 0.5;
  for (const int strain : strains) out.strain[static_cast<std::size_t>(strain)] = makeStrainBasis("legendre", order);
  return out;
}

SectionLaw law(const char* name, std::vector<double> sizes) {
  std::vector<Measure> measures;
  for (const double size : sizes) measures.push_back([size](double) { return size; });
  return SectionLaw::shape(name, std::move(measures));
}

TEST(Folding, OfARoundRodIsWhatCurvatureLeavesOfItsRadius) {
  const Rod rod({{piece(law("circle", {0.01}), {1, 2})}});
  EXPECT_EQ(foldingOf(rod, VecX::Zero(2)).margin, 1);
  for (const Vec2& curvature : {Vec2(30, 0), Vec2(-40, 40), Vec2(0, -99), Vec2(150, 0)})  // 1/m
    EXPECT_NEAR(foldingOf(rod, kLong * curvature).margin, 1 - 0.01 * curvature.norm(), 1e-12) << curvature.transpose();
  // Far beyond what frames along it could tell: more than ten turns between neighbours.
  EXPECT_NEAR(foldingOf(rod, kLong * Vec2(2000, 0)).margin, -19, 1e-9);
  const VecX beyond = kLong * Vec2(125, 0);
  EXPECT_THAT(foldingText(rod, beyond), AllOf(HasSubstr("folds a section over the centre of curvature"),
                                              HasSubstr("radius of 8 mm"), HasSubstr("reaches 10 mm")));
  EXPECT_THAT(foldingText(rod, kLong * Vec2(97, 0)), HasSubstr("nearly folds"));
}

/// A strip is thin in one direction only.
TEST(Folding, OfAStripDependsOnTheDirectionOfTheBend) {
  const Rod strip({{piece(law("rectangle", {0.002, 0.03}), {1, 2})}});                 // 2 mm along y, 30 mm along z
  EXPECT_NEAR(foldingOf(strip, kLong * Vec2(0, 100)).margin, 1 - 0.001 * 100, 1e-12);  // about z, towards y
  EXPECT_NEAR(foldingOf(strip, kLong * Vec2(100, 0)).margin, 1 - 0.015 * 100, 1e-12);
  // Beside its line there is only one side to fold.
  const SectionLaw beside = SectionLaw::profile({{{0, -0.01}, {0.02, -0.01}, {0.02, 0.01}, {0, 0.01}}});
  const Rod off({{piece(beside, {2})}});
  EXPECT_NEAR(foldingOf(off, VecX::Constant(1, 40 * kLong)).margin, 1 - 0.02 * 40, 1e-12);  // towards y
  EXPECT_NEAR(foldingOf(off, VecX::Constant(1, -40 * kLong)).margin, 1, 1e-12);
}

/// Stretched, the line of the same turns is less curved.
TEST(Folding, CountsTheCurvatureOfTheLineAsItIs) {
  const Rod rod({{piece(law("circle", {0.01}), {2, 3})}});
  EXPECT_NEAR(foldingOf(rod, Vec2(60 * kLong, 1)).margin, 1 - 0.01 * 60 / 2, 1e-12);
  RodDivisionSpec curled = piece(law("circle", {0.01}), {1});
  curled.referenceStrain = [](double) { return (Vec6() << 0, 0, 50, 1, 0, 0).finished(); };
  EXPECT_NEAR(foldingOf(Rod({{curled}}), VecX::Zero(1)).margin, 0.5, 1e-12) << "at rest it is bent already";
}

TEST(Folding, SaysWhereAlongTheRod) {
  // Curvature grows along the second half of the rod, whose radius shrinks to a half.
  RodDivisionSpec first = piece(law("circle", {0.02}), {2}), second = piece(SectionLaw(), {2}, 1);
  second.section = SectionLaw::shape("circle", {[](double s) { return 0.02 - 0.01 * s; }});
  second.quadrature = 12;
  const Rod rod({{first, second}});
  const Vec3 q(10 * kLong, 15 * kLong, 15 * kLong);  // 10 1/m; then from 0 to 30 1/m
  double worst = 1, where = 0;
  for (const RodPoint& point : rod.points()) {
    const double s = point.s, curvature = point.division == 0 ? 10 : 30 * s,
                 radius = point.division == 0 ? 0.02 : 0.02 - 0.01 * s;
    if (1 - curvature * radius < worst) worst = 1 - curvature * radius, where = point.at;
  }
  const Folding found = foldingOf(rod, q);
  EXPECT_NEAR(found.margin, worst, 1e-12);
  EXPECT_NEAR(found.at, where, 1e-12);
  EXPECT_NEAR(found.at, 1, 1e-12);
  const std::vector<double> along = foldingAlong(rod, q, 20);
  ASSERT_EQ(along.size(), 20u);
  for (std::size_t i = 0; i < 10; ++i) EXPECT_NEAR(along[i], 0.8, 1e-12) << i;
  EXPECT_GT(along[10], 0.9);
  EXPECT_NEAR(along.back(), worst, 1e-12);
  EXPECT_TRUE(std::ranges::is_sorted(along.begin() + 10, along.end(), std::greater<>()));
}

TEST(Folding, OfAnArcIsInClosedForm) {
  const ConstantCurvature arc({.length = 0.3, .radius = 0.02, .density = 1000, .planar = false, .elongation = true});
  EXPECT_EQ(foldingOf(arc, VecX::Zero(3)).margin, 1);
  EXPECT_NEAR(foldingOf(arc, Vec3(3, -4, 0)).margin, 1 - 0.02 * 5 / 0.3, 1e-12);
  EXPECT_NEAR(foldingOf(arc, Vec3(3, -4, 0.3)).margin, 1 - 0.02 * 5 / 0.6, 1e-12);
  EXPECT_LT(foldingOf(arc, Vec3(0, 20, 0)).margin, 0);
  EXPECT_THAT(foldingAlong(arc, Vec3(3, -4, 0), 7), testing::Each(testing::DoubleNear(1 - 0.02 * 5 / 0.3, 1e-12)));
}

/// Of a volume it is that of its surface, which is outside of all points that it is computed at.
TEST(Folding, OfAVolumeIsThatOfItsSurface) {
  const auto volume = tests::meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}}, false, nullptr);
  EXPECT_EQ(foldingOf(*volume, VecX::Zero(1)).margin, 1);
  double radius = 0;
  for (const Vec3& vertex : volume->surface().vertices) radius = std::max(radius, vertex.y());
  const double edge = tests::kVolumeLength / radius / std::sqrt(3.0);  // κ c = 1/√3
  EXPECT_GT(foldingOf(*volume, VecX::Constant(1, 0.99 * edge)).margin, 0);
  const VecX folded = VecX::Constant(1, 1.001 * edge);
  EXPECT_FALSE(foldingOf(*volume, folded).margin > 0);
  EXPECT_GT(volume->admissibleMargin(folded), 0) << "its points are still inside";
  EXPECT_THAT(foldingText(*volume, folded), AllOf(HasSubstr("folds a section"), HasSubstr("at x = ")));
}

}  // namespace
}  // namespace tendril
