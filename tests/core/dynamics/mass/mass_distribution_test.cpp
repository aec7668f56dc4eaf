// SPDX-License-Identifier: BSD-3-Clause
// Centres of mass, inertias and their ellipsoids in closed form.
#include "core/dynamics/mass/mass_distribution.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include <cmath>
#include <numbers>

#include "core/model/kinematics.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril {
namespace {

using std::numbers::pi;

Mat3 turned(double angle, const Vec3& axis) {
  return Eigen::AngleAxisd(angle, axis.normalized()).toRotationMatrix();
}

// A box with sides A, B, C: I₁ = m/12 (B² + C²), so that its ellipsoid has the half diameters √(5/12) A, ….
TEST(InertiaEllipsoid, OfABoxIsInClosedForm) {
  const Vec3 sides(0.1, 0.2, 0.4);
  const double m = 3;
  const Mat3 R = turned(0.7, {1, 2, -1});
  MassDistribution box{.mass = m, .centre = Vec3(1, 2, 3), .inertia = {}};
  const Vec3 squares = sides.cwiseProduct(sides);
  box.inertia = R * Mat3((m / 12 * (squares.sum() * Vec3::Ones() - squares)).asDiagonal()) * R.transpose();
  const InertiaEllipsoid ellipsoid = inertiaEllipsoid(box);
  for (int k = 0; k < 3; ++k) {
    EXPECT_NEAR(ellipsoid.semiAxes[k], std::sqrt(5.0 / 12) * sides[k], 1e-12);
    EXPECT_NEAR(std::abs(ellipsoid.axes.col(k).dot(R.col(k))), 1, 1e-12);
  }
  EXPECT_NEAR(ellipsoid.axes.determinant(), 1, 1e-12);
}

// The moments of the ellipsoid itself, by their formula, are those that it was made of.
TEST(InertiaEllipsoid, HasTheMomentsThatItWasMadeOf) {
  const MassDistribution body{.mass = 2.5, .centre = Vec3::Zero(), .inertia = Vec3(0.02, 0.03, 0.045).asDiagonal()};
  const InertiaEllipsoid e = inertiaEllipsoid(body);
  const Vec3 s = e.semiAxes.cwiseProduct(e.semiAxes);
  const Mat3 inertia = e.axes * Mat3((body.mass / 5 * (s.sum() * Vec3::Ones() - s)).asDiagonal()) * e.axes.transpose();
  EXPECT_LT((inertia - body.inertia).norm(), 1e-14);
}

TEST(InertiaEllipsoid, OfALineAPointAndNothingIsFlat) {
  const MassDistribution line{.mass = 1, .centre = Vec3::Zero(), .inertia = Vec3(0, 0.1, 0.1).asDiagonal()};
  EXPECT_NEAR(inertiaEllipsoid(line).semiAxes[2], std::sqrt(5 * 0.1), 1e-12);
  EXPECT_NEAR(inertiaEllipsoid(line).semiAxes[1], 0, 1e-7);
  EXPECT_EQ(inertiaEllipsoid({.mass = 1, .centre = Vec3::Zero(), .inertia = Mat3::Zero()}).semiAxes, Vec3::Zero());
  EXPECT_EQ(inertiaEllipsoid({}).semiAxes, Vec3::Zero());
}

RodDivisionSpec thinDivision() {
  RodDivisionSpec division;
  division.length = 0.6;
  division.section = SectionLaw::shape("circle", {[](double) { return 1e-5; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.5;
  division.strain[2] = makeStrainBasis("constant", 0);
  division.quadrature = 20;
  return division;
}

ModelSpec twoLinks(bool wet) {
  ModelSpec spec;
  LinkSpec base, arc;
  base.id = 1, base.name = "base", base.parent = kWorld, base.pose.p = Vec3(0.1, 0, 0.2);
  base.rigid = {2, Vec3(0.05, 0, 0), Vec3(1e-3, 2e-3, 3e-3).asDiagonal()};
  base.rigidTip.p = Vec3(0, 0, 0.3);
  arc.id = 2, arc.name = "arc", arc.parent = 0;
  auto rod = std::make_shared<Rod>(RodSpec{{thinDivision()}, 4});
  if (wet) rod->immerse({.density = 900, .buoyancy = true, .added = Vec6(0, 0, 0, 0, 1, 1).asDiagonal()});
  arc.body = rod;
  spec.links = {base, arc};
  return spec;
}

std::vector<MassDistribution> massesOf(const Model& model, double angle) {
  Data data(model);
  kinematics(model, data, VecX::Constant(1, angle), VecX::Zero(1));
  std::vector<MassDistribution> out;
  massDistributions(model, data, out);
  return out;
}

// A half circle of wire: the centre is 2r/π from its middle, the moment about the middle across its plane m r².
TEST(MassDistributions, OfAnArcIsThatOfAHalfCircleOfWire) {
  const Model model(twoLinks(false));
  const MassDistribution arc = massesOf(model, pi)[1];
  const double r = 0.6 / pi, m = 1000 * pi * 1e-10 * 0.6;
  EXPECT_NEAR(arc.mass, m, 1e-12 * m);
  EXPECT_LT((arc.centre - Vec3(0.1 + 2 * r / pi, r, 0.5)).norm(), 1e-6);
  EXPECT_NEAR(arc.inertia(2, 2), m * r * r * (1 - 4 / (pi * pi)), 1e-6 * m * r * r);
  EXPECT_NEAR(arc.inertia(1, 1), m * r * r * (0.5 - 4 / (pi * pi)), 1e-6 * m * r * r);
  EXPECT_NEAR(arc.inertia(0, 0), m * r * r / 2, 1e-6 * m * r * r);
}

TEST(MassDistributions, KnowNothingOfTheWaterAround) {
  const auto dry = massesOf(Model(twoLinks(false)), 1.1), wet = massesOf(Model(twoLinks(true)), 1.1);
  EXPECT_NEAR(dry[1].mass, wet[1].mass, 1e-18);
  EXPECT_LT((dry[1].centre - wet[1].centre).norm(), 1e-12);
  EXPECT_LT((dry[1].inertia - wet[1].inertia).norm(), 1e-9 * dry[1].inertia.norm());
}

TEST(MassDistributions, OfTheWholeAreThoseOfItsPoints) {
  const std::vector<MassDistribution> points = {{.mass = 1, .centre = Vec3(1, 0, 0), .inertia = Mat3::Zero()},
                                                {.mass = 3, .centre = Vec3(-1, 0, 0), .inertia = Mat3::Zero()},
                                                {.mass = 2, .centre = Vec3(0, 3, 0), .inertia = Mat3::Zero()}};
  const MassDistribution whole = combined(points);
  EXPECT_EQ(whole.mass, 6);
  EXPECT_LT((whole.centre - Vec3(-1.0 / 3, 1, 0)).norm(), 1e-12);
  Mat3 sum = Mat3::Zero();
  for (const MassDistribution& p : points)
    for (int i = 0; i < 3; ++i) {
      const Vec3 w = Vec3::Unit(i), v = w.cross(p.centre - whole.centre);
      sum.col(i) += p.mass * (p.centre - whole.centre).cross(v);
    }
  EXPECT_LT((whole.inertia - sum).norm(), 1e-12);
  EXPECT_EQ(combined({}).mass, 0);
}

}  // namespace
}  // namespace tendril
