// SPDX-License-Identifier: BSD-3-Clause
// Velocity, acceleration and Jacobian of stations against differences of their poses along a motion.
#include "core/dynamics/station_motion.hpp"

#include <gtest/gtest.h>

#include <array>

#include "core/math/so3.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kStep = 2e-3;
const std::vector<JointType> kTypes = {JointType::kFree,    JointType::kRevolute,  JointType::kSpherical,
                                       JointType::kHelical, JointType::kUniversal, JointType::kCylindrical,
                                       JointType::kPlanar,  JointType::kPrismatic, JointType::kFixed};

/// [angle; position] of the frame from where it is at t = 0, at t = k kStep along q(t) with v(0) = v and constant a.
Vec6 poseAt(const Model& model, Data& data, int link, int station, const VecX& q, const VecX& v, const VecX& a,
            const Pose& start, int k) {
  const double t = k * kStep;
  VecX moved(model.nq);
  // The velocity of a path exp(D(t)) is T(D) D'; to second order the body rates are v + a t.
  const VecX delta = t * v + 0.5 * t * t * a;
  integrate(model, q, delta, moved);
  StationMotion at(model);
  stationMotion(model, data, link, station, moved, VecX::Zero(model.nv), VecX::Zero(model.nv), at);
  Vec6 out;
  out << logSO3<double>(at.X.R * start.R.transpose()), at.X.p;
  return out;
}

class StationMotions : public ::testing::TestWithParam<SoftBodies> {};

TEST_P(StationMotions, AgreeWithDifferencesAlongAMotion) {
  Random random(17);
  for (int k = 0; k < 6; ++k) {
    const Model model(randomTree(random, {.name = "tree", .types = kTypes, .soft = GetParam()}));
    Data data(model);
    const VecX q = randomConfiguration(random, model, 0.5), v = randomVector(random, model.nv, 0.6);
    const VecX a = randomVector(random, model.nv, 0.8);
    for (int link = 0; link < static_cast<int>(model.links.size()); ++link)
      for (const int station : {kBaseStation, 0}) {
        StationMotion at(model);
        stationMotion(model, data, link, station, q, v, a, at);
        EXPECT_LE(relativeError(at.jacobian * v, at.velocity), 1e-13);
        std::array<Vec6, 7> poses;
        for (int i = -3; i <= 3; ++i)
          poses[static_cast<std::size_t>(i + 3)] = poseAt(model, data, link, station, q, v, a, at.X, i);
        const Vec6 first =
            ((poses[6] - poses[0]) / 60 - 3 * (poses[5] - poses[1]) / 20 + 3 * (poses[4] - poses[2]) / 4) / kStep;
        Vec6 second = ((poses[6] + poses[0]) / 90 - 3 * (poses[5] + poses[1]) / 20 + 3 * (poses[4] + poses[2]) / 2 -
                       49 * poses[3] / 18) /
                      (kStep * kStep);
        EXPECT_LE((first - at.velocity).norm(), 1e-9 * (1 + at.velocity.norm()))
            << model.links[static_cast<std::size_t>(link)].name;
        EXPECT_LE((second - at.acceleration).norm(), 3e-7 * (1 + at.acceleration.norm()))
            << model.links[static_cast<std::size_t>(link)].name << " " << station;
      }
  }
}

INSTANTIATE_TEST_SUITE_P(Bodies, StationMotions,
                         ::testing::Values(SoftBodies::kNone, SoftBodies::kMixed, SoftBodies::kVolumes,
                                           SoftBodies::kFields));

}  // namespace
}  // namespace tendril
