// SPDX-License-Identifier: BSD-3-Clause
#include "core/model/body/section.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

#include "tests/core/model/rod/random_rod.hpp"

namespace tendril {
namespace {

using std::numbers::pi;

Measure constant(double value) {
  return [value](double) { return value; };
}

SectionProperties properties(const char* name, std::vector<double> m) {
  std::vector<Measure> laws;
  for (double x : m) laws.push_back(constant(x));
  return SectionLaw::shape(name, laws).properties(0.5);
}

TEST(Section, ClosedForms) {
  const SectionProperties c = properties("circle", {0.02});
  EXPECT_DOUBLE_EQ(c.A, pi * 4e-4);
  EXPECT_DOUBLE_EQ(c.Jy, pi * 1.6e-7 / 4);
  EXPECT_DOUBLE_EQ(c.Jx, c.Jy + c.Jz);
  EXPECT_DOUBLE_EQ(c.torsion, c.Jx);
  EXPECT_EQ(c.shear, 1);
  EXPECT_EQ(c.radius, 0.02);
  const SectionProperties t = properties("tube", {0.02, 0.01});
  EXPECT_DOUBLE_EQ(t.A, pi * 3e-4);
  EXPECT_DOUBLE_EQ(t.Jz, pi * (1.6e-7 - 1e-8) / 4);
  const SectionProperties r = properties("rectangle", {0.01, 0.03});  // height along y, width along z
  EXPECT_DOUBLE_EQ(r.A, 3e-4);
  EXPECT_DOUBLE_EQ(r.Jy, 0.01 * 0.03 * 0.03 * 0.03 / 12);
  EXPECT_DOUBLE_EQ(r.Jz, 0.03 * 0.01 * 0.01 * 0.01 / 12);
  const SectionProperties e = properties("ellipse", {0.01, 0.03});  // a along y, b along z
  EXPECT_DOUBLE_EQ(e.Jy, pi / 4 * 0.01 * 0.03 * 0.03 * 0.03);
  EXPECT_DOUBLE_EQ(e.Jz, pi / 4 * 0.01 * 0.01 * 0.01 * 0.03);
}

// A profile with many vertices tends to the shape it outlines; either sense, with a hole.
TEST(Section, ProfilesOfOutlinesTendToTheShape) {
  const SectionLaw tube = SectionLaw::shape("tube", {constant(0.02), constant(0.01)});
  std::vector<Polygon> curves = tube.holes(0, 4000);
  curves.insert(curves.begin(), tube.outline(0, 4000));
  const SectionProperties exact = tube.properties(0), profile = SectionLaw::profile(curves).properties(0.3);
  EXPECT_NEAR(profile.A / exact.A, 1, 1e-6);
  EXPECT_NEAR(profile.Jy / exact.Jy, 1, 1e-5);
  EXPECT_NEAR(profile.Jyz / exact.Jy, 0, 1e-12);
  const SectionLaw box = SectionLaw::shape("rectangle", {constant(0.01), constant(0.03)});
  Polygon corners = box.outline(0, 4);
  const SectionProperties b = box.properties(0);
  for (int turn = 0; turn < 2; ++turn) {
    const SectionProperties p = SectionLaw::profile({corners}).properties(0);
    EXPECT_NEAR(p.A / b.A, 1, 1e-15);
    EXPECT_NEAR(p.Jy / b.Jy, 1, 1e-15);
    EXPECT_NEAR(p.Jz / b.Jz, 1, 1e-15);
    std::reverse(corners.begin(), corners.end());
  }
}

// Moments about a shifted origin: parallel axes, product of inertia included.
TEST(Section, ProfileAboutAnyOrigin) {
  const double h = 0.02, w = 0.05, y = 0.03, z = -0.01;
  const Polygon shifted = {
      {y + h / 2, z - w / 2}, {y + h / 2, z + w / 2}, {y - h / 2, z + w / 2}, {y - h / 2, z - w / 2}};
  const SectionProperties p = SectionLaw::profile({shifted}).properties(0);
  const double A = h * w;
  EXPECT_NEAR(p.Sy, A * y, 1e-18);
  EXPECT_NEAR(p.Sz, A * z, 1e-18);
  EXPECT_NEAR(p.Jz, w * h * h * h / 12 + A * y * y, 1e-20);
  EXPECT_NEAR(p.Jy, h * w * w * w / 12 + A * z * z, 1e-20);
  EXPECT_NEAR(p.Jyz, A * y * z, 1e-20);
}

// Stiffness and inertia of an off-centre section are those of the centred one, moved.
TEST(Section, StiffnessAndInertiaTransformLikeRigidOffsets) {
  const double y = 0.03, z = -0.01;
  Polygon centred = {{0.01, -0.02}, {0.01, 0.02}, {-0.01, 0.02}, {-0.01, -0.02}}, moved = centred;
  for (Vec2& v : moved) v += Vec2(y, z);
  const SectionProperties a = SectionLaw::profile({centred}).properties(0),
                          b = SectionLaw::profile({moved}).properties(0);
  const Pose offset{Mat3::Identity(), Vec3(0, y, z)};
  const Mat6 T = adjointMatrix(offset.inverse());  // strains and twists at the centroid from those at the origin
  EXPECT_LT((sectionInertia(b, 1200) - T.transpose() * sectionInertia(a, 1200) * T).norm(), 1e-15);
  const Mat6 C = T.transpose() * sectionStiffness(a, 1e6, 4e5) * T;
  EXPECT_LT((sectionStiffness(b, 1e6, 4e5) - C).norm(), 1e-12 * C.norm());
}

TEST(Section, OptionalLaws) {
  SectionLaw law = SectionLaw::shape("circle", {constant(0.02)});
  law.setTorsionConstant(constant(1e-9)).setShearFactor(constant(0.9));
  const SectionProperties p = law.properties(0.2);
  EXPECT_EQ(p.torsion, 1e-9);
  EXPECT_EQ(p.shear, 0.9);
  const Mat6 C = sectionStiffness(p, 1e6, 1e5);
  EXPECT_DOUBLE_EQ(C(0, 0), 1e-4);
  EXPECT_DOUBLE_EQ(C(4, 4), 0.9e5 * p.A);
}

TEST(Section, WrongMeasuresAreExplained) {
  EXPECT_THROW(SectionLaw::shape("hexagon", {}), std::invalid_argument);
  EXPECT_THROW(SectionLaw::shape("tube", {constant(1)}), std::invalid_argument);
  EXPECT_THROW(properties("circle", {-1}), std::invalid_argument);
  EXPECT_THROW(properties("circle", {0}), std::invalid_argument);
  EXPECT_THROW(properties("circle", {std::nan("")}), std::invalid_argument);
  EXPECT_THROW(properties("tube", {0.01, 0.02}), std::invalid_argument);
  EXPECT_THROW(SectionLaw::profile({}), std::invalid_argument);
  EXPECT_THROW(SectionLaw::profile({{{0, 0}, {1, 0}}}), std::invalid_argument);
  EXPECT_THROW(SectionLaw::profile({{{0, 0}, {1, 0}, {2, 0}}}), std::invalid_argument);
  // a tip that tapers to a point is allowed
  EXPECT_NO_THROW(SectionLaw::shape("circle", {test::taper(0.01, 0)}).properties(1));
}

TEST(Section, OutlinesTurnAboutX) {
  for (const char* name : {"circle", "ellipse", "rectangle"}) {
    std::vector<Measure> m(std::string_view(name) == "circle" ? 1 : 2, constant(0.02));
    const Polygon p = SectionLaw::shape(name, m).outline(0.5, 64);
    ASSERT_EQ(p.size(), 64u);
    EXPECT_GT(polygonProperties(std::vector<Polygon>{p}).A, 0);
    double area = 0;
    for (std::size_t i = 0; i < 64; ++i) area += p[i].x() * p[(i + 1) % 64].y() - p[(i + 1) % 64].x() * p[i].y();
    EXPECT_GT(area, 0);
  }
}

// How far a section reaches in a direction is how far its outline does.
TEST(Section, ReachesAsFarAsItsOutline) {
  const SectionLaw laws[] = {
      SectionLaw::shape("circle", {constant(0.02)}), SectionLaw::shape("tube", {constant(0.02), constant(0.015)}),
      SectionLaw::shape("rectangle", {constant(0.01), constant(0.03)}),
      SectionLaw::shape("ellipse", {constant(0.01), constant(0.03)}),
      SectionLaw::profile({{{-0.01, -0.02}, {0.03, 0}, {-0.01, 0.04}}, {{0, 0}, {0.005, 0}, {0, 0.005}}})};
  for (const SectionLaw& law : laws)
    for (int i = 0; i < 23; ++i) {
      const double angle = 2 * pi * i / 23;
      const Vec2 direction = 3 * Vec2(std::cos(angle), std::sin(angle));
      double far = -1;
      for (const Vec2& p : law.outline(0.5, 4000)) far = std::max(far, p.dot(direction));
      EXPECT_NEAR(law.reach(0.5, direction) / far, 1, 1e-5) << law.shapeName() << " at " << angle;
    }
  EXPECT_DOUBLE_EQ(laws[4].reach(0, Vec2(0, 1)), 0.04) << "off its origin it reaches farther on one side";
  EXPECT_DOUBLE_EQ(laws[4].reach(0, Vec2(0, -1)), 0.02);
  const SectionLaw cone = SectionLaw::shape("circle", {[](double s) { return 0.02 * (1 - s); }});
  EXPECT_DOUBLE_EQ(cone.reach(0.25, Vec2(0, 1)), 0.015);
}

}  // namespace
}  // namespace tendril
