// SPDX-License-Identifier: BSD-3-Clause
// A state resumes exactly; a step that fails leaves the last good one and says why.
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/constraints/integrator_state.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

/// Given u and tau at every time.
class GivenInputs : public InputsProvider {
 public:
  explicit GivenInputs(const Model& model) : u(VecX::Zero(model.nu)), tau(VecX::Zero(model.nv)) {}
  void evaluate(double, VecXMut uOut, VecXMut tauOut) const override { uOut = u, tauOut = tau; }
  VecX u, tau;
};

bool identical(const State& a, const State& b) {
  return a.t == b.t && a.q == b.q && a.v == b.v && a.z == b.z;
}

ModelSpec drivenManipulator() {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = goldenTensions();
  return spec;
}

TEST(State, ResumesBitByBit) {
  for (const std::string& name : integratorNames()) {
    if (name == "bdf" || name == "adams" || name == "ida") continue;  // remember past steps outside the State
    for (const ModelSpec& spec : {floatingRobotSpec(2), drivenManipulator()}) {
      const double h = spec.actuators.empty() ? 2e-3 : name == "runge_kutta_4" ? 2e-5 : 2e-3;
      const ModelPtr model = build(spec, settings(name, h));
      Runner whole(model);
      whole.steps(60, h);
      Runner first(model);
      first.steps(23, h);
      Runner second(model, first.state);
      second.steps(37, h);
      EXPECT_TRUE(identical(whole.state, second.state)) << name;
    }
  }
}

TEST(State, KeepsBlocksOfOthersWhenTheIntegratorChanges) {
  const ModelPtr model = build(floatingRobotSpec(1), settings("generalized_alpha", 1e-3));
  State start = initialState(*model);
  auto layout = std::make_shared<StateLayout>();
  layout->add("clock", 2);
  start.layout = layout;
  start.z = Eigen::Vector2d(3, 4);
  Runner implicit(model, start);
  implicit.steps(3, 1e-3);
  EXPECT_EQ(implicit.state.block("clock"), VecX(Eigen::Vector2d(3, 4)));
  EXPECT_EQ(implicit.state.block("integrator.acceleration").size(), model->nv);
  Runner explicitOne(build(floatingRobotSpec(1), settings("runge_kutta_4", 1e-3)), implicit.state);
  EXPECT_EQ(explicitOne.state.z.size(), 2);
  EXPECT_EQ(explicitOne.state.block("integrator.acceleration").size(), 0);
  EXPECT_EQ(explicitOne.state.block("no such block").size(), 0);
}

TEST(Step, ThatIsNoStepIsRefused) {
  for (const std::string& name : integratorNames()) {
    Runner runner(build(doublePendulumSpec(), settings(name, 1e-3)));
    const State before = runner.state;
    for (const double h : {0.0, -1.0, kNaN, std::numeric_limits<double>::infinity(), 1e-320}) {
      runner.state.t = before.t + (h == 1e-320 ? 1 : 0);  // 1 + 1e-320 is 1
      const State asked = runner.state;
      const StepResult bad = runner.integrator->step(*runner.model, runner.data, runner.state, h, runner.inputs);
      ASSERT_TRUE(bad) << name << " " << h;
      EXPECT_EQ(bad->kind, Failure::Kind::kStepTooSmall);
      EXPECT_TRUE(identical(runner.state, asked));
    }
  }
}

TEST(Step, OfAbsurdSizeFailsOrStaysFinite) {
  for (const std::string& name : integratorNames()) {
    for (const double h : {1.0, 1e3, 1e8, 1e200}) {
      Runner runner(build(doublePendulumSpec(), settings(name, h)));
      for (int k = 0; k < 20; ++k) {
        const State before = runner.state;
        const StepResult bad = runner.integrator->step(*runner.model, runner.data, runner.state, h, runner.inputs);
        ASSERT_TRUE(runner.state.q.allFinite() && runner.state.v.allFinite()) << name << " " << h;
        if (!bad) continue;
        EXPECT_TRUE(identical(before, runner.state));
        EXPECT_FALSE(bad->linkName.empty());
        break;
      }
    }
  }
}

TEST(Step, NamesTheInputThatIsNoNumber) {
  for (const std::string& name : integratorNames()) {
    Runner runner(build(drivenManipulator(), settings(name, 1e-4)));
    GivenInputs inputs(*runner.model);
    inputs.u[2] = kNaN;
    const State before = runner.state;
    const StepResult bad = runner.integrator->step(*runner.model, runner.data, runner.state, 1e-4, inputs);
    ASSERT_TRUE(bad) << name;
    EXPECT_EQ(bad->kind, Failure::Kind::kNotFinite);
    EXPECT_NE(bad->message().find("tendon 3"), std::string::npos) << bad->message();
    EXPECT_TRUE(identical(before, runner.state));
  }
}

TEST(Step, NamesTheLinkWhoseForceIsNoNumber) {
  for (const std::string& name : integratorNames()) {
    Runner runner(build(doublePendulumSpec(), settings(name, 1e-3)));
    GivenInputs inputs(*runner.model);
    inputs.tau[1] = kNaN;
    const StepResult bad = runner.integrator->step(*runner.model, runner.data, runner.state, 1e-3, inputs);
    ASSERT_TRUE(bad) << name;
    EXPECT_EQ(bad->linkName, "link1");
  }
}

TEST(Step, GoesOnAfterAFailureAsIfNothingHadHappened) {
  for (const std::string& name : integratorNames()) {
    const ModelPtr model = build(doublePendulumSpec(), settings(name, 1e-3));
    Runner whole(model), disturbed(model);
    whole.steps(40, 1e-3);
    disturbed.steps(20, 1e-3);
    GivenInputs bad(*model);
    bad.tau[0] = kNaN;
    EXPECT_TRUE(disturbed.integrator->step(*model, disturbed.data, disturbed.state, 1e-3, bad));
    EXPECT_TRUE(disturbed.integrator->step(*model, disturbed.data, disturbed.state, kNaN, disturbed.inputs));
    disturbed.steps(20, 1e-3);
    EXPECT_TRUE(identical(whole.state, disturbed.state)) << name;
    EXPECT_EQ(whole.balance(), disturbed.balance()) << name;
  }
}

TEST(Reset, NamesTheLinkThatMovesWithoutInertia) {
  ModelSpec spec = doublePendulumSpec();
  spec.links[1].rigid = {};
  for (const std::string& name : integratorNames()) {
    const ModelPtr model = build(spec, settings(name, 1e-3));
    Data data(*model);
    const auto integrator = makeIntegrator(model->simulation);
    State state = initialState(*model);
    const StepResult bad = integrator->reset(*model, data, state, SignalInputs(*model));
    ASSERT_TRUE(bad) << name;
    EXPECT_EQ(bad->kind, Failure::Kind::kSingularMassMatrix) << name;
    EXPECT_EQ(bad->linkName, "link1") << name;
    EXPECT_NE(bad->message().find("inertia"), std::string::npos);
  }
}

TEST(Reset, RefusesAStateThatIsNoNumber) {
  for (const std::string& name : integratorNames()) {
    const ModelPtr model = build(doublePendulumSpec(), settings(name, 1e-3));
    Data data(*model);
    State state = initialState(*model);
    state.v[1] = kNaN;
    const StepResult bad = makeIntegrator(model->simulation)->reset(*model, data, state, SignalInputs(*model));
    ASSERT_TRUE(bad) << name;
    EXPECT_EQ(bad->linkName, "link1") << name;
  }
}

TEST(RungeKutta, OnAStiffRodFailsAtTheLastGoodState) {
  Runner runner(build(drivenManipulator(), settings("runge_kutta_4", 2e-3)));
  StepResult bad;
  State before;
  for (int k = 0; k < 1000 && !bad; ++k) {
    before = runner.state;
    bad = runner.integrator->step(*runner.model, runner.data, runner.state, 2e-3, runner.inputs);
  }
  ASSERT_TRUE(bad);
  EXPECT_EQ(bad->linkName, "rod");
  EXPECT_EQ(bad->time, before.t);
  EXPECT_TRUE(identical(before, runner.state));
  EXPECT_NE(bad->message().find("generalized_alpha"), std::string::npos) << bad->message();
}

TEST(Registry, NamesWhatItKnows) {
  SimulationSettings s;
  s.integrator = "leapfrog";
  try {
    makeIntegrator(s);
    FAIL();
  } catch (const std::invalid_argument& error) {
    const std::string text = error.what();
    for (const char* part : {"leapfrog", "generalized_alpha", "newmark", "runge_kutta_4"})
      EXPECT_NE(text.find(part), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace tendril
