// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include "core/project/project.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/items.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

bool set(Document& document, std::string_view path, std::string_view json, std::string_view mergeKey = {}) {
  std::vector<Problem> problems;
  return document.setField(path, json, problems, mergeKey);
}

double lengthOf(const Document& document) {
  return std::get<description::RodBody>(*document.description().links[1].body).single.length.value;
}

TEST(Document, AnEditIsNamedUndoneAndRedone) {
  Document document = smallDocument();
  const std::string start = document.text();
  EXPECT_FALSE(document.canUndo());
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.3"));
  EXPECT_EQ(document.undoName(), "Set length of “arm”");
  EXPECT_EQ(lengthOf(document), 0.3);
  const std::string end = document.text();
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), start);
  EXPECT_EQ(document.redoName(), "Set length of “arm”");
  EXPECT_TRUE(document.redo());
  EXPECT_EQ(document.text(), end);
  EXPECT_FALSE(document.redo());
}

TEST(Document, WhatIsRefusedLeavesNoTraceAndNamesTheField) {
  Document document = smallDocument();
  const std::string start = document.text();
  const auto revision = document.revision();
  const std::pair<const char*, const char*> bad[] = {
      {"links.arm.body.length", "-1"},         {"links.arm.body.length", "1e400"},
      {"links.arm.body.length", "nan"},        {"links.arm.body.length", ""},
      {"links.arm.body.length", "letters"},    {"links.arm.body.length", "\"=nobody\""},
      {"links.arm.body.material", "\"gold\""}, {"links.arm.body.length", "A pasted\n\nparagraph, of 5 cm."},
      {"links[1].body.length", "0"},           {"links.arm.name", "\"hand\""},
      {"links.arm.name", "\"a.b\""},           {"links.arm.name", "\"world\""}};
  for (const auto& [path, json] : bad) {
    std::vector<Problem> problems;
    EXPECT_FALSE(document.setField(path, json, problems)) << json;
    ASSERT_TRUE(hasErrors(problems)) << json;
    EXPECT_TRUE(problems.front().path.starts_with("links")) << json << ": " << problems.front().path;
    EXPECT_FALSE(problems.front().message.empty());
  }
  EXPECT_EQ(document.text(), start);
  EXPECT_EQ(document.revision(), revision);
  EXPECT_FALSE(document.canUndo());
  EXPECT_FALSE(document.isDirty());
}

TEST(Document, TryFieldSaysTheSameAndDoesNothing) {
  const Document document = smallDocument();
  const std::string start = document.text();
  EXPECT_TRUE(hasErrors(document.tryField("links.arm.body.length", "-1")));
  EXPECT_TRUE(document.tryField("links.arm.body.length", "0.2").empty());
  EXPECT_EQ(document.text(), start);
}

TEST(Document, ADragIsOneStep) {
  Document document = smallDocument();
  const std::string start = document.text();
  for (const char* length : {"0.31", "0.32", "0.33"}) EXPECT_TRUE(set(document, "links.arm.body.length", length, "d"));
  EXPECT_EQ(document.undoCount(), 1U);
  EXPECT_FALSE(set(document, "links.arm.body.length", "-1", "d"));  // over the edge
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.34", "d"));
  EXPECT_EQ(document.undoCount(), 1U);
  document.commit();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.35", "d"));
  EXPECT_EQ(document.undoCount(), 2U);
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(lengthOf(document), 0.34);
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), start);
}

TEST(Document, ADragBackToTheStartIsNoStep) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.31", "d"));
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.5", "d"));
  EXPECT_EQ(document.undoCount(), 0U);
  EXPECT_FALSE(document.isDirty());
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.4", "d"));
  EXPECT_EQ(document.undoCount(), 1U);
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(lengthOf(document), 0.5);
}

TEST(Document, AnEditThatChangesNothingIsNoStep) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.5"));
  EXPECT_FALSE(document.canUndo());
}

TEST(Document, SeveralFieldsAreSetTogetherOrNotAtAll) {
  Document document = smallDocument();
  const std::string start = document.text();
  std::vector<Problem> problems;
  EXPECT_FALSE(document.setFields({{"links.arm.body.length", "0.3"}, {"gravity", "3"}}, problems));
  EXPECT_EQ(document.text(), start);
  EXPECT_TRUE(document.setFields({{"links.arm.body.length", "0.3"}, {"gravity", "[0, 0, 0]"}}, problems, {}, "Relax"));
  EXPECT_EQ(document.undoName(), "Relax");
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), start);
}

TEST(Document, DirtyFollowsTheSavedPlaceInTheHistory) {
  Document document = smallDocument();
  EXPECT_FALSE(document.isDirty());
  EXPECT_TRUE(set(document, "name", "\"A\""));
  EXPECT_TRUE(document.isDirty());
  document.markSaved();
  EXPECT_FALSE(document.isDirty());
  EXPECT_TRUE(document.undo());
  EXPECT_TRUE(document.isDirty());
  EXPECT_TRUE(document.redo());
  EXPECT_FALSE(document.isDirty());
  EXPECT_TRUE(document.undo());
  EXPECT_TRUE(set(document, "name", "\"B\""));  // the saved place cannot be reached any more
  EXPECT_TRUE(document.undo());
  EXPECT_TRUE(document.isDirty());
}

TEST(Document, ADragOverASaveIsTwoSteps) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.31", "d"));
  document.markSaved();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.32", "d"));
  EXPECT_TRUE(document.isDirty());
  EXPECT_TRUE(document.undo());
  EXPECT_FALSE(document.isDirty());
}

TEST(Document, ResetTakesFieldsEntriesAndOptionalObjectsAway) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  EXPECT_TRUE(set(document, "links.arm.joint.type", "\"revolute\""));
  EXPECT_TRUE(set(document, "links.arm.joint.damping", "3"));
  EXPECT_TRUE(document.resetField("links.arm.joint.damping", problems)) << textOf(problems);
  EXPECT_EQ(document.description().links[1].joint.damping.values.front().value, 0);
  EXPECT_TRUE(document.resetField("links.hand.body", problems)) << textOf(problems);
  EXPECT_FALSE(document.description().links[2].body);
  EXPECT_TRUE(document.resetField("provenance.links.arm.body.length", problems)) << textOf(problems);
  EXPECT_EQ(document.description().provenance.entries.size(), 1U);
  EXPECT_TRUE(document.resetField("actuators.tendon 1.route[0].y", problems)) << textOf(problems);
  EXPECT_FALSE(document.resetField("links.arm.body.length", problems)) << "it must be given";
  EXPECT_FALSE(document.resetField("parameters.size", problems)) << "it is used";
}

TEST(Document, EntriesOfMapsAreMadeBySettingThem) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "parameters.width", "0.02"));
  EXPECT_TRUE(set(document, "signals.energy", "\"energy.total\""));
  EXPECT_TRUE(set(document, "provenance.links.base.body.mass", "\"weighed\""));
  EXPECT_EQ(document.description().parameters.entries.back().first, "width");
  EXPECT_EQ(document.description().provenance.entries.back().first, "links.base.body.mass");
  EXPECT_FALSE(set(document, "parameters.bad.name", "1"));
}

TEST(Document, NullTakesAwayWhatMayBeAbsent) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.strain.bending_y", "null"));
  EXPECT_TRUE(set(document, "links.hand.body", "null"));
  EXPECT_FALSE(set(document, "links.arm.body.length", "null"));
}

TEST(Document, IdsLiveThroughUndoAndRedo) {
  Document document = smallDocument();
  const auto arm = edits::find(document.description(), ItemKind::kLink, "arm");
  ASSERT_TRUE(arm);
  EXPECT_TRUE(apply(document, edits::remove(document.description(), {*arm})));
  EXPECT_FALSE(edits::find(document.description(), ItemKind::kLink, "arm"));
  EXPECT_TRUE(apply(document, edits::addLink(LinkTemplate::kRod, 0)));
  EXPECT_NE(document.touched().front().id, arm->id) << "ids are not given again";
  EXPECT_TRUE(document.undo() && document.undo());
  EXPECT_EQ(edits::find(document.description(), ItemKind::kLink, "arm"), arm);
}

TEST(Document, AListThatIsSetAsAWholeKeepsItsObjects) {
  Document document = smallDocument();
  const auto motor = edits::find(document.description(), ItemKind::kActuator, "motor");
  EXPECT_TRUE(set(document, "actuators", R"json([{"name": "motor", "type": "joint", "link": "base", "range": [-1, 1]},
    {"name": "tendon 1", "type": "tendon", "route": [{"link": "arm", "y": "r(X)"}]}])json"));
  EXPECT_EQ(edits::find(document.description(), ItemKind::kActuator, "motor"), motor);
}

TEST(Document, ViewStateIsNoStepAndSurvivesUndo) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  EXPECT_TRUE(document.setStudio("notes", R"(["first"])", problems));
  EXPECT_TRUE(document.isDirty());
  document.markSaved();
  EXPECT_TRUE(document.setStudio("camera", R"({"distance":2})", problems));
  EXPECT_FALSE(document.isDirty());
  EXPECT_EQ(document.undoCount(), 1U);
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.studio("camera"), R"({"distance":2})");
  EXPECT_EQ(document.studio("notes"), "");
  EXPECT_TRUE(document.redo());
  EXPECT_EQ(document.studio("notes"), R"(["first"])");
  EXPECT_TRUE(document.setStudio("notes", "", problems));
  EXPECT_EQ(document.studio("notes"), "");
  EXPECT_FALSE(document.setStudio("notes", "[1,", problems));
}

TEST(Document, TheSectionOfTheStudioComesBackWholeByUndo) {
  Document document = smallDocument();
  std::vector<Problem> problems;
  EXPECT_TRUE(document.setStudio("notes", R"(["first"])", problems));
  EXPECT_TRUE(document.setStudio("camera", R"({"distance":2})", problems));
  const std::string before = document.text();
  EXPECT_TRUE(document.resetField("studio", problems));
  EXPECT_EQ(document.studio("camera"), "");
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.text(), before);
  EXPECT_TRUE(document.redo());
  EXPECT_EQ(document.studio("notes"), "");
}

TEST(Document, KeepsTheOrderOfKeysOfTheFile) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.length", "0.3"));
  const std::string text = document.text();
  EXPECT_LT(text.find("\"young\""), text.find("\"density\""));
  EXPECT_LT(text.find("\"parent\": \"base\""), text.find("\"name\": \"arm\""));
}

TEST(Document, MovesLiveThroughItsMove) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "name", "\"A\""));
  Document other = std::move(document);
  EXPECT_TRUE(other.undo());
  EXPECT_EQ(other.description().name, "Small");
}

TEST(Document, MoreFunctionsKeepTheInitialShape) {
  Document document = smallDocument();
  EXPECT_TRUE(set(document, "links.arm.body.q0", "[0.5, 0.2, 0.1]"));
  EXPECT_TRUE(set(document, "links.arm.body.strain.bending_y.order", "4"));
  const auto& more = std::get<description::RodBody>(*document.description().links[1].body).single.q0;
  ASSERT_EQ(more.size(), 5U);
  const double kept[] = {0.5, 0.2, 0.1, 0, 0};  // Legendre functions go on: the first are the same
  for (std::size_t i = 0; i < 5; ++i) EXPECT_NEAR(more[i].value, kept[i], 1e-9) << i;
  EXPECT_TRUE(set(document, "links.arm.body.strain.bending_z", R"({"basis": "constant"})"));
  EXPECT_EQ(std::get<description::RodBody>(*document.description().links[1].body).single.q0.size(), 6U);
  EXPECT_FALSE(set(document, "links.arm.body.q0", "[0.5, 0.2]")) << "what is written wrongly is not mended";
  while (document.undo()) {
  }
  EXPECT_EQ(document.text(), smallDocument().text());
}

TEST(Document, ProblemsAreThoseOfTheProjectAsItIs) {
  Document document = smallDocument();
  EXPECT_FALSE(hasErrors(document.problems()));
  EXPECT_TRUE(set(document, "actuators.tendon 1.route[0].y", "\"0.01*X/L\""));
  ASSERT_FALSE(document.problems().empty());
  EXPECT_EQ(document.problems().front().path, "actuators.tendon 1.route[0].y");
  EXPECT_TRUE(document.undo());
  EXPECT_TRUE(document.problems().empty()) << textOf(document.problems());
}

}  // namespace
}  // namespace tendril
