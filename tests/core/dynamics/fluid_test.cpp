// SPDX-License-Identifier: BSD-3-Clause
// Bodies in a fluid against closed forms.
#include <gtest/gtest.h>

#include <numbers>

#include "core/model/rod/rod.hpp"
#include "tests/core/dynamics/random_models.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

constexpr double kWater = 1000;

/// A free body of 2 kg that displaces `displaced` kg.
ModelSpec freeBody(double displaced, const Vec3& center = Vec3::Zero()) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "body";
  link.joint.type = JointType::kFree;
  link.rigid.mass = 2;
  link.rigid.inertia = Vec3(0.01, 0.02, 0.03).asDiagonal();
  link.fluid = LinkFluid{Mat6::Zero(), displaced, center};
  spec.links.push_back(link);
  return spec;
}

/// A straight, free rod of constant section, all strains of `order`.
std::shared_ptr<Rod> straightRod(double length, double radius, double density, int order) {
  RodDivisionSpec division;
  division.length = length;
  division.section = SectionLaw::shape("circle", {[radius](double) { return radius; }});
  division.density = density, division.young = 1e5, division.poisson = 0.4;
  division.strain.fill(makeStrainBasis("legendre", order));
  return std::make_shared<Rod>(RodSpec{{division}, 4});
}

TEST(Fluid, AddedMassSharesTheForce) {
  ModelSpec spec = freeBody(0);
  spec.gravity.setZero();
  spec.links[0].fluid->added.diagonal() << 0.01, 0.02, 0.03, 1, 2, 3;
  const Model model(std::move(spec));
  Data data(model);
  const VecX tau = (VecX(6) << 0.2, 0.4, 0.6, 3, 8, 10).finished(), v = VecX::Zero(6);
  forwardDynamics(model, data, model.q0, v, {.tau = &tau});
  const VecX expected = (VecX(6) << 10, 10, 10, 1, 2, 2).finished();  // F / (m + mₐ), M / (I + Iₐ)
  EXPECT_LT((data.acceleration - expected).norm(), 1e-13);
}

TEST(Fluid, AMovingBodyTurnsAcrossItsWay) {
  // Munk's moment: a body that moves in the direction (vx, vy) is turned by (m_x − m_y) vx vy although nothing pushes.
  ModelSpec spec = freeBody(0);
  spec.gravity.setZero();
  spec.links[0].fluid->added(3, 3) = 0.5, spec.links[0].fluid->added(4, 4) = 2;
  const Model model(std::move(spec));
  Data data(model);
  const VecX v = (VecX(6) << 0, 0, 0, 0.3, 0.7, 0).finished();
  forwardDynamics(model, data, model.q0, v, {});
  EXPECT_NEAR(data.acceleration[2], (0.5 - 2) * 0.3 * 0.7 / 0.03, 1e-13);
}

TEST(Fluid, ANeutrallyBuoyantBodyStaysAtRest) {
  const Model model(freeBody(2));
  Data data(model);
  const VecX v = VecX::Zero(6);
  forwardDynamics(model, data, model.q0, v, {});
  EXPECT_EQ(data.acceleration.norm(), 0);
  EXPECT_EQ(energy(model, data, model.q0, v).gravity, 0);
}

TEST(Fluid, BuoyancyRightsABodyWhoseCentreOfVolumeIsHigher) {
  const Model model(freeBody(2, Vec3(0, 0, 0.1)));
  Data data(model);
  VecX q = model.q0;
  const double angle = 0.3;
  q.tail<4>() << std::cos(angle / 2), std::sin(angle / 2), 0, 0;
  forwardDynamics(model, data, q, VecX::Zero(6), {});
  EXPECT_NEAR(data.acceleration[0], -2 * 9.81 * 0.1 * std::sin(angle) / 0.01, 1e-11);
  EXPECT_NEAR(data.acceleration.tail<5>().norm(), 0, 1e-12);
}

TEST(Fluid, ARodOfTheFluidsDensityWeighsNothing) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "rod";
  link.joint.type = JointType::kFree;
  const std::shared_ptr<Rod> rod = straightRod(0.5, 0.02, kWater, 2);
  rod->immerse({.density = kWater, .buoyancy = true, .added = Vec6(0, 0, 0, 0, 0.6, 0.6).asDiagonal()});
  link.body = rod;
  spec.links.push_back(link);
  const Model model(std::move(spec));
  Data data(model);
  Random random(3);
  const VecX q = randomConfiguration(random, model), zero = VecX::Zero(model.nv);
  inverseDynamics(model, data, q, zero, zero, {});
  EXPECT_LT(data.tau.cwiseAbs().maxCoeff(), 1e-14);
  EXPECT_NEAR(energy(model, data, q, zero).gravity, 0, 1e-14);
}

TEST(Fluid, ARodCarriesItsAddedMassAcrossButNotAlong) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "rod";
  link.joint.type = JointType::kFree;
  const double length = 0.5, radius = 0.02, line = kWater * pi * radius * radius;
  const std::shared_ptr<Rod> rod = straightRod(length, radius, kWater, 0);
  rod->immerse({.density = kWater, .buoyancy = false, .added = Vec6(0, 0, 0, 0, 0.6, 0.6).asDiagonal()});
  link.body = rod;
  spec.links.push_back(link);
  const Model model(std::move(spec));
  Data data(model);
  massMatrix(model, data, model.q0);
  EXPECT_NEAR(data.massMatrix(3, 3), line * length, 1e-13);
  EXPECT_NEAR(data.massMatrix(4, 4), 1.6 * line * length, 1e-13);
  EXPECT_NEAR(data.massMatrix(2, 4), 1.6 * line * length * length / 2, 1e-13);
  const VecX zero = VecX::Zero(model.nv);
  inverseDynamics(model, data, model.q0, zero, zero, {});
  EXPECT_NEAR(data.tau[5], line * length * 9.81, 1e-12);  // its weight is what it was
}

/// A free volume: 1.2e-4 m³ in points, 0.1 m of a cylinder of 0.02 m in the mesh, 960 kg/m³.
ModelSpec freeVolume(bool composed, const BodyFluid& fluid) {
  ModelSpec spec;
  LinkSpec link;
  link.name = "volume";
  link.joint.type = JointType::kFree;
  const auto volume = makeVolume(gentle(table4()), composed, 40, false, cylinderMesh(200));
  EXPECT_TRUE(volume->immerse(fluid));
  link.body = volume;
  spec.links.push_back(link);
  return spec;
}

TEST(Fluid, AVolumeOfTheFluidsDensityWeighsNothing) {
  for (const bool composed : {false, true}) {
    const Model model(freeVolume(composed, {.density = 960, .added = Vec6(0, 0, 0, 0, 0.6, 0.6).asDiagonal()}));
    Data data(model);
    Random random(3);
    const VecX q = randomConfiguration(random, model), zero = VecX::Zero(model.nv);
    inverseDynamics(model, data, q, zero, zero, {});
    EXPECT_LT(data.tau.cwiseAbs().maxCoeff(), 1e-14);
    EXPECT_NEAR(energy(model, data, q, zero).gravity, 0, 1e-15);
  }
}

TEST(Fluid, AVolumeCarriesItsAddedMassAcrossButNotAlong) {
  for (const bool composed : {false, true}) {
    const Model model(
        freeVolume(composed, {.density = kWater, .buoyancy = false, .added = Vec6(0, 0, 0, 0, 0.6, 0.6).asDiagonal()}));
    Data data(model);
    massMatrix(model, data, model.q0);
    const double mass = 1.2e-4 * 960, added = 0.6 * kWater * pi * 4e-4 * 0.1;
    EXPECT_NEAR(data.massMatrix(3, 3), mass, 1e-13);
    EXPECT_NEAR(data.massMatrix(4, 4), mass + added, 1e-13);
    double first = 0;
    for (const Vec3& x : scatteredPoints(40)) first += x.x() * mass / 40;
    EXPECT_NEAR(data.massMatrix(2, 4), first + added * kVolumeLength / 2, 1e-13);
    const VecX zero = VecX::Zero(model.nv);
    inverseDynamics(model, data, model.q0, zero, zero, {});
    EXPECT_NEAR(data.tau[5], mass * 9.81, 1e-12);  // its weight is what it was
  }
}

TEST(Fluid, SlicesOfAVolumeAreThoseOfItsMesh) {
  const auto volume = makeVolume(table4(), false, 40, false, cylinderMesh(200));
  double length = 0;
  for (const BodySlice& slice : volume->slices()) {
    length += slice.length;
    EXPECT_NEAR(slice.radius, kVolumeRadius, 1e-3 * kVolumeRadius);
  }
  EXPECT_NEAR(length, kVolumeLength, 1e-15);
  const auto unseen = makeVolume(table4(), false);
  EXPECT_TRUE(unseen->slices().empty());
  EXPECT_FALSE(unseen->immerse({.density = kWater, .added = Mat6::Identity()}));
  EXPECT_TRUE(unseen->immerse({.density = kWater}));
}

TEST(Fluid, DragOfARodIsTheIntegralOverItsLength) {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec link;
  link.name = "rod";
  link.joint.type = JointType::kRevolute;
  link.joint.axis = Vec3::UnitZ();
  const double length = 0.5, radius = 0.02;
  const std::shared_ptr<Rod> rod = straightRod(length, radius, kWater, 0);
  const Mat6 C = Vec6(0, 0, 0, 0, 1.1, 1.1).asDiagonal();
  double sum = 0;
  for (const BodySlice& slice : rod->slices()) {
    sum += slice.length;
    const int station = rod->addStation(slice.at);
    spec.loads.push_back({"drag", 0, station, std::make_shared<FluidDrag>(slice.length * kWater * slice.radius * C)});
  }
  EXPECT_NEAR(sum, length, 1e-15);
  link.body = rod;
  spec.links.push_back(link);
  const Model model(std::move(spec));
  Data data(model);
  VecX v = VecX::Zero(model.nv);
  v[0] = 2;
  const VecX zero = VecX::Zero(model.nv);
  inverseDynamics(model, data, model.q0, v, zero, {});
  const double with = data.tau[0];
  inverseDynamics(model, data, model.q0, v, zero, {.loads = false});
  // ∫ 1.1 ρ r (ω x)² x dx
  EXPECT_NEAR(with - data.tau[0], 1.1 * kWater * radius * 4 * std::pow(length, 4) / 4, 1e-12);
}

TEST(Fluid, LiftDoesNoWorkAndDragTakesPower) {
  Random random(11);
  Mat6 turn = randomVector(random, 36).reshaped(6, 6);
  turn -= Mat6(turn.transpose());
  StationWrench wrench;
  StationState state;
  state.V = randomVector(random, 6);
  const Pose offset = randomPose(random);
  FluidDrag(turn, offset).evaluate(state, wrench);
  EXPECT_NEAR(wrench.F.dot(state.V), 0, 1e-14);
  FluidDrag(turn + Mat6::Identity(), offset).evaluate(state, wrench);
  EXPECT_LT(wrench.F.dot(state.V), 0);
  state.V.setZero();
  FluidDrag(turn + Mat6::Identity(), offset).evaluate(state, wrench);
  EXPECT_EQ(wrench.F.norm(), 0);
  EXPECT_TRUE(wrench.FV.isZero(0));
}

}  // namespace
}  // namespace tendril
