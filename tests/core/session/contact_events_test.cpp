// SPDX-License-Identifier: BSD-3-Clause
// When bodies touch and leave each other, against closed forms.
#include <gtest/gtest.h>

#include <cmath>
#include <memory>
#include <numbers>
#include <string>
#include <vector>

#include "core/session/event_watch.hpp"
#include "core/session/simulate.hpp"
#include "tests/core/session/session_waiting.hpp"

namespace tendril {
namespace {

using namespace tests;

constexpr double kRadius = 0.1, kMass = 2, kGravity = 9.81;

LinkSpec slider(const std::string& name, double q0, double v0) {
  LinkSpec link;
  link.id = name == "ball" ? 1 : 2;
  link.name = name;
  link.joint.type = JointType::kPrismatic;
  link.joint.axis = Vec3::UnitZ();
  link.jointQ0 = VecX::Constant(1, q0), link.jointV0 = VecX::Constant(1, v0);
  link.rigid = {kMass, Vec3::Zero(), 0.01 * kMass * Mat3::Identity()};
  return link;
}

BallSpec ballOf(int link, double x) {
  BallSpec ball;
  ball.link = link, ball.station = kBaseStation;
  ball.centre.x() = x;
  ball.radius = kRadius;
  return ball;
}

/// A ball that falls by `gap` onto the plane z = 0.
ModelSpec dropped(double gap, const ContactLaw& law) {
  ModelSpec spec;
  spec.gravity = Vec3(0, 0, -kGravity);
  spec.links = {slider("ball", kRadius + gap, 0)};
  ContactSpec contact;
  contact.name = "floor";
  contact.law = law;
  contact.linkA = 0;
  contact.ballsA = {ballOf(0, 0)};
  contact.surface = makeAnalyticSurface({.kind = SurfaceShape::Kind::kPlane});
  spec.contacts = {contact};
  return spec;
}

std::shared_ptr<const Model> with(ModelSpec spec, const std::string& integrator, double step, bool adaptive = false) {
  spec.simulation.integrator = integrator;
  spec.simulation.step = step;
  spec.simulation.adaptive = adaptive;
  spec.simulation.rtol = 1e-8, spec.simulation.atol = 1e-10;
  spec.simulation.duration = 1.5;
  return std::make_shared<const Model>(std::move(spec));
}

/// Hertz's contact takes 2.94 δ/v, with a little more for the weight.
TEST(ContactEvents, OfABouncingBallComeInTime) {
  const ContactLaw law{.stiffness = 1e8};
  const double gap = 0.1, speed = std::sqrt(2 * kGravity * gap), fall = speed / kGravity;
  const double deepest = std::pow(2.5 * kMass * speed * speed / (2 * law.stiffness), 0.4);
  const double pressed = 2 * deepest / speed * std::sqrt(std::numbers::pi) * std::tgamma(1.4) / std::tgamma(0.9);
  struct Case {
    const char* integrator;
    double step;
    bool adaptive;
    double falls, flies;  // s, errors of the first touch, whose step ends under its force, and between two touches
  };
  for (const Case& c :
       {Case{"generalized_alpha", 1e-4, false, 1e-8, 2e-3}, Case{"bdf", 1e-3, false, 2e-6, 1e-4},
        Case{"runge_kutta_4", 1e-5, false, 1e-9, 1e-5}, Case{"generalized_alpha", 1e-3, true, 2e-6, 1e-3}}) {
    Program program(with(dropped(gap, law), c.integrator, c.step, c.adaptive));
    const SimulationResult result = simulate(program);
    ASSERT_FALSE(result.failure) << c.integrator;
    ASSERT_EQ(result.events.size(), 10u) << c.integrator;  // at 0.14, 0.43, 0.72, 1.01, 1.30 s, and 2 ms later
    EXPECT_NEAR(result.events[0].t, fall, c.falls) << c.integrator;
    for (std::size_t k = 0; k < 10; ++k) {
      const RunEvent& event = result.events[k];
      EXPECT_EQ(event.kind, EventKind::kContact);
      EXPECT_EQ(event.ends, k % 2 == 1);
      EXPECT_EQ(event.link, 0);
      EXPECT_EQ(event.contact, 0);
      EXPECT_EQ(event.text, k % 2 ? "ball left the world, floor" : "ball touched the world, floor");
      if (k == 0) continue;
      EXPECT_NEAR(event.t - result.events[k - 1].t, k % 2 ? pressed : 2 * fall, k % 2 ? 0.05 * pressed : c.flies)
          << c.integrator << c.adaptive << k;
    }
  }
}

TEST(ContactEvents, OfABallThatComesToRestEndWithItsTouch) {
  Program program(with(dropped(0.1, {.stiffness = 1e6, .damping = 0.6}), "generalized_alpha", 2e-4));
  SimulationRequest request;
  request.duration = 4;
  const SimulationResult result = simulate(program, request);
  ASSERT_FALSE(result.failure);
  ASSERT_GE(result.events.size(), 5u);
  EXPECT_LT(result.events.size(), 60u);
  EXPECT_FALSE(result.events.back().ends);
  EXPECT_GT(result.final.t - result.events.back().t, 1);
  for (std::size_t k = 1; k < result.events.size(); ++k) {
    EXPECT_EQ(result.events[k].ends, k % 2 == 1);
    EXPECT_GT(result.events[k].t, result.events[k - 1].t);
    if (k % 2 == 0) {
      EXPECT_GE(result.events[k].t - result.events[k - 1].t, EventWatch::kFlicker);
    }
  }
}

/// Of two bodies with several balls each only the first pair that meets and the last one that parts is told.
TEST(ContactEvents, OfTwoBodiesAreToldOnce) {
  ModelSpec spec;
  spec.gravity.setZero();
  spec.links = {slider("ball", 0.5, -1), slider("plate", 0, 0)};
  ContactSpec contact;
  contact.name = "touch";
  contact.law.stiffness = 1e6;
  contact.linkA = 0, contact.linkB = 1;
  contact.swapped = true;
  for (const double x : {-0.05, 0.0, 0.3}) {
    contact.ballsA.push_back(ballOf(0, x));
    contact.ballsB.push_back(ballOf(1, x));
  }
  contact.ballsA[2].centre.z() = 0.02;  // meets later
  spec.contacts = {contact};
  Program program(with(spec, "generalized_alpha", 1e-4));
  const SimulationResult result = simulate(program);
  ASSERT_EQ(result.events.size(), 2u);
  EXPECT_NEAR(result.events[0].t, 0.3, 1e-9);
  EXPECT_EQ(result.events[0].text, "plate touched ball, touch");
  EXPECT_EQ(result.events[1].text, "plate left ball, touch");
  EXPECT_NEAR(result.final.v[0], 0, 1e-2);  // equal masses swap their velocities
  EXPECT_NEAR(result.final.v[1], -1, 1e-2);
}

TEST(ContactEvents, WhatTouchesAtTheStartIsNoNews) {
  Program program(with(dropped(-1e-4, {.stiffness = 1e6, .damping = 0.6}), "generalized_alpha", 1e-3));
  const SimulationResult result = simulate(program);
  for (const RunEvent& event : result.events) EXPECT_GT(event.t, 0);
  ASSERT_TRUE(result.events.empty() || result.events.front().ends);
}

TEST(ContactEvents, OfALiveRunAreInItsLog) {
  Session session;
  session.load(std::make_unique<Program>(with(dropped(0.1, {.stiffness = 1e6}), "generalized_alpha", 1e-3, true)));
  const Snapshot& s = runTo(session, 1);
  const EventLog& log = *s.runs->front()->events;
  ASSERT_GE(log.size(), 4u);
  EXPECT_EQ(log[0].kind, EventKind::kContact);
  EXPECT_NEAR(log[0].t, std::sqrt(2 * 0.1 / kGravity), 1e-4);
  EXPECT_TRUE(log[1].ends);
}

TEST(ForceSignals, StandBesideTheRecordedMotion) {
  Program program(with(dropped(0.05, {.stiffness = 1e6, .damping = 0.6}), "generalized_alpha", 1e-3));
  SimulationRequest request;
  request.duration = 4;
  request.signals = recordedSignals(*program.model);
  EXPECT_EQ(request.signals, (std::vector<std::string>{"floor.force.x", "floor.force.y", "floor.force.z", "floor.count",
                                                       "floor.depth"}));
  std::vector<std::vector<double>> rows;
  request.row = [&](const std::vector<double>& row) { rows.push_back(row); };
  simulate(program, request);
  const std::size_t own = recordHeader(*program.model).size();
  for (const auto& row : rows) {
    ASSERT_EQ(row.size(), own + 5);
    const double depth = std::max(0.0, kRadius - row[1]);
    EXPECT_EQ(row[own + 3], depth > 0);
    EXPECT_NEAR(row[own + 4], depth, 1e-15);
    EXPECT_NEAR(row[own + 2], 1e6 * std::pow(depth, 1.5) * std::max(0.0, 1 - 0.6 * row[2]), 1e-6);
  }
  EXPECT_NEAR(rows.back()[own + 2], kMass * kGravity, 1e-3 * kMass * kGravity);
}

}  // namespace
}  // namespace tendril
