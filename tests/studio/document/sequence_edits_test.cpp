// SPDX-License-Identifier: GPL-3.0-or-later
// Controllers of formulas and sequences in a document: added, taken from, renamed with what they name, removed.
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/form/field_rows.hpp"
#include "core/project/project.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/edits/controller_edits.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

namespace desc = description;

/// Two hinges with a motor each, and controllers as a file has them.
Document armWith(const std::string& controllers) {
  const ReadResult read = readProjectText(R"({"format": "tendril", "version": 1, "links": [
    {"name": "upper", "parent": "world", "joint": {"type": "revolute", "axis": [0,1,0]},
     "body": {"type": "rigid", "mass": 1, "com": [0.1,0,0], "inertia": [0.01,0.01,0.01,0,0,0], "tip": {"position": [0.2,0,0]}}},
    {"name": "lower", "parent": "upper", "joint": {"type": "revolute", "axis": [0,1,0]},
     "body": {"type": "rigid", "mass": 0.5, "com": [0.1,0,0], "inertia": [0.01,0.01,0.01,0,0,0]}}],
   "actuators": [{"name": "m1", "type": "joint", "link": "upper"}, {"name": "m2", "type": "joint", "link": "lower"}],
   "controllers": [)" + controllers + "]}");
  EXPECT_TRUE(read.ok()) << textOf(read.problems);
  TemporaryFolder folder;
  const auto file = folder.path() / "arm.tendril.json";
  EXPECT_FALSE(writeProject(read.description, file));
  return openDocument(file);
}

bool builds(const Document& document) {
  std::vector<Problem> problems;
  const bool good = buildModel(document.description(), problems, {.directory = document.directory()}) != nullptr;
  EXPECT_TRUE(good) << textOf(problems);
  return good;
}

const desc::SequenceController& sequenceOf(const Document& document, std::size_t index = 0) {
  return std::get<desc::SequenceController>(document.description().controllers[index].type);
}

ObjectId motorOf(const Document& document, std::size_t index) {
  return document.description().actuators[index].id;
}

const std::string kMoves = R"({"name": "moves", "type": "sequence", "phases": [
    {"until": "upper.q[0] > 0.3", "controller": {"type": "pid", "outputs": ["m1", "m2"],
      "actual": ["upper.tip.z", "lower.q[0]"], "reference": {"type": "constant", "value": [0.1, 0.2]},
      "gains": {"proportional": [1, 2]}}},
    {"until": 1, "controller": {"type": "expression", "outputs": {"m2": "-lower.v[0]"}}},
    {"controllers": [{"type": "pd", "outputs": ["m1"]}, {"type": "signals", "outputs": {"m2": "1"}}]}]})";

TEST(SequenceEdits, NewOnesAreOneStepThatBuildsAndIsUndone) {
  for (const std::string type : {"expression", "sequence"}) {
    Document document = armWith("");
    const std::string before = document.text();
    ASSERT_TRUE(
        apply(document, edits::addController(modestDesign({type, {motorOf(document, 0), motorOf(document, 1)}}))));
    EXPECT_TRUE(builds(document)) << type;
    EXPECT_EQ(edits::outputsOf(document.description().controllers[0]).size(), 2u);
    document.undo();
    EXPECT_EQ(document.text(), before);
  }
}

TEST(SequenceEdits, AreOfferedForWhatGivesForces) {
  const Document document = armWith("");
  for (const edits::ControllerOffer& offer : edits::controllerOffers(document.description(), nullptr))
    if (offer.type == "expression" || offer.type == "sequence") {
      EXPECT_EQ(offer.reason, "") << offer.type;
    }
  const Document served = armWith(kMoves);
  for (const edits::ControllerOffer& offer : edits::controllerOffers(served.description(), nullptr))
    EXPECT_NE(offer.reason, "") << offer.type << ": the sequence has all actuators";
}

TEST(SequenceEdits, LoseWhatAnotherControllerTakesOver) {
  Document document = armWith(kMoves);
  ASSERT_TRUE(apply(document, edits::addController(modestDesign({"pd", {motorOf(document, 0)}}))));
  EXPECT_TRUE(builds(document));
  const desc::SequenceController& moves = sequenceOf(document);
  ASSERT_EQ(moves.phases.size(), 3u);
  const auto& pid = std::get<desc::PidController>(moves.phases[0].controller->type);
  ASSERT_EQ(pid.outputs.size(), 1u);
  ASSERT_TRUE(pid.actual);
  ASSERT_EQ(pid.actual->values.size(), 1u);
  EXPECT_EQ(pid.actual->values[0].text, "lower.q[0]");
  EXPECT_EQ(std::get<desc::ConstantMotion>(pid.reference.type).value.values[0].value, 0.2);
  EXPECT_EQ(moves.phases[2].controllers.size(), 1u) << "the pd had no other output";
  document.undo();
  // With both motors nothing is left of it.
  ASSERT_TRUE(
      apply(document, edits::addController(modestDesign({"pd", {motorOf(document, 0), motorOf(document, 1)}}))));
  ASSERT_EQ(document.description().controllers.size(), 1u);
  EXPECT_EQ(document.description().controllers[0].name, "pd");
}

TEST(SequenceEdits, AnotherKindKeepsWhatFollows) {
  Document document =
      armWith(R"({"name": "c", "type": "pid", "outputs": ["m1"], "actual": "upper.tip.z", "derivative_time": 0.03})");
  const ObjectId id = document.description().controllers[0].id;
  ASSERT_TRUE(apply(document,
                    edits::changeController(document.description(), id, modestDesign({"pd", {motorOf(document, 0)}}))));
  const auto& pd = std::get<desc::PdController>(document.description().controllers[0].type);
  ASSERT_TRUE(pd.actual);
  EXPECT_EQ(pd.actual->values[0].text, "upper.tip.z");
  EXPECT_EQ(pd.derivativeTime.value, 0.03);
}

TEST(SequenceEdits, FormulasFollowTheNamesOfWhatTheyMean) {
  Document document = armWith(kMoves);
  const Description& d = document.description();
  ASSERT_TRUE(apply(document, edits::rename(d, {ItemKind::kLink, d.links[0].id}, "first arm")));
  ASSERT_TRUE(apply(document, edits::rename(d, {ItemKind::kLink, d.links[1].id}, "hand")));
  EXPECT_TRUE(builds(document));
  const desc::SequenceController& moves = sequenceOf(document);
  EXPECT_EQ(moves.phases[0].until->text, "'first arm'.q[0] > 0.3");
  const auto& pid = std::get<desc::PidController>(moves.phases[0].controller->type);
  EXPECT_EQ(pid.actual->values[0].text, "'first arm'.tip.z");
  const auto& law = std::get<desc::ExpressionController>(moves.phases[1].controller->type);
  EXPECT_EQ(law.outputs.entries[0].second.values[0].text, "-hand.v[0]");
}

TEST(SequenceEdits, CopiesMeanTheCopies) {
  Document document =
      armWith(R"({"name": "c", "type": "expression", "outputs": {"m1": "-upper.q[0]", "m2": "-lower.q[0]"}})");
  const Description& d = document.description();
  ASSERT_TRUE(apply(
      document, edits::duplicate(d, {{ItemKind::kLink, d.links[0].id}, {ItemKind::kController, d.controllers[0].id}})));
  EXPECT_TRUE(builds(document));
  ASSERT_EQ(d.controllers.size(), 2u);
  const auto& copy = std::get<desc::ExpressionController>(d.controllers[1].type);
  const std::string text = copy.outputs.entries[0].second.values[0].text;
  EXPECT_NE(text, "-upper.q[0]");
  EXPECT_NE(text.find("upper"), std::string::npos);
}

TEST(SequenceEdits, WhatTheyMeasureMayBeRemoved) {
  Document document = armWith(kMoves);
  const std::string before = document.text();
  const Description& d = document.description();
  ASSERT_TRUE(apply(document, edits::remove(d, {{ItemKind::kLink, d.links[1].id}})));
  EXPECT_TRUE(builds(document));
  const desc::SequenceController& moves = sequenceOf(document);
  ASSERT_EQ(moves.phases.size(), 2u) << "the formulas were of its motor";
  const auto& pid = std::get<desc::PidController>(moves.phases[0].controller->type);
  ASSERT_EQ(pid.actual->values.size(), 1u);
  EXPECT_EQ(pid.actual->values[0].text, "upper.tip.z");
  EXPECT_TRUE(std::holds_alternative<desc::PdController>(moves.phases[1].controllers[0].type));
  document.undo();
  EXPECT_EQ(document.text(), before);
  ASSERT_TRUE(apply(document, edits::remove(d, {{ItemKind::kLink, d.links[0].id}})));
  EXPECT_TRUE(d.controllers.empty());
}

TEST(SequenceEdits, PartsChangeTheirKindAndTheirReference) {
  Document document = armWith(kMoves);
  const std::string part = "controllers.moves.phases[2].controllers[0]";
  ASSERT_TRUE(apply(document, edits::setType(part + ".type", "pd_cancellation")));
  EXPECT_TRUE(builds(document));
  const auto& law = std::get<desc::PdCancellationController>(sequenceOf(document).phases[2].controllers[0].type);
  ASSERT_EQ(law.outputs.size(), 1u);
  EXPECT_EQ(law.outputs[0].name, "m1");
  ASSERT_TRUE(apply(document, edits::setType(part + ".reference.type", "polynomial")));
  EXPECT_TRUE(builds(document));
  std::vector<Problem> problems;
  EXPECT_FALSE(document.edit(edits::setType(part + ".type", "sequence"), problems));
  EXPECT_NE(textOf(problems).find("cannot hold a sequence"), std::string::npos) << textOf(problems);
}

TEST(SequenceEdits, APhaseCanBeAdded) {
  Document document = armWith(kMoves);
  for (const FieldRow& row : fieldRows(document.description(), "controllers.moves"))
    if (row.key == "phases") {
      Description changed = document.description();
      std::vector<Problem> problems;
      ASSERT_TRUE(setByPath(changed, row.path, withEntry(changed, row), problems)) << textOf(problems);
      EXPECT_EQ(std::get<desc::SequenceController>(changed.controllers[0].type).phases.size(), 4u);
      EXPECT_TRUE(buildModel(changed, problems)) << textOf(problems);
      return;
    }
  FAIL() << "no row for the phases";
}

TEST(SequenceEdits, ParametersOfFormulasAreRenamed) {
  Document document = armWith(R"({"name": "c", "type": "expression", "outputs": {"m1": "-2*upper.q[0]"}})");
  ASSERT_TRUE(apply(document, edits::addParameter("k", 3)));
  std::vector<Problem> problems;
  Description changed = document.description();
  ASSERT_TRUE(setByPath(changed, "controllers.c.outputs.m1", "-k*upper.q[0]", problems)) << textOf(problems);
  const Edit rename = edits::renameParameter("k", "gain");
  ASSERT_TRUE(rename.apply(changed, problems)) << textOf(problems);
  const auto& law = std::get<desc::ExpressionController>(changed.controllers[0].type);
  EXPECT_EQ(law.outputs.entries[0].second.values[0].text, "-gain*upper.q[0]");
}

}  // namespace
}  // namespace tendril
