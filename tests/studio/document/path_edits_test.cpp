// SPDX-License-Identifier: GPL-3.0-or-later
// Paths as references: their times, closed and open ones, points moved, poses that keep their turn.
#include "studio/document/edits/geometry/path_edits.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/builder/build_model.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;

std::shared_ptr<const Model> built(const Document& document) {
  std::vector<Problem> problems;
  auto model = buildModel(document.description(), problems, {.directory = document.directory()});
  EXPECT_TRUE(model) << textOf(problems);
  return model;
}

/// An arm of motors whose tip is led.
Document ledArm() {
  Document document;
  ObjectId last = 0;
  for (int i = 0; i < 3; ++i) {
    EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRevoluteArm, last)));
    last = document.description().links.back().id;
    EXPECT_TRUE(apply(document, edits::addMotor(last)));
  }
  ControllerWish wish{"task_space", {}};
  for (const desc::Actuator& actuator : document.description().actuators) wish.outputs.push_back(actuator.id);
  EXPECT_TRUE(apply(document, edits::addController(designController(*built(document), document.description(), wish))));
  return document;
}

ObjectId leader(const Document& document) {
  return document.description().controllers.back().id;
}

const desc::SplineMotion& splineOf(const Document& document) {
  const auto& law = std::get<desc::TaskSpaceController>(document.description().controllers.back().type);
  return std::get<desc::SplineMotion>(law.reference.type);
}

edits::DrawnPath corner(bool closed) {
  return {.points = {Vec3(0, 0, 0), Vec3(0.3, 0, 0), Vec3(0.3, 0.4, 0)}, .speed = 0.1, .closed = closed, .start = 2};
}

TEST(PathTimes, AreThoseOfOneSpeed) {
  EXPECT_EQ(edits::pathTimes(corner(false)), (std::vector<double>{2, 8, 16})) << "from rest and to rest";
  EXPECT_EQ(edits::pathTimes({.points = {Vec3(0, 0, 0), Vec3(0.3, 0, 0)}}), (std::vector<double>{0, 6}));
  EXPECT_EQ(edits::pathTimes(corner(true)), (std::vector<double>{2, 5, 9, 14}));
  edits::DrawnPath longer = corner(false);
  longer.points.emplace_back(0.3, 0.4, 0.2);
  EXPECT_EQ(edits::pathTimes(longer), (std::vector<double>{2, 8, 12, 16}));
}

TEST(PathTimes, AreLongerAroundCorners) {
  edits::DrawnPath path = corner(false);
  path.profile = edits::SpeedProfile::kCorners;
  EXPECT_EQ(edits::pathTimes(path), (std::vector<double>{2, 11, 23})) << "a right angle: once more for each piece";
  path.points[2] = {0.6, 0, 0};
  EXPECT_EQ(edits::pathTimes(path), (std::vector<double>{2, 8, 14})) << "straight on: as even";
  path.points[2] = {0, 0, 0};
  EXPECT_EQ(edits::pathTimes(path), (std::vector<double>{2, 14, 26})) << "straight back";
  path.points = {{0, 0, 0}, {0.1, 0, 0}, {0.1, 0.1, 0}, {0, 0.1, 0}};
  path.closed = true, path.start = 0;
  EXPECT_EQ(edits::pathTimes(path), (std::vector<double>{0, 3, 6, 9, 12})) << "no end of a closed path is a rest";
}

TEST(PathTimes, AreThoseOfTheLeastJerk) {
  edits::DrawnPath path;
  path.profile = edits::SpeedProfile::kSmooth;
  for (int i = 0; i <= 8; ++i) path.points.emplace_back(0.1 * i, 0, 0);
  const std::vector<double> times = edits::pathTimes(path);
  ASSERT_EQ(times.size(), 9u);
  const double whole = times.back();
  EXPECT_NEAR(whole, 1.875 * 0.8 / 0.1, 1e-3);
  EXPECT_NEAR(times[4], whole / 2, 1e-3 * whole);
  for (std::size_t i = 0; i < times.size(); ++i) {
    const double x = times[i] / whole;
    EXPECT_NEAR(0.8 * x * x * x * (10 - 15 * x + 6 * x * x), 0.1 * static_cast<double>(i), 1e-3);
    EXPECT_NEAR(times[i] + times[8 - i], whole, 2e-3);
  }
  path.closed = true;
  path.points.emplace_back(0.4, 0.3, 0);
  const std::vector<double> closed = edits::pathTimes(path);
  path.profile = edits::SpeedProfile::kEven;
  EXPECT_EQ(closed, edits::pathTimes(path)) << "a closed path has no ends";
}

TEST(PathTimes, AreNoneWhereThereIsNoWay) {
  edits::DrawnPath path = corner(false);
  for (const double speed : {0.0, -1.0, std::nan(""), std::numeric_limits<double>::infinity()}) {
    path.speed = speed;
    EXPECT_TRUE(edits::pathTimes(path).empty()) << speed;
  }
  path = corner(false);
  path.points[2] = path.points[1];
  EXPECT_TRUE(edits::pathTimes(path).empty());
  path.points = {Vec3::Zero()};
  EXPECT_TRUE(edits::pathTimes(path).empty());
  path.points = {};
  EXPECT_TRUE(edits::pathTimes(path).empty());
  path.points = {Vec3::Zero(), Vec3(std::nan(""), 0, 0)};
  EXPECT_TRUE(edits::pathTimes(path).empty());
}

TEST(PathTimes, AscendAtEverySize) {
  for (const double size : {1e-6, 1.0, 1e6}) {
    edits::DrawnPath path = corner(true);
    for (Vec3& point : path.points) point *= size;
    const std::vector<double> times = edits::pathTimes(path);
    ASSERT_EQ(times.size(), 4u);
    EXPECT_TRUE(std::is_sorted(times.begin(), times.end(), std::less_equal<>()));
    EXPECT_NEAR(times.back() - times.front(), 12 * size, 1e-3 * size);
  }
}

TEST(PathEdits, ADrawnPathIsOneStepThatBuildsAndIsUndone) {
  for (const bool closed : {false, true}) {
    Document document = ledArm();
    const std::string before = document.text();
    ASSERT_TRUE(apply(document, edits::drawPath(leader(document), corner(closed))));
    EXPECT_TRUE(built(document));
    EXPECT_EQ(splineOf(document).points.size(), closed ? 4u : 3u);
    EXPECT_EQ(edits::pathPoints(document.description(), leader(document)), corner(closed).points);
    EXPECT_EQ(edits::isPathClosed(document.description(), leader(document)), closed);
    EXPECT_GE(document.description().simulation.duration.value, splineOf(document).times.back().value)
        << "the simulation lasts as long";
    document.undo();
    EXPECT_EQ(document.text(), before);
  }
}

TEST(PathEdits, AMovedPointLeavesTheOthersAndTheTimes) {
  for (const bool closed : {false, true}) {
    Document document = ledArm();
    ASSERT_TRUE(apply(document, edits::drawPath(leader(document), corner(closed))));
    const auto times = splineOf(document).times;
    const Vec3 place(0.1, -0.05, 0.02);
    ASSERT_TRUE(apply(document, edits::movePathPoint(leader(document), 0, place)));
    const std::vector<Vec3> points = edits::pathPoints(document.description(), leader(document));
    EXPECT_EQ(points[0], place);
    EXPECT_EQ(points[1], corner(closed).points[1]);
    EXPECT_EQ(splineOf(document).times, times);
    EXPECT_TRUE(built(document)) << "the last point of a closed one goes along";
    std::vector<Problem> problems;
    EXPECT_FALSE(document.edit(edits::movePathPoint(leader(document), 9, place), problems));
    EXPECT_FALSE(problems.empty());
  }
}

TEST(PathEdits, APoseKeepsItsTurn) {
  Document document = ledArm();
  const auto pose = [](Description& changed, std::vector<Problem>&) {
    auto& law = std::get<desc::TaskSpaceController>(changed.controllers.back().type);
    law.task = desc::TaskKind::kPose;
    desc::ConstantMotion rest;
    rest.value.values = {0.1, 0.2, 0.3, 0.4, 0.5, 0.6};
    rest.value.list = true;
    law.reference.type = rest;
    return true;
  };
  ASSERT_TRUE(apply(document, {"pose", pose}));
  ASSERT_TRUE(apply(document, edits::drawPath(leader(document), corner(false))));
  for (const auto& point : splineOf(document).points) {
    ASSERT_EQ(point.values.size(), 6u);
    EXPECT_EQ(point.values[3].value, 0.4);
    EXPECT_EQ(point.values[5].value, 0.6);
  }
  ASSERT_TRUE(apply(document, edits::movePathPoint(leader(document), 1, Vec3(0.2, 0.1, 0))));
  EXPECT_EQ(splineOf(document).points[1].values[4].value, 0.5);
  EXPECT_TRUE(built(document));
}

TEST(PathEdits, WhatLeadsNoPositionSaysSo) {
  Document document = ledArm();
  EXPECT_EQ(edits::misfitOfPath(document.description().controllers.back()), "");
  const auto turn = [](Description& changed, std::vector<Problem>&) {
    std::get<desc::TaskSpaceController>(changed.controllers.back().type).task = desc::TaskKind::kOrientation;
    return true;
  };
  ASSERT_TRUE(apply(document, {"turn", turn}));
  EXPECT_NE(edits::misfitOfPath(document.description().controllers.back()), "");
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::drawPath(leader(document), corner(false)), problems));
  EXPECT_FALSE(document.edit(edits::drawPath(12345, corner(false)), problems));
  EXPECT_EQ(problems.size(), 2u);
  EXPECT_TRUE(edits::pathPoints(document.description(), leader(document)).empty());
  desc::Controller signals;
  EXPECT_NE(edits::misfitOfPath(signals), "");
}

}  // namespace
}  // namespace tendril
