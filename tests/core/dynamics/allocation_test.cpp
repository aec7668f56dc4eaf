// SPDX-License-Identifier: BSD-3-Clause
// No algorithm allocates. Eigen takes its heap memory through malloc, so that is what is watched. Sanitizers bring
// their own malloc, so under them this file is empty.
#include "tests/support/sanitized.hpp"

#ifndef TENDRIL_SANITIZED

#include <gtest/gtest.h>

#include <cstdlib>

#include "core/dynamics/contact/anchors.hpp"
#include "core/dynamics/contact/contacts.hpp"
#include "core/dynamics/time_derivatives/time_derivatives.hpp"
#include "core/model/volume/volume.hpp"
#include "tests/core/dynamics/contact/contact_models.hpp"

namespace {

thread_local bool watched = false;
thread_local long allocations = 0;

}  // namespace

// GNU libc lets a program bring its own malloc; this one counts and passes on.
extern "C" void* __libc_malloc(std::size_t size);
extern "C" void* malloc(std::size_t size) {
  if (watched) ++allocations;
  return __libc_malloc(size);
}

namespace tendril {
namespace {

using namespace tests;

template <class Work>
long countAllocations(const Work& work) {
  allocations = 0;
  watched = true;
  work();
  watched = false;
  return allocations;
}

TEST(Allocation, TheHookSeesEigen) {
  EXPECT_GT(countAllocations([] { MatX m = MatX::Zero(9, 9); }), 0);
}

TEST(Allocation, NoAlgorithmAllocatesOnTheSerialPath) {
  Random random(5);
  Model model(randomTree(random, {"mixed",
                                  {JointType::kFree, JointType::kRevolute, JointType::kUniversal, JointType::kPlanar,
                                   JointType::kSpherical},
                                  true,
                                  SoftBodies::kMixed,
                                  true}));
  model.parallelWork = 0;  // stays on one thread
  Data data(model);
  const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv),
             a = randomVector(random, model.nv), tau = randomVector(random, model.nv);
  Inputs inputs;
  inputs.tau = &tau;
  VecX moved(model.nq);
  MatX K(model.nv, model.nv);
  EXPECT_EQ(countAllocations([&] { inverseDynamics(model, data, q, v, a, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { massMatrix(model, data, q); }), 0);
  EXPECT_EQ(countAllocations([&] { forwardDynamics(model, data, q, v, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { residualDerivatives(model, data, q, v, a, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { forwardDynamicsDerivatives(model, data, q, v, inputs); }), 0);
  EXPECT_EQ(countAllocations([&] { energy(model, data, q, v); }), 0);
  EXPECT_EQ(countAllocations([&] { integrate(model, q, v, moved); }), 0);
  EXPECT_EQ(countAllocations([&] { stiffnessMatrix(model, data, q, K); }), 0);
}

TEST(Allocation, NorDoTimeDerivatives) {
  Random random(7);
  const Model model(randomTree(random, {"rigid", allJoints(), true, SoftBodies::kNone, true}));
  Data data(model);
  const int order = 10;
  TimeDerivatives time(model, order);
  const VecX q = randomConfiguration(random, model), v0 = randomVector(random, model.nv);
  const MatX v = randomVector(random, model.nv * (order + 2)).reshaped(model.nv, order + 2),
             tau = randomVector(random, model.nv * (order + 1)).reshaped(model.nv, order + 1);
  const std::vector<int> prescribed = {0, 3};
  time.hybridDynamics(data, q, v, prescribed, tau);
  EXPECT_EQ(countAllocations([&] { time.inverseDynamics(q, v, {.internal = true}); }), 0);
  EXPECT_EQ(countAllocations([&] { time.forwardDynamics(data, q, v0, tau); }), 0);
  EXPECT_EQ(countAllocations([&] { time.hybridDynamics(data, q, v, prescribed, tau); }), 0);
}

TEST(Allocation, NorDoVolumes) {
  Random random(8);
  const Model model(
      randomTree(random, {"volumes", {JointType::kRevolute, JointType::kRevolute}, false, SoftBodies::kVolumes, true}));
  ASSERT_EQ(model.deformable.size(), 1U);
  Data data(model);
  const VecX q = randomConfiguration(random, model), v = randomVector(random, model.nv),
             a = randomVector(random, model.nv);
  Composite weight;
  weight.I.setIdentity(), weight.N.setOnes(), weight.K.setOnes(), weight.F.setOnes();
  const std::vector<Composite> attached(3, weight);
  const auto all = [&] {  // threads have workspaces of their own, so the first call on each may allocate
    for (const int i : model.deformable) {
      const Link& link = model.links[static_cast<std::size_t>(i)];
      const Body& body = *link.body;
      BodyData& own = *data.bodies[static_cast<std::size_t>(i)];
      const BodyCoordinates c{{q.data() + link.qBody, link.nBody},
                              {v.data() + link.vBody, link.nBody},
                              {a.data() + link.vBody, link.nBody}};
      body.kinematics(own, c);
      body.inertia(own, c);
      body.inverseDynamics(own, c, {});
      body.columns(own, c, {});
      body.ownDerivatives(own, c, {});
      body.derivatives(own, c, {}, attached);
      body.coriolis(own, attached);
      data.elastic.setZero(), data.square.setZero();
      const auto force = data.elastic.segment(link.vBody, link.nBody);
      const auto square = data.square.block(link.vBody, link.vBody, link.nBody, link.nBody);
      body.addElasticForce(c.q, force);
      body.addStiffness(c.q, square);
      body.addDampingForce(c.q, c.qd, force);
      body.addDampingDerivatives(c.q, c.qd, square, square);
    }
  };
  all();
  EXPECT_EQ(countAllocations(all), 0);
}

TEST(Allocation, NorDoesWhatHoldsTheRobot) {
  for (const SoftBodies soft : {SoftBodies::kRods, SoftBodies::kArcs, SoftBodies::kVolumes, SoftBodies::kFields}) {
    Random random(8);
    Model model(randomTree(random, {"held", {JointType::kRevolute, JointType::kRevolute}, true, soft}));
    model.parallelWork = 0;
    Data data(model);
    const VecX q = randomConfiguration(random, model, 0.2), v = randomVector(random, model.nv),
               a = randomVector(random, model.nv);
    PerturbationSpec spec;
    spec.link = model.links[static_cast<std::size_t>(model.deformable.front())].id;
    spec.place.at = 0.6;
    for (const bool material : {false, true}) {
      if (material) spec.place.material = Vec3(0.1, 0.01, 0.02);
      Perturbation held = makePerturbation(model, spec).value();
      held.stiffness = 30, held.damping = 2;
      const Inputs inputs{.perturbation = &held};
      const auto all = [&] {  // what is held is known from the first call on
        residual(model, data, q, v, a, inputs);
        residualDerivatives(model, data, q, v, a, inputs);
        forwardDynamics(model, data, q, v, inputs);
      };
      all();
      EXPECT_EQ(countAllocations(all), 0);
    }
  }
}

TEST(Allocation, NorDoesContact) {
  Random random(6);
  ModelSpec spec = randomTree(
      random, {"chain", {JointType::kFree, JointType::kRevolute, JointType::kSpherical}, true, SoftBodies::kRods});
  for (const NamedSurface& each : everySurface()) {
    ContactSpec contact;
    contact.law.friction = 0.3;
    contact.linkA = 1, contact.linkB = 2;
    for (int station = kBaseStation; station < 3; ++station) {
      BallSpec ball;
      ball.link = 1, ball.station = station, ball.radius = 0.5;
      contact.ballsA.push_back(ball);
      ball.link = 2, ball.station = kBaseStation;
      contact.ballsB.push_back(ball);
    }
    contact.surface = each.surface;
    spec.contacts.push_back(contact);
    contact.surface = nullptr;
    spec.contacts.push_back(contact);
    contact.law.stickStiffness = 1e3, contact.law.rollingFriction = contact.law.spinningFriction = 0.01;
    spec.contacts.push_back(contact);
  }
  const Model model(std::move(spec));
  Data data(model);
  const VecX v = randomVector(random, model.nv), a = randomVector(random, model.nv);
  std::vector<ContactPoint> points;
  kinematics(model, data, model.q0, v);
  activeContacts(model, data, points);
  EXPECT_GT(points.size(), 10U);
  EXPECT_EQ(countAllocations([&] { anchorContacts(model, data); }), 0);
  EXPECT_EQ(countAllocations([&] { activeContacts(model, data, points); }), 0);
  EXPECT_EQ(countAllocations([&] { inverseDynamics(model, data, model.q0, v, a); }), 0);
  EXPECT_EQ(countAllocations([&] { inverseDynamicsDerivatives(model, data, model.q0, v, a); }), 0);
  EXPECT_EQ(countAllocations([&] { energy(model, data, model.q0, v); }), 0);
}

TEST(Allocation, NorDoesContactOfVolumes) {
  Random random(9);
  ModelSpec spec =
      randomTree(random, {"volumes", {JointType::kRevolute, JointType::kRevolute}, false, SoftBodies::kVolumes});
  const auto volume = std::dynamic_pointer_cast<Volume>(randomVolume(0));
  ContactSpec contact;
  contact.linkA = 1;
  for (const SurfaceStation& point : volume->surfaceStations()) {
    BallSpec ball;
    ball.link = 1, ball.station = point.station;
    contact.ballsA.push_back(ball);
  }
  contact.surface = everySurface().front().surface;
  spec.links[1].body = volume;
  spec.contacts = {contact};
  const Model model(std::move(spec));
  Data data(model);
  const VecX v = randomVector(random, model.nv), a = randomVector(random, model.nv);
  const auto all = [&] { inverseDynamicsDerivatives(model, data, model.q0, v, a); };
  all();  // workspaces grow at the first use
  std::vector<ContactPoint> points;
  activeContacts(model, data, points);
  EXPECT_GT(points.size(), 3U);
  EXPECT_EQ(countAllocations(all), 0);
}

}  // namespace
}  // namespace tendril

#endif
