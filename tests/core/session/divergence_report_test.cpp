// SPDX-License-Identifier: BSD-3-Clause
// What the last steps of a run say, against closed forms.
#include "core/session/divergence_report.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/integrators/integrator.hpp"
#include "core/model/contact/contact.hpp"
#include "core/session/simulate.hpp"
#include "tests/core/model/volume/volume_models.hpp"
#include "tests/core/session/session_robots.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kMass = 2;

/// Masses on slides, one behind the other on the world, each with a spring and a damper of its own.
ModelSpec slides(const std::vector<std::pair<double, double>>& springs, const std::string& integrator, double step) {
  ModelSpec spec;
  for (std::size_t k = 0; k < springs.size(); ++k) {
    LinkSpec link;
    link.id = k + 1;
    link.name = "slide" + std::to_string(k);
    link.joint.type = JointType::kPrismatic;
    link.joint.axis = Vec3::UnitX();
    link.joint.stiffness = VecX::Constant(1, springs[k].first);
    link.joint.damping = VecX::Constant(1, springs[k].second);
    link.jointQ0 = VecX::Constant(1, 0.1);
    link.rigid = {kMass, Vec3::Zero(), 0.01 * Mat3::Identity()};
    spec.links.push_back(link);
  }
  spec.simulation.integrator = integrator;
  spec.simulation.step = step;
  return spec;
}

/// Every step of a run up to `duration` or its end.
std::shared_ptr<History> stepsOf(const std::shared_ptr<const Model>& model, double duration) {
  Program program(model);
  auto history = std::make_shared<History>(1, model->nq, model->nv, model->nu, std::size_t{1} << 24);
  const double none[3] = {};
  SimulationRequest request;
  request.duration = duration;
  request.every = model->simulation.step;
  request.row = [&](const std::vector<double>& row) {
    const auto piece = [&](int from, int size) { return Eigen::Map<const VecX>(row.data() + from, size); };
    history->append(row[0], piece(1, model->nq), piece(1 + model->nq, model->nv),
                    piece(1 + model->nq + model->nv, model->nu), none, 0);
  };
  simulate(program, request);
  return history;
}

TEST(DivergenceReport, TheFastestVibrationIsTheSpringsOwn) {
  const double k = 800;
  const auto model = std::make_shared<const Model>(slides({{50, 0}, {k, 0}}, "generalized_alpha", 1e-3));
  const DivergenceReport report = reportDivergence(model, *stepsOf(model, 0.02));
  const double omega = std::sqrt(k / kMass);
  EXPECT_NEAR(report.fastest, omega, 1e-9 * omega);
  EXPECT_FALSE(report.decays);
  EXPECT_EQ(report.fastestLink, 1);
  EXPECT_NEAR(report.step, 1e-3, 1e-15);
  EXPECT_NEAR(report.stepsPerPeriod(), 2 * std::numbers::pi / (omega * 1e-3), 1e-6);
}

TEST(DivergenceReport, TheFastestDecayIsTheDampersOwn) {
  const double d = 900;
  const auto model = std::make_shared<const Model>(slides({{50, d}, {50, 1}}, "generalized_alpha", 1e-3));
  const DivergenceReport report = reportDivergence(model, *stepsOf(model, 0.02));
  EXPECT_NEAR(report.fastest, d / kMass, 1e-9 * d);
  EXPECT_TRUE(report.decays);
  EXPECT_EQ(report.fastestLink, 0);
  EXPECT_NEAR(report.stepsPerPeriod(), 1 / (d / kMass * 1e-3), 1e-9);
}

/// Central differences of cos(ωt) are sin(ωh)/(ωh) of its derivative, whatever the instant.
TEST(DivergenceReport, TheErrorOfAStepIsThatOfItsDifferences) {
  const double k = 800, omega = std::sqrt(k / kMass);
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    const auto model = std::make_shared<const Model>(slides({{k, 0}}, "bdf", h));
    const auto exact = std::make_shared<History>(1, 1, 1, 0, std::size_t{1} << 20);
    const double none[3] = {};
    for (int n = 0; n < 30; ++n)
      exact->append(n * h, VecX::Constant(1, 0.1 * std::cos(omega * n * h)),
                    VecX::Constant(1, -0.1 * omega * std::sin(omega * n * h)), VecX(), none, 0);
    const DivergenceReport report = reportDivergence(model, *exact);
    ASSERT_EQ(report.error.size(), 28u);
    const double ratio = std::sin(omega * h) / (omega * h);
    for (const double error : report.error) EXPECT_NEAR(error, (1 - ratio) / ratio, 1e-9);
  }
}

/// Explicit steps too long for one of two masses: it is named, the other one is not.
TEST(DivergenceReport, WhatTheStepsAreTooLongForIsNamed) {
  const double h = 1e-3, stiff = kMass * std::pow(2.9 / h, 2);  // runge_kutta_4 is stable up to ωh = 2.83
  const auto model = std::make_shared<const Model>(slides({{50, 0}, {stiff, 0}, {80, 0}}, "runge_kutta_4", h));
  const auto steps = stepsOf(model, 0.2);
  ASSERT_LT(steps->time(steps->size() - 1), 0.19) << "it ends";
  const DivergenceReport report = reportDivergence(model, *steps);
  EXPECT_EQ(report.worstLink, 1);
  EXPECT_GT(report.share[1], 0.99);
  EXPECT_EQ(report.coordinate[1], model->links[1].vJoint);
  EXPECT_GT(report.error.back(), 0.3);
  EXPECT_NEAR(report.stepsPerPeriod(), 2 * std::numbers::pi / 2.9, 1e-6);
}

TEST(DivergenceReport, StepsThatFollowTheMotionHaveLittleError) {
  double before = 1;
  for (const double h : {4e-3, 2e-3, 1e-3}) {
    ModelSpec spec = chainSpec(3);
    spec.simulation.step = h;
    const auto finer = std::make_shared<const Model>(std::move(spec));
    const DivergenceReport report = reportDivergence(finer, *stepsOf(finer, 0.1));
    const double most = *std::max_element(report.error.begin(), report.error.end());
    EXPECT_LT(most, 0.3 * before) << "of second order";
    before = most;
    double all = 0;
    for (const double share : report.share) all += share;
    EXPECT_NEAR(all, 1, 1e-12);
  }
  EXPECT_LT(before, 1e-3);
}

TEST(DivergenceReport, TheDeepestContactIsFound) {
  constexpr double kRadius = 0.1, kDepth = 0.013;
  ModelSpec spec = slides({{0, 0}}, "generalized_alpha", 1e-3);
  spec.links[0].joint.axis = Vec3::UnitZ();
  BallSpec ball;
  ball.link = 0, ball.station = kBaseStation, ball.radius = kRadius;
  ContactSpec contact;
  contact.name = "floor", contact.linkA = 0, contact.ballsA = {ball};
  contact.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  spec.contacts = {contact};
  const auto model = std::make_shared<const Model>(std::move(spec));
  History history(1, 1, 1, 0, std::size_t{1} << 20);
  const double none[3] = {};
  for (int n = 0; n < 4; ++n)
    history.append(n * 1e-3, VecX::Constant(1, kRadius - kDepth), VecX::Zero(1), VecX(), none, 0);
  const DivergenceReport report = reportDivergence(model, history);
  ASSERT_TRUE(report.deepest);
  EXPECT_EQ(report.deepest->contact, 0);
  EXPECT_NEAR(report.deepest->depth, kDepth, 1e-12);
  EXPECT_FALSE(report.least) << "nothing that could fold";
}

/// Of (x (1 − b y), y, z) det F is 1 − b y.
TEST(DivergenceReport, TheLeastMarginOfAllStepsAndBodiesIsFound) {
  ModelSpec spec = slides({{50, 0}}, "generalized_alpha", 1e-3);
  for (const char* name : {"stiff", "soft"}) {
    LinkSpec link;
    link.id = spec.links.size() + 1;
    link.name = name;
    link.body = volumeOf(expressionMap({"x*(1 - b*y)", "y", "z"}, {"b"}), nullptr);
    spec.links.push_back(link);
  }
  const auto model = std::make_shared<const Model>(std::move(spec));
  ASSERT_EQ(model->nq, 3);
  double lowest = 0, highest = 0;
  for (const Vec3& x : scatteredPoints(40)) lowest = std::min(lowest, x.y()), highest = std::max(highest, x.y());
  for (const double sign : {1.0, -1.0}) {
    History history(1, 3, 3, 0, std::size_t{1} << 20);
    const double none[3] = {};
    const std::vector<double> b = {10, 30, 20, 15};  // 1/m
    for (std::size_t n = 0; n < b.size(); ++n)
      history.append(0.1 * static_cast<double>(n), Vec3(0, 9, sign * b[n]), VecX::Zero(3), VecX(), none, 0);
    const DivergenceReport report = reportDivergence(model, history);
    ASSERT_TRUE(report.least);
    EXPECT_EQ(report.least->link, 2);
    EXPECT_NEAR(report.least->t, 0.1, 1e-12) << "neither the first nor the last step";
    const double reach = sign > 0 ? highest : -lowest;
    EXPECT_NEAR(report.least->margin, 1 - 30 * reach, 1e-12);
    EXPECT_NE(report.least->violation.find(" at x = "), std::string::npos) << report.least->violation;
  }
}

TEST(DivergenceReport, OfNoStepsOrFewThereIsLittle) {
  const auto model = chain(2);
  History history(1, model->nq, model->nv, 0, std::size_t{1} << 20);
  EXPECT_EQ(reportDivergence(model, history).worstLink, -1);
  const double none[3] = {};
  history.append(0, model->q0, model->v0, VecX(), none, 0);
  const DivergenceReport one = reportDivergence(model, history);
  EXPECT_TRUE(one.error.empty());
  EXPECT_EQ(one.stepsPerPeriod(), 0);
  EXPECT_GE(one.fastest, 0);
  history.append(1e-3, VecX::Constant(model->nq, std::nan("")), model->v0, VecX(), none, 0);
  history.append(2e-3, model->q0, model->v0, VecX(), none, 0);
  EXPECT_TRUE(reportDivergence(model, history).error.empty()) << "what is not a number is left out";
}

}  // namespace
}  // namespace tendril
