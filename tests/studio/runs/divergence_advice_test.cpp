// SPDX-License-Identifier: GPL-3.0-or-later
// What is said of a run that ended before its time, and the changes that are proposed: each an edit that builds.
#include "studio/runs/divergence_advice.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "studio/document/document.hpp"

namespace tendril {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// A rod that touches the ground; `law` stands in its material.
std::string project(const std::string& law, const std::string& integrator = "generalized_alpha") {
  return R"({"format": "tendril", "version": 1, "name": "arm",
    "materials": {"soft rubber": {"density": 1000, "young": 1e6, "poisson": 0.5)" +
         law + R"(}},
    "links": [
      {"name": "base", "joint": {"type": "revolute"},
       "body": {"type": "rigid", "mass": 1, "inertia": [0.01, 0.01, 0.01, 0, 0, 0]}},
      {"name": "arm", "parent": "base",
       "body": {"type": "rod", "material": "soft rubber", "length": 0.3, "section": {"shape": "circle", "radius": 0.01},
                "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
    "loads": [{"name": "ground", "type": "contact", "between": ["arm", "world"], "surface": "plane",
               "stiffness": 4e5}],
    "simulation": {"integrator": ")" +
         integrator + R"(", "step": 0.001}})";
}

struct Case {
  Description description;
  std::shared_ptr<const Model> model;
  DivergenceReport report;

  explicit Case(const std::string& text) {
    ReadResult read = readProjectText(text);
    EXPECT_TRUE(read.ok()) << (read.problems.empty() ? "" : read.problems.front().text());
    description = std::move(read.description);
    std::vector<Problem> problems;
    model = buildModel(description, problems);
    EXPECT_TRUE(model) << (problems.empty() ? "" : problems.front().text());
    const int arm = model->linkIndex("arm");
    report.t = {0.498, 0.499};
    report.error = {0.2, 0.7};
    report.share = {0.1, 0.9};
    report.coordinate = {model->links[0].vJoint, model->links[1].vBody};
    report.worstLink = report.fastestLink = arm;
    report.fastest = 2000, report.step = 1e-3;  // 3.14 steps in a period
  }
  std::vector<ProposedChange> cures() const { return divergenceCures(description, *model, report); }
  std::vector<std::string> findings() const { return divergenceFindings(*model, report); }
};

const ProposedChange* named(const std::vector<ProposedChange>& cures, const std::string& start) {
  const auto found = std::ranges::find_if(cures, [&](const ProposedChange& c) { return c.text.starts_with(start); });
  return found == cures.end() ? nullptr : &*found;
}

TEST(DivergenceCures, AMaterialWithoutDampingGetsSome) {
  Case c(project(""));
  const std::vector<ProposedChange> cures = c.cures();
  const ProposedChange* damp = named(cures, "Damp");
  ASSERT_TRUE(damp);
  EXPECT_EQ(damp->text, "Damp “soft rubber”");
  EXPECT_THAT(damp->tip, HasSubstr("50\u2009Pa·s"));
  EXPECT_THAT(damp->fields, ElementsAre(Pair("materials.soft rubber.viscosity", "50"))) << "0.1 E / ω";
  EXPECT_FALSE(named(cures, "Softer")) << "nothing touches";
  for (const char* law : {R"(, "viscosity": 10)", R"(, "relaxation": 0.01)"})
    EXPECT_FALSE(named(Case(project(law)).cures(), "Damp")) << law;
  c.report.decays = true;
  EXPECT_FALSE(named(c.cures(), "Damp")) << "more of it would be stiffer still";
  c.report.decays = false;
  c.report.worstLink = c.report.fastestLink = c.model->linkIndex("base");
  EXPECT_FALSE(named(c.cures(), "Damp")) << "it is rigid";
}

TEST(DivergenceCures, AStiffContactBecomesSofter) {
  Case c(project(""));
  c.report.deepest = {0, 0.004};
  const std::vector<ProposedChange> cures = c.cures();
  const ProposedChange* softer = named(cures, "Softer contact");
  ASSERT_TRUE(softer);
  EXPECT_EQ(softer->text, "Softer contact “ground”");
  EXPECT_THAT(softer->fields, ElementsAre(Pair("loads.ground.stiffness", "40000")));
  c.report.fastest = 200;  // 31 steps in a period: it is not the contact that the steps are too long for
  EXPECT_FALSE(named(c.cures(), "Softer contact"));
}

TEST(DivergenceCures, StepsBecomeAsShortAsTheFastestMotionNeeds) {
  Case c(project(""));
  const std::vector<ProposedChange> cures = c.cures();
  ASSERT_TRUE(named(cures, "Steps of"));
  EXPECT_THAT(named(cures, "Steps of")->fields, ElementsAre(Pair("simulation.step", "0.00014"))) << "7 times shorter";
  EXPECT_TRUE(named(cures, "Steps by error"));
  EXPECT_FALSE(named(cures, "Implicit")) << "it is implicit";
  EXPECT_TRUE(named(Case(project("", "runge_kutta_4")).cures(), "Implicit"));
}

/// Each as one step that can be undone.
TEST(DivergenceCures, AreEditsThatBuild) {
  for (const char* integrator : {"generalized_alpha", "runge_kutta_4"}) {
    Case c(project("", integrator));
    c.report.deepest = {0, 0.004};
    const std::vector<ProposedChange> cures = c.cures();
    EXPECT_GE(cures.size(), 4u);
    for (const ProposedChange& cure : cures) {
      Document document(c.description, project("", integrator), {});
      const std::string before = document.text();
      std::vector<Problem> problems;
      ASSERT_TRUE(document.setFields(cure.fields, problems)) << cure.text << problems.front().text();
      EXPECT_NE(document.text(), before) << cure.text;
      EXPECT_TRUE(buildModel(document.description(), problems)) << cure.text;
      EXPECT_FALSE(cure.tip.empty()) << cure.text;
      // What was done is not proposed again.
      if (!cure.text.starts_with("Steps of") && !cure.text.starts_with("Softer"))
        EXPECT_FALSE(named(divergenceCures(document.description(), *c.model, c.report), cure.text)) << cure.text;
      EXPECT_TRUE(document.undo());
      EXPECT_EQ(document.text(), before);
    }
  }
}

TEST(DivergenceFindings, NameWhatTheLastStepsShow) {
  Case c(project(""));
  c.report.least = {c.model->linkIndex("arm"), 0.05, 0.3, "its bending folds a section"};
  c.report.deepest = {0, 0.004};
  const std::vector<std::string> findings = c.findings();
  ASSERT_EQ(findings.size(), 4u);
  EXPECT_THAT(findings[0], HasSubstr("misses the equation of motion by 70\u2009%, most of it in “arm”"));
  EXPECT_THAT(findings[1], HasSubstr("of “arm” at 318\u2009Hz, has 3.1 steps in a period. That is few"));
  EXPECT_THAT(findings[2], HasSubstr("“arm” came within 5\u2009% of folding at t = 300\u2009ms: its bending folds"));
  EXPECT_THAT(findings[3], HasSubstr("The deepest contact is “ground”, 4\u2009mm deep."));
  c.report.least->margin = 0.4;
  EXPECT_THAT(c.findings()[2], HasSubstr("came within 40\u2009% of folding at t = 300\u2009ms."));
  c.report.least->margin = -0.2;
  EXPECT_THAT(c.findings()[2], HasSubstr("came within 0\u2009% of folding")) << "it is folded";
}

}  // namespace
}  // namespace tendril
