// SPDX-License-Identifier: BSD-3-Clause
#include "core/session/simulate.hpp"

#include <gtest/gtest.h>

#include "core/control/controllers/partial_feedback_linearization.hpp"
#include "core/control/controllers/pid.hpp"
#include "core/control/reference/references.hpp"
#include "core/session/snapshot.hpp"
#include "tests/core/integrators/robots.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

TEST(Simulate, GivesRowsHeaderAndProgress) {
  Program program(driven());
  SimulationRequest request;
  request.duration = 1;
  std::vector<std::vector<double>> rows;
  double progress = 0;
  request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
  request.progress = [&](double done) { progress = done; };
  const SimulationResult result = simulate(program, request);
  EXPECT_FALSE(result.failure);
  EXPECT_EQ(result.final.t, 1);
  EXPECT_EQ(result.statistics.steps, 500);
  EXPECT_EQ(progress, 1);
  EXPECT_GT(result.realTimeFactor, 0);
  ASSERT_EQ(rows.size(), 101u);
  const std::vector<std::string> header = recordHeader(*program.model);
  EXPECT_EQ(header, (std::vector<std::string>{"t", "link0.q[0]", "link1.q[0]", "link0.v[0]", "link1.v[0]", "motor.u[0]",
                                              "energy.kinetic", "energy.gravity", "energy.elastic", "balance"}));
  for (const auto& row : rows) ASSERT_EQ(row.size(), header.size());
  EXPECT_EQ(rows.front()[0], 0);
  EXPECT_EQ(rows.back()[0], 1);
  EXPECT_EQ(rows.back()[1], result.final.q[0]);
  EXPECT_EQ(rows.back()[5], 0.25);
  EXPECT_LE(std::abs(result.balance), 0.1);
}

TEST(Simulate, EndsOnTheSecondWhateverTheStep) {
  for (const double step : {0.003, 0.007, 0.01, 0.1, 5.0}) {
    ModelSpec spec = chainSpec(1);
    spec.gravity.setZero();  // whose motion no step of 1 s could follow
    Program program(std::make_shared<const Model>(std::move(spec)));
    SimulationRequest request;
    request.duration = 1;
    request.step = step;
    request.every = 0.25;
    int rows = 0;
    request.row = [&](const std::vector<double>&) { ++rows; };
    const SimulationResult result = simulate(program, request);
    EXPECT_EQ(result.final.t, 1) << step;
    EXPECT_EQ(result.statistics.steps, static_cast<std::int64_t>(std::ceil(1 / step - 1e-9))) << step;
    EXPECT_EQ(rows, 5) << step;
  }
}

TEST(Simulate, ResumesExactly) {
  SimulationRequest request;
  request.duration = 0.2;
  Program whole(chain(3)), first(chain(3)), second(chain(3));
  const State all = simulate(whole, request).final;
  request.duration = 0.1;
  request.initial = simulate(first, request).final;
  const State end = simulate(second, request).final;
  EXPECT_NEAR(end.t, all.t, 1e-15);
  EXPECT_LE((end.q - all.q).cwiseAbs().maxCoeff(), 1e-13);  // the last step of the first half was cut to end at 0.1
}

TEST(Simulate, CanBeCancelled) {
  Program program(chain(2));
  std::atomic<bool> cancel = false;
  SimulationRequest request;
  request.duration = 1000;
  request.cancel = &cancel;
  request.row = [&](const std::vector<double>& row) { cancel = row[0] > 0.5; };
  const SimulationResult result = simulate(program, request);
  EXPECT_TRUE(result.cancelled);
  EXPECT_LE(result.final.t, 0.6);
}

/// Cancels the run that asks for inputs after `from` (s).
class Cancelling : public SignalInputs {
 public:
  Cancelling(const Model& model, double from, std::atomic<bool>& cancel)
      : SignalInputs(model), from_(from), cancel_(cancel) {}
  void evaluate(double t, VecXMut u, VecXMut tau) const override {
    SignalInputs::evaluate(t, u, tau);
    if (t > from_) cancel_ = true;
  }

 private:
  double from_;
  std::atomic<bool>& cancel_;
};

TEST(Simulate, CanBeCancelledWithinALongStep) {
  for (const char* integrator : {"bdf", "ida", "adams"}) {
    ModelSpec spec = chainSpec(2);
    spec.simulation.integrator = integrator;
    Program program(std::make_shared<const Model>(std::move(spec)));
    std::atomic<bool> cancel = false;
    const Cancelling inputs(*program.model, 2.5, cancel);
    SimulationRequest request;
    request.duration = 1e5;
    request.step = 1e5;
    request.inputs = &inputs, request.cancel = &cancel;
    const SimulationResult result = simulate(program, request);
    EXPECT_TRUE(result.cancelled) << integrator;
    EXPECT_FALSE(result.failure) << integrator;
    EXPECT_EQ(result.final.t, 0) << integrator << ": the last whole step";
  }
}

TEST(Simulate, EndsAtTheLastGoodStateOfAFailure) {
  Program program(failing(0.101));
  const SimulationResult result = simulate(program);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->linkName, "link1");
  EXPECT_EQ(result.failure->time, result.final.t);
  EXPECT_NEAR(result.final.t, 0.1, 1e-12);
  EXPECT_TRUE(result.final.q.allFinite());
}

TEST(Simulate, RefusesTimesThatAreNone) {
  for (const double bad : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    Program program(chain(1));
    SimulationRequest request;
    request.duration = bad;
    EXPECT_THROW(simulate(program, request), std::invalid_argument);
    request.duration = 1;
    request.step = bad;
    EXPECT_THROW(simulate(program, request), std::invalid_argument);
  }
}

/// Two manipulators side by side, so that bodies are worth threads.
ModelSpec twoManipulators() {
  ModelSpec spec = softManipulatorSpec();
  spec.links.push_back(spec.links[0]);
  spec.links[1].id = 2;
  spec.links[1].name = "second";
  spec.links[1].pose.p = Vec3(0.5, 0, 0);
  spec.signals = goldenTensions();
  return spec;
}

/// The two, three tendons of the first controlled: by one law without samples, one with samples and a memory.
ModelSpec controlledManipulators() {
  ModelSpec spec = twoManipulators();
  const auto still = [](int n) { return makeConstantReference(VecX::Zero(n)); };
  spec.controllers.push_back([still](const Model& model) {
    const MatX one = MatX::Identity(2, 2);
    return makePartialFeedbackLinearization("linearized", {0, 1}, model, nullptr, still(2), {100 * one, 20 * one, {}});
  });
  spec.controllers.push_back([still](const Model& model) {
    const MatX one = MatX::Identity(1, 1);
    auto pid = makePid("held", {2}, model, still(1), {100 * one, one, 50 * one});
    pid->period = 0.005;
    return pid;
  });
  return spec;
}

TEST(Simulate, AnyNumberOfThreadsGivesTheSameBits) {
  for (const ModelSpec& spec : {twoManipulators(), controlledManipulators()}) {
    State ends[3];
    for (const int threads : {1, 2, 4}) {
      SimulationSettings s = settings("generalized_alpha", 2e-3);
      s.threads = threads;
      Program program(build(spec, s));
      SimulationRequest request;
      request.duration = 0.1;
      const SimulationResult result = simulate(program, request);
      EXPECT_FALSE(result.failure);
      ends[threads / 2] = result.final;
    }
    for (const int k : {1, 2}) {
      EXPECT_EQ(ends[0].q, ends[k].q);
      EXPECT_EQ(ends[0].v, ends[k].v);
      EXPECT_EQ(ends[0].z, ends[k].z);
    }
  }
}

TEST(Snapshot, HoldsSectionsTipsAndTendons) {
  const ModelPtr model = build(twoManipulators(), settings("generalized_alpha", 2e-3));
  Data data(*model);
  Snapshot snapshot;
  const VecX u = VecX::LinSpaced(5, 1, 5);
  fillSnapshot(model, data, 1.5, model->q0, model->v0, &u, snapshot);
  EXPECT_EQ(snapshot.t, 1.5);
  EXPECT_EQ(snapshot.u, u);
  ASSERT_EQ(snapshot.firstSection.size(), 3u);
  EXPECT_EQ(snapshot.firstSection[2], static_cast<int>(snapshot.sections.size()));
  EXPECT_GT(snapshot.firstSection[1], 5);
  EXPECT_LE((snapshot.tipPoses[1].p - Vec3(0.5, 0, -0.5)).norm(), 1e-14);
  EXPECT_LE((snapshot.sections.back().p - snapshot.tipPoses[1].p).norm(), 1e-14);
  ASSERT_EQ(snapshot.tendonLines.size(), 5u);
  const TendonLine& first = snapshot.tendonLines[0];
  EXPECT_GT(first.count, 2);
  EXPECT_EQ(first.tension, 1);
  EXPECT_TRUE(first.last);
  EXPECT_LE((snapshot.tendonPoints[0] - Vec3(0.03, 0, 0)).norm(), 1e-12);  // z of the section points to +x of the world
}

TEST(Simulate, EndsWhereTheMotionDiverges) {
  ModelSpec spec = doublePendulumSpec();
  spec.simulation.step = 0.2;
  spec.links[0].jointQ0[0] = 3;
  spec.simulation.integrator = "newmark";
  Program program(std::make_shared<const Model>(std::move(spec)));
  SimulationRequest request;
  request.duration = 100;
  const SimulationResult result = simulate(program, request);
  ASSERT_TRUE(result.failure);
  EXPECT_EQ(result.failure->kind, Failure::Kind::kDiverged);
  EXPECT_EQ(result.final.t, result.failure->time);
  EXPECT_LT(result.final.t, 100);
  EXPECT_LE(result.final.v.cwiseAbs().maxCoeff(), 50);
}

TEST(Simulate, GivesRowsOnAnEvenGridWhateverTheStep) {
  const auto rowsWith = [](double step) {
    ModelSpec spec = floatingRobotSpec(1);
    spec.simulation.integrator = "bdf";  // whose motion does not depend on the step
    spec.simulation.rtol = 1e-9, spec.simulation.atol = 1e-11;
    Program program(std::make_shared<const Model>(std::move(spec)));
    SimulationRequest request;
    request.duration = 0.5, request.step = step, request.every = 0.01;
    std::vector<std::vector<double>> rows;
    request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
    EXPECT_FALSE(simulate(program, request).failure);
    return rows;
  };
  const auto exact = rowsWith(0.0005), rows = rowsWith(0.003);  // no row of the second lies on a step but every third
  ASSERT_EQ(rows.size(), 51u);
  ASSERT_EQ(exact.size(), 51u);
  for (std::size_t k = 0; k < rows.size(); ++k) {
    EXPECT_NEAR(rows[k][0], 0.01 * static_cast<double>(k), 1e-12);
    for (std::size_t i = 0; i < rows[k].size() - 1; ++i) EXPECT_NEAR(rows[k][i], exact[k][i], 2e-4) << k << ' ' << i;
    EXPECT_NEAR(VecX::Map(&rows[k][4], 4).norm(), 1, 1e-12);  // quaternion
  }
}

}  // namespace
}  // namespace tendril
