// SPDX-License-Identifier: BSD-3-Clause
// Nothing allocates after makeData: Eigen takes its heap memory through malloc, so that is what is watched.
// Sanitizers bring their own malloc, so under them this file is empty.
#include "tests/support/sanitized.hpp"

#ifndef TENDRIL_SANITIZED

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/core/model/rod/random_rod.hpp"

namespace {

thread_local bool watched = false;
thread_local long allocations = 0;

}  // namespace

// GNU libc lets a program bring its own malloc; this one counts and passes on.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  if (watched) ++allocations;
  return __libc_malloc(size);
}

namespace tendril {
namespace {

template <class Work>
long countAllocations(const Work& work) {
  allocations = 0;
  watched = true;
  work();
  watched = false;
  return allocations;
}

void expectNoAllocation(Rod rod, unsigned seed) {
  std::mt19937 engine(seed);
  rod.addStation(0.3);
  const auto tendon = rod.makeTendonPiece([](double) { return RoutePoint{0.01, 0, 0, 0}; }, 0, 1);
  const int n = rod.size();
  const test::RodState s = test::randomState(n, engine);
  const BaseMotion motion = test::randomMotion(engine);
  std::vector<Composite> attached(static_cast<std::size_t>(rod.stationCount()));
  for (Composite& c : attached) c.I.setIdentity(), c.F.setOnes(), c.N.setOnes(), c.K.setOnes();
  VecX force = VecX::Zero(n);
  MatX square = MatX::Zero(n, n);
  const auto data = rod.makeData();
  const auto counted = countAllocations([&] {
    rod.kinematics(*data, s.c());
    rod.inertia(*data, s.c());
    rod.inverseDynamics(*data, s.c(), motion);
    rod.columns(*data, s.c(), motion);
    rod.derivatives(*data, s.c(), motion, attached);
    force(0) += rod.elasticEnergy(s.q) + tendon->length(s.q);
    rod.addElasticForce(s.q, force);
    rod.addStiffness(s.q, square);
    rod.addDampingForce(s.q, s.v, force);
    rod.addDampingDerivatives(s.q, s.v, square, square);
    tendon->addGradient(s.q, force);
    tendon->addHessian(s.q, 1, square);
  });
  EXPECT_EQ(counted, 0);
}

TEST(RodAllocation, TheCounterCounts) {
  EXPECT_EQ(countAllocations([] {
              volatile double* memory = static_cast<double*>(std::malloc(64));
              std::free(const_cast<double*>(memory));
            }),
            1);
}

TEST(RodAllocation, NoneInAnyOfTheCalls) {
  std::mt19937 engine(1);
  expectNoAllocation(Rod(test::mixedRod(engine)), 2);
  expectNoAllocation(Rod({{test::division("legendre", 4)}, 4}), 3);
}

TEST(RodAllocation, NoneWithAHundredCoordinatesEither) {
  expectNoAllocation(Rod({{test::division("fem_linear", 15)}, 4}), 4);
  expectNoAllocation(Rod({{test::division("legendre", 20)}, 4}), 5);
}

}  // namespace
}  // namespace tendril

#endif
