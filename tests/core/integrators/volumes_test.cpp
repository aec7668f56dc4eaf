// SPDX-License-Identifier: BSD-3-Clause
// Motions of volumes: frequencies beside those of a rod of the same material, meshes that are refined, energy.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/equilibria/modes.hpp"
#include "core/model/quadrature/quadrature.hpp"
#include "core/model/rod/rod.hpp"
#include "core/model/volume/map/primitives/backbone_map.hpp"
#include "core/model/volume/map/primitives/composed_map.hpp"
#include "core/model/volume/mesh/mesh_quadrature.hpp"
#include "core/model/volume/mesh/recipes/mesh_recipe.hpp"
#include "core/model/volume/volume.hpp"
#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

constexpr double kLength = 0.2, kDensity = 1100, kModulus = 1e5;  // m, kg/m³, c₁ in Pa
/// Bending by the isochoric sections is stiffer than EI by this much (primitives.md §3.2: 1.0741 and 1.3333).
constexpr double kBackboneStiffness = 29.0 / 27, kComposedStiffness = 4.0 / 3;

/// Gauss points over length and radius, even ones around: exact for the polynomials of small deformations.
std::vector<VolumePoint> roundPoints(double radius) {
  std::vector<VolumePoint> out;
  const int around = 8;
  for (const QuadraturePoint& x : gaussLegendre(8))
    for (const QuadraturePoint& r2 : gaussLegendre(3))
      for (int a = 0; a < around; ++a) {
        const double r = radius * std::sqrt(r2.s), angle = 2 * pi * (a + 0.5) / around;
        out.push_back({Vec3(kLength * x.s, r * std::cos(angle), r * std::sin(angle)),
                       x.weight * kLength * r2.weight * pi * radius * radius / around});
      }
  return out;
}

std::vector<VolumePoint> meshPoints(double radius, int tetrahedra) {
  const LoadedTetMesh made = layeredMesh({.shape = CylinderShape{radius}, .length = kLength, .tetrahedra = tetrahedra});
  std::vector<VolumePoint> out;
  for (const MeshPoint& point : meshQuadrature(made.mesh, 1)) out.push_back({point.position, point.weight});
  return out;
}

Curve mode(const std::string& text) {
  static const std::vector<std::string> kNames = {"X", "x"};
  static const std::vector<std::pair<std::string, double>> kConstants = {{"L", kLength}};
  return {Expression::parse(text, kNames, kConstants), kLength};
}

/// A clamped, weightless beam; bending about z alone, curvatures up to cubic ones.
ModelPtr beam(std::vector<VolumePoint> points, double radius, bool composed, double relaxation = 0,
              const std::vector<std::string>& texts = {"1", "2*X-1", "6*X^2-6*X+1", "20*X^3-30*X^2+12*X-1"},
              const SimulationSettings& simulation = settings("generalized_alpha", 1e-3),
              const Vec3& gravity = Vec3::Zero()) {
  VolumeSpec volume;
  std::vector<Curve> modes;
  for (std::size_t j = 0; j < texts.size(); ++j)
    modes.push_back(mode(texts[j])), volume.coordinates.push_back("q[" + std::to_string(j) + ']');
  if (composed) {
    volume.map =
        std::make_shared<ComposedMap>(kLength, std::vector<ComposedPrimitive>{{BackboneRow::kBendingZ, modes}});
  } else {
    std::vector<BackboneMode> rows;
    for (const Curve& each : modes) rows.push_back({BackboneRow::kBendingZ, each});
    volume.map = std::make_shared<BackboneMap>(BackboneTables(kLength, radius, rows));
  }
  volume.points = std::move(points);
  volume.density = kDensity, volume.relaxation = relaxation;
  volume.law = std::make_shared<PolynomialLaw>(kModulus, 0, 0, 0);
  ModelSpec spec;
  spec.gravity = gravity;
  LinkSpec link;
  link.name = "beam", link.body = std::make_shared<Volume>(std::move(volume));
  spec.links = {link};
  return build(std::move(spec), simulation);
}

ModelPtr rodBeam(double radius) {
  RodDivisionSpec division;
  division.length = kLength, division.density = kDensity, division.young = 6 * kModulus, division.poisson = 0.5;
  division.section = SectionLaw::shape("circle", {[radius](double) { return radius; }});
  division.strain[2] = makeStrainBasis("legendre", 3);
  division.quadrature = 12;
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.name = "beam", link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
  spec.links = {link};
  return build(std::move(spec), settings("generalized_alpha", 1e-3));
}

VecX frequencies(const ModelPtr& model) {
  Data data(*model);
  const Modes found = modalAnalysis(*model, data, StaticsProblem{});
  EXPECT_TRUE(found.failure.empty()) << found.failure;
  return found.frequencies;
}

TEST(VolumeFrequencies, AreThoseOfARodButForTheSectionField) {
  const double radius = 0.002;  // slender: what sections do beyond turning weighs (r/L)² = 1e-4
  const VecX rod = frequencies(rodBeam(radius));
  const double area = pi * radius * radius, inertia = area * radius * radius / 4;
  const double first = 1.875104 * 1.875104 * std::sqrt(6 * kModulus * inertia / (kDensity * area)) /
                       (2 * pi * kLength * kLength);  // Euler–Bernoulli
  EXPECT_NEAR(rod[0], first, 2e-3 * first);
  for (const bool composed : {false, true}) {
    const VecX volume = frequencies(beam(roundPoints(radius), radius, composed));
    const double stiffness = composed ? kComposedStiffness : kBackboneStiffness;
    for (int k = 0; k < 2; ++k) EXPECT_NEAR(std::pow(volume[k] / rod[k], 2) / stiffness, 1, 1e-3) << composed << k;
  }
}

TEST(VolumeFrequencies, ConvergeWithTheMesh) {
  const double radius = 0.02;
  const double exact = frequencies(beam(roundPoints(radius), radius, false))[0];
  double before = 0;
  for (const int count : {300, 2400, 19200}) {  // every edge half as long
    const double error = std::abs(frequencies(beam(meshPoints(radius, count), radius, false))[0] / exact - 1);
    if (before > 0) {
      EXPECT_LT(error, before / 2.5) << count << " tetrahedra";
    }
    before = error;
  }
  EXPECT_LT(before, 0.01);
}

TEST(VolumeEnergy, IsKeptWithoutDamping) {
  for (const bool composed : {false, true}) {
    Runner run(beam(meshPoints(0.02, 30), 0.02, composed, 0, {"1", "2*X-1"}, settings("runge_kutta_4", 5e-4),
                    Vec3(0, -9.81, 0)));
    const double start = run.energyNow().total();
    double kinetic = 0;
    for (int k = 0; k < 10; ++k) {
      run.run(0.01, 5e-4);
      kinetic = std::max(kinetic, run.energyNow().kinetic);
    }
    EXPECT_GT(kinetic, 1e-3);
    EXPECT_NEAR(run.energyNow().total(), start, 1e-6 * kinetic) << composed;
  }
}

TEST(VolumeEnergy, IsLostToDampingAlone) {
  double before = 0;
  for (const double step : {4e-3, 2e-3, 1e-3}) {
    Runner run(beam(meshPoints(0.02, 100), 0.02, false, 0.02, {"1", "2*X-1"}, settings("generalized_alpha", step, 1),
                    Vec3(0, -9.81, 0)));
    run.run(1, step);
    const double balance = std::abs(run.balance());
    if (before > 0) {
      EXPECT_LT(balance, before / 3) << step;  // a method of second order
    }
    before = balance;
  }
  EXPECT_LT(before, 0.05);  // %
}

}  // namespace
}  // namespace tendril
