// SPDX-License-Identifier: BSD-3-Clause
// Chains of bodies of constant curvature: time over their number, beside the same chain of rods and beside the way by
// the mass matrix (M a + bias), and beside Euler–Lagrange equations from the kinetic energy ([kane] simulation 3). One
// thread.
#include <tbb/global_control.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <iterator>
#include <random>
#include <string>
#include <utility>
#include <vector>

#include "core/dynamics/dynamics.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/volume/map/primitives/backbone_map.hpp"
#include "core/model/volume/volume.hpp"
#include "tests/benchmarks/call_times.hpp"
#include "tests/core/dynamics/lagrange_chain.hpp"

namespace tendril::benchmarks {
namespace {

constexpr int kRounds = 40;
constexpr double kLength = 0.3, kRadius = 0.03, kDensity = 1000;  // [kane], simulation 3

std::shared_ptr<Body> arc(bool planar) {
  ConstantCurvatureSpec spec;
  spec.length = kLength, spec.radius = kRadius, spec.density = kDensity;
  spec.planar = planar, spec.elongation = !planar;
  return std::make_shared<ConstantCurvature>(spec);
}

std::shared_ptr<Body> rod() {
  RodDivisionSpec division;
  division.length = kLength, division.density = kDensity, division.young = 1, division.poisson = 0.5;
  division.section = SectionLaw::shape("circle", {[](double) { return kRadius; }});
  division.strain[2] = makeStrainBasis("constant", 0);
  return std::make_shared<Rod>(RodSpec{{division}, 4});
}

/// A finger of four coordinates and a few points.
std::shared_ptr<Body> volume() {
  static const std::vector<std::string> kNames = {"X"};
  VolumeSpec spec;
  std::vector<BackboneMode> modes;
  using enum BackboneRow;
  for (const BackboneRow row : {kStretch, kBendingY, kBendingZ, kTorsion})
    modes.push_back({row, {Expression::parse("1", kNames, {}), kLength}}), spec.coordinates.push_back("q");
  spec.map = std::make_shared<BackboneMap>(BackboneTables(kLength, kRadius, modes));
  for (int i = 0; i < 12; ++i)
    spec.points.push_back({Vec3(kLength * (i + 0.5) / 12, i % 2 ? kRadius / 2 : 0, i % 2 ? 0 : kRadius / 2), 7e-5});
  spec.density = kDensity;
  return std::make_shared<Volume>(std::move(spec));
}

/// A chain that draws its joints and bodies; in every four links each of the kinds once: rigid, rod, arc, volume.
Model mixedChain(int count) {
  std::mt19937 random(5);
  ModelSpec spec;
  spec.name = "mixed chain";
  spec.gravity = Vec3(-9.81, 0, 0);
  const JointType kJoints[] = {JointType::kFixed, JointType::kRevolute, JointType::kSpherical, JointType::kPrismatic};
  std::array<int, 4> kinds = {0, 1, 2, 3};
  for (int i = 0; i < count; ++i) {
    if (i % 4 == 0) std::shuffle(kinds.begin(), kinds.end(), random);
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = "link " + std::to_string(i + 1);
    link.parent = i - 1;
    link.joint.type = kJoints[random() % std::size(kJoints)];
    switch (kinds[static_cast<std::size_t>(i % 4)]) {
      case 0:
        link.rigid = {.mass = 1, .com = Vec3(0.1, 0, 0), .inertia = 0.01 * Mat3::Identity()};
        link.rigidTip.p = Vec3(0.2, 0, 0);
        break;
      case 1:
        link.body = rod();
        break;
      case 2:
        link.body = arc(false);
        break;
      default:
        link.body = volume();
    }
    spec.links.push_back(std::move(link));
  }
  return Model(std::move(spec));
}

template <class Make>
Model chain(int count, Make make) {
  ModelSpec spec;
  spec.name = "chain";
  spec.gravity = Vec3(-9.81, 0, 0);
  for (int i = 0; i < count; ++i) {
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = "body " + std::to_string(i + 1);
    link.parent = i - 1;
    link.body = make();
    spec.links.push_back(link);
  }
  return Model(std::move(spec));
}

struct Times {
  std::vector<double> inverse, spatial, forward, rods, massMatrix, mixed;
};

double inverseTime(const Model& model) {
  Data data(model);
  const VecX q = VecX::Constant(model.nv, 0.3), v = VecX::Constant(model.nv, 0.7), a = VecX::Constant(model.nv, -2);
  return microseconds(kRounds, [&] { inverseDynamics(model, data, q, v, a); });
}

double forwardTime(const Model& model) {
  Data data(model);
  VecX q = model.q0;
  integrate(model, model.q0, VecX::Constant(model.nv, 0.3), q);
  const VecX v = VecX::Constant(model.nv, 0.7);
  return microseconds(kRounds, [&] { forwardDynamics(model, data, q, v, {}); });
}

/// M a + bias.
double massMatrixTime(const Model& model) {
  Data data(model);
  const VecX q = VecX::Constant(model.nv, 0.3), v = VecX::Constant(model.nv, 0.7), a = VecX::Constant(model.nv, -2),
             zero = VecX::Zero(model.nv);
  VecX tau(model.nv);
  return microseconds(kRounds, [&] {
    massMatrix(model, data, q);
    inverseDynamics(model, data, q, v, zero);
    tau.noalias() = data.massMatrix * a + data.tau;
  });
}

/// Both ways at unit q, v, a, as [kane] §7.3 does it, without gravity; their difference relative to the forces.
template <int N>
void printLagrange() {
  Model model = chain(N, [] { return arc(true); });
  model.gravity.setZero();
  const LagrangeChain<N> lagrange(kLength, kRadius, kDensity);
  const Eigen::Matrix<double, N, 1> one = Eigen::Matrix<double, N, 1>::Ones();
  Data data(model);
  const double recursion = microseconds(kRounds, [&] { inverseDynamics(model, data, one, one, one); });
  Eigen::Matrix<double, N, 1> forces;
  const double energy = microseconds(kRounds, [&] { forces = lagrange.forces(one, one, one); });
  std::printf("| %d | %.2f | %.2f | %.1f | %.0e |\n", N, recursion, energy, energy / recursion,
              (data.tau - forces).norm() / forces.norm());
}

template <int... Ns>
void printLagrangeTable(std::integer_sequence<int, Ns...>) {
  std::printf(
      "\n| bodies | recursion | Euler–Lagrange from the kinetic energy | × | difference "
      "|\n|---:|---:|---:|---:|---:|\n");
  (printLagrange<Ns>(), ...);
}

void run() {
  const tbb::global_control one(tbb::global_control::max_allowed_parallelism, 1);
  const std::vector<double> counts = {10, 20, 50, 100, 200, 500, 1000};
  Times times;
  std::printf(
      "| bodies | inverse dynamics, planar | µs per body | spatial with elongation | forward dynamics, planar | "
      "M a + bias | × | rods of constant strain | × | forward dynamics, all kinds mixed |\n"
      "|---:|---:|---:|---:|---:|---:|---:|---:|---:|---:|\n");
  for (const double n : counts) {
    const int count = static_cast<int>(n);
    const Model planar = chain(count, [] { return arc(true); });
    times.inverse.push_back(inverseTime(planar));
    times.forward.push_back(forwardTime(planar));
    times.massMatrix.push_back(massMatrixTime(planar));
    times.spatial.push_back(inverseTime(chain(count, [] { return arc(false); })));
    times.rods.push_back(inverseTime(chain(count, rod)));
    times.mixed.push_back(forwardTime(mixedChain(count)));
    std::printf("| %d | %.2f | %.3f | %.2f | %.2f | %.2f | %.1f | %.2f | %.1f | %.1f |\n", count, times.inverse.back(),
                times.inverse.back() / n, times.spatial.back(), times.forward.back(), times.massMatrix.back(),
                times.massMatrix.back() / times.inverse.back(), times.rods.back(),
                times.rods.back() / times.inverse.back(), times.mixed.back());
  }
  std::printf("| log–log slope | %.3f | | %.3f | %.3f | %.3f | | %.3f | | %.3f |\n", slope(counts, times.inverse),
              slope(counts, times.spatial), slope(counts, times.forward), slope(counts, times.massMatrix),
              slope(counts, times.rods), slope(counts, times.mixed));
}

}  // namespace
}  // namespace tendril::benchmarks

int main() {
  tendril::benchmarks::run();
  tendril::benchmarks::printLagrangeTable(std::integer_sequence<int, 1, 2, 3, 4, 5, 6, 10, 20>());
}
