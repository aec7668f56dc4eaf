// SPDX-License-Identifier: BSD-3-Clause
// Fields of rods against closed forms, against the balance of a loaded piece, and against sums.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/dynamics/fields/section_fields.hpp"
#include "core/equilibria/statics.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "core/model/rod/rod.hpp"
#include "core/session/recording/signals.hpp"
#include "core/session/snapshot.hpp"

namespace tendril {
namespace {

using std::numbers::pi;

constexpr double kLength = 0.5, kRadius = 0.008, kYoung = 2e6;

RodDivisionSpec division(int order, double length = kLength) {
  RodDivisionSpec out;
  out.length = length;
  out.section = SectionLaw::shape("circle", {[](double) { return kRadius; }});
  out.density = 1000, out.young = kYoung, out.poisson = 0.5;
  for (auto& strain : out.strain) strain = makeStrainBasis("legendre", order);
  return out;
}

std::shared_ptr<const Model> rodModel(std::vector<RodDivisionSpec> divisions, const Vec3& tipForce = Vec3::Zero(),
                                      const Vec3& tipMoment = Vec3::Zero()) {
  ModelSpec spec;
  spec.gravity.setZero();
  LinkSpec rod;
  rod.id = 1, rod.name = "rod";
  rod.body = std::make_shared<Rod>(RodSpec{std::move(divisions), 4});
  spec.links.push_back(rod);
  const Vec6 wrench = (Vec6() << tipMoment, tipForce).finished();
  spec.loads.push_back(
      {"tip", 0, 0, std::make_shared<PointWrench>(PointWrench::Frame::kWorld, [wrench](double) { return wrench; })});
  return std::make_shared<const Model>(std::move(spec));
}

std::vector<double> fieldOf(const std::shared_ptr<const Model>& model, const VecX& q, SurfaceField field,
                            Snapshot* seen = nullptr) {
  Data data(*model);
  Snapshot snapshot;
  snapshot.deformation.field = field;
  fillSnapshot(model, data, 0, q, VecX::Zero(model->nv), nullptr, snapshot);
  if (seen) *seen = snapshot;
  return snapshot.deformation.sectionValues;
}

VecX balanced(const Model& model) {
  Data data(model);
  const StaticsResult found = solveStatics(model, data);
  EXPECT_TRUE(found.converged) << found.failure;
  return found.q;
}

TEST(RodFields, OfACantileverAreThoseOfTheBeam) {
  constexpr double kForce = 1e-4;  // N, downwards: a deflection of a hundredth of a millimetre
  const auto model = rodModel({division(2)}, Vec3(0, 0, -kForce));
  const VecX q = balanced(*model);
  Snapshot seen;
  const std::vector<double> moment = fieldOf(model, q, SurfaceField::kMomentY, &seen);
  const std::vector<double> shear = fieldOf(model, q, SurfaceField::kShearForce);
  const std::vector<double> bending = fieldOf(model, q, SurfaceField::kBendingY);
  const std::vector<double> energy = fieldOf(model, q, SurfaceField::kLineEnergy);
  const double EI = kYoung * pi * std::pow(kRadius, 4) / 4, GA = kYoung / 3 * pi * kRadius * kRadius;
  for (std::size_t i = 0; i < moment.size(); ++i) {
    const double M = kForce * (kLength - seen.sections[i].p.x());
    EXPECT_NEAR(moment[i], M, 1e-4 * kForce * kLength);
    EXPECT_NEAR(bending[i], M / EI, 1e-4 * kForce * kLength / EI);
    EXPECT_NEAR(shear[i], kForce, 1e-4 * kForce);
    EXPECT_NEAR(energy[i], M * M / (2 * EI) + kForce * kForce / (2 * GA), 1e-4 * std::pow(kForce * kLength, 2) / EI);
  }
}

// Cut the loaded rod at any section: what the part beyond exerts is the load, turned into the section's axes.
TEST(RodFields, FarFromStraightBalanceEveryPieceThatIsCutOff) {
  const Vec3 force(-0.04, 0.03, -0.06), torque(0.004, -0.002, 0.006);
  RodDivisionSpec fine = division(9);
  fine.quadrature = 60;  // the steps along the rod must resolve the functions, whose highest would not be loaded right
  const auto model = rodModel({fine}, force, torque);
  const VecX q = balanced(*model);
  Snapshot seen;
  const auto N = fieldOf(model, q, SurfaceField::kAxialForce, &seen), V = fieldOf(model, q, SurfaceField::kShearForce),
             T = fieldOf(model, q, SurfaceField::kTorque), My = fieldOf(model, q, SurfaceField::kMomentY),
             Mz = fieldOf(model, q, SurfaceField::kMomentZ), M = fieldOf(model, q, SurfaceField::kBendingMoment);
  const Vec3 tip = seen.sections.back().p;
  ASSERT_GT((tip - Vec3(kLength, 0, 0)).norm(), 0.3 * kLength);
  const double size = force.norm() * kLength + torque.norm();
  for (std::size_t i = 0; i < N.size(); ++i) {
    const Pose& X = seen.sections[i];
    const Vec3 n = X.R.transpose() * force, m = X.R.transpose() * (torque + (tip - X.p).cross(force));
    EXPECT_NEAR(N[i], n.x(), 2e-3 * force.norm()) << i;
    EXPECT_NEAR(V[i], std::hypot(n.y(), n.z()), 2e-3 * force.norm()) << i;
    EXPECT_NEAR(T[i], m.x(), 2e-3 * size) << i;
    EXPECT_NEAR(My[i], m.y(), 2e-3 * size) << i;
    EXPECT_NEAR(Mz[i], m.z(), 2e-3 * size) << i;
    EXPECT_NEAR(M[i], std::hypot(m.y(), m.z()), 2e-3 * size) << i;
  }
}

TEST(RodFields, OfAHelixAreItsCurvatureAndTorsion) {
  const auto model = rodModel({division(0)});
  const double kappa = 11, tau = 7;
  VecX q = VecX::Zero(6);
  q[0] = tau * kLength, q[2] = kappa * kLength, q[3] = 0.05;
  Snapshot seen;
  const auto curvature = fieldOf(model, q, SurfaceField::kCurvature, &seen);
  for (const double value : fieldOf(model, q, SurfaceField::kTorsion)) EXPECT_NEAR(value, tau, 1e-9);
  for (const double value : fieldOf(model, q, SurfaceField::kBendingZ)) EXPECT_NEAR(value, kappa, 1e-9);
  for (const double value : fieldOf(model, q, SurfaceField::kBendingY)) EXPECT_NEAR(value, 0, 1e-12);
  for (const double value : fieldOf(model, q, SurfaceField::kExtension)) EXPECT_NEAR(value, 0.05, 1e-12);
  for (const double value : fieldOf(model, q, SurfaceField::kShear)) EXPECT_NEAR(value, 0, 1e-12);
  for (const double value : curvature) EXPECT_NEAR(value, kappa / 1.05, 1e-9);  // per stretched length
  // The line is that helix: radius κ/(κ²+τ²) about its axis, stretched by 1.05.
  const double radius = 1.05 * kappa / (kappa * kappa + tau * tau);
  const Vec3 along = Vec3(tau, 0, kappa).normalized(), centre = radius * Vec3::UnitY();
  for (const Pose& X : seen.sections) {
    const Vec3 away = X.p - centre;
    EXPECT_NEAR((away - away.dot(along) * along).norm(), radius, 1e-9);
  }
}

TEST(RodFields, EnergiesAddUpToThatOfTheBody) {
  RodDivisionSpec thin = division(2, 0.2);
  thin.section = SectionLaw::shape("circle", {[](double s) { return kRadius * (1 - 0.5 * s); }});
  const auto model = rodModel({division(3), thin});
  const auto& rod = dynamic_cast<const Rod&>(*model->links[0].body);
  VecX q(model->nq);
  for (int i = 0; i < q.size(); ++i) q[i] = 0.05 * std::sin(1 + 2.3 * i);
  const std::vector<double> energy = fieldOf(model, q, SurfaceField::kLineEnergy);
  const std::vector<RodPoint> points = rod.points();
  ASSERT_EQ(points.size(), energy.size());
  double sum = 0;
  for (std::size_t i = 0; i < points.size(); ++i) sum += points[i].weight * energy[i];
  EXPECT_NEAR(sum, rod.elasticEnergy(q), 1e-12 * sum);
}

TEST(RodFields, AreNoNumbersWhereAStrainIsHeld) {
  RodDivisionSpec spec = division(0);
  for (std::size_t i = 0; i < 6; ++i)
    if (i != 2) spec.strain[i] = nullptr;
  const auto model = rodModel({spec});
  const VecX q = VecX::Constant(1, 0.7);
  const double moment = kYoung * pi * std::pow(kRadius, 4) / 4 * 0.7 / kLength;
  for (const SurfaceField field : {SurfaceField::kAxialForce, SurfaceField::kShearForce, SurfaceField::kTorque,
                                   SurfaceField::kMomentY, SurfaceField::kVonMises})
    for (const double value : fieldOf(model, q, field)) EXPECT_TRUE(std::isnan(value)) << static_cast<int>(field);
  for (const double value : fieldOf(model, q, SurfaceField::kBendingMoment)) EXPECT_NEAR(value, moment, 1e-9 * moment);
  for (const double value : fieldOf(model, q, SurfaceField::kMomentZ)) EXPECT_NEAR(value, moment, 1e-9 * moment);
  for (const double value : fieldOf(model, q, SurfaceField::kExtension)) EXPECT_NEAR(value, 0, 1e-12);
}

TEST(RodFields, OfBodiesOfConstantCurvatureAreInClosedForm) {
  const double young = 1e6, radius = 0.01, length = 0.3;
  ModelSpec spec;
  LinkSpec arm;
  arm.id = 1, arm.name = "arm";
  arm.body = std::make_shared<ConstantCurvature>(ConstantCurvatureSpec{
      .length = length, .radius = radius, .density = 1000, .planar = false, .elongation = true, .young = young});
  spec.links.push_back(arm);
  const auto model = std::make_shared<const Model>(std::move(spec));
  const Vec3 q(0.3, -0.8, 0.012);
  const double EI = young * pi * std::pow(radius, 4) / 4, EA = young * pi * radius * radius;
  const auto all = [&](SurfaceField field, double wanted) {
    for (const double value : fieldOf(model, q, field))
      EXPECT_NEAR(value, wanted, 1e-9 * (1 + std::abs(wanted))) << surfaceFieldInfo(field).key;
  };
  all(SurfaceField::kBendingY, 0.3 / length);
  all(SurfaceField::kBendingZ, -0.8 / length);
  all(SurfaceField::kExtension, 0.012 / length);
  all(SurfaceField::kMomentY, EI * 0.3 / length);
  all(SurfaceField::kMomentZ, -EI * 0.8 / length);
  all(SurfaceField::kAxialForce, EA * 0.012 / length);
  all(SurfaceField::kLineEnergy, model->links[0].body->elasticEnergy(q) / length);
}

/// ∫ of values at sections by the rule of trapezia; two sections at one place have no length between them.
double integral(const std::vector<Pose>& sections, const std::vector<double>& values) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < values.size(); ++i)
    sum += (sections[i + 1].p - sections[i].p).norm() * (values[i] + values[i + 1]) / 2;
  return sum;
}

TEST(RodFields, LoadsOfContactsAddUpToTheForces) {
  const auto model = rodModel({division(0), division(0, 0.2)});
  const std::vector<Pose> rest = restSections(*model)[0];
  std::vector<ContactPoint> touch(4);
  const double at[] = {0.0, 0.31, 0.5, 0.66}, force[] = {1.5, 2, 0.7, 4};  // the third where the divisions meet
  for (std::size_t i = 0; i < 4; ++i) {
    touch[i].linkA = i == 3 ? -1 : 0, touch[i].linkB = i == 3 ? 0 : -1;
    touch[i].point = Vec3(at[i], 0, -kRadius), touch[i].normalForce = force[i];
  }
  touch.push_back({.linkA = 5, .normalForce = 100});  // of another link
  std::vector<double> load(rest.size());
  const VecX q = VecX::Zero(model->nq);
  sectionField(
      SurfaceField::kContactLoad,
      {.body = *model->links[0].body, .q = q, .now = rest, .rest = rest, .base = {}, .link = 0, .touch = touch}, load);
  EXPECT_NEAR(integral(rest, load), 1.5 + 2 + 0.7 + 4, 1e-12);
  std::vector<double> moment = load;  // each force stays where it acts
  for (std::size_t i = 0; i < moment.size(); ++i) moment[i] *= rest[i].p.x();
  double lumped = 0;
  for (std::size_t i = 0; i < load.size(); ++i) {
    const double before = i > 0 ? (rest[i].p - rest[i - 1].p).norm() : 0;
    const double after = i + 1 < load.size() ? (rest[i + 1].p - rest[i].p).norm() : 0;
    lumped += moment[i] * (before + after) / 2;
  }
  EXPECT_NEAR(lumped, 2 * 0.31 + 0.7 * 0.5 + 4 * 0.66, 1e-9);
  EXPECT_GT(*std::ranges::max_element(load), 0);
  EXPECT_GE(*std::ranges::min_element(load), 0);
}

TEST(FieldSignals, AreWhatColoursShowAtThatPlace) {
  const auto model = rodModel({division(2), division(1, 0.2)});
  VecX q(model->nq);
  for (int i = 0; i < q.size(); ++i) q[i] = 0.2 * std::cos(3.1 * i);
  const SignalCatalogue catalogue(*model);
  const std::vector<double> moment = fieldOf(model, q, SurfaceField::kBendingMoment);
  const auto points = dynamic_cast<const Rod&>(*model->links[0].body).points();
  const std::vector<std::string> texts = {"rod.bending_moment[0]", "rod.bending_moment[1]", "rod.bending_moment[0.25]",
                                          "1000*rod.torsion[0.5]", "rod.von_mises[0.5]",    "rod.bending_moment[1.5]"};
  SignalSampler sampler(model, catalogue, texts);
  std::vector<double> values(texts.size());
  sampler.evaluate(0, q, VecX::Zero(model->nv), VecX(), values);
  EXPECT_NEAR(values[0], moment.front(), 1e-12);
  EXPECT_NEAR(values[1], moment.back(), 1e-12);
  std::size_t after = 0;
  while (points[after].at < 0.25) ++after;
  const double share = (0.25 - points[after - 1].at) / (points[after].at - points[after - 1].at);
  EXPECT_NEAR(values[2], moment[after - 1] + share * (moment[after] - moment[after - 1]), 1e-12);
  EXPECT_EQ(sampler.columns()[2].unit, "N·m");
  EXPECT_FALSE(sampler.columns()[3].error);
  EXPECT_TRUE(sampler.columns()[4].error);  // a rod has no such field
  EXPECT_TRUE(sampler.columns()[5].error);  // beyond its end
  EXPECT_EQ(fieldSignal("rod 1", "torsion", 0.25), "'rod 1'.torsion[0.25]");
}

}  // namespace
}  // namespace tendril
