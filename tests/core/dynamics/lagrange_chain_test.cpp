// SPDX-License-Identifier: BSD-3-Clause
// Simulation 3 of [kane]: chains of planar bodies of constant curvature, the recursion beside Euler–Lagrange.
#include "tests/core/dynamics/lagrange_chain.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "core/dynamics/dynamics.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

constexpr double kLength = 0.3, kRadius = 0.03, kDensity = 1000;  // [kane] §7.3
constexpr int kSamples = 100;

Model chainOf(int count) {
  ModelSpec spec;
  spec.name = "chain";
  spec.gravity.setZero();
  ConstantCurvatureSpec body;
  body.length = kLength, body.radius = kRadius, body.density = kDensity;
  for (int i = 0; i < count; ++i) {
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = "body " + std::to_string(i + 1);
    link.parent = i - 1;
    link.body = std::make_shared<ConstantCurvature>(body);
    spec.links.push_back(link);
  }
  return Model(std::move(spec));
}

/// Largest difference relative to the forces, over random states in the ranges of the paper.
template <int N>
double largestDifference(const Model& model, const LagrangeChain<N>& lagrange) {
  tests::Random random(N);
  Data data(model);
  double largest = 0;
  for (int k = 0; k < kSamples; ++k) {
    const VecX q = tests::randomVector(random, N, std::numbers::pi), v = tests::randomVector(random, N, 10),
               a = tests::randomVector(random, N, 100);
    inverseDynamics(model, data, q, v, a);
    const VecX wanted = lagrange.forces(q, v, a);
    largest = std::max(largest, (data.tau - wanted).norm() / wanted.norm());
  }
  return largest;
}

template <int N>
void expectAgreement() {
  EXPECT_LT(largestDifference(chainOf(N), LagrangeChain<N>(kLength, kRadius, kDensity)), 1e-12) << N << " bodies";
}

TEST(LagrangeChain, hasTheForcesOfTheRecursion) {
  expectAgreement<1>(), expectAgreement<2>(), expectAgreement<3>(), expectAgreement<4>(), expectAgreement<5>(),
      expectAgreement<6>(), expectAgreement<20>();
}

TEST(LagrangeChain, agreesWhereArcsAreStraight) {
  const LagrangeChain<3> lagrange(kLength, kRadius, kDensity);
  const Model model = chainOf(3);
  Data data(model);
  for (const double angle : {0.0, 1e-12, 1e-6, 1e-3}) {
    const VecX q = VecX::Constant(3, angle), v = VecX::LinSpaced(3, -2, 3), a = VecX::LinSpaced(3, 4, -1);
    inverseDynamics(model, data, q, v, a);
    const VecX wanted = lagrange.forces(q, v, a);
    EXPECT_LT((data.tau - wanted).norm(), 1e-12 * wanted.norm()) << angle;
  }
}

}  // namespace
}  // namespace tendril
