// SPDX-License-Identifier: BSD-3-Clause
// What the laws of a sequence are asked, and what they find in their memory.
#include "core/control/controllers/sequence.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "tests/core/control/controlled_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

struct Asked {
  int law;
  double t, step, memory;
};

/// Counts its calls in its memory and demands `demand`; tells what it was asked.
std::shared_ptr<const Controller> counting(int law, int output, std::vector<Asked>& asked, int memory = 1) {
  return std::make_shared<GivenLaw>(
      "law", output, 0.01,
      [law, &asked](const Measurement& measured, VecXMut state) {
        asked.push_back({law, measured.t, measured.step, state[0]});
        state[0] += 1;
        return 10.0 * law + 1;
      },
      memory);
}

TEST(Sequence, LawsBeginWithTheirPhaseWithoutMemory) {
  std::vector<Asked> asked;
  std::vector<SequencePhase> phases(2);
  phases[0].duration = 0.03;
  phases[0].laws = {counting(0, 0, asked, 3)};
  phases[1].ownClock = true;
  phases[1].laws = {counting(1, 0, asked), counting(2, 1, asked)};
  const auto sequence = makeSequence("s", std::move(phases), UndrivenInputs::kZero);
  sequence->period = 0.01;
  EXPECT_EQ(sequence->outputs, (std::vector<int>{0, 1}));
  EXPECT_EQ(sequence->stateSize(), 2 + 3) << "laws of different phases share their memory";
  const auto model = withController(sliderSpec(2), {[&](const Model&) { return sequence; }}, "generalized_alpha", 0.01);
  ControlledRun run(model);
  run.steps(5, 0.01);
  ASSERT_FALSE(run.failure);
  ASSERT_EQ(asked.size(), 3u + 2 * 3u);
  for (std::size_t i = 0; i < 3; ++i) {
    EXPECT_EQ(asked[i].law, 0);
    EXPECT_NEAR(asked[i].t, 0.01 * static_cast<double>(i), 1e-15);
    EXPECT_NEAR(asked[i].step, i == 0 ? 0 : 0.01, 1e-15);
    EXPECT_EQ(asked[i].memory, static_cast<double>(i));
  }
  for (std::size_t i = 0; i < 6; ++i) {
    const auto call = static_cast<double>(i / 2);
    EXPECT_EQ(asked[3 + i].law, i % 2 == 0 ? 1 : 2);
    EXPECT_NEAR(asked[3 + i].t, 0.01 * call, 1e-15) << "since the phase began";
    EXPECT_NEAR(asked[3 + i].step, i < 2 ? 0 : 0.01, 1e-15);
    EXPECT_EQ(asked[3 + i].memory, call);
  }
}

TEST(Sequence, AStateOfAPhaseThatIsNoMoreGoesOnWithTheLast) {
  std::vector<Asked> asked;
  std::vector<SequencePhase> phases(2);
  phases[0].duration = 1;
  phases[0].laws = {counting(0, 0, asked)}, phases[1].laws = {counting(1, 0, asked)};
  const auto sequence = makeSequence("s", std::move(phases), UndrivenInputs::kZero);
  sequence->period = 0.01;
  const auto model = withController(sliderSpec(1), {[&](const Model&) { return sequence; }}, "generalized_alpha", 0.01);
  const auto workspace = sequence->makeWorkspace(*model);
  VecX state = VecX::Zero(sequence->stateSize()), demand(1), signals(static_cast<int>(sequence->signals().size()));
  state << 7, 0.5, 4;
  sequence->update(*workspace, {0.8, 0.01, model->q0, model->v0}, {state, demand, signals});
  ASSERT_EQ(asked.size(), 1u);
  EXPECT_EQ(asked[0].law, 1);
  EXPECT_EQ(asked[0].memory, 0);
  EXPECT_EQ(signals[0], 1);
  EXPECT_EQ(signals[1], 0.8);
}

/// Where a law shares its outputs' ranges among them, it does so within its phase, too.
TEST(Sequence, RangesAreLeftToTheLawsOfThePhase) {
  std::vector<Asked> asked;
  std::vector<SequencePhase> phases(1);
  phases[0].laws = {counting(3, 1, asked), counting(1, 0, asked)};
  const auto sequence = makeSequence("s", std::move(phases), UndrivenInputs::kHold);
  sequence->period = 0.01;
  EXPECT_EQ(sequence->outputs, (std::vector<int>{1, 0}));
  const auto model = withController(sliderSpec(2), {[&](const Model&) { return sequence; }}, "generalized_alpha", 0.01);
  const auto workspace = sequence->makeWorkspace(*model);
  VecX state = VecX::Zero(sequence->stateSize()), demand(2), signals(static_cast<int>(sequence->signals().size()));
  sequence->update(*workspace, {0, 0, model->q0, model->v0}, {state, demand, signals});
  EXPECT_EQ(demand, Vec2(31, 11));
  VecX outputs(2);
  sequence->allocate(*workspace, {Vec2(-5, -50), Vec2(5, 50)}, demand, outputs);
  EXPECT_EQ(outputs, Vec2(5, 11));
}

}  // namespace
}  // namespace tendril
