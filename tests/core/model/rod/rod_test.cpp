// SPDX-License-Identifier: BSD-3-Clause
// Shapes with closed forms, stations, divisions, energies, tendons, errors and memory of a rod.
#include "core/model/rod/rod.hpp"

#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <cstdlib>
#include <new>
#include <numbers>
#include <stdexcept>

#include "tests/core/model/rod/random_rod.hpp"

namespace tendril {
namespace {

using std::numbers::pi;
using test::RodState;

BodyCoordinates coordinates(const VecX& q, const VecX& zero) {
  return {{q.data(), q.size()}, {zero.data(), zero.size()}, {zero.data(), zero.size()}};
}

Pose tipOf(const Rod& rod, const VecX& q) {
  const auto data = rod.makeData();
  const VecX zero = VecX::Zero(rod.size());
  rod.kinematics(*data, coordinates(q, zero));
  return data->stations[0].X;
}

TEST(Rod, StraightAtZero) {
  const Rod rod({{test::division("legendre", 2)}, 4});
  const Pose tip = tipOf(rod, VecX::Zero(rod.size()));
  EXPECT_LT((tip.p - Vec3(0.4, 0, 0)).norm(), 1e-16);
  EXPECT_EQ((tip.R - Mat3::Identity()).norm(), 0);
}

// Constant curvature of one full turn: a circle that closes, whichever way it bends; positive bending_z goes to +y,
// positive bending_y to −z (conventions.md).
TEST(Rod, FullCircleCloses) {
  for (int magnus : {2, 4}) {
    const Rod rod({{test::division("constant", 0)}, magnus});
    const double r = 0.4 / pi;  // of half a turn
    for (int axis : {1, 2}) {
      VecX q = VecX::Zero(6);
      q(axis) = 2 * pi;
      EXPECT_LT(tipOf(rod, q).p.norm(), 1e-14);
      q(axis) = pi;  // ends a diameter to the side
      const Vec3 side = axis == 2 ? Vec3(0, 2 * r, 0) : Vec3(0, 0, -2 * r);
      EXPECT_LT((tipOf(rod, q).p - side).norm(), 1e-14);
      q(axis) = 20 * pi;
      EXPECT_LT(tipOf(rod, q).p.norm(), 1e-13);
    }
  }
}

// Constant strain of any kind: one exponential.
TEST(Rod, ConstantStrainIsOneScrew) {
  std::mt19937 engine(3);
  const Rod rod({{test::division("constant", 0)}, 4});
  for (double scale : {1e-9, 1e-4, 0.1, 1.0, 6.0}) {
    const VecX q = test::randomVector(6, scale, engine);
    Vec6 twist = 0.4 * q;
    twist.head<3>() = q.head<3>();
    twist(3) += 0.4;
    const Pose exact = expSE3<double>(twist), tip = tipOf(rod, q);
    EXPECT_LT((tip.p - exact.p).norm(), 1e-14);
    EXPECT_LT((tip.R - exact.R).norm(), 1e-14);
  }
}

// The Magnus orders: halving the steps divides the error by 4 and 16.
TEST(Rod, MagnusConverges) {
  std::mt19937 engine(4);
  const VecX q = test::randomVector(18, 1.5, engine);
  const auto tip = [&](int magnus, int points) {
    RodDivisionSpec d = test::division("legendre", 2);
    // equal elements: breakpoints of a basis of functions that are zero
    d.strain[5] = makeStrainBasis("fem_linear", points);
    d.quadrature = 1;
    const Rod rod({{d}, magnus});
    VecX all = VecX::Zero(rod.size());
    all.head(15) = q.head(15);
    return tipOf(rod, all).p;
  };
  const Vec3 exact = tip(4, 64);
  EXPECT_NEAR((tip(2, 8) - exact).norm() / (tip(2, 16) - exact).norm(), 4, 0.2);
  EXPECT_NEAR((tip(4, 4) - exact).norm() / (tip(4, 8) - exact).norm(), 16, 2);
}

// Two halves with the same strain field are the whole; poses between them are applied in order.
TEST(Rod, DivisionsInSeries) {
  std::mt19937 engine(5);
  RodDivisionSpec half = test::division("constant", 0);
  const Rod whole({{half}, 4});
  half.length /= 2;
  const VecX q = test::randomVector(6, 1, engine);
  VecX both(12);
  both << q, q;
  both.segment(0, 3) /= 2, both.segment(6, 3) /= 2;  // radians over the division
  EXPECT_LT((tipOf(Rod({{half, half}, 4}), both).p - tipOf(whole, q).p).norm(), 1e-15);

  RodDivisionSpec a = half, b = half;
  a.pose = test::randomPose(1, engine), a.tip = test::randomPose(1, engine);
  b.pose = test::randomPose(1, engine), b.tip = test::randomPose(1, engine);
  const Pose one = tipOf(Rod({{half}, 4}), both.head(6));
  const Pose expected = a.pose * one * a.tip * b.pose * one * b.tip;
  const Pose tip = tipOf(Rod({{a, b}, 4}), both);
  EXPECT_LT((tip.p - expected.p).norm() + (tip.R - expected.R).norm(), 1e-14);
}

// A station between grid points is where a rod that ends there has its tip.
TEST(Rod, SideStepEqualsShorterRod) {
  std::mt19937 engine(6);
  RodDivisionSpec d = test::division("constant", 0);
  Rod rod({{d}, 4});
  const int station = rod.addStation(0.37);
  const VecX q = test::randomVector(6, 2, engine), v = test::randomVector(6, 2, engine);
  const auto data = rod.makeData();
  rod.kinematics(*data, {{q.data(), 6}, {v.data(), 6}, {v.data(), 6}});
  d.length *= 0.37;
  VecX scaledQ = q, scaledV = v;
  scaledQ.head(3) *= 0.37, scaledV.head(3) *= 0.37;
  const Rod shorter({{d}, 4});
  const auto other = shorter.makeData();
  shorter.kinematics(*other, {{scaledQ.data(), 6}, {scaledV.data(), 6}, {scaledV.data(), 6}});
  const StationKinematics &a = data->stations[static_cast<std::size_t>(station)], &b = other->stations[0];
  EXPECT_LT((a.X.p - b.X.p).norm() + (a.X.R - b.X.R).norm(), 1e-14);
  EXPECT_LT((a.V - b.V).norm() + (a.bias - b.bias).norm(), 1e-13);
  EXPECT_LT((rod.poseAt(*data, 0.37).p - a.X.p).norm(), 1e-14);
}

TEST(Rod, StationsOnGridPointsAreTheGridPoints) {
  std::mt19937 engine(8);
  Rod rod(test::mixedRod(engine));
  const std::vector<RodPoint> points = rod.points();
  std::vector<int> indices;
  for (const RodPoint& p : points) indices.push_back(rod.addStation(p.at));
  EXPECT_EQ(rod.addStation(points[3].at), indices[3]);
  const RodState s = test::randomState(rod.size(), engine);
  const auto data = rod.makeData();
  ASSERT_EQ(data->sections.size(), points.size());
  rod.kinematics(*data, s.c());
  double weight = 0;
  for (std::size_t i = 0; i < points.size(); ++i) {
    weight += points[i].weight;
    const bool startOfSecond = i > 0 && points[i].division != points[i - 1].division;
    const Pose& X = data->stations[static_cast<std::size_t>(indices[i])].X;
    if (!startOfSecond) {
      EXPECT_LT((X.p - data->sections[i].p).norm(), 1e-15) << i;
    }
  }
  EXPECT_NEAR(weight, rod.length(), 1e-15);
  EXPECT_THROW(rod.addStation(1.01), std::invalid_argument);
  EXPECT_THROW(rod.addStation(std::nan("")), std::invalid_argument);
}

TEST(Rod, MassAndCentre) {
  const Rod rod({{test::division("legendre", 1)}, 4});
  const auto data = rod.makeData();
  const VecX zero = VecX::Zero(rod.size());
  rod.kinematics(*data, coordinates(zero, zero));
  rod.inertia(*data, coordinates(zero, zero));
  // cone frustum: V = πL/3 (a² + ab + b²), centre L/4 (a² + 2ab + 3b²)/(a² + ab + b²)
  const double a = 0.03, b = 0.02, L = 0.4, squares = a * a + a * b + b * b;
  const double mass = 1100 * pi * L / 3 * squares;
  EXPECT_NEAR(data->mass, mass, 1e-15);
  EXPECT_NEAR(data->firstMoment.x() / mass, L / 4 * (a * a + 2 * a * b + 3 * b * b) / squares, 1e-15);
  EXPECT_NEAR(data->I(3, 3), mass, 1e-15);
  EXPECT_LT((data->M - data->M.transpose()).norm(), 1e-15);
}

TEST(Rod, WithoutCoordinatesIsARigidHook) {
  RodDivisionSpec hook = test::division("constant", 0);
  hook.strain = {};
  hook.referenceStrain = [](double) { return Vec6(0, 0, pi / 0.8, 1, 0, 0); };
  const Rod rod({{hook}, 4});
  EXPECT_EQ(rod.size(), 0);
  const auto data = rod.makeData();
  const VecX none;
  std::mt19937 engine(9);
  const BaseMotion motion = test::randomMotion(engine);
  rod.kinematics(*data, coordinates(none, none));
  rod.inertia(*data, coordinates(none, none));
  rod.inverseDynamics(*data, coordinates(none, none), motion);
  rod.columns(*data, coordinates(none, none), motion);
  const std::vector<Composite> attached(1);
  rod.derivatives(*data, coordinates(none, none), motion, attached);
  const double r = 0.8 / pi;  // a quarter circle
  EXPECT_LT((data->stations[0].X.p - Vec3(r, r, 0)).norm(), 1e-15);
  Vec6 A = motion.A;
  A.tail<3>() += motion.gamma;
  const Vec6 momentum = data->I * motion.V;
  EXPECT_LT((data->F - data->I * A - crossForce(motion.V, momentum)).norm(), 1e-13 * data->F.norm());
}

TEST(Rod, ElasticityAndDamping) {
  std::mt19937 engine(10);
  RodDivisionSpec d = test::division("legendre", 2);
  d.viscosity = 0, d.relaxation = 0.05;
  const Rod rod({{d, d}, 4});
  const int n = rod.size();
  const VecX q = test::randomVector(n, 1, engine), v = test::randomVector(n, 1, engine);
  VecX force = VecX::Zero(n), damping = VecX::Zero(n);
  MatX K = MatX::Zero(n, n), D = MatX::Zero(n, n), none = MatX::Zero(n, n);
  rod.addElasticForce(q, force);
  rod.addStiffness(q, K);
  rod.addDampingForce(q, v, damping);
  rod.addDampingDerivatives(q, v, none, D);
  EXPECT_LT((force - K * q).norm(), 1e-12 * force.norm());
  EXPECT_NEAR(rod.elasticEnergy(q), 0.5 * q.dot(K * q), 1e-12 * rod.elasticEnergy(q));
  EXPECT_LT((D - 0.05 * K).norm(), 1e-14 * K.norm());
  EXPECT_LT((damping - D * v).norm(), 1e-12 * damping.norm());
  EXPECT_EQ(none.norm(), 0);
  // a rod of constant section: bending stiffness of constant curvature is E J / L per radian
  RodDivisionSpec c = test::division("constant", 0);
  c.section = SectionLaw::shape("circle", {test::taper(0.02, 0.02)});
  MatX K6 = MatX::Zero(6, 6);
  const Rod uniform({{c}, 4});
  uniform.addStiffness(VecX::Zero(6), K6);
  const double J = pi * std::pow(0.02, 4) / 4, G = 1e5 / 2.8;
  EXPECT_NEAR(K6(1, 1), 1e5 * J / 0.4, 1e-12);
  EXPECT_NEAR(K6(0, 0), G * 2 * J / 0.4, 1e-12);
  EXPECT_NEAR(K6(3, 3), 1e5 * pi * 4e-4 * 0.4, 1e-10);
}

TEST(Rod, CoordinateNames) {
  RodDivisionSpec d = test::division("legendre", 1);
  d.strain[0] = d.strain[4] = nullptr;
  const Rod one({{d}, 4}), two({{d, d}, 4});
  EXPECT_EQ(one.coordinateInfo(0).name, "bending_y[0]");
  EXPECT_EQ(one.coordinateInfo(3).name, "bending_z[1]");
  EXPECT_EQ(one.coordinateInfo(7).name, "shear_z[1]");
  EXPECT_EQ(two.coordinateInfo(8).name, "division2.bending_y[0]");
  EXPECT_THROW(static_cast<void>(one.coordinateInfo(8).name), std::out_of_range);
}

TEST(Rod, WrongSpecsAreExplained) {
  const auto message = [](const std::function<void(RodSpec&)>& spoil) -> std::string {
    RodSpec spec{{test::division("legendre", 1), test::division("legendre", 1)}, 4};
    spoil(spec);
    try {
      const Rod rod(spec);
    } catch (const std::invalid_argument& error) {
      return error.what();
    }
    return "";
  };
  const auto has = [](const std::string& text, const char* part) { return text.find(part) != std::string::npos; };
  EXPECT_EQ(message([](RodSpec&) {}), "");
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions.clear(); }), "at least one division"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.magnus = 3; }), "magnus"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions[1].length = 0; }), "division 2: length"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions[0].density = std::nan(""); }), "division 1: density"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions[0].poisson = 0.6; }), "poisson"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions[0].quadrature = -1; }), "quadrature"));
  EXPECT_TRUE(has(message([](RodSpec& s) { s.divisions[1].section = {}; }), "division 2: section area"));
  const auto nan = [](RodSpec& s) { s.divisions[0].referenceStrain = [](double) { return Vec6::Constant(NAN); }; };
  EXPECT_TRUE(has(message(nan), "not finite"));
}

TEST(RodTendon, ConstantStrainAgainstClosedForm) {
  RodDivisionSpec d = test::division("constant", 0);
  const Rod rod({{d}, 4});
  const auto route = [](double) { return RoutePoint{0.01, 0, 0, 0}; };
  const auto full = rod.makeTendonPiece(route, 0, 1), part = rod.makeTendonPiece(route, 0.25, 0.6);
  VecX q = VecX::Zero(6);
  q(2) = 1.2;  // bends towards the tendon: it gets shorter by y × angle
  EXPECT_NEAR(full->length(q), 0.4 - 0.012, 1e-15);
  EXPECT_NEAR(part->length(q), 0.35 * (0.4 - 0.012), 1e-15);
  EXPECT_EQ(rod.makeTendonPieceOnDivision(route, 0, 1, 3), nullptr);
}

TEST(RodTendon, DerivativesOnSeveralDivisions) {
  std::mt19937 engine(11);
  const Rod rod(test::mixedRod(engine));
  const int n = rod.size();
  const auto route = [](double X) { return RoutePoint{0.01 * X, 0.02 * std::cos(X), 0.01, -0.02 * std::sin(X)}; };
  const VecX q = test::randomVector(n, 0.5, engine);
  for (const auto& piece : {rod.makeTendonPiece(route, 0.1, 0.9), rod.makeTendonPieceOnDivision(route, 0, 1, 1)}) {
    VecX g = VecX::Zero(n);
    MatX H = MatX::Zero(n, n);
    piece->addGradient(q, g);
    piece->addHessian(q, 2.5, H);
    const double h = 1e-4;
    for (int j = 0; j < n; ++j) {
      VecX plus = q, minus = q, gp = VecX::Zero(n), gm = gp;
      plus(j) += h, minus(j) -= h;
      EXPECT_NEAR(g(j), (piece->length(plus) - piece->length(minus)) / (2 * h), 1e-9);
      piece->addGradient(plus, gp), piece->addGradient(minus, gm);
      EXPECT_LT((H.col(j) - 2.5 * (gp - gm) / (2 * h)).norm(), 1e-7);
    }
    EXPECT_LT((H - H.transpose()).norm(), 1e-15 * H.norm());
    const VecX along = test::randomVector(n, 1, engine);
    MatX scratch(n, n);
    VecX product = g;
    piece->addHessianProduct(q, 2.5, along, scratch, product);
    EXPECT_LT((product - g - H * along).norm(), 1e-14 * H.norm() * along.norm());
  }
}

// Lengths of the parts add up, and the drawn path has the length that the integral says.
TEST(RodTendon, PartsAndPath) {
  RodDivisionSpec d = test::division("constant", 0);
  const Rod rod({{d}, 4});
  const auto route = [](double X) {
    return RoutePoint{0.02 * std::cos(5 * X), 0.02 * std::sin(5 * X), -0.1 * std::sin(5 * X), 0.1 * std::cos(5 * X)};
  };
  VecX q(6), zero = VecX::Zero(6);
  q << 0.5, 1, 0.7, 0.1, 0.05, -0.02;
  const auto data = rod.makeData();
  rod.kinematics(*data, coordinates(q, zero));
  std::vector<Vec3> points;
  const auto piece = rod.makeTendonPiece(route, 0.2, 0.8);
  piece->path(*data, points);
  double drawn = 0;
  for (std::size_t i = 1; i < points.size(); ++i) drawn += (points[i] - points[i - 1]).norm();
  EXPECT_NEAR(drawn / piece->length(q), 1, 1e-2);
  EXPECT_LT(drawn, piece->length(q));
}

}  // namespace
}  // namespace tendril
