// SPDX-License-Identifier: BSD-3-Clause
// A rod without coordinates, in closed form, against the same rod whose coordinates rest: dry and in a fluid, with
// loads and a link on it.
#include <gtest/gtest.h>

#include "core/model/rod/rod.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

struct Robot {
  explicit Robot(const ModelSpec& spec) : model(spec), data(model) {}
  Model model;
  Data data;
};

/// A floating base, a curved rod on it, a hinged link at the rod's end.
ModelSpec robotSpec(bool still, bool wet) {
  Random random(77);
  ModelSpec spec;
  spec.gravity = Vec3(1, -4, -9);
  spec.links.push_back(randomLink(random, 0, kWorld, JointType::kFree));
  RodDivisionSpec division;
  division.length = 0.4;
  division.section = SectionLaw::shape("circle", {[](double s) { return 0.03 - 0.01 * s; }});
  division.density = 1000, division.young = 1e5, division.poisson = 0.4, division.viscosity = 500;
  if (!still) division.strain.fill(makeStrainBasis("legendre", 1));
  division.quadrature = 5;
  division.referenceStrain = [](double s) { return Vec6(0.3, 4 * s, -2, 1, 0.05, 0.1); };
  const auto rod = std::make_shared<Rod>(RodSpec{{division}, 4});
  spec.links.push_back(randomLink(random, 1, 0, JointType::kUniversal));
  spec.links.back().body = rod;
  spec.links.push_back(randomLink(random, 2, 1, JointType::kRevolute));
  const Mat6 half = randomVector(random, 36).reshaped(6, 6), drag = half * half.transpose();
  if (!wet) return spec;
  rod->immerse({.density = 700, .buoyancy = true, .added = 0.2 * drag});
  for (const BodySlice& slice : rod->slices())
    spec.loads.push_back({"drag", 1, rod->addStation(slice.at), std::make_shared<FluidDrag>(slice.length * drag)});
  return spec;
}

class RigidRod : public ::testing::TestWithParam<bool> {
 protected:
  RigidRod() {
    Random random(3);
    for (int k = 0; k < resting.model.nv; ++k) {
      const Link& rod = resting.model.links[1];
      if (k < rod.vBody || k >= rod.vBody + rod.nBody) shared.push_back(k);
    }
    q = randomConfiguration(random, still.model), v = randomVector(random, still.model.nv, 2);
    a = randomVector(random, still.model.nv, 3);
    allQ = resting.model.q0, allV = allA = VecX::Zero(resting.model.nv);
    const int first = resting.model.links[1].qBody, count = resting.model.links[1].nBody;
    for (int k = 0; k < still.model.nq; ++k) allQ[k < first ? k : k + count] = q[k];
    allV(shared) = v, allA(shared) = a;
  }
  void expectSame(const MatX& ofStill, const MatX& ofResting) {
    const MatX expected = ofResting.cols() == 1 ? MatX(ofResting(shared, 0)) : MatX(ofResting(shared, shared));
    EXPECT_LE(relativeError(ofStill, expected), 1e-12);
  }

  Robot still{robotSpec(true, GetParam())}, resting{robotSpec(false, GetParam())};
  std::vector<int> shared;  ///< velocity indices in `resting` of the coordinates that both have
  VecX q, v, a, allQ, allV, allA;
};

TEST_P(RigidRod, MovesAsOneThatRests) {
  ASSERT_EQ(still.model.links[1].nBody, 0);
  ASSERT_GT(resting.model.links[1].nBody, 0);
  inverseDynamicsDerivatives(still.model, still.data, q, v, a);
  inverseDynamicsDerivatives(resting.model, resting.data, allQ, allV, allA);
  expectSame(still.data.tau, resting.data.tau);
  expectSame(still.data.massMatrix, resting.data.massMatrix);
  expectSame(still.data.dIDdq, resting.data.dIDdq);
  expectSame(still.data.dIDdv, resting.data.dIDdv);
  inverseDynamics(still.model, still.data, q, v, a);
  expectSame(still.data.tau, resting.data.tau);
  massMatrix(still.model, still.data, q);
  expectSame(still.data.massMatrix, resting.data.massMatrix);
  const int n = still.model.nv, all = resting.model.nv;
  MatX C(n, n), expected(all, all);
  coriolisMatrix(still.model, still.data, q, v, C);
  coriolisMatrix(resting.model, resting.data, allQ, allV, expected);
  expectSame(C, expected);
}

TEST_P(RigidRod, HasTheSameEnergyAndMomentum) {
  const Energy one = energy(still.model, still.data, q, v), other = energy(resting.model, resting.data, allQ, allV);
  EXPECT_NEAR(one.kinetic, other.kinetic, 1e-12 * other.kinetic);
  EXPECT_NEAR(one.gravity, other.gravity, 1e-12 * std::abs(other.gravity) + 1e-13);
  const Vec6 h = momentum(still.model, still.data, q, v), expected = momentum(resting.model, resting.data, allQ, allV);
  EXPECT_LE(relativeError(h, expected), 1e-12);
}

INSTANTIATE_TEST_SUITE_P(All, RigidRod, ::testing::Bool());

}  // namespace
}  // namespace tendril
