// SPDX-License-Identifier: BSD-3-Clause
// The number of threads changes nothing, not even the last bit.
#include <gtest/gtest.h>
#include <tbb/global_control.h>

#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

/// A star of rods and arcs with enough work for several threads.
ModelSpec softStar(Random& random) {
  ModelSpec spec;
  spec.links.push_back(randomLink(random, 0, kWorld, JointType::kFree));
  for (int i = 1; i <= 14; ++i) {
    spec.links.push_back(randomLink(random, i, 0, JointType::kRevolute));
    spec.links.back().body = i % 3 == 0 ? randomArc(random, ArcKind::kElongation) : randomRod(random, 3);
  }
  return spec;
}

std::vector<MatX> everything(const Model& model, size_t threads) {
  tbb::global_control limit(tbb::global_control::max_allowed_parallelism, threads);
  Random random(3);
  Data data(model);
  std::vector<MatX> out;
  for (int round = 0; round < 5; ++round) {
    const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv);
    forwardDynamicsDerivatives(model, data, q, v, {});
    out.insert(out.end(), {data.acceleration, data.dFDdq, data.dFDdv, data.massMatrix});
    massMatrix(model, data, q);
    out.push_back(data.massMatrix);
  }
  return out;
}

TEST(Threads, OneAndTwoThreadsAgreeBitByBit) {
  Random random(7);
  const Model model(softStar(random));
  ASSERT_GT(model.parallelWork, 50) << "too little work to wake a second thread";
  const auto one = everything(model, 1), two = everything(model, 2);
  ASSERT_EQ(one.size(), two.size());
  for (size_t i = 0; i < one.size(); ++i) {
    ASSERT_TRUE(one[i].allFinite());
    EXPECT_TRUE((one[i].array() == two[i].array()).all()) << i;
  }
}

}  // namespace
}  // namespace tendril
