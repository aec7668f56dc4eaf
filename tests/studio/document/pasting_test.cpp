// SPDX-License-Identifier: GPL-3.0-or-later
// Objects and whole projects put into another project: what both call by one name and mean otherwise.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/dynamics/dynamics.hpp"
#include "core/model/data.hpp"
#include "core/project/project.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"
#include "studio/document/mentions.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Pair;

/// A soft finger on a hinge, whose place, size, material, tendon and inputs are expressions of parameters.
std::string finger(const std::string& parameters, const std::string& rest = "") {
  return R"json({"format": "tendril", "version": 1, "name": "Finger", "parameters": {)json" + parameters + R"json(},
    "materials": {"silicone": {"young": "=young", "density": 1000}},
    "links": [
      {"name": "knuckle", "joint": {"type": "revolute"},
       "body": {"type": "rigid", "mass": "=100*size", "inertia": [1e-4, 1e-4, 1e-4, 0, 0, 0]}},
      {"name": "finger", "parent": "knuckle", "pose": {"position": [0, "=5*twice", 0]},
       "body": {"type": "rod", "material": "silicone", "length": "=10*twice",
         "section": {"shape": "circle", "radius": "size*(1 - X/2)"},
         "strain": {"bending_y": {"basis": "legendre", "order": 1}}}}],
    "actuators": [{"name": "tendon", "type": "tendon", "route": [{"link": "finger", "y": "size/2"}]},
                  {"name": "motor", "type": "joint", "link": "knuckle"}])json" +
         rest + "}";
}
constexpr const char* kSmall = R"("size": 0.01, "twice": "=2*size", "young": 5e5)";

Document open(const std::string& text) {
  ReadResult read = readProjectText(text);
  EXPECT_TRUE(read.ok()) << textOf(read.problems);
  return {std::move(read.description), std::move(read.text), read.directory};
}

std::string copied(const Document& document, const char* link) {
  return edits::copy(document.description(), {*edits::find(document.description(), ItemKind::kLink, link)});
}

/// Pictures, tables and meshes of a project in another folder are still those files.
TEST(Pasting, FilesAreTheSameFromAnotherFolder) {
  const auto inFolder = [](const std::string& text, const char* folder) {
    ReadResult read = readProjectText(text);
    EXPECT_TRUE(read.ok()) << textOf(read.problems);
    return Document(std::move(read.description), std::move(read.text), folder);
  };
  const Document source =
      inFolder(R"({"format": "tendril", "version": 1, "links": [{"name": "a", "body": {"type": "rigid",
      "mass": 1, "inertia": [1, 1, 1, 0, 0, 0], "visual": {"mesh": "meshes/a.stl"},
      "collision": [{"mesh": "/data/hull.stl"}]}}]})",
               "/home/a/robots/one");
  const auto pasted = [&](const char* folder) {
    Document target = inFolder(R"({"format": "tendril", "version": 1})", folder);
    const std::string text = edits::copy(
        source.description(), {*edits::find(source.description(), ItemKind::kLink, "a")}, source.directory());
    EXPECT_TRUE(apply(target, edits::paste(text, 0, target.directory())));
    return std::get<desc::RigidBody>(*target.description().links.at(0).body);
  };
  EXPECT_EQ(pasted("/home/a/robots/one").visual->mesh, "meshes/a.stl");
  EXPECT_EQ(pasted("/home/a/robots/two").visual->mesh, "../one/meshes/a.stl");
  EXPECT_EQ(pasted("/home/a/robots/two").collision.at(0).mesh, "../../../../data/hull.stl");
  EXPECT_EQ(pasted("").visual->mesh, "/home/a/robots/one/meshes/a.stl") << "it has no folder yet";
}

MatX massOf(const Document& document) {
  std::vector<Problem> problems;
  const auto model = buildModel(document.description(), problems);
  EXPECT_TRUE(model) << textOf(problems);
  if (!model) return {};
  Data data(*model);
  massMatrix(*model, data, model->q0);
  return data.massMatrix;
}

/// What hangs on the world in `document` behind the links of before weighs and reaches as far as all of `source`.
void expectTheSame(const Document& document, const Document& source) {
  const MatX whole = massOf(document), own = massOf(source);
  ASSERT_GE(whole.rows(), own.rows());
  ASSERT_GT(own.rows(), 1);
  EXPECT_LT((whole.bottomRightCorner(own.rows(), own.cols()) - own).cwiseAbs().maxCoeff(), 1e-12 * own.norm());
}

std::vector<std::string> parametersOf(const Document& document) {
  std::vector<std::string> names;
  for (const auto& [name, value] : document.description().parameters.entries) names.push_back(name);
  return names;
}
std::string expressionOf(const Document& document, std::string_view parameter) {
  for (const auto& [name, value] : document.description().parameters.entries)
    if (name == parameter) return value.expression;
  return "there is none";
}

TEST(Pasting, EqualParametersAreShared) {
  const Document source = open(finger(kSmall));
  Document target = open(finger(std::string(R"("other": 3, )") + kSmall));
  ASSERT_TRUE(apply(target, edits::paste(copied(source, "knuckle"), 0)));
  EXPECT_THAT(parametersOf(target), ElementsAre("other", "size", "twice", "young"));
  EXPECT_EQ(target.description().materials.items.size(), 1U);
  expectTheSame(target, source);
  EXPECT_TRUE(
      apply(target, edits::duplicate(target.description(), {{ItemKind::kLink, target.description().links[0].id}})));
  EXPECT_EQ(parametersOf(target).size(), 4U) << "of the same project all are equal";
}

TEST(Pasting, AParameterOfAnotherValueComesUnderAnotherNameAndTheShapeStays) {
  const Document source = open(finger(kSmall));
  Document target = open(finger(R"("size": 0.03, "twice": "=2*size", "young": 5e5, "size_2": 7)"));
  const std::string before = target.text();
  const MatX own = massOf(target);
  ASSERT_TRUE(apply(target, edits::paste(copied(source, "knuckle"), 0)));
  EXPECT_THAT(parametersOf(target), ElementsAre("size", "twice", "young", "size_2", "size_3", "twice_2"))
      << "twice is written alike, but names another size";
  EXPECT_EQ(expressionOf(target, "twice"), "2*size");
  EXPECT_EQ(expressionOf(target, "twice_2"), "2*size_3");
  const desc::Link& finger = target.description().links.back();
  EXPECT_EQ(finger.pose.position[1].expression, "5*twice_2");
  EXPECT_EQ(target.description().materials.items.size(), 1U) << "young is the same";
  expectTheSame(target, source);
  EXPECT_LT((massOf(target).topLeftCorner(own.rows(), own.cols()) - own).cwiseAbs().maxCoeff(), 1e-12 * own.norm());
  const std::string text = target.text();
  EXPECT_THAT(text, HasSubstr("size_3*(1 - X/2)"));
  EXPECT_THAT(text, HasSubstr("size_3/2"));
  ASSERT_TRUE(target.undo());
  EXPECT_EQ(target.text(), before);
}

TEST(Pasting, AMaterialThatNamesAnotherParameterIsAnotherMaterial) {
  const Document source = open(finger(kSmall));
  Document target = open(finger(R"("size": 0.01, "twice": "=2*size", "young": 9e5)"));
  ASSERT_TRUE(apply(target, edits::paste(copied(source, "finger"), 0)));
  EXPECT_THAT(parametersOf(target), ElementsAre("size", "twice", "young", "young_2"));
  const auto& materials = target.description().materials.items;
  ASSERT_EQ(materials.size(), 2U);
  std::vector<Problem> problems;
  EXPECT_EQ(numberAt(target.description(), "materials.silicone.young", problems), 9e5);
  EXPECT_EQ(numberAt(target.description(), "materials." + materials[1].name + ".young", problems), 5e5);
}

/// Both name the other one's parameter first: nothing is renamed twice.
TEST(Pasting, ParametersThatNameOneAnotherKeepTheirMeaning) {
  const auto chain = [](const std::string& parameters) {
    return R"({"format": "tendril", "version": 1, "parameters": {)" + parameters + R"(},
      "links": [{"name": "a", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": "=c", "com": ["=b", 0, 0],
                 "inertia": [1, 1, 1, 0, 0, 0]}}]})";
  };
  const Document source = open(chain(R"("a": 2, "b": "=a+a_2", "a_2": 5, "c": "=b*a_2")"));
  Document target = open(chain(R"("c": "=b*a_2", "b": "=a+a_2", "a": 2, "a_2": 6)"));
  ASSERT_TRUE(apply(target, edits::paste(copied(source, "a"), 0)));
  EXPECT_THAT(parametersOf(target), ElementsAre("c", "b", "a", "a_2", "b_2", "a_3", "c_2"));
  EXPECT_EQ(expressionOf(target, "b_2"), "a+a_3");
  EXPECT_EQ(expressionOf(target, "c_2"), "b_2*a_3");
  std::vector<Problem> problems;
  EXPECT_EQ(numberAt(target.description(), "links.a.body.mass", problems), 48);
  EXPECT_EQ(numberAt(target.description(), "links.a 2.body.mass", problems), 35);
  EXPECT_EQ(numberAt(target.description(), "links.a 2.body.com[0]", problems), 7);
}

TEST(Pasting, CoordinatesOfABodyByFormulasAreNoParameters) {
  Document document = open(R"json({"format": "tendril", "version": 1, "parameters": {"sag": 0.1, "big": 2},
    "materials": {"foam": {"young": 2e5, "poisson": 0.4, "density": 1000, "relaxation": 0.01}},
    "links": [{"name": "e", "body": {"type": "expression", "material": "foam", "length": "=sag",
      "mesh": {"cylinder": {"radius": 0.01, "tetrahedra": 200}}, "coordinates": ["sag"],
      "position": ["x", "y + big*sag*X^2", "z"]}}]})json");
  ASSERT_TRUE(apply(document, edits::renameParameter("sag", "reach")));
  ASSERT_TRUE(apply(document, edits::renameParameter("big", "factor")));
  const auto& body = std::get<desc::ExpressionBody>(*document.description().links[0].body);
  EXPECT_EQ(body.length->expression, "reach");
  EXPECT_EQ(body.position[1].text, "y + factor*sag*X^2");
}

TEST(Mentions, ComputedSignalsAreKnownByTheirNamesAlone) {
  EXPECT_EQ(renamedSignal("miss + arm.miss + miss.x - 'miss'*missed + miss.tip.x", "miss", "miss 2"),
            "'miss 2' + arm.miss + 'miss 2'.x - 'miss 2'*missed + miss.tip.x");
  EXPECT_TRUE(usesSignal("norm('far miss')", "far miss"));
  EXPECT_FALSE(usesSignal("arm.miss + miss.tip.x", "miss"));
}

// ---- whole projects

constexpr const char* kWhole = R"json(,
    "gravity": [0, 0, -1.62],
    "loads": [{"name": "water", "type": "fluid", "density": 1000}],
    "controllers": [{"name": "waves", "type": "signals", "outputs": {"motor": "size*sin(t)"}},
                    {"name": "pull", "type": "expression", "outputs": {"tendon": "max(0, miss)"}}],
    "signals": {"miss": "finger.tip.x - size", "far miss": "2*miss + waves.signal", "whole": "energy.total"},
    "simulation": {"step": 0.0005},
    "variants": {"stiff": {"parameters.young": 1e6}},
    "provenance": {"links.finger.body.length": "measured", "parameters.size": "paper", "gravity": "Moon",
                   "controllers.waves.outputs.motor": "guessed"},
    "studio": {"camera": {"distance": 1}, "poses": [], "plots": [], "length_unit": "mm"})json";

std::string paths(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += problem.path + (problem.isError() ? " wrong\n" : "\n");
  return out;
}

TEST(WholeProjects, BringSignalsAndSourcesAlongUnderFreeNames) {
  const Document source = open(finger(kSmall, kWhole));
  Document target = open(finger(R"("size": 0.03, "twice": "=2*size", "young": 5e5)",
                                R"(, "signals": {"miss": "1 - finger.tip.x", "whole": "energy.total"})"));
  const std::string before = target.text();
  const Edit edit = edits::addProject(source.description(), target.description().links[0].id);
  EXPECT_EQ(edit.name, "Add “Finger”");
  ASSERT_TRUE(apply(target, edit));
  const Description& d = target.description();
  EXPECT_EQ(d.links[2].parent.name, "knuckle");
  EXPECT_THAT(d.signals.entries,
              ElementsAre(Pair("miss", "1 - finger.tip.x"), Pair("whole", "energy.total"),
                          Pair("miss 2", "'finger 2'.tip.x - size_2"), Pair("far miss", "2*'miss 2' + waves.signal")));
  const auto& pull = std::get<desc::ExpressionController>(d.controllers.at(1).type);
  EXPECT_EQ(pull.outputs.entries.at(0).first.name, "tendon 2");
  EXPECT_THAT(target.text(), HasSubstr("max(0, 'miss 2')"));
  EXPECT_THAT(target.text(), HasSubstr("size_2*sin(t)"));
  EXPECT_THAT(d.provenance.entries,
              ElementsAre(Pair("links.finger 2.body.length", "measured"), Pair("parameters.size_2", "paper"),
                          Pair("controllers.waves.outputs.motor 2", "guessed")));
  std::vector<Problem> problems;
  EXPECT_TRUE(buildModel(d, problems)) << textOf(problems);
  ASSERT_TRUE(target.undo());
  EXPECT_EQ(target.text(), before);
}

TEST(WholeProjects, WhatIsLeftOutIsNamed) {
  const Document source = open(finger(kSmall, kWhole));
  Document target = open(finger(kSmall));
  EXPECT_EQ(paths(edits::leftOut(target.description(), source.description())),
            "gravity\nloads.water\nsimulation\nvariants.stiff\nstudio\n");
  std::vector<Problem> notes = edits::leftOut(target.description(), source.description());
  EXPECT_THAT(notes[0].text(), HasSubstr("-1.62"));
  EXPECT_THAT(notes[0].text(), HasSubstr("-9.81"));
  EXPECT_THAT(notes[1].text(), HasSubstr("now surrounds"));
  EXPECT_THAT(notes[4].text(), HasSubstr("poses, plots"));
  ASSERT_TRUE(apply(target, edits::addProject(source.description(), 0)));
  EXPECT_EQ(target.description().loads.size(), 1U);
  notes = edits::leftOut(target.description(), source.description());
  EXPECT_THAT(notes[1].text(), HasSubstr("left out"));
  ASSERT_TRUE(apply(target, edits::addProject(source.description(), 0))) << "there cannot be two fluids";
  EXPECT_EQ(target.description().loads.size(), 1U);
  EXPECT_EQ(paths(edits::leftOut(target.description(), open(finger(kSmall)).description())), "");
}

}  // namespace
}  // namespace tendril
