// SPDX-License-Identifier: BSD-3-Clause
// What a robot keeps when its model is edited: above all the shape of its rods.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/math/se3.hpp"
#include "core/model/rod/rod.hpp"
#include "core/session/live/session.hpp"
#include "core/session/program.hpp"
#include "tests/core/model/rod/random_rod.hpp"
#include "tests/core/session/session_robots.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using test::division;
using test::randomVector;

struct Shape {
  VecX q, v;
};

RodSpec oneDivision(const std::string& basis, int order) {
  RodSpec spec;
  spec.divisions = {division(basis, order)};
  return spec;
}

RodSpec equalDivisions(const std::string& basis, int order, int count, double length) {
  RodSpec spec;
  for (int d = 0; d < count; ++d) {
    spec.divisions.push_back(division(basis, order));
    spec.divisions.back().length = length / count;
  }
  return spec;
}

Shape carried(const Rod& from, const Shape& shape, const Rod& to) {
  Shape out{VecX::Constant(to.size(), 99), VecX::Constant(to.size(), 99)};
  EXPECT_TRUE(to.carryShape(from, shape.q, shape.v, out.q, out.v));
  EXPECT_TRUE(out.q.allFinite() && out.v.allFinite());
  return out;
}

Shape randomShape(const Rod& rod, unsigned seed) {
  std::mt19937 engine(seed);
  return {randomVector(rod.size(), 1, engine), randomVector(rod.size(), 2, engine)};
}

/// Strain at a position over the whole rod, reference included.
Vec6 strainAt(const Rod& rod, const VecX& q, double at) {
  const RodPoint point = rod.pointAt(at);
  const RodDivision& d = rod.division(point.division);
  VecX values(d.columns);
  evaluateBases(d, point.s, values);
  Vec6 strain = referenceStrain(d, point.s);
  addStrain(d, values, q.segment(d.firstColumn, d.columns), strain);
  return strain;
}

double strainDifference(const Rod& a, const VecX& qa, const Rod& b, const VecX& qb) {
  double largest = 0;
  for (int k = 0; k < 97; ++k) {
    const double at = (k + 0.31) / 97;
    largest = std::max(largest, (strainAt(a, qa, at) - strainAt(b, qb, at)).lpNorm<Eigen::Infinity>());
  }
  return largest;
}

TEST(CarryOver, MoreOrdersAndBackAreTheIdentity) {
  for (const char* basis : {"legendre", "chebyshev", "monomial", "fourier"}) {
    const Rod low(oneDivision(basis, 2)), high(oneDivision(basis, 5));
    const Shape start = randomShape(low, 1), up = carried(low, start, high), back = carried(high, up, low);
    EXPECT_LT(strainDifference(low, start.q, high, up.q), 1e-11) << basis;
    EXPECT_LT((back.q - start.q).lpNorm<Eigen::Infinity>(), 1e-12) << basis;
    EXPECT_LT((back.v - start.v).lpNorm<Eigen::Infinity>(), 1e-12) << basis;
  }
}

TEST(CarryOver, AnotherFamilyOfTheSameSpaceIsExact) {
  const Rod monomial(oneDivision("monomial", 3)), legendre(oneDivision("legendre", 3)),
      hat(oneDivision("fem_linear", 4)), finer(oneDivision("fem_linear", 8)),
      quadratic(oneDivision("fem_quadratic", 4));
  const Shape m = randomShape(monomial, 2), h = randomShape(hat, 3);
  EXPECT_LT(strainDifference(monomial, m.q, legendre, carried(monomial, m, legendre).q), 1e-11);
  EXPECT_LT(strainDifference(monomial, m.v, legendre, carried(monomial, m, legendre).v), 1e-11);
  EXPECT_LT(strainDifference(hat, h.q, finer, carried(hat, h, finer).q), 1e-11);
  EXPECT_LT(strainDifference(hat, h.q, quadratic, carried(hat, h, quadratic).q), 1e-11);
}

TEST(CarryOver, TheSameFunctionsAreKeptToTheBit) {
  std::mt19937 engine(4);
  const RodSpec spec = test::mixedRod(engine);
  RodSpec other = spec;
  for (RodDivisionSpec& d : other.divisions) d.quadrature = 7, d.young = 3e5, d.length *= 1.3;
  const Rod a(spec), b(other);
  const Shape start = randomShape(a, 5), kept = carried(a, start, b);
  EXPECT_EQ(kept.q, start.q);
  EXPECT_EQ(kept.v, start.v);
}

TEST(CarryOver, FewerOrdersAreLeastSquares) {
  // Legendre polynomials are orthogonal: the best of lower order is what is left when the rest is dropped.
  const Rod high(oneDivision("legendre", 5)), low(oneDivision("legendre", 2)), constant(oneDivision("constant", 0));
  const Shape start = randomShape(high, 6), fewer = carried(high, start, low), one = carried(high, start, constant);
  for (int strain = 0; strain < 6; ++strain) {
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(fewer.q[3 * strain + k], start.q[6 * strain + k], 1e-12);
    EXPECT_NEAR(one.q[strain], start.q[6 * strain], 1e-12);  // the mean
    EXPECT_NEAR(one.v[strain], start.v[6 * strain], 1e-12);
  }
  // A residual is orthogonal to every function of a basis that is not orthogonal itself.
  const Rod gauss(oneDivision("gaussian", 3));
  const Shape g = carried(high, start, gauss);
  for (int k = 0; k < 4; ++k) {
    double product = 0, size = 0;
    for (const QuadraturePoint& p : gaussLegendre(40)) {
      const double phi = gauss.division(0).spec.strain[1]->value(k, p.s);
      const double miss = strainAt(gauss, g.q, p.s)[1] - strainAt(high, start.q, p.s)[1];
      product += p.weight * phi * miss, size += p.weight * std::abs(phi * miss);
    }
    EXPECT_LT(std::abs(product), 1e-9 * std::max(size, 1e-3));
  }
}

TEST(CarryOver, StrainsThatVanishAreDroppedAndNewOnesAreZero) {
  RodSpec kirchhoff = oneDivision("legendre", 2);
  for (int strain = 3; strain < 6; ++strain) kirchhoff.divisions[0].strain[static_cast<std::size_t>(strain)] = nullptr;
  const Rod full(oneDivision("legendre", 3)), few(kirchhoff);
  const Shape start = randomShape(full, 7), less = carried(full, start, few), again = carried(few, less, full);
  EXPECT_EQ(less.q.size(), 9);
  for (int strain = 0; strain < 3; ++strain)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(again.q[4 * strain + k], start.q[4 * strain + k], 1e-12);
  EXPECT_LT(again.q.tail(12).lpNorm<Eigen::Infinity>(), 1e-13);
}

TEST(CarryOver, DivisionsMayBeCutAndJoined) {
  const Rod one(oneDivision("legendre", 2)), three(equalDivisions("monomial", 2, 3, 0.4)),
      two(equalDivisions("constant", 0, 2, 0.4));
  const Shape start = randomShape(one, 8), cut = carried(one, start, three), joined = carried(three, cut, one);
  EXPECT_LT(strainDifference(one, start.q, three, cut.q), 1e-11);
  EXPECT_LT(strainDifference(one, start.v, three, cut.v), 1e-11);
  EXPECT_LT((joined.q - start.q).lpNorm<Eigen::Infinity>(), 1e-12);
  EXPECT_LT((joined.v - start.v).lpNorm<Eigen::Infinity>(), 1e-12);
  // Two halves of constant strain: their mean and slope, by hand, for the first strain (a turn).
  const Shape halves = randomShape(two, 9), line = carried(two, halves, Rod(oneDivision("legendre", 1)));
  EXPECT_NEAR(line.q[0], halves.q[0] + halves.q[6], 1e-12);  // turns add up
  EXPECT_NEAR(line.q[1], 1.5 * (halves.q[6] - halves.q[0]), 1e-12);
}

TEST(CarryOver, ALongerRodKeepsItsTurns) {
  RodSpec longer = oneDivision("legendre", 4);
  longer.divisions[0].length = 0.9;
  const Rod a(oneDivision("legendre", 2)), b(longer);
  const Shape start = randomShape(a, 10), out = carried(a, start, b);
  for (int strain = 0; strain < 6; ++strain)
    for (int k = 0; k < 3; ++k) EXPECT_NEAR(out.q[5 * strain + k], start.q[3 * strain + k], 1e-12);
}

TEST(CarryOver, EveryPairOfFamiliesGivesNumbers) {
  std::vector<Rod> rods;
  for (const std::string& name : strainBasisNames()) {
    for (const int order : {1, 3}) rods.emplace_back(oneDivision(name, name == "constant" ? 0 : order));
  }
  std::mt19937 engine(11);
  rods.emplace_back(test::mixedRod(engine));
  for (const Rod& a : rods) {
    const Shape start = randomShape(a, 12);
    for (const Rod& b : rods) carried(a, start, b);
  }
  // No functions at all on one side, then on the other.
  RodSpec none = oneDivision("legendre", 1);
  none.divisions[0].strain.fill(nullptr);
  const Rod stiff(none);
  EXPECT_EQ(carried(rods[0], randomShape(rods[0], 1), stiff).q.size(), 0);
  EXPECT_EQ(carried(stiff, {VecX(0), VecX(0)}, rods[0]).q, VecX::Zero(rods[0].size()));
}

// ---- whole robots

std::shared_ptr<const Model> armWithRod(const std::string& basis, int order) {
  ModelSpec spec = tests::chainSpec(1);
  LinkSpec soft;
  soft.id = 7;
  soft.name = "soft";
  soft.parent = 0;
  RodSpec rod = oneDivision(basis, order);
  rod.divisions[0].young = 1e6;
  for (std::size_t strain = 3; strain < 6; ++strain) rod.divisions[0].strain[strain] = nullptr;
  soft.body = std::make_shared<Rod>(rod);
  spec.links.push_back(soft);
  return std::make_shared<const Model>(std::move(spec));
}

TEST(CarryOver, ARobotThatMovesKeepsItsShapeWhenTheOrderChanges) {
  Session session;
  session.load(std::make_unique<Program>(armWithRod("legendre", 2)));
  session.stepOnce(50);
  ASSERT_TRUE(tests::waitUntil(session, [](const Snapshot& s) { return s.steps == 50; }));
  const Pose tip = session.snapshot().tipPoses[1];
  const double kinetic = session.snapshot().energy.kinetic;
  EXPECT_GT(kinetic, 0);
  session.load(std::make_unique<Program>(armWithRod("monomial", 4)), StateTransfer::kState);
  const Snapshot& s = tests::latest(session);
  // The finer quadrature grid of order 4 integrates the same strain a little differently.
  EXPECT_LT((s.tipPoses[1].p - tip.p).norm(), 1e-7);
  EXPECT_NEAR(s.energy.kinetic, kinetic, 1e-4 * kinetic);
  EXPECT_EQ(s.runs->size(), 2u);
  session.load(std::make_unique<Program>(armWithRod("legendre", 2)), StateTransfer::kState);
  EXPECT_LT((tests::latest(session).tipPoses[1].p - tip.p).norm(), 1e-12);
}

TEST(CarryOver, BodiesOfOtherKindsStartAnew) {
  const auto rod = armWithRod("legendre", 1);
  const auto rigid = tests::chain(2);
  State state = initialState(*rod);
  state.q.setConstant(0.4);
  const State out = carryOver(*rod, state, *rigid);
  EXPECT_EQ(out.q[0], 0.4);
  EXPECT_EQ(out.q[1], rigid->q0[1]);
}

}  // namespace
}  // namespace tendril
