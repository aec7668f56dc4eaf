// SPDX-License-Identifier: BSD-3-Clause
// The cable-driven manipulator, and ten seconds of each example.
#include <cstdio>

#include "core/dynamics/dynamics.hpp"
#include "core/session/simulate.hpp"
#include "tests/benchmarks/robots.hpp"
#include "tests/benchmarks/timing_table.hpp"

namespace tendril::benchmarks {
namespace {

template <class F>
void add(const char* work, F function) {
  benchmark::RegisterBenchmark((std::string(work) + "|Tendril").c_str(), [function](benchmark::State& state) {
    for (auto _ : state) {
      function();
      benchmark::ClobberMemory();
    }
  })->Unit(benchmark::kMicrosecond);
}

void simulateExamples() {
  std::printf(
      "| example, 10 s | DoF | integrator | wall time | × real time | steps | Newton iterations | matrices | "
      "energy balance |\n");
  std::printf("|---|---:|---|---:|---:|---:|---:|---:|---:|\n");
  for (const char* name : {"soft-manipulator", "hybrid-arm", "spinning-pendulum", "floating-star", "kirchhoff-finger",
                           "tendon-arm-3-segments", "curved-tube", "double-pendulum"}) {
    for (const char* integrator : {"generalized_alpha", "bdf"}) {
      const Robot robot = exampleRobot(name, integrator);
      Program program(robot.model);
      SimulationRequest request;
      request.duration = 10;
      const SimulationResult result = simulate(program, request);
      std::printf("| %s | %d | %s | %.3f s | %.1f | %lld | %lld | %lld | %.1e %% |%s\n", name, robot.model->nv,
                  integrator, result.wall, result.realTimeFactor, static_cast<long long>(result.statistics.substeps),
                  static_cast<long long>(result.statistics.newton), static_cast<long long>(result.statistics.jacobians),
                  result.balance, result.failure ? (" " + result.failure->message()).c_str() : "");
    }
  }
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
  TimingTable table("soft bodies", {"Tendril"});
  benchmark::RunSpecifiedBenchmarks(&table);
  table.print();
  simulateExamples();
  return 0;
}

}  // namespace
}  // namespace tendril::benchmarks

int main(int argc, char** argv) {
  return tendril::benchmarks::run(argc, argv);
}
