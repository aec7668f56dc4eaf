// SPDX-License-Identifier: GPL-3.0-or-later
// Rigid bodies by their shapes.
#include "studio/document/edits/geometry/shape_edits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/edits.hpp"

namespace tendril {
namespace {

constexpr auto kRobot = R"({"format": "tendril", "version": 1,
  "materials": {"silicone": {"young": 1e5, "poisson": 0.5, "density": 1000}},
  "links": [
    {"name": "bar", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 3,
      "visual": {"cylinder": {"radius": 0.02, "length": 0.4}, "pose": {"position": [0.2, 0, 0]}}}},
    {"name": "frame", "parent": "bar", "visual": {"box": [0.1, 0.2, 0.3]}},
    {"name": "bare", "body": {"type": "rigid", "mass": 1}},
    {"name": "soft", "body": {"type": "constant_curvature", "material": "silicone", "length": 0.3, "radius": 0.01}}
  ]})";

class ShapeEdits : public testing::Test {
 protected:
  void SetUp() override {
    ReadResult read = readProjectText(kRobot);
    for (const Problem& problem : read.problems) ASSERT_FALSE(problem.isError()) << problem.text();
    document = Document(std::move(read.description), read.text, {});
    std::vector<Problem> found;
    model = buildModel(document.description(), found);
    ASSERT_TRUE(model);
  }
  ObjectId id(const char* name) { return edits::find(document.description(), ItemKind::kLink, name)->id; }
  bool weigh(const char* name, double density) {
    return document.edit(edits::weighShapes(document.description(), *model, id(name), density), problems);
  }
  const description::RigidBody& body(std::size_t link) {
    return std::get<description::RigidBody>(*document.description().links[link].body);
  }

  Document document;
  std::shared_ptr<const Model> model;
  std::vector<Problem> problems;
};

TEST_F(ShapeEdits, ABarWeighsItsVolumeTimesTheDensity) {
  const std::string before = document.text();
  ASSERT_TRUE(weigh("bar", 2700));
  const double mass = 2700 * M_PI * 0.02 * 0.02 * 0.4;
  EXPECT_NEAR(body(0).mass.value, mass, 1e-8 * mass);
  EXPECT_EQ(body(0).com[0].value, 0.2);
  EXPECT_NEAR(body(0).inertia[0].value, mass * 0.02 * 0.02 / 2, 1e-8 * mass);
  EXPECT_NEAR(body(0).inertia[1].value, mass * (3 * 0.02 * 0.02 + 0.4 * 0.4) / 12, 1e-8 * mass);
  EXPECT_EQ(body(0).inertia[3].value, 0);
  EXPECT_EQ(body(0).tip.position[0].value, 0) << "something hangs on it";
  ASSERT_TRUE(document.undo());
  EXPECT_EQ(document.text(), before);
}

TEST_F(ShapeEdits, AFrameBecomesABodyWithATip) {
  ASSERT_TRUE(weigh("frame", 1000));
  EXPECT_NEAR(body(1).mass.value, 6, 1e-8);
  EXPECT_EQ(body(1).tip.position[0].value, 0.05);
}

TEST_F(ShapeEdits, TheDensityOfWhatIsThereIsKnown) {
  EXPECT_NEAR(*edits::meanDensity(*model, id("bar")), 3 / (M_PI * 0.02 * 0.02 * 0.4), 1e-9);
  EXPECT_FALSE(edits::meanDensity(*model, id("bare")));
  EXPECT_FALSE(edits::meanDensity(*model, id("frame")));
}

TEST_F(ShapeEdits, WhatHasNoShapeIsRefused) {
  const std::string before = document.text();
  EXPECT_FALSE(weigh("bare", 1000));
  ASSERT_FALSE(problems.empty());
  EXPECT_THAT(problems.front().text(), testing::HasSubstr("links.bare.body.visual: has no shape; choose a box"));
  problems.clear();
  EXPECT_FALSE(weigh("soft", 1000));
  EXPECT_THAT(problems.front().text(), testing::HasSubstr("mass from its material"));
  EXPECT_EQ(document.text(), before);
}

TEST_F(ShapeEdits, ANewSizeKeepsTheDensityAsOneStep) {
  ASSERT_TRUE(weigh("bar", 2700));
  const std::string before = document.text();
  ASSERT_TRUE(document.setFields(
      {{"links.bar.body.visual.cylinder.radius", "0.03"}, {"links.bar.body.visual.pose.position", "[0.25, 0.1, 0]"}},
      problems));
  const double mass = 2700 * M_PI * 0.03 * 0.03 * 0.4;
  EXPECT_NEAR(body(0).mass.value, mass, 1e-7 * mass);
  EXPECT_EQ(body(0).com[0].value, 0.25);
  EXPECT_EQ(body(0).com[1].value, 0.1);
  EXPECT_NEAR(body(0).inertia[0].value, mass * 0.03 * 0.03 / 2, 1e-7 * mass);
  EXPECT_NEAR(body(0).inertia[2].value, mass * (3 * 0.03 * 0.03 + 0.4 * 0.4) / 12, 1e-7 * mass);
  ASSERT_TRUE(document.undo());
  EXPECT_EQ(document.text(), before);
}

/// Numbers of a data sheet do not follow a picture; neither does one that somebody has set since.
TEST_F(ShapeEdits, NumbersThatAreNotOfTheShapeStay) {
  ASSERT_TRUE(document.setFields({{"links.bar.body.visual.cylinder.length", "0.5"}}, problems));
  EXPECT_EQ(body(0).mass.value, 3);
  ASSERT_TRUE(weigh("bar", 2700));
  ASSERT_TRUE(document.setFields({{"links.bar.body.com", "[0.1, 0, 0]"}}, problems));
  const double mass = body(0).mass.value;
  ASSERT_TRUE(document.setFields({{"links.bar.body.visual.cylinder.length", "0.3"}}, problems));
  EXPECT_EQ(body(0).mass.value, mass);
  EXPECT_EQ(body(0).com[0].value, 0.1);
}

/// What the menu adds is solid, so it stays so.
TEST_F(ShapeEdits, ABlockOfTheMenuGrowsWithItsSides) {
  ASSERT_TRUE(document.edit(edits::addLink(LinkTemplate::kRigid, 0), problems));
  const std::size_t last = document.description().links.size() - 1;
  const double density = body(last).mass.value / (0.1 * 0.04 * 0.04);
  ASSERT_TRUE(document.setFields(
      {{"links." + document.description().links[last].name + ".body.visual.box", "[0.1, 0.08, 0.04]"}}, problems));
  EXPECT_NEAR(body(last).mass.value, 2 * density * 0.1 * 0.04 * 0.04, 1e-9);
  const double mass = body(last).mass.value;
  EXPECT_NEAR(body(last).inertia[0].value, mass * (0.08 * 0.08 + 0.04 * 0.04) / 12, 1e-12);
}

}  // namespace
}  // namespace tendril
