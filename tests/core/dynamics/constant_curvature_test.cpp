// SPDX-License-Identifier: BSD-3-Clause
// Bodies of constant curvature in closed form against rods with constant strains, which integrate along X.
#include <gtest/gtest.h>

#include <numbers>

#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

struct Kind {
  const char* name;
  bool planar, elongation;
};

/// The same body as a rod: its coordinates are q_rod = scale · q.
Rod equalRod(const ConstantCurvatureSpec& spec) {
  RodDivisionSpec division;
  division.length = spec.length;
  division.section = SectionLaw::shape("circle", {[r = spec.radius](double) { return r; }});
  division.density = spec.density, division.young = spec.young, division.poisson = 0.5;
  division.viscosity = spec.viscosity, division.relaxation = spec.relaxation;
  const StrainBasisPtr constant = makeStrainBasis("constant", 0);
  if (!spec.planar) division.strain[1] = constant;
  division.strain[2] = constant;
  if (spec.elongation) division.strain[3] = constant;
  division.quadrature = 24;
  return Rod(RodSpec{{division}, 4});
}

/// A body with its data and what the algorithms would give it.
struct Running {
  Body& body;
  std::unique_ptr<BodyData> data = body.makeData();

  void run(const VecX& q, const VecX& v, const VecX& a, const BaseMotion& motion, std::span<const Composite> attached) {
    const auto map = [](const VecX& x) { return Eigen::Map<const VecX>(x.data(), x.size()); };
    const BodyCoordinates c{map(q), map(v), map(a)};
    body.kinematics(*data, c);
    body.inertia(*data, c);
    body.inverseDynamics(*data, c, motion);
    body.columns(*data, c, motion);
    body.derivatives(*data, c, motion, attached);
  }
};

class ConstantCurvatureTest : public ::testing::TestWithParam<Kind> {
 protected:
  ConstantCurvatureTest() {
    spec.length = 0.4, spec.radius = 0.05, spec.density = 900;
    spec.young = 2e5, spec.viscosity = 300, spec.relaxation = 0.02;
    spec.planar = GetParam().planar, spec.elongation = GetParam().elongation;
    n = ConstantCurvature(spec).size();
    scale = VecX::Ones(n);
    if (n == 3) scale[2] = 1 / spec.length;
  }
  VecX coordinates(double angle) {
    VecX q(n);
    const double direction = uniform(random, 0, 2 * std::numbers::pi);
    if (n == 1) q[0] = angle;
    if (n > 1) q.head<2>() = angle * Vec2(std::cos(direction), std::sin(direction));
    if (n == 3) q[2] = uniform(random, -0.1, 0.1);
    return q;
  }
  VecX rates(double size) {
    VecX v = randomVector(random, n, size);
    if (n == 3) v[2] *= 0.2;
    return v;
  }
  Composite randomComposite() {
    Composite c;
    const Mat6 half = randomVector(random, 36).reshaped(6, 6);
    c.I = half * half.transpose();
    c.N = randomVector(random, 36).reshaped(6, 6);
    c.K = randomVector(random, 36).reshaped(6, 6);
    c.F = randomVector(random, 6);
    return c;
  }
  void compare(const ConstantCurvature& made, Body& body, Rod& rod, double angle);

  Random random{7};
  ConstantCurvatureSpec spec;
  int n = 0;
  VecX scale;
};

#define EXPECT_SAME(a, b, bound, what) \
  EXPECT_LE(relativeError((a).eval(), (b).eval()), bound) << what << "\n" << (a) << "\n\n" << (b)

void ConstantCurvatureTest::compare(const ConstantCurvature& made, Body& body, Rod& rod, double angle) {
  const VecX q = coordinates(angle), v = rates(3), a = rates(10);
  BaseMotion motion;
  motion.V = randomVector(random, 6), motion.A = randomVector(random, 6, 4), motion.gamma = randomVector(random, 3, 9);
  std::vector<Composite> attached(static_cast<std::size_t>(body.stationCount()));
  for (Composite& c : attached) c = randomComposite();
  Running own{body}, other{rod};
  own.run(q, v, a, motion, attached);
  const auto D = scale.asDiagonal();
  other.run(D * q, D * v, D * a, motion, attached);
  const BodyData &x = *own.data, &y = *other.data;
  ASSERT_EQ(x.stations.size(), y.stations.size());
  constexpr double kBound = 2e-12;
  for (std::size_t s = 0; s < x.stations.size(); ++s) {
    const StationKinematics &k = x.stations[s], &l = y.stations[s];
    EXPECT_LE((k.X.R - l.X.R).norm(), 1e-13);
    EXPECT_LE((k.X.p - l.X.p).norm(), 1e-14);
    if (k.J.isZero(0)) continue;  // the station at the base
    EXPECT_SAME(k.J, l.J * D, 1e-13, "J");
    EXPECT_SAME(k.V, l.V, 1e-13, "V");
    EXPECT_SAME(k.bias, l.bias, kBound, "bias");
    EXPECT_SAME(x.columns[s].R, y.columns[s].R * D, kBound, "R");
    EXPECT_SAME(x.columns[s].L, y.columns[s].L * D, kBound, "L");
    EXPECT_SAME(x.columns[s].Y, y.columns[s].Y * D, kBound, "Y");
  }
  EXPECT_SAME(x.I, y.I, kBound, "I");
  EXPECT_SAME(x.H, y.H * D, kBound, "H");
  EXPECT_SAME(x.M, D * y.M * D, kBound, "M");
  EXPECT_NEAR(x.mass, y.mass, 1e-13 * y.mass);
  EXPECT_NEAR(x.displaced, y.displaced, 1e-13 * y.displaced);
  EXPECT_LE((x.firstMoment - y.firstMoment).norm(), 1e-13 * y.mass * spec.length);
  EXPECT_LE((x.displacedMoment - y.displacedMoment).norm(), 1e-13 * y.mass * spec.length);
  EXPECT_SAME(x.F, y.F, kBound, "F");
  EXPECT_SAME(x.Q, D * y.Q, kBound, "Q");
  EXPECT_SAME(x.base.I, y.base.I, kBound, "base.I");
  EXPECT_SAME(x.base.N, y.base.N, kBound, "base.N");
  EXPECT_SAME(x.base.K, y.base.K, kBound, "base.K");
  EXPECT_SAME(x.base.F, y.base.F, kBound, "base.F");
  EXPECT_SAME(x.Uq, y.Uq * D, kBound, "Uq");
  EXPECT_SAME(x.Uv, y.Uv * D, kBound, "Uv");
  EXPECT_SAME(x.rowI, D * y.rowI, kBound, "rowI");
  EXPECT_SAME(x.rowN, D * y.rowN, kBound, "rowN");
  EXPECT_SAME(x.rowK, D * y.rowK, kBound, "rowK");
  EXPECT_SAME(x.Qq, D * y.Qq * D, kBound, "Qq");
  EXPECT_SAME(x.Qv, D * y.Qv * D, kBound, "Qv");
  EXPECT_SAME(x.Mq, D * y.Mq * D, kBound, "Mq");
  for (const double at : {0.0, 0.25, 1.0}) {
    const Pose here = made.poseAt(x, at), there = rod.poseAt(y, at);
    EXPECT_LE((here.R - there.R).norm() + (here.p - there.p).norm(), 1e-12) << at;
  }
}

TEST_P(ConstantCurvatureTest, EqualsARodOfConstantStrain) {
  for (const double angle : {0.0, 1e-9, 1e-4, 0.1, 0.7, 0.71, 2.0, 2.99, 3.01, 5.0, 2 * std::numbers::pi, 9.0}) {
    SCOPED_TRACE(angle);
    ConstantCurvature body(spec);
    Rod rod = equalRod(spec);
    for (const double at : {0.0, 0.35, 0.8}) EXPECT_EQ(body.addStation(at), rod.addStation(at));
    EXPECT_EQ(body.addStation(1), 0);
    compare(body, body, rod, angle);
  }
}

TEST_P(ConstantCurvatureTest, EqualsARodInAFluid) {
  const Mat6 half = randomVector(random, 36).reshaped(6, 6);
  const BodyFluid fluid{.density = 700, .buoyancy = true, .added = 0.4 * half * half.transpose()};
  for (const double angle : {0.0, 0.3, 2.5, 6.0}) {
    SCOPED_TRACE(angle);
    ConstantCurvature body(spec);
    Rod rod = equalRod(spec);
    EXPECT_TRUE(body.immerse(fluid));
    rod.immerse(fluid);
    body.addStation(0.6), rod.addStation(0.6);
    compare(body, body, rod, angle);
  }
}

TEST_P(ConstantCurvatureTest, HasTheElasticityAndTheTendonsOfARod) {
  const ConstantCurvature body(spec);
  const Rod rod = equalRod(spec);
  const auto D = scale.asDiagonal();
  const VecX q = coordinates(1.3), v = rates(2), r = D * q, w = D * v;
  EXPECT_NEAR(body.elasticEnergy(q), rod.elasticEnergy(r), 1e-13 * rod.elasticEnergy(r));
  VecX f = VecX::Zero(n), g = f, d = f, e = f;
  body.addElasticForce(q, f), rod.addElasticForce(r, g);
  body.addDampingForce(q, v, d), rod.addDampingForce(r, w, e);
  EXPECT_SAME(f, D * g, 1e-13, "elastic force");
  EXPECT_SAME(d, D * e, 1e-13, "damping force");
  MatX K = MatX::Zero(n, n), L = K, C = K, B = K, zero = K;
  body.addStiffness(q, K), rod.addStiffness(r, L);
  body.addDampingDerivatives(q, v, zero, C), rod.addDampingDerivatives(r, w, zero, B);
  EXPECT_SAME(K, D * L * D, 1e-13, "stiffness");
  EXPECT_SAME(C, D * B * D, 1e-13, "damping");

  const auto helix = [](double X) {
    return RoutePoint{0.03 * std::cos(4 * X), 0.03 * std::sin(4 * X), -0.12 * std::sin(4 * X), 0.12 * std::cos(4 * X),
                      1 + X * X};
  };
  const auto own = body.makeTendonPiece(helix, 0.1, 0.9), other = rod.makeTendonPiece(helix, 0.1, 0.9);
  EXPECT_NEAR(own->length(q), other->length(r), 1e-13);
  f.setZero(), g.setZero(), K.setZero(), L.setZero();
  own->addGradient(q, f), other->addGradient(r, g);
  own->addHessian(q, 1.7, K), other->addHessian(r, 1.7, L);
  EXPECT_SAME(f, D * g, 1e-12, "gradient");
  EXPECT_SAME(K, D * L * D, 1e-12, "Hessian");
}

TEST_P(ConstantCurvatureTest, DrawsWhatItComputes) {
  ConstantCurvature body(spec);
  Running own{body};
  for (const double angle : {0.0, 1e-6, 0.5, 3.0, 6.5}) {
    const VecX q = coordinates(angle), zero = VecX::Zero(n);
    own.run(q, zero, zero, {}, std::vector<Composite>(1));
    body.sections(*own.data);
    const auto& sections = own.data->sections;
    for (std::size_t k = 0; k < sections.size(); ++k) {
      const Pose X = body.poseAt(*own.data, static_cast<double>(k) / static_cast<double>(sections.size() - 1));
      EXPECT_LE((sections[k].R - X.R).norm() + (sections[k].p - X.p).norm(), 1e-14) << angle << " " << k;
    }
  }
  const auto piece = body.makeTendonPiece([](double) { return RoutePoint{0.01, 0.02, 0, 0}; }, 0, 1);
  std::vector<Vec3> path;
  piece->path(*own.data, path);
  EXPECT_LE((path.back() - own.data->stations[0].X * Vec3(0, 0.01, 0.02)).norm(), 1e-14);
}

TEST_P(ConstantCurvatureTest, KeepsItsShapeInABodyOfAnotherKind) {
  const ConstantCurvature from(spec);
  ConstantCurvatureSpec wide = spec;
  wide.planar = false, wide.elongation = true, wide.length = 2 * spec.length;
  const ConstantCurvature to(wide);
  const VecX q = coordinates(1), v = rates(1);
  VecX newQ(3), newV(3);
  ASSERT_TRUE(to.carryShape(from, q, v, newQ, newV));
  EXPECT_EQ(newQ.head<2>(), from.arcCoordinates(q, 0).head<2>());
  EXPECT_EQ(newQ[2], 2 * from.arcCoordinates(q, 0)[2]);
  EXPECT_FALSE(to.carryShape(equalRod(spec), q, v, newQ, newV));
}

INSTANTIATE_TEST_SUITE_P(Kinds, ConstantCurvatureTest,
                         ::testing::Values(Kind{"planar", true, false}, Kind{"spatial", false, false},
                                           Kind{"elongation", false, true}),
                         [](const auto& info) { return std::string(info.param.name); });

TEST(ConstantCurvature, NamesWhatIsWrong) {
  const auto message = [](auto change) {
    ConstantCurvatureSpec spec{.length = 1, .radius = 0.1, .density = 1000};
    change(spec);
    try {
      const ConstantCurvature body(spec);
    } catch (const std::invalid_argument& error) {
      return std::string(error.what());
    }
    return std::string();
  };
  EXPECT_EQ(message([](auto&) {}), "");
  EXPECT_NE(message([](auto& s) { s.length = 0; }).find("length must be positive"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.radius = -1; }).find("radius must be positive"), std::string::npos);
  EXPECT_NE(message([](auto& s) { s.density = NAN; }).find("density must be positive"), std::string::npos);
  EXPECT_THROW(ConstantCurvature({.length = 1, .radius = 0.1, .density = 1}).addStation(1.5), std::invalid_argument);
}

}  // namespace
}  // namespace tendril
