// SPDX-License-Identifier: BSD-3-Clause
// The cable-driven manipulator, and ten seconds of each example.
#include <tbb/global_control.h>

#include <array>
#include <cstdio>
#include <ctime>

#include "core/dynamics/dynamics.hpp"
#include "core/session/simulate.hpp"
#include "tests/benchmarks/robots.hpp"
#include "tests/benchmarks/timing_table.hpp"

namespace tendril::benchmarks {
namespace {

template <class F>
void add(const char* work, F function) {
  benchmark::RegisterBenchmark((std::string(work) + "|Tendril").c_str(), [function](benchmark::State& state) mutable {
    for (auto _ : state) {
      function();
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

/// One call of the controller of helicoid-tracking: 24 degrees of freedom, nine tendons. `live`: with the points of the
/// window.
void addControllerCall(bool live) {
  const std::vector<std::pair<std::string, std::string>> asItIs;
  const auto model = exampleRobot("helicoid-tracking", asItIs, live).model;
  const std::shared_ptr<const Controller> law = model->controllers.front();
  const std::shared_ptr<Controller::Workspace> workspace = law->makeWorkspace(*model);
  VecX state = VecX::Zero(law->stateSize()), demand = VecX::Zero(static_cast<Eigen::Index>(law->outputs.size()));
  VecX signals = VecX::Zero(static_cast<Eigen::Index>(law->signals().size()));
  add(live ? "helicoid-tracking, a call of its controller, live points" : "helicoid-tracking, a call of its controller",
      [=, odd = false, q = std::array<VecX, 2>{model->q0, model->q0.array() + 1e-9}]() mutable {
        odd = !odd;  // what is asked for twice at one state is not computed twice
        law->update(*workspace, {.t = 1, .q = q[odd], .v = model->v0}, {state, demand, signals});
      });
}

/// Processor seconds of as many simulated ones.
double simulateExample(const Robot& robot, double duration = 10) {
  Program program(robot.model);
  SimulationRequest request;
  request.duration = duration;
  const std::clock_t begin = std::clock();
  const SimulationResult result = simulate(program, request);
  if (result.failure) std::printf("%s: %s\n", robot.name.c_str(), result.failure->message().c_str());
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

void simulateExamples() {
  std::printf(
      "| example, 10 s, processor time | DoF | `generalized_alpha`, steps of the file | × real time | `bdf`, rtol "
      "1e-3, "
      "atol 1e-6 | × real time |\n|---|---:|---:|---:|---:|---:|\n");
  for (const char* name : {"soft-manipulator", "hybrid-arm", "spinning-pendulum", "floating-star", "kirchhoff-finger",
                           "tendon-arm-3-segments", "curved-tube", "double-pendulum"}) {
    const Robot robot = exampleRobot(name);
    const double fixed = simulateExample(robot), adaptive = simulateExample(exampleRobot(name, "bdf"));
    std::printf("| %s | %d | %.3f s | %.0f | %.3f s | %.0f |\n", name, robot.model->nv, fixed, 10 / fixed, adaptive,
                10 / adaptive);
  }
}

/// Simulation 1 of [kane] with its controller every millisecond and the points of the window, on this thread.
void simulateTracking() {
  constexpr double kDuration = 2;
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  std::printf("helicoid-tracking with live points and its controller at 1 kHz, one thread:");
  for (const char* integrator : {"generalized_alpha", "newmark", "bdf"}) {
    const Robot robot = exampleRobot(
        "helicoid-tracking",
        {{"controllers.pfbl.period", "0.001"}, {"simulation.integrator", integrator}, {"simulation.step", "0.001"}},
        true);
    std::printf(" %.2f × real time by %s", kDuration / simulateExample(robot, kDuration), integrator);
  }
  std::printf("\n\n");
}

int run(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  Robot arm = goldenRobot("soft manipulator", "rods/CDM.json");
  arm.u.setConstant(5);
  Data data(*arm.model);
  const Inputs inputs{.u = &arm.u};
  add("soft manipulator inverse dynamics", [&] { inverseDynamics(*arm.model, data, arm.q, arm.v, arm.a); });
  add("soft manipulator mass matrix", [&] { massMatrix(*arm.model, data, arm.q); });
  add("soft manipulator forward dynamics", [&] { forwardDynamics(*arm.model, data, arm.q, arm.v, inputs); });
  add("soft manipulator forward dynamics with analytic Jacobian",
      [&] { forwardDynamicsDerivatives(*arm.model, data, arm.q, arm.v, inputs); });
  for (const bool live : {false, true}) addControllerCall(live);
  TimingTable table("soft bodies", {"Tendril"});
  benchmark::RunSpecifiedBenchmarks(&table);
  table.print();
  simulateTracking();
  simulateExamples();
  return 0;
}

}  // namespace
}  // namespace tendril::benchmarks

int main(int argc, char** argv) {
  return tendril::benchmarks::run(argc, argv);
}
