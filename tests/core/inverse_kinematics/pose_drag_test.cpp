// SPDX-License-Identifier: BSD-3-Clause
// A robot at rest that is posed by hand: reach, nearest points, limits, singular poses, ways back.
#include "core/inverse_kinematics/pose_drag.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "core/dynamics/perturbations.hpp"
#include "core/math/so3.hpp"
#include "core/model/rod/rod.hpp"
#include "tests/core/dynamics/random_models.hpp"

namespace tendril {
namespace {

using namespace tests;
using std::numbers::pi;

struct Held {
  std::shared_ptr<const Model> model;
  Perturbation perturbation;

  /// Where the held point is.
  Vec3 point(const VecX& q) const { return frame(q) * perturbation.spec.place.offset; }
  Mat3 turned(const VecX& q) const { return frame(q).R; }
  Pose frame(const VecX& q) const {
    Data data(*model);
    kinematics(*model, data, q, VecX::Zero(model->nv));
    return heldFrame(*model, data, perturbation);
  }
};

/// A section of a soft body.
constexpr double kTip = 1;

Held hold(ModelSpec robot, int link, std::optional<double> at, PerturbationSpec spec = {}) {
  for (std::size_t i = 0; i < robot.links.size(); ++i) robot.links[i].id = i + 1;
  spec.link = static_cast<std::uint64_t>(link) + 1;
  spec.place.at = at;
  Held held;
  held.model = std::make_shared<Model>(std::move(robot));
  held.perturbation = makePerturbation(*held.model, spec).value();
  return held;
}

/// Links of length 1 along x on hinges about z.
ModelSpec planarArm(int links) {
  ModelSpec robot;
  for (int i = 0; i < links; ++i) {
    LinkSpec link;
    link.id = static_cast<std::uint64_t>(i) + 1;
    link.name = "link" + std::to_string(i);
    link.parent = i - 1;
    link.joint.type = JointType::kRevolute;
    link.rigid.mass = 1, link.rigid.inertia = Mat3::Identity();
    link.rigidTip.p = Vec3(1, 0, 0);
    robot.links.push_back(link);
  }
  return robot;
}

/// The tip of a last link that is soft.
std::optional<double> sectionOf(const ModelSpec& robot) {
  return robot.links.back().body ? std::optional(kTip) : std::nullopt;
}

PerturbationSpec at(const Vec3& offset, PerturbationSpec::Reach reach = PerturbationSpec::Reach::kPath) {
  PerturbationSpec spec;
  spec.place.offset = offset;
  spec.reach = reach;
  return spec;
}

double moveTo(PoseDrag& drag, const Vec3& to, VecX& q) {
  return drag.follow({.point = to}, q);
}

ModelSpec anyRobot(Random& random, int trial) {
  TreePlan plan;
  plan.name = "robot";
  plan.chain = trial % 2 == 0;
  plan.soft = trial % 3 != 0 ? SoftBodies::kRods : SoftBodies::kNone;
  const int links = 2 + trial % 5;
  for (int i = 0; i < links; ++i) {
    const bool base = i == 0;  // a base that floats reaches everything: rarely
    const int last = base && trial % 7 == 0 ? 8 : 7;
    plan.types.push_back(
        JointType::all()[static_cast<std::size_t>(std::uniform_int_distribution<int>(1, last)(random))]);
  }
  return randomTree(random, plan);
}

TEST(PoseDrag, ReachesWhatRandomRobotsCanReach) {
  Random random(11);
  int reached = 0, most = 0;
  constexpr int kTrials = 300;
  const std::optional<double> sections[] = {kTip, 0.35, 0.8};
  for (int trial = 0; trial < kTrials; ++trial) {
    ModelSpec robot = anyRobot(random, trial);
    const int link = static_cast<int>(robot.links.size()) - 1;
    const bool soft = robot.links.back().body != nullptr;
    const Held held = hold(robot, link, soft ? sections[trial % 3] : std::nullopt, at(randomVector(random, 3, 0.05)));
    const VecX start = randomConfiguration(random, *held.model, 0.5);
    // A target that certainly can be reached: another pose of this robot, up to 60° per joint away.
    VecX there(start.size());
    VecX way = randomVector(random, held.model->nv);
    for (const int i : held.model->deformable)
      way.segment(held.model->links[static_cast<std::size_t>(i)].vBody,
                  held.model->links[static_cast<std::size_t>(i)].nBody) *= 0.2;
    integrate(*held.model, start, way, there);
    PoseDrag drag(held.model, held.perturbation, start);
    VecX q = start;
    const double left = moveTo(drag, held.point(there), q);
    ASSERT_TRUE(q.allFinite());
    for (const int first : held.model->quaternions) EXPECT_NEAR(q.segment<4>(first).norm(), 1, 1e-12);
    EXPECT_NEAR((held.point(q) - held.point(there)).norm(), left, 1e-9);
    if (left <= 1e-6) ++reached;
    most = std::max(most, drag.evaluations());
  }
  RecordProperty("reached", reached);
  RecordProperty("most evaluations", most);
  EXPECT_GE(reached, kTrials * 99 / 100);  // one robot of two coordinates ends in a valley of its own
}

TEST(PoseDrag, FollowsATargetAlongAWayStepByStep) {
  Random random(5);
  for (int trial = 0; trial < 60; ++trial) {
    ModelSpec robot = anyRobot(random, trial);
    const int link = static_cast<int>(robot.links.size()) - 1;
    const Held held = hold(robot, link, sectionOf(robot));
    const VecX start = randomConfiguration(random, *held.model, 0.4);
    const VecX way = 0.4 * randomVector(random, held.model->nv);
    PoseDrag drag(held.model, held.perturbation, start);
    VecX q = start, before = start, there(start.size()), moved(held.model->nv);
    for (int step = 1; step <= 40; ++step) {
      integrate(*held.model, start, step / 40.0 * way, there);
      EXPECT_LE(moveTo(drag, held.point(there), q), 1e-6) << trial << " step " << step;
      before = q;
    }
  }
}

TEST(PoseDrag, SmallMovesTakeFewSteps) {
  // With derivatives that are not exact they would not.
  Random random(8);
  for (int trial = 0; trial < 30; ++trial) {
    ModelSpec robot = anyRobot(random, 2 * trial + 1);
    const Held held =
        hold(robot, static_cast<int>(robot.links.size()) - 1, sectionOf(robot), at(Vec3(0.03, -0.02, 0.05)));
    const VecX start = randomConfiguration(random, *held.model, 0.5);
    PoseDrag drag(held.model, held.perturbation, start);
    VecX q = start;
    const Vec3 from = held.point(start);
    const double left = moveTo(drag, from + 1e-5 * randomUnit(random), q);
    EXPECT_LE(left, 1e-5);
    EXPECT_LE(drag.evaluations(), 60) << trial;
  }
}

TEST(PoseDrag, TwoLinksInClosedForm) {
  const Held held = hold(planarArm(2), 1, {}, at({1, 0, 0}));
  const Eigen::Vector2d start(0.3, 0.9);
  PoseDrag drag(held.model, held.perturbation, start);
  VecX q = start;
  for (const double angle : {0.2, 1.0, 2.0, 3.0})
    for (const double reach : {0.4, 1.0, 1.7, 1.99}) {
      EXPECT_LE(moveTo(drag, reach * Vec3(std::cos(angle), std::sin(angle), 0), q), 1e-9);
      EXPECT_NEAR(std::abs(std::sin(q[1] / 2)), std::sqrt(1 - reach * reach / 4), 1e-8);  // law of cosines
      EXPECT_GT(q[1], 0);                                                                 // the elbow stays on its side
    }
}

TEST(PoseDrag, OutOfReachItStopsAtTheNearestPointAndDoesNotJump) {
  const Held held = hold(planarArm(2), 1, {}, at({1, 0, 0}));
  VecX q = Eigen::Vector2d(0.3, 0.9);
  PoseDrag drag(held.model, held.perturbation, q);
  VecX before = q;
  double largest = 0;
  for (int k = 0; k <= 400; ++k) {  // out to 5 m, then round a circle there
    const double reach = std::min(1.7 + 0.02 * k, 5.0), angle = k <= 165 ? 0.7 : 0.7 + 0.01 * (k - 165);
    const Vec3 to = reach * Vec3(std::cos(angle), std::sin(angle), 0);
    const double left = moveTo(drag, to, q);
    if (k > 0) largest = std::max(largest, (q - before).cwiseAbs().maxCoeff());
    before = q;
    EXPECT_NEAR(left, std::max(0.0, reach - 2), 1e-6) << k;
    if (reach > 2) {
      EXPECT_LE((held.point(q) - 2 * to.normalized()).norm(), 1e-5) << k;
    }
  }
  EXPECT_LE(largest, 0.3);  // 0.02 m towards the last reach of straight links open the elbow by 0.28 rad
  // Away from the plane: the nearest point of the disc.
  EXPECT_NEAR(moveTo(drag, {0.5, 0.6, 0.8}, q), 0.8, 1e-9);
  EXPECT_LE((held.point(q) - Vec3(0.5, 0.6, 0)).norm(), 1e-6);
}

TEST(PoseDrag, AStraightArmFoldsWhenItIsPushed) {
  for (int links : {2, 3, 6}) {
    const Held held = hold(planarArm(links), links - 1, {}, at({1, 0, 0}));
    VecX q = VecX::Zero(links);
    PoseDrag drag(held.model, held.perturbation, q);
    const double reach = links;
    for (const double to : {0.9, 0.5, 0.2}) {
      EXPECT_LE(moveTo(drag, {to * reach, 0, 0}, q), 1e-6) << links << " to " << to;
      EXPECT_TRUE(q.allFinite());
    }
  }
  // Nothing to do about it: both ends of one link.
  const Held one = hold(planarArm(1), 0, {}, at({1, 0, 0}));
  VecX q = VecX::Zero(1);
  PoseDrag drag(one.model, one.perturbation, q);
  EXPECT_NEAR(moveTo(drag, {0.4, 0, 0}, q), 0.6, 1e-9);
  EXPECT_NEAR(q[0], 0, 1e-6);
  EXPECT_NEAR(moveTo(drag, {0, 0, 0}, q), 1, 1e-9);  // every angle is as near
  EXPECT_TRUE(q.allFinite());
}

TEST(PoseDrag, PointsOnTheAxisAndFixedRobotsMoveNothing) {
  const Held axis = hold(planarArm(1), 0, {});
  VecX q = VecX::Zero(1);
  PoseDrag drag(axis.model, axis.perturbation, q);
  EXPECT_NEAR(moveTo(drag, {0.3, 0.4, 0}, q), 0.5, 1e-12);
  EXPECT_EQ(q[0], 0);
  ModelSpec still = planarArm(2);
  for (LinkSpec& link : still.links) link.joint.type = JointType::kFixed;
  const Held fixed = hold(still, 1, {});
  VecX none(0);
  PoseDrag nothing(fixed.model, fixed.perturbation, none);
  EXPECT_NEAR(moveTo(nothing, {1, 2, 0}, none), 2, 1e-12);
  EXPECT_TRUE(nothing.coordinates().empty());
}

TEST(PoseDrag, NonsenseMovesNothing) {
  const Held held = hold(planarArm(3), 2, {}, at({1, 0, 0}));
  const VecX start = Vec3(0.1, 0.2, 0.3);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, q);
  for (const double bad : {std::nan(""), HUGE_VAL, -HUGE_VAL}) {
    moveTo(drag, {bad, 0, 0}, q);
    EXPECT_EQ(q, start);
  }
  EXPECT_NEAR(moveTo(drag, {1e12, 0, 0}, q), 1e12, 4);
  EXPECT_TRUE(q.allFinite());
}

TEST(PoseDrag, LimitsHold) {
  ModelSpec robot = planarArm(3);
  for (LinkSpec& link : robot.links)
    link.joint.lower = VecX::Constant(1, -0.5), link.joint.upper = VecX::Constant(1, 0.8);
  const Held held = hold(robot, 2, {}, at({1, 0, 0}));
  VecX q = Vec3(0.1, 0.2, 0.3);
  PoseDrag drag(held.model, held.perturbation, q);
  Random random(3);
  for (int k = 0; k < 200; ++k) {
    moveTo(drag, 4 * Vec3(uniform(random), uniform(random), 0), q);
    ASSERT_TRUE((q.array() >= -0.5).all() && (q.array() <= 0.8).all()) << q.transpose();
  }
  // One hinge: nearest point of its arc.
  ModelSpec hinge = planarArm(1);
  hinge.links[0].joint.lower = VecX::Constant(1, -0.5), hinge.links[0].joint.upper = VecX::Constant(1, 0.8);
  const Held one = hold(hinge, 0, {}, at({1, 0, 0}));
  VecX angle = VecX::Zero(1);
  PoseDrag turn(one.model, one.perturbation, angle);
  moveTo(turn, {0, 3, 0}, angle);
  EXPECT_EQ(angle[0], 0.8);
  moveTo(turn, {3 * std::cos(0.4), 3 * std::sin(0.4), 0}, angle);
  EXPECT_NEAR(angle[0], 0.4, 1e-7);
}

TEST(PoseDrag, BeyondALimitItDoesNotSnapBack) {
  ModelSpec robot = planarArm(2);
  robot.links[1].joint.lower = VecX::Constant(1, -0.5), robot.links[1].joint.upper = VecX::Constant(1, 0.5);
  const Held held = hold(robot, 1, {}, at({1, 0, 0}));
  VecX q = Eigen::Vector2d(0, 0.7);  // pressed into its soft stop
  PoseDrag drag(held.model, held.perturbation, q);
  moveTo(drag, held.point(q) + Vec3(0, 1e-3, 0), q);
  EXPECT_NEAR(q[1], 0.7, 0.01);
}

TEST(PoseDrag, ADragThatComesBackFindsTheRobotAsItWas) {
  const Held held = hold(planarArm(5), 4, {}, at({1, 0, 0}));
  const VecX start = VecX::Constant(5, 0.35);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, start);
  const Vec3 from = held.point(start);
  for (int k = 1; k <= 100; ++k) {
    const double angle = 2 * pi * k / 100;
    EXPECT_LE(moveTo(drag, from + 0.8 * Vec3(std::cos(angle) - 1, std::sin(angle), 0), q), 1e-8);
  }
  EXPECT_LE((q - start).cwiseAbs().maxCoeff(), 1e-4);
}

TEST(PoseDrag, StaysUnderACursorThatKnowsNoDepth) {
  PerturbationSpec spec = at({1, 0, 0});
  spec.sight = Vec3(0.5, 0, std::sqrt(0.75));  // at 60° to the plane of the arm
  const Held held = hold(planarArm(3), 2, {}, spec);
  const VecX start = Vec3(0.5, 0.8, -0.3);
  const Vec3 from = held.point(start), right = Vec3::UnitY(), up = spec.sight.cross(right);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, start);
  for (const auto& [x, y] : {std::pair(0.1, 0.2), std::pair(-0.4, 0.3), std::pair(0.2, 0.5)}) {
    const Vec3 to = from + x * right + y * up;
    EXPECT_LE(moveTo(drag, to, q), 0.1 * std::abs(y));
    const Vec3 missed = to - held.point(q);
    EXPECT_LE(std::hypot(missed.dot(right), missed.dot(up)), 0.01 * std::abs(y));  // seen at the cursor
  }
}

TEST(PoseDrag, WhatIsNearMovesFirst) {
  const Held held = hold(planarArm(3), 2, {}, at({1, 0, 0}));
  const VecX start = Vec3(0.2, 0.5, 0.7);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, start);
  const Vec3 across = held.turned(start).col(1);  // the way that the last hinge alone can go
  moveTo(drag, held.point(start) + 0.05 * across, q);
  const VecX change = (q - start).cwiseAbs();
  EXPECT_GT(change[2], 2 * change[1]);
  EXPECT_GT(change[2], 3 * change[0]);
}

TEST(PoseDrag, ALinkByItselfAndAJointByItself) {
  const Held held = hold(planarArm(3), 2, {}, at({1, 0, 0}, PerturbationSpec::Reach::kLink));
  const VecX start = Vec3(0.2, 0.5, 0.7);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, start);
  EXPECT_EQ(drag.coordinates(), std::vector<int>{2});
  const Vec3 elbow = held.point(start) - held.turned(start).col(0);
  moveTo(drag, elbow + 3 * Vec3(std::cos(2.0), std::sin(2.0), 0), q);
  EXPECT_EQ(q.head<2>(), start.head<2>());
  EXPECT_NEAR(q.sum(), 2.0, 1e-7);  // points at the target
  // A link that cannot move by itself hands on to the one that carries it.
  ModelSpec robot = planarArm(3);
  robot.links[2].joint.type = JointType::kFixed;
  const Held carried = hold(robot, 2, {}, at({1, 0, 0}, PerturbationSpec::Reach::kLink));
  EXPECT_EQ(PoseDrag(carried.model, carried.perturbation, Eigen::Vector2d(0, 0)).coordinates(), std::vector<int>{1});
  // A soft link on a hinge: the hinge alone, or both.
  Random random(2);
  ModelSpec soft = planarArm(2);
  soft.links[1].body = randomRod(random, 1);
  const VecX zero = VecX::Zero(2 + soft.links[1].body->size());
  const Held joint = hold(soft, 1, kTip, at(Vec3::Zero(), PerturbationSpec::Reach::kJoint));
  EXPECT_EQ(PoseDrag(joint.model, joint.perturbation, zero).coordinates(), std::vector<int>{1});
  const Held whole = hold(soft, 1, kTip, at(Vec3::Zero(), PerturbationSpec::Reach::kLink));
  EXPECT_EQ(PoseDrag(whole.model, whole.perturbation, zero).coordinates().size(),
            1u + static_cast<std::size_t>(soft.links[1].body->size()));
}

TEST(PoseDrag, ARodBendsAndKeepsItsLength) {
  ModelSpec robot;
  LinkSpec link;
  link.id = 1, link.name = "rod", link.parent = kWorld;
  RodDivisionSpec division;
  division.length = 0.5;
  division.section = SectionLaw::shape("circle", {[](double) { return 0.01; }});
  division.density = 1000, division.young = 1e6, division.poisson = 0.4;
  division.strain.fill(makeStrainBasis("legendre", 2));
  link.body = std::make_shared<Rod>(RodSpec{{division}, 4});
  robot.links.push_back(link);
  const Held held = hold(robot, 0, kTip);
  VecX q = VecX::Zero(held.model->nq);
  PoseDrag drag(held.model, held.perturbation, q);
  for (int k = 1; k <= 20; ++k) EXPECT_LE(moveTo(drag, Vec3(0.5 - 0.01 * k, 0.015 * k, 0.005 * k), q), 1e-6) << k;
  for (int k = 0; k < held.model->nv; ++k) {
    const std::string name = held.model->links[0].body->coordinateInfo(k).name;
    if (name.starts_with("stretch") || name.starts_with("shear")) {
      EXPECT_LE(std::abs(q[k]), 0.005) << name;
    }
  }
  // Pulled far out of reach it is not drawn out to a thread.
  moveTo(drag, Vec3(5, 0, 0), q);
  EXPECT_LE(held.point(q).norm(), 0.5 * 1.9);
  EXPECT_TRUE(q.allFinite());
  // Pushed along its axis it buckles.
  VecX straight = VecX::Zero(held.model->nq);
  PoseDrag push(held.model, held.perturbation, straight);
  EXPECT_LE(moveTo(push, Vec3(0.3, 0, 0), straight), 1e-6);
}

TEST(PoseDrag, TwistsTurnAboutTheAxis) {
  PerturbationSpec spec;
  spec.mode = PerturbationSpec::Mode::kTwist;
  spec.axis = Vec3::UnitZ();
  const VecX start = Vec3(0.2, 0.5, 0.7);
  spec.start = expSO3<double>(Vec3(0, 0, start.sum()));
  const Held held = hold(planarArm(3), 2, {}, spec);
  VecX q = start;
  PoseDrag drag(held.model, held.perturbation, start);
  for (const double angle : {0.3, -1.0, 2.5, -2.6, 0.0}) {  // also by more than half a turn at once
    EXPECT_LE(drag.follow({.angle = angle}, q), 1e-9);
    EXPECT_NEAR(q.sum(), start.sum() + angle, 1e-9);
  }
}

TEST(PoseDrag, AFloatingBaseMovesWithoutTurningAndOnlyWhenNothingElseCan) {
  ModelSpec robot = planarArm(3);
  robot.links[0].joint.type = JointType::kFree;
  const Held base = hold(robot, 0, {}, at({0.3, 0, 0}));
  VecX q = base.model->q0;
  PoseDrag drag(base.model, base.perturbation, q);
  EXPECT_LE(moveTo(drag, {0.8, 0.5, -0.4}, q), 1e-9);
  EXPECT_LE((q.head<3>() - Vec3(0.5, 0.5, -0.4)).norm(), 0.01);
  EXPECT_GT(q[3], 0.9999);
  const Held tip = hold(robot, 2, {}, at({1, 0, 0}));
  VecX folded = tip.model->q0;
  folded[7] = 1, folded[8] = -0.8;
  PoseDrag arm(tip.model, tip.perturbation, folded);
  EXPECT_LE(moveTo(arm, tip.point(folded) + Vec3(0.1, 0.1, 0), folded), 1e-9);
  EXPECT_LE(folded.head<3>().norm(), 0.02);
}

TEST(PoseDrag, LongChainsAreDraggedInAFewMilliseconds) {
  const Held held = hold(planarArm(100), 99, {}, at({1, 0, 0}));
  VecX q = VecX::Constant(100, 0.02);
  PoseDrag drag(held.model, held.perturbation, q);
  EXPECT_LE(moveTo(drag, held.point(q) + Vec3(-3, 2, 0), q), 1e-6);
  EXPECT_LE(drag.evaluations(), 400);
}

}  // namespace
}  // namespace tendril
