// SPDX-License-Identifier: BSD-3-Clause
// Sequences of controllers in project files: when they switch, what they remember, what is told of those that cannot
// be.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>

#include "tests/core/builder/controllers/controlled_arm.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kStep = 0.001;

std::string sequence(const std::string& phases, const std::string& more = "") {
  return R"({"name": "moves", "type": "sequence", "phases": [)" + phases + "]" + more + "}";
}

/// A number of the only controller's block.
double signalOf(const Model& model, const State& state, int signal) {
  return state.z[controllerLayouts(model)[0].signalsAt() + signal];
}
double demandOf(const Model& model, const State& state, int output) {
  return state.z[controllerLayouts(model)[0].demandAt() + output];
}

/// The states of a run, step by step, from a state or from the beginning.
std::vector<State> statesOf(const std::shared_ptr<const Model>& model, int steps, const State* from = nullptr) {
  Data data(*model);
  const auto integrator = withControllers(model, makeIntegrator(model->simulation));
  const SignalInputs inputs(*model);
  State state = from ? *from : initialState(*model);
  StepResult bad = integrator->reset(*model, data, state, inputs);
  std::vector<State> out = {state};
  for (int i = 0; i < steps && !bad; ++i) {
    bad = integrator->step(*model, data, state, kStep, inputs);
    out.push_back(state);
  }
  EXPECT_FALSE(bad) << bad->message();
  return out;
}

bool sameBits(const VecX& a, const VecX& b) {
  return a.size() == b.size() &&
         std::memcmp(a.data(), b.data(), sizeof(double) * static_cast<std::size_t>(a.size())) == 0;
}

/// [kane] simulation 2 in small: a linearised arm moves from rest to rest by a cubic; then it keeps its place while
/// another part is held by its model; then that goes on while an input jumps.
const std::string kMove = R"({"type": "partial_feedback_linearization", "outputs": ["m1", "m2"],
    "reference": {"type": "polynomial", "from": [0.3, 0], "to": [-0.5, 0.8], "duration": 0.3, "degree": 3},
    "gains": {"proportional": 100, "derivative": 10}})";
const std::string kKeep = R"({"type": "partial_feedback_linearization", "outputs": ["m1"],
    "reference": {"type": "constant", "value": -0.5}, "gains": {"proportional": 100, "derivative": 10}})";
const std::string kHold = R"({"type": "pd_cancellation", "outputs": ["m2"], "links": ["lower"],
    "reference": {"type": "constant", "value": 0.5}, "gains": {"proportional": 20, "derivative": 2}})";

TEST(Sequences, SwitchAtTheExactSample) {
  const auto model = build(
      arm(sequence(R"({"until": 0.3, "controller": )" + kMove + R"(}, {"until": 0.2, "controllers": [)" + kKeep + "," +
                   kHold + R"(]}, {"controllers": [)" + kKeep + R"(, {"type": "signals", "outputs": {"m2": "2"}}]})")));
  ASSERT_TRUE(model);
  EXPECT_EQ(model->controllers[0]->outputs, (std::vector<int>{0, 1}));
  const std::vector<State> states = statesOf(model, 600);
  for (int i = 0; i <= 600; ++i) {
    const State& s = states[static_cast<std::size_t>(i)];
    const int phase = i < 300 ? 0 : i < 500 ? 1 : 2;
    ASSERT_EQ(signalOf(*model, s, 0), phase) << i;
    ASSERT_EQ(signalOf(*model, s, 1), phase == 0 ? 0 : phase == 1 ? 300 * kStep : 500 * kStep) << i;
    if (phase == 2) {
      ASSERT_EQ(demandOf(*model, s, 1), 2);
    }
  }
  // The cubic ends; inputs that are held come half a sample late where its acceleration jumps, by 53 rad/s².
  EXPECT_NEAR(states[300].q[0], -0.5, 53 * 0.5 * kStep / 10);
}

TEST(Sequences, OfOnePhaseAreItsController) {
  const std::string law = R"("outputs": ["m1", "m2"], "reference": {"type": "constant", "value": [0.1, 0.2]},
      "gains": {"proportional": 6, "derivative": 0.4, "integral": 6})";
  const auto plain = build(arm(R"({"name": "c", "type": "pid", "period": 0.004, "sensor": {"delay": 0.003,
      "position_noise": 1e-4, "seed": 3}, )" +
                               law + "}"));
  const auto phased =
      build(arm(sequence(R"({"controller": {"type": "pid", )" + law + "}}",
                         R"(, "period": 0.004, "sensor": {"delay": 0.003, "position_noise": 1e-4, "seed": 3})")));
  ASSERT_TRUE(plain && phased);
  const std::vector<State> a = statesOf(plain, 400), b = statesOf(phased, 400);
  for (std::size_t i = 0; i < a.size(); i += 7) {
    ASSERT_TRUE(sameBits(a[i].q, b[i].q)) << i;
    ASSERT_TRUE(sameBits(a[i].v, b[i].v)) << i;
  }
}

TEST(Sequences, ResumedRunsGoOnBitByBit) {
  const std::string pid = R"({"type": "pid", "outputs": ["m1", "m2"], "actual": ["upper.tip.z", "lower.v[0]"],
      "reference": {"type": "lissajous", "amplitude": 0.1}, "gains": {"proportional": [-60, 2], "derivative": [-4, 0.01],
      "integral": [-30, 1]}})";
  const auto model = build(arm(sequence(R"({"until": 0.1, "controller": )" + pid + R"x(}, {"until": "upper.q[0] < 0.32",
      "clock": "phase", "controller": {"type": "expression", "outputs": {"m1": "-20*upper.q[0]"}}}, {"controller": )x" +
                                            pid + "}",
                                        R"(, "period": 0.003, "sensor": {"delay": 0.004}, "undriven": "hold")")));
  ASSERT_TRUE(model);
  const std::vector<State> whole = statesOf(model, 400);
  EXPECT_EQ(signalOf(*model, whole.back(), 0), 2);
  for (const int from : {1, 50, 99, 100, 101, 103, 107, 150, 300}) {
    const std::vector<State> rest = statesOf(model, 400 - from, &whole[static_cast<std::size_t>(from)]);
    ASSERT_TRUE(sameBits(rest.back().q, whole.back().q)) << from;
    ASSERT_TRUE(sameBits(rest.back().v, whole.back().v)) << from;
    ASSERT_TRUE(sameBits(rest.back().z, whole.back().z)) << from;
  }
}

TEST(Sequences, ConditionsOfSignalsEndAPhaseAtTheFirstSampleAtWhichTheyHold) {
  const auto model =
      build(arm(sequence(R"({"until": "upper.q[0] > 0.6", "controller": {"type": "signals", "outputs": {"m1": "0"}}},
      {"controller": {"type": "signals", "outputs": {"m1": "-1"}}})",
                         R"(, "period": 0.005)")));
  ASSERT_TRUE(model);
  const std::vector<State> states = statesOf(model, 600);
  const double entered = signalOf(*model, states.back(), 1);
  ASSERT_GT(entered, 0.02);
  const auto at = static_cast<std::size_t>(std::lround(entered / kStep));
  EXPECT_EQ(at % 5, 0u);
  EXPECT_GT(states[at].q[0], 0.6);
  EXPECT_LE(states[at - 5].q[0], 0.6);
  EXPECT_EQ(demandOf(*model, states[at], 0), -1);
  EXPECT_EQ(demandOf(*model, states[at - 1], 0), 0);
}

TEST(Sequences, TheClockOfAPhaseCountsFromItsBeginning) {
  const auto model = [](const std::string& clock, const std::string& start, const std::string& wave) {
    return build(arm(sequence(
        R"({"until": 0.2, "controller": {"type": "signals", "outputs": {"m1": "0", "m2": "0"}}}, {"clock": ")" + clock +
        R"(", "controllers": [{"type": "pd", "outputs": ["m1"], "reference": {"type": "polynomial",
        "to": 1, "duration": 0.3, "start": )" +
        start + R"(}, "gains": {"proportional": 50, "derivative": 4}},
        {"type": "signals", "outputs": {"m2": ")" +
        wave + R"("}}]})")));
  };
  const auto absolute = model("absolute", "0.2", "0.3*(t - 0.2)"), phase = model("phase", "0", "0.3*t");
  ASSERT_TRUE(absolute && phase);
  const State a = statesOf(absolute, 500).back(), b = statesOf(phase, 500).back();
  EXPECT_LT((a.q - b.q).norm(), 1e-12);
  EXPECT_LT((a.v - b.v).norm(), 1e-11);
}

TEST(Sequences, InputsThatAPhaseDoesNotGiveAreZeroOrHeld) {
  for (const bool hold : {false, true}) {
    const auto model =
        build(arm(sequence(R"({"until": 0.05, "controller": {"type": "signals", "outputs": {"m1": "1 + t", "m2": "3"}}},
        {"until": 0.05, "controller": {"type": "signals", "outputs": {"m2": "4"}}},
        {"controller": {"type": "signals", "outputs": {"m1": "5"}}})",
                           hold ? R"(, "undriven": "hold")" : "")));
    ASSERT_TRUE(model);
    const std::vector<State> states = statesOf(model, 120);
    EXPECT_NEAR(demandOf(*model, states[70], 0), hold ? 1.049 : 0, 1e-12);
    EXPECT_EQ(demandOf(*model, states[70], 1), 4);
    EXPECT_EQ(demandOf(*model, states[110], 0), 5);
    EXPECT_EQ(demandOf(*model, states[110], 1), hold ? 4 : 0);
  }
}

TEST(Sequences, APhaseBeginsWithoutMemory) {
  const std::string pid =
      R"("controller": {"type": "pid", "outputs": ["m1"], "reference": {"type": "constant", "value": 2},
      "gains": {"proportional": 1, "integral": 50}})";
  const auto model = build(arm(sequence(R"({"until": 0.1, )" + pid + "}, {" + pid + "}")));
  ASSERT_TRUE(model);
  const std::vector<State> states = statesOf(model, 120);
  EXPECT_GT(demandOf(*model, states[99], 0), 2 - states[99].q[0] + 5);
  EXPECT_NEAR(demandOf(*model, states[100], 0), 2 - states[100].q[0], 1e-12);
}

TEST(Sequences, PhasesThatAreOverAtOnceArePassed) {
  const std::string part = R"("controller": {"type": "signals", "outputs": {"m1": "1"}})";
  const auto model =
      build(arm(sequence(R"({"until": 0, )" + part + R"(}, {"until": "1", )" + part + R"(}, {"until": "=k/30 - 1", )" +
                         part + R"(}, {"until": "=k/3000", )" + part + "}, {" + part + "}")));
  ASSERT_TRUE(model);
  const std::vector<State> states = statesOf(model, 20);
  EXPECT_EQ(signalOf(*model, states[0], 0), 3);
  EXPECT_EQ(signalOf(*model, states[9], 0), 3);
  EXPECT_EQ(signalOf(*model, states[10], 0), 4);
}

TEST(Sequences, EveryLawServesInThem) {
  const std::string all = R"("outputs": ["m1", "m2"])";
  std::string phases;
  for (const std::string& law :
       {R"("type": "pid", )" + all, R"("type": "pd", )" + all, R"("type": "pd_cancellation", )" + all,
        R"("type": "computed_torque", )" + all, R"("type": "partial_feedback_linearization", )" + all,
        R"("type": "task_space", "link": "lower", )" + all,
        R"("type": "lqr", "about": "initial", "position_weights": 10, "input_weights": 1, )" + all,
        std::string(R"("type": "expression", "outputs": {"m1": "-upper.v[0]"})")})
    phases += (phases.empty() ? "" : ", ") + std::string(R"({"until": 0.02, "controller": {)") + law + "}}";
  const auto model = build(arm(sequence(phases + R"(, {"controller": {"type": "signals", "outputs": {"m1": 0}}})",
                                        R"(, "period": 0.002, "sensor": {"delay": 0.005})")));
  ASSERT_TRUE(model);
  const std::vector<State> states = statesOf(model, 200);
  EXPECT_EQ(signalOf(*model, states.back(), 0), 8);
}

TEST(Sequences, AConditionThatIsNoNumberEndsTheRun) {
  const auto model =
      build(arm(sequence(R"x({"until": "sqrt(0.05 - t) < 0", "controller": {"type": "pd", "outputs": ["m1"]}},
      {"controller": {"type": "pd", "outputs": ["m1"]}})x")));
  ASSERT_TRUE(model);
  EXPECT_EQ(signalOf(*model, statesOf(model, 50).back(), 0), 0) << "a comparison with what is no number is false";
  const auto other =
      build(arm(sequence(R"x({"until": "sqrt(0.05 - t)*0", "controller": {"type": "pd", "outputs": ["m1"]}},
      {"controller": {"type": "pd", "outputs": ["m1"]}})x")));
  ASSERT_TRUE(other);
  Data data(*other);
  const auto integrator = withControllers(other, makeIntegrator(other->simulation));
  const SignalInputs inputs(*other);
  State state = initialState(*other);
  StepResult bad = integrator->reset(*other, data, state, inputs);
  for (int i = 0; i < 100 && !bad; ++i) bad = integrator->step(*other, data, state, kStep, inputs);
  ASSERT_TRUE(bad);
  EXPECT_THAT(bad->message(), ::testing::HasSubstr("phases[0].until"));
}

TEST(Sequences, WhatCannotBeIsToldAtItsField) {
  const std::string pd = R"({"type": "pd", "outputs": ["m1"]})", path = "controllers.moves.phases";
  const std::string last = R"({"controller": )" + pd + "}";
  const auto phase = [&](const std::string& first) { return sequence("{" + first + "}, " + last); };
  expectTold({
      {sequence(""), path, "is empty"},
      {R"({"name": "moves", "type": "sequence"})", path, "is missing"},
      {phase(R"("controller": )" + pd), path + "[0].until", "is missing"},
      {phase(R"("until": 1)"), path + "[0].controller", "is missing"},
      {phase(R"("until": 1, "controllers": [])"), path + "[0].controller", "is missing"},
      {phase(R"("until": 1, "controller": )" + pd + R"(, "controllers": [)" + pd + "]"), path + "[0].controllers",
       "beside controller"},
      {phase(R"("until": -1, "controller": )" + pd), path + "[0].until", "at least 0"},
      {phase(R"("until": "=1 - k", "controller": )" + pd), path + "[0].until", "negative"},
      {phase(R"("until": "uper.q[0] > 1", "controller": )" + pd), path + "[0].until", "upper.q[0]"},
      {phase(R"("until": "upper.a[0] > 1", "controller": )" + pd), path + "[0].until", "accelerations"},
      {phase(R"("until": "upper.tip", "controller": )" + pd), path + "[0].until", "vector"},
      {phase(R"("until": 1, "clock": "mine", "controller": )" + pd), path + "[0].clock", "absolute"},
      {phase(R"("until": 1, "controllers": [)" + pd + "," + pd + "]"), path + "[0].controllers[1].outputs",
       "already driven"},
      {phase(R"("until": 1, "controller": {"type": "pd", "outputs": ["m3"]})"), path + "[0].controller.outputs[0]",
       "m3"},
      {phase(R"("until": 1, "controller": {"type": "pd", "outputs": ["m1"], "period": 0.1})"),
       path + "[0].controller.period", "sequence"},
      {phase(R"("until": 1, "controller": {"type": "pd", "outputs": ["m1"], "sensor": {"delay": 0.1}})"),
       path + "[0].controller.sensor", "sequence"},
      {phase(R"("until": 1, "controller": {"type": "pd", "outputs": ["m1"], "gains": {"proportional": [1, 2]}})"),
       path + "[0].controller.gains.proportional", "2 numbers"},
      {phase(R"("until": 1, "controller": {"type": "computed_torque", "outputs": ["m1"]})"), path + "[0].controller",
       "2 coordinates"},
      {phase(R"("until": 1, "controller": {"type": "expression", "outputs": {"m1": "upper.q[9]"}})"),
       path + "[0].controller.outputs.m1", "upper.q[9]"},
      {phase(R"("until": 1, "controller": {"type": "sequence", "phases": []})"), path + "[0].controller", "sequence"},
      {sequence(last) + R"(, {"name": "d", "type": "pd", "outputs": ["m1"]})", "controllers.d.outputs",
       "already driven by \"moves\""},
      {R"({"name": "d", "type": "pd", "outputs": ["m1"]}, )" + sequence(last), path + "[0].controller.outputs",
       "already driven by \"d\""},
  });
  const std::vector<Problem> warnings = problemsOf(arm(sequence(R"({"until": 1, "controller": )" + pd + "}")));
  ASSERT_FALSE(warnings.empty());
  for (const Problem& warning : warnings) {
    EXPECT_FALSE(warning.isError());
    EXPECT_EQ(warning.path, path + "[0].until");
  }
}

TEST(Sequences, AreWrittenAsTheyWereRead) {
  const std::string text =
      arm(sequence(R"({"until": "t > 3", "clock": "phase", "controller": {"type": "pd", "outputs": ["m1"]}},
      {"until": 2.5, "controllers": [{"type": "signals", "outputs": {"m1": "t"}}, {"type": "expression", "outputs": {"m2": "upper.q[0]"}}]},
      {"controller": {"type": "lqr", "outputs": ["m1"]}})",
                   R"(, "undriven": "hold", "period": 0.01)"));
  const ReadResult once = readProjectText(text);
  ASSERT_TRUE(once.ok()) << once.problems.front().text();
  const std::string written = projectText(once.description);
  const ReadResult twice = readProjectText(written);
  EXPECT_EQ(projectText(twice.description), written);
  const auto& law = std::get<description::SequenceController>(twice.description.controllers[0].type);
  ASSERT_EQ(law.phases.size(), 3u);
  EXPECT_EQ(law.phases[0].until->text, "t > 3");
  EXPECT_EQ(law.phases[1].until->value, 2.5);
  EXPECT_EQ(law.phases[1].controllers.size(), 2u);
}

}  // namespace
}  // namespace tendril
