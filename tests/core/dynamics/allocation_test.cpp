// SPDX-License-Identifier: BSD-3-Clause
// No algorithm allocates. Eigen takes its heap memory through malloc, so that is what is watched. Sanitizers bring
// their own malloc, so under them this file is empty.
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)

#include <gtest/gtest.h>

#include <cstdlib>

#include "tests/core/dynamics/random_models.hpp"

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

using namespace testing;

template <class Work>
long countAllocations(const Work& work) {
  allocations = 0;
  watched = true;
  work();
  watched = false;
  return allocations;
}

TEST(Allocation, TheHookSeesEigen) {
  EXPECT_GT(countAllocations([] { MatX m = MatX::Zero(9, 9); }), 0);
}

TEST(Allocation, NoAlgorithmAllocatesOnTheSerialPath) {
  Random random(5);
  const Model model(randomTree(random, {"mixed",
                                        {JointType::kFree, JointType::kRevolute, JointType::kUniversal,
                                         JointType::kPlanar, JointType::kSpherical, JointType::kFixed},
                                        true,
                                        true}));
  ASSERT_LT(model.parallelWork, 50) << "meant to stay on one thread";
  Data data(model);
  const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv),
             a = randomVector(random, model.nv), tau = randomVector(random, model.nv);
  Inputs inputs;
  inputs.tau = &tau;
  VecX moved(model.nq);
  MatX K(model.nv, model.nv);
  EXPECT_EQ(countAllocations([&] { inverseDynamics(model, data, q, v, a, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { massMatrix(model, data, q); }), 0);
  EXPECT_EQ(countAllocations([&] { forwardDynamics(model, data, q, v, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { residualDerivatives(model, data, q, v, a, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { forwardDynamicsDerivatives(model, data, q, v, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { energy(model, data, q, v); }), 0);
  EXPECT_EQ(countAllocations([&] { integrate(model, q, v, moved); }), 0);
  EXPECT_EQ(countAllocations([&] { stiffnessMatrix(model, data, q, K); }), 0);
}

}  // namespace
}  // namespace tendril

#endif
