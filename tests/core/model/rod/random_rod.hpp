// SPDX-License-Identifier: BSD-3-Clause
// Rods for tests: every feature at once, and random states.
#pragma once

#include <random>

#include "core/math/se3.hpp"
#include "core/model/rod/rod.hpp"

namespace tendril::test {

inline VecX randomVector(Eigen::Index size, double scale, std::mt19937& engine) {
  std::uniform_real_distribution<double> uniform(-scale, scale);
  VecX v(size);
  for (double& x : v) x = uniform(engine);
  return v;
}

inline Pose randomPose(double scale, std::mt19937& engine) {
  return expSE3<double>(Vec6(randomVector(6, scale, engine)));
}

inline Measure taper(double a, double b) {
  return [a, b](double s) { return a + (b - a) * s; };
}

/// One straight tapered division with the same basis for all six strains.
inline RodDivisionSpec division(const std::string& basis, int order) {
  RodDivisionSpec d;
  d.length = 0.4;
  d.section = SectionLaw::shape("circle", {taper(0.03, 0.02)});
  d.density = 1100, d.young = 1e5, d.poisson = 0.4, d.viscosity = 50;
  for (StrainBasisPtr& strain : d.strain) strain = makeStrainBasis(basis, order);
  return d;
}

/// Divisions with poses between them, curved reference, mixed bases, an off-centre section, a stiff strain.
inline RodSpec mixedRod(std::mt19937& engine, int magnus = 4) {
  RodSpec spec;
  spec.magnus = magnus;
  RodDivisionSpec a = division("legendre", 2);
  a.pose = randomPose(0.3, engine), a.tip = randomPose(0.3, engine);
  a.strain[4] = a.strain[5] = nullptr;
  a.strain[1] = makeStrainBasis("fem_quadratic", 2);
  a.quadrature = 3;
  a.referenceStrain = [](double s) { return Vec6(0.5, 1 - s, 2 * s * s, 1.1, 0.05, -0.1 * s); };
  RodDivisionSpec b = division("monomial", 1);
  b.length = 0.3;
  b.section = SectionLaw::profile({{{-0.01, -0.02}, {0.03, -0.01}, {0.02, 0.03}}});
  b.strain[0] = makeStrainBasis("hermite", 2);
  b.pose = randomPose(0.3, engine), b.tip = randomPose(0.3, engine);
  b.quadrature = 2;
  spec.divisions = {a, b};
  return spec;
}

struct RodState {
  VecX q, v, a;
  BodyCoordinates c() const { return {{q.data(), q.size()}, {v.data(), v.size()}, {a.data(), a.size()}}; }
};

inline RodState randomState(int n, std::mt19937& engine) {
  return {randomVector(n, 0.7, engine), randomVector(n, 2, engine), randomVector(n, 5, engine)};
}

inline BaseMotion randomMotion(std::mt19937& engine) {
  BaseMotion motion;
  motion.V = randomVector(6, 2, engine);
  motion.A = randomVector(6, 5, engine);
  motion.gamma = randomVector(3, 10, engine);
  return motion;
}

}  // namespace tendril::test
