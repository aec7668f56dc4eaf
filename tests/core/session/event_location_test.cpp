// SPDX-License-Identifier: BSD-3-Clause
// Instants at which a cubic passes a level, and the joints that reach their limits in a run.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>

#include "core/session/event_location.hpp"
#include "core/session/simulate.hpp"

namespace tendril {
namespace {

Sample sampleOf(double (*f)(double), double (*rate)(double), double t) {
  return {t, f(t), rate(t)};
}

TEST(Crossing, FindsAllRootsOfACubic) {
  const auto f = [](double t) { return (t - 0.2) * (t - 0.5) * (t - 0.9); };
  const auto rate = [](double t) { return (t - 0.5) * (t - 0.9) + (t - 0.2) * (t - 0.9) + (t - 0.2) * (t - 0.5); };
  const Crossings found = findCrossings(sampleOf(f, rate, 0), sampleOf(f, rate, 1), 0);
  ASSERT_EQ(found.count, 3);
  EXPECT_NEAR(found.times[0], 0.2, 1e-14);
  EXPECT_NEAR(found.times[1], 0.5, 1e-14);
  EXPECT_NEAR(found.times[2], 0.9, 1e-14);
}

TEST(Crossing, SeesAQuickDip) {
  // a parabola that dips below −0.01 for a moment inside the step
  const Crossings found = findCrossings({0, 0, -1}, {1, 0, 1}, -0.2);
  ASSERT_EQ(found.count, 2);
  EXPECT_NEAR(found.times[0], 0.5 - std::sqrt(0.05), 1e-14);
  EXPECT_NEAR(found.times[1], 0.5 + std::sqrt(0.05), 1e-14);
  EXPECT_EQ(findCrossings({0, 0, -1}, {1, 0, 1}, -0.26).count, 0);
}

TEST(Crossing, OfStraightLinesAndNonsense) {
  EXPECT_NEAR(findCrossings({2, -1, 4}, {3, 3, 4}, 1).times[0], 2.5, 1e-14);
  EXPECT_EQ(findCrossings({2, 5, 0}, {3, 5, 0}, 1).count, 0);
  EXPECT_EQ(findCrossings({2, 5, 0}, {3, 5, 0}, 5).count, 0);
  EXPECT_EQ(findCrossings({2, 0, 1}, {2, 1, 1}, 0.5).count, 0);
  EXPECT_EQ(findCrossings({2, 0, 1}, {1, 1, 1}, 0.5).count, 0);
  EXPECT_EQ(findCrossings({0, std::nan(""), 1}, {1, 1, 1}, 0.5).count, 0);
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_EQ(findCrossings({0, -inf, 1}, {1, inf, 1}, 0.5).count, 0);
}

/// A mass on a slider, thrown against its stop: free flight, then half an oscillation on the stop's spring.
std::shared_ptr<const Model> thrownMass(const std::string& integrator, double step) {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.id = 1, link.name = "sled";
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = Vec3::UnitX();
  link.joint.lower = VecX::Constant(1, -std::numeric_limits<double>::infinity());
  link.joint.upper = VecX::Constant(1, 0.5);
  link.joint.stopStiffness = 1e4, link.joint.stopDamping = 0;
  link.rigid.mass = 4;
  link.jointV0 = VecX::Constant(1, 2.0);
  spec.links.push_back(link);
  spec.simulation.integrator = integrator;
  spec.simulation.step = step;
  spec.simulation.rtol = 1e-8, spec.simulation.atol = 1e-10;
  spec.simulation.duration = 1;
  return std::make_shared<const Model>(std::move(spec));
}

/// `hit`, `leave`: errors in s. Methods with error control read the flight between steps that span the impact;
/// generalized_alpha lengthens the half period on the stop by about (ωh)²/12 and its numerical damping.
struct TimedCase {
  const char* name;
  double hit, leave;
};

TEST(Events, OfAMassThatHitsAStopComeInTime) {
  const double hit = 0.25, leave = 0.25 + M_PI * std::sqrt(4 / 1e4);
  for (const TimedCase& c :
       {TimedCase{"generalized_alpha", 1e-9, 1e-4}, TimedCase{"runge_kutta_4", 1e-9, 1e-6},
        TimedCase{"bdf", 1e-6, 1e-5}, TimedCase{"adams", 1e-6, 1e-5}, TimedCase{"ida", 1e-6, 1e-5}}) {
    Program program(thrownMass(c.name, 1e-3));
    const SimulationResult result = simulate(program);
    ASSERT_FALSE(result.failure) << c.name;
    ASSERT_EQ(result.events.size(), 2u) << c.name;
    EXPECT_NEAR(result.events[0].t, hit, c.hit) << c.name;
    EXPECT_NEAR(result.events[1].t, leave, c.leave) << c.name;
    EXPECT_FALSE(result.events[0].ends);
    EXPECT_TRUE(result.events[1].ends);
    EXPECT_EQ(result.events[0].text, "sled ran into its upper limit, 0.5");
    EXPECT_EQ(result.events[1].text, "sled left its upper limit, 0.5");
    EXPECT_EQ(result.events[0].kind, EventKind::kLimit);
  }
}

}  // namespace
}  // namespace tendril
