// SPDX-License-Identifier: BSD-3-Clause
// One rod alone: the 24-degree-of-freedom manipulator of [gvs] and finer discretisations.
#include <benchmark/benchmark.h>

#include <span>

#include "core/model/rod/rod.hpp"

namespace {

using namespace tendril;

RodSpec manipulator(const char* basis, int angular, int linear, int quadrature) {
  RodDivisionSpec d;
  d.length = 0.5;
  d.section = SectionLaw::shape("circle", {[](double s) { return 0.03 - 0.015 * s; }});
  d.density = 1000, d.young = 1e6, d.poisson = 0.5, d.viscosity = 1e4;
  for (std::size_t i = 0; i < 3; ++i) d.strain[i] = makeStrainBasis(basis, angular);
  for (std::size_t i = 3; i < 6 && linear >= 0; ++i) d.strain[i] = makeStrainBasis(basis, linear);
  d.quadrature = quadrature;
  RodSpec spec;
  spec.divisions.push_back(d);
  return spec;
}

struct Bench {
  explicit Bench(const RodSpec& spec) : rod(spec), data(rod.makeData()), attached(1) {
    q = 0.3 * VecX::Random(rod.size()), v = VecX::Random(rod.size()), a = VecX::Random(rod.size());
    motion.V = Vec6::Random(), motion.A = Vec6::Random(), motion.gamma = Vec3(0, 0, 9.81);
    attached[0].I = Mat6::Identity(), attached[0].F = Vec6::Random(), attached[0].N = attached[0].K = Mat6::Random();
  }
  BodyCoordinates c() const { return {{q.data(), q.size()}, {v.data(), v.size()}, {a.data(), a.size()}}; }
  void forward() {
    rod.kinematics(*data, c());
    rod.inertia(*data, c());
    rod.inverseDynamics(*data, c(), motion);
  }
  void backward(std::span<const Composite> loads) {
    rod.columns(*data, c(), motion);
    rod.derivatives(*data, c(), motion, loads);
  }
  Rod rod;
  std::unique_ptr<BodyData> data;
  std::vector<Composite> attached;
  VecX q, v, a;
  BaseMotion motion;
};

RodSpec specOf(int which) {
  if (which == 0) return manipulator("legendre", 4, 2, 5);
  if (which == 1) return manipulator("legendre", 3, -1, 5);
  if (which == 2) return manipulator("legendre", 12, 12, 16);
  return manipulator("fem_linear", 15, 15, 2);
}

void kinematics(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  for (auto _ : state) bench.rod.kinematics(*bench.data, bench.c());
}
void inertia(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward();
  for (auto _ : state) bench.rod.inertia(*bench.data, bench.c());
}
void inverseDynamics(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward();
  for (auto _ : state) bench.rod.inverseDynamics(*bench.data, bench.c(), bench.motion);
}
void columns(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward();
  for (auto _ : state) bench.rod.columns(*bench.data, bench.c(), bench.motion);
}
void derivativesAlone(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward(), bench.backward({});
  for (auto _ : state) bench.rod.derivatives(*bench.data, bench.c(), bench.motion, {});
}
void derivativesWithTip(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward(), bench.backward({});
  for (auto _ : state) bench.rod.derivatives(*bench.data, bench.c(), bench.motion, bench.attached);
}
void rodDynamics(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  for (auto _ : state) bench.forward();
}
void rodJacobian(benchmark::State& state) {
  Bench bench(specOf(static_cast<int>(state.range(0))));
  bench.forward();
  for (auto _ : state) bench.backward({});
}

// 0: manipulator, 24 DoF; 1: inextensible Kirchhoff, 12; 2: Legendre order 12, 78; 3: 15 linear elements, 96.
BENCHMARK(rodDynamics)->DenseRange(0, 3);
BENCHMARK(rodJacobian)->DenseRange(0, 3);
BENCHMARK(kinematics)->DenseRange(0, 3);
BENCHMARK(inertia)->DenseRange(0, 3);
BENCHMARK(inverseDynamics)->DenseRange(0, 3);
BENCHMARK(columns)->DenseRange(0, 3);
BENCHMARK(derivativesAlone)->DenseRange(0, 3);
BENCHMARK(derivativesWithTip)->DenseRange(0, 3);

}  // namespace

BENCHMARK_MAIN();
