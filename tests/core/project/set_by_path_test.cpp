// SPDX-License-Identifier: BSD-3-Clause
// --set and variants.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/project/json_tree.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

class SetByPath : public testing::Test {
 protected:
  bool set(const std::string& path, const std::string& value) {
    problems.clear();
    return setByPath(description, path, value, problems);
  }
  /// Sets and fails; the text of the one problem.
  std::string refusal(const std::string& path, const std::string& value) {
    const std::string before = projectText(description);
    EXPECT_FALSE(set(path, value));
    EXPECT_EQ(projectText(description), before);
    EXPECT_EQ(problems.size(), 1u);
    return problems.empty() ? "" : problems[0].text();
  }
  const description::RodBody& rod() const { return std::get<description::RodBody>(*description.links[2].body); }

  Description description = readProjectText(test::kHybrid).description;
  std::vector<Problem> problems;
};

TEST_F(SetByPath, numbersTextsAndLists) {
  EXPECT_TRUE(set("links.arm.body.length", "0.7"));
  EXPECT_EQ(rod().single.length.value, 0.7);
  EXPECT_TRUE(set("links.arm.body.length", "=2*k"));
  EXPECT_EQ(rod().single.length.expression, "2*k");
  EXPECT_TRUE(set("materials.silicone.young", "5e5"));
  EXPECT_TRUE(set("gravity", "[0, 0, 0]"));
  EXPECT_TRUE(set("gravity[2]", "-1.62"));
  EXPECT_EQ(description.gravity[2].value, -1.62);
  EXPECT_TRUE(set("gravity.0", "1"));
  EXPECT_EQ(description.gravity[0].value, 1);
  EXPECT_TRUE(set("parameters.k", "3"));
  EXPECT_TRUE(set("simulation.integrator", "newmark"));
  EXPECT_EQ(description.simulation.integrator, description::Integrator::kNewmark);
  EXPECT_TRUE(set("name", "a robot"));
  EXPECT_EQ(description.name, "a robot");
}

TEST_F(SetByPath, insideOptionsVariantsAndLists) {
  EXPECT_TRUE(set("links.arm.body.strain.torsion.order", "2"));
  EXPECT_TRUE(set("links.arm.body.strain.shear_y", R"({"basis": "constant"})"));
  EXPECT_EQ(rod().single.strain.shearY->basis, "constant");
  EXPECT_TRUE(set("links.arm.body.section.radius[1]", "0.01"));
  EXPECT_EQ(std::get<description::CircleSection>(rod().single.section.shape).radius.end->value, 0.01);
  EXPECT_TRUE(set("links.arm.body.section.shape", "tube"));
  EXPECT_TRUE(set("links.arm.body.section.radius", "0.02"));
  EXPECT_TRUE(set("links.arm.body.section.inner", "0.01"));
  EXPECT_TRUE(set("links.shoulder.joint.drive.inertia", "0.5"));
  EXPECT_TRUE(set("actuators.tendon 1.route[1].to", "0.5"));
  EXPECT_TRUE(set("controllers.pulls.outputs.motor", "2*t"));
  EXPECT_TRUE(set("loads.push.wrench[4]", "cos(t)"));
  EXPECT_TRUE(set("links.base.pose", "{}"));
  std::vector<Problem> building;
  EXPECT_TRUE(buildModel(description, building)) << building.front().text();
}

TEST_F(SetByPath, keysThatArePathsAreFound) {
  description.provenance.entries = {{"links", "a guess"}, {"links.arm.body.length", "our proposal"}};
  EXPECT_TRUE(set("provenance.links.arm.body.length", "\"measured\""));
  EXPECT_EQ(description.provenance.entries[1].second, "measured");
  EXPECT_TRUE(set("provenance.links", "\"a book\""));
  EXPECT_EQ(description.provenance.entries[0].second, "a book");
  EXPECT_TRUE(set("variants.soft.materials.silicone.young", "0.25"));
  EXPECT_TRUE(set("variants.soft.links.arm.body.section.radius[1]", "0.01"));
  EXPECT_EQ(description.variants.entries[0].second.entries[0].second.text, "0.25");
  EXPECT_EQ(description.variants.entries[0].second.entries[1].second.text, "0.01");
  EXPECT_FALSE(set("variants.soft.links.arm.body.length", "1"));
}

TEST_F(SetByPath, wholeObjectsAreReplaced) {
  EXPECT_TRUE(set("links.base.pose", R"({"position": [1, 0, 0], "quaternion": [1, 0, 0, 0]})"));  // it had an rpy
  EXPECT_FALSE(description.links[0].pose.rpy);
  EXPECT_TRUE(set("links.shoulder.joint", R"({"type": "fixed"})"));
  EXPECT_TRUE(description.links[1].joint.q0.empty());
  EXPECT_TRUE(set("links.arm.body.section", R"({"shape": "tube", "radius": 0.02, "inner": 0.01})"));
  refusal("links.arm.body.section", R"({"shape": "tube", "radius": 0.02})");
}

TEST_F(SetByPath, theKindThatItIsKeepsItsFields) {
  EXPECT_TRUE(set("links.arm.body.section.shape", "circle"));
  EXPECT_TRUE(std::get<description::CircleSection>(rod().single.section.shape).radius.end);
}

TEST_F(SetByPath, referencesFollow) {
  EXPECT_TRUE(set("loads.push.link", "shoulder"));
  EXPECT_EQ(std::get<description::PointWrench>(description.loads[0].type).link.id, description.links[1].id);
}

TEST_F(SetByPath, refusals) {
  EXPECT_THAT(refusal("materials.silicon.young", "1"),
              HasSubstr("materials.silicon: unknown key; did you mean \"silicone\"?"));
  EXPECT_THAT(refusal("links.arm.body.lenght", "1"),
              HasSubstr("links.arm.body.lenght: unknown key; did you mean \"length\"?"));
  EXPECT_THAT(refusal("links.arm.body.length", "long"), HasSubstr("links.arm.body.length: must be a number"));
  EXPECT_THAT(refusal("links.arm.body.length", "1e400"), HasSubstr("not text \"1e400\""));
  EXPECT_THAT(refusal("links.arm.body.length.value", "1"), HasSubstr("has no fields of its own"));
  EXPECT_THAT(refusal("links.shoulder.joint.axis", "3"), HasSubstr("must be a list of 3"));
  EXPECT_THAT(refusal("gravity[3]", "3"), HasSubstr("has only 3 elements"));
  EXPECT_THAT(refusal("gravity.z", "3"), HasSubstr("name an element as [0]"));
  EXPECT_THAT(refusal("links.arm.body.type", "membrane"), HasSubstr("type \"membrane\" is not available"));
  EXPECT_THAT(refusal("links.shoulder.joint.pitch", "1"), HasSubstr("only for helical joints"));
  EXPECT_THAT(refusal("", "1"), HasSubstr("unknown key"));
  EXPECT_THAT(refusal("links.nobody.name", "1"), HasSubstr("links.nobody: unknown key"));
  EXPECT_THAT(refusal("parameters.kk", "1"), HasSubstr("did you mean \"k\"?"));
}

TEST_F(SetByPath, variants) {
  ASSERT_TRUE(applyVariant(description, "soft", problems));
  EXPECT_EQ(std::get<description::LinearElastic>(description.materials.items[0].law).young.value, 2e5);
  EXPECT_EQ(std::get<description::CircleSection>(rod().single.section.shape).radius.end->expression, "tip_radius/2");
  EXPECT_FALSE(applyVariant(description, "sofd", problems));
  EXPECT_THAT(problems.back().text(), HasSubstr("unknown variant \"sofd\"; did you mean \"soft\"?"));
}

}  // namespace
}  // namespace tendril
