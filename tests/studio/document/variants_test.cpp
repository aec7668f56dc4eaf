// SPDX-License-Identifier: GPL-3.0-or-later
// Variants of a project: shown, edited, renamed, in words.
#include "studio/document/variants/variant_edits.hpp"
#include "studio/document/variants/variant_files.hpp"

#include <gtest/gtest.h>

#include "core/project/project.hpp"
#include "studio/document/edits/edits.hpp"
#include "studio/document/variants/variant_patch.hpp"
#include "studio/document/variants/variant_rows.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

class Variants : public testing::Test {
 protected:
  bool show(const std::string& name) {
    problems.clear();
    return document.showVariant(name, problems);
  }
  bool set(const std::string& path, const std::string& json, const std::string& merge = {}) {
    problems.clear();
    return document.setField(path, json, problems, merge);
  }
  /// What the variant says of a path; empty: nothing.
  std::string said(const std::string& path, const std::string& variant = "stiff") {
    const VariantPatch* patch = patchOf(document.base(), variant);
    for (const auto& [at, value] : patch->entries)
      if (at == path) return value.text;
    return {};
  }
  static double number(const Description& description, const std::string& path) {
    std::vector<Problem> problems;
    return numberAt(description, path, problems).value_or(-1);
  }
  double shown(const std::string& path) { return number(document.description(), path); }
  double base(const std::string& path) { return number(document.base(), path); }
  ItemRef item(ItemKind kind, const std::string& name) { return *edits::find(document.base(), kind, name); }

  Document document = smallDocument();
  std::vector<Problem> problems;
};

TEST_F(Variants, ShowingOneIsNoEdit) {
  const std::string before = document.text();
  ASSERT_TRUE(show("stiff"));
  EXPECT_EQ(document.variant(), "stiff");
  EXPECT_DOUBLE_EQ(shown("links.arm.body.length"), 0.4);
  EXPECT_DOUBLE_EQ(base("links.arm.body.length"), 0.5);
  EXPECT_EQ(document.text(), before);
  EXPECT_FALSE(document.canUndo());
  EXPECT_FALSE(document.isDirty());
  for (std::size_t i = 0; i < document.base().links.size(); ++i)
    EXPECT_EQ(document.description().links[i].id, document.base().links[i].id);
  ASSERT_TRUE(show(""));
  EXPECT_DOUBLE_EQ(shown("links.arm.body.length"), 0.5);
}

TEST_F(Variants, FieldsGoIntoTheVariantAndUndoTakesThemOut) {
  ASSERT_TRUE(show("stiff"));
  const std::string before = document.text();
  ASSERT_TRUE(set("links.hand.body.mass", "0.3")) << textOf(problems);
  EXPECT_EQ(said("links.hand.body.mass"), "0.3");
  EXPECT_DOUBLE_EQ(shown("links.hand.body.mass"), 0.3);
  EXPECT_DOUBLE_EQ(base("links.hand.body.mass"), 0.1);
  EXPECT_FALSE(document.wentToBase());
  EXPECT_EQ(document.undoName(), "Set mass of “hand” in “stiff”");
  EXPECT_EQ(document.undoCount(), 1U);
  ASSERT_TRUE(set("links.arm.body.section.radius[1]", "\"=size/2\"")) << textOf(problems);
  EXPECT_EQ(said("links.arm.body.section.radius"), R"(["=twice","=size/2"])");
  EXPECT_NE(projectText(document.description()).find("size/2"), std::string::npos);
  document.undo();
  document.undo();
  EXPECT_EQ(document.text(), before);
  EXPECT_DOUBLE_EQ(shown("links.hand.body.mass"), 0.1);
  document.redo();
  EXPECT_DOUBLE_EQ(shown("links.hand.body.mass"), 0.3);
}

TEST_F(Variants, ADragIsOneStep) {
  ASSERT_TRUE(show("stiff"));
  for (const char* value : {"0.2", "0.25", "0.3"}) ASSERT_TRUE(set("links.arm.body.length", value, "drag"));
  document.commit();
  EXPECT_EQ(document.undoCount(), 1U);
  EXPECT_EQ(said("links.arm.body.length"), "0.3");
  document.undo();
  EXPECT_EQ(said("links.arm.body.length"), "0.4");
}

TEST_F(Variants, TheValueOfTheBaseIsNoChange) {
  ASSERT_TRUE(show("stiff"));
  ASSERT_TRUE(set("links.arm.body.length", "0.5"));
  EXPECT_EQ(said("links.arm.body.length"), "");
  ASSERT_TRUE(document.resetField("materials.silicone.young", problems));
  EXPECT_EQ(said("materials.silicone.young"), "");
  EXPECT_DOUBLE_EQ(shown("materials.silicone.young"), 1e6);
  EXPECT_TRUE(patchOf(document.base(), "stiff")->entries.empty());
}

TEST_F(Variants, AnotherKindIsSaidAsAWhole) {
  ASSERT_TRUE(show("stiff"));
  ASSERT_TRUE(apply(document, edits::setType("links.arm.body.section.shape", "rectangle")));
  EXPECT_FALSE(document.wentToBase());
  EXPECT_NE(said("links.arm.body.section").find("rectangle"), std::string::npos) << document.text();
  ASSERT_TRUE(show(""));
  EXPECT_EQ(document.text().find("\"shape\": \"circle\"") == std::string::npos, false);
  ASSERT_TRUE(show("stiff"));
  EXPECT_NE(projectText(document.description()).find("\"shape\": \"rectangle\""), std::string::npos);
}

TEST_F(Variants, ObjectsComeAndGoInTheBase) {
  ASSERT_TRUE(show("stiff"));
  ASSERT_TRUE(apply(document, edits::addLink(LinkTemplate::kRigid, item(ItemKind::kLink, "hand").id)));
  EXPECT_TRUE(document.wentToBase());
  EXPECT_EQ(document.base().links.size(), 4U);
  EXPECT_EQ(document.description().links.size(), 4U);
  EXPECT_EQ(document.variant(), "stiff");
  EXPECT_DOUBLE_EQ(shown("links.arm.body.length"), 0.4);
  ASSERT_TRUE(apply(document, edits::rename(document.description(), item(ItemKind::kLink, "arm"), "trunk")));
  EXPECT_EQ(said("links.trunk.body.length"), "0.4");
  EXPECT_DOUBLE_EQ(shown("links.trunk.body.length"), 0.4);
  ASSERT_TRUE(apply(document, edits::remove(document.description(), {item(ItemKind::kLink, "trunk")})));
  EXPECT_EQ(said("links.trunk.body.length"), "");
  EXPECT_EQ(document.variant(), "stiff");
  while (document.canUndo()) document.undo();
  EXPECT_EQ(document.text(), smallDocument().text());
  EXPECT_DOUBLE_EQ(shown("links.arm.body.length"), 0.4);
}

TEST_F(Variants, WhatIsOfTheProjectIsNoStructure) {
  ASSERT_TRUE(show("stiff"));
  ASSERT_TRUE(set("provenance.links.hand.body.mass", "\"weighed\"")) << textOf(problems);
  EXPECT_FALSE(document.wentToBase());
  EXPECT_EQ(document.base().provenance.entries.size(), 3U);
}

TEST_F(Variants, WhatIsWrongIsRefused) {
  ASSERT_TRUE(show("stiff"));
  EXPECT_FALSE(set("links.arm.body.length", "-1"));
  EXPECT_FALSE(problems.empty());
  EXPECT_EQ(said("links.arm.body.length"), "0.4");
  EXPECT_FALSE(show("weak"));
  EXPECT_EQ(document.variant(), "stiff");
  ASSERT_TRUE(show(""));
  ASSERT_TRUE(apply(document, edits::keepInVariant("broken", {{"links.arm.body.lenght", "1"}})));
  EXPECT_FALSE(show("broken"));
  EXPECT_NE(textOf(problems).find("length"), std::string::npos) << textOf(problems);
  ASSERT_TRUE(apply(document, edits::keepInVariant("negative", {{"links.arm.body.length", "-1"}})));
  EXPECT_FALSE(show("negative"));
  EXPECT_EQ(document.variant(), "");
}

TEST_F(Variants, AreAddedCopiedRenamedAndDeleted) {
  const std::string before = document.text();
  EXPECT_EQ(edits::freeVariantName(document.base(), "stiff"), "stiff 2");
  ASSERT_TRUE(apply(document, edits::addVariant("soft")));
  ASSERT_TRUE(apply(document, edits::duplicateVariant("stiff", "stiff 2")));
  EXPECT_EQ(said("links.arm.body.length", "stiff 2"), "0.4");
  EXPECT_EQ(document.base().variants.entries[1].first, "stiff 2");
  problems.clear();
  EXPECT_FALSE(document.edit(edits::addVariant("soft"), problems));
  EXPECT_FALSE(document.edit(edits::addVariant(""), problems));
  EXPECT_FALSE(document.edit(edits::addVariant("a.b"), problems));
  EXPECT_FALSE(document.edit(edits::renameVariant("soft", "stiff"), problems));
  EXPECT_FALSE(document.edit(edits::removeVariant("nobody"), problems));
  ASSERT_TRUE(show("stiff"));
  ASSERT_TRUE(apply(document, edits::renameVariant("stiff", "hard")));
  EXPECT_EQ(document.variant(), "hard");
  document.undo();
  EXPECT_EQ(document.variant(), "stiff");
  document.redo();
  ASSERT_TRUE(apply(document, edits::removeVariantChange("hard", "links.arm.body.length")));
  EXPECT_DOUBLE_EQ(shown("links.arm.body.length"), 0.5);
  ASSERT_TRUE(apply(document, edits::removeVariant("hard")));
  EXPECT_EQ(document.variant(), "");
  EXPECT_EQ(document.undoCount(), 5U);
  while (document.canUndo()) document.undo();
  EXPECT_EQ(document.text(), before);
}

TEST_F(Variants, ValuesFollowTheNamesThatTheyMention) {
  ASSERT_TRUE(apply(
      document, edits::keepInVariant("other", {{"links.hand.parent", "\"base\""},
                                               {"links.hand.body.mass", "\"=size*3\""},
                                               {"actuators.tendon 1.route", R"([{"link":"arm","y":"twice*X"}])"}})));
  ASSERT_TRUE(apply(document, edits::rename(document.base(), item(ItemKind::kLink, "arm"), "trunk")));
  EXPECT_EQ(said("actuators.tendon 1.route", "other"), R"([{"link":"trunk","y":"twice*X"}])");
  ASSERT_TRUE(apply(document, edits::renameParameter("twice", "double")));
  EXPECT_EQ(said("actuators.tendon 1.route", "other"), R"([{"link":"trunk","y":"double*X"}])");
  ASSERT_TRUE(apply(document, edits::renameParameter("size", "s")));
  EXPECT_EQ(said("links.hand.body.mass", "other"), "\"=s*3\"");
  ASSERT_TRUE(show("other"));
  EXPECT_DOUBLE_EQ(shown("links.hand.body.mass"), 0.03);
  ASSERT_TRUE(show(""));
  problems.clear();
  EXPECT_FALSE(document.edit(edits::removeParameter("s"), problems));
  ASSERT_TRUE(apply(document, edits::rename(document.base(), item(ItemKind::kLink, "base"), "foot")));
  EXPECT_EQ(said("links.hand.parent", "other"), "\"foot\"");
  ASSERT_TRUE(apply(document, edits::remove(document.base(), {item(ItemKind::kLink, "trunk")})));
  EXPECT_EQ(said("actuators.tendon 1.route", "other"), "");
}

TEST_F(Variants, AModelOfAControllerStays) {
  const std::string text = R"({"format": "tendril", "version": 1,
      "links": [{"name": "a", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1}}],
      "actuators": [{"name": "m", "type": "joint", "link": "a"}],
      "controllers": [{"name": "c", "type": "computed_torque", "outputs": ["m"], "model": "heavy",
        "reference": {"type": "constant", "value": [0]}, "gains": {"proportional": 1, "derivative": 1}}],
      "variants": {"heavy": {"links.a.body.mass": 2}}})";
  ReadResult read = readProjectText(text);
  ASSERT_TRUE(read.ok()) << textOf(read.problems);
  document = Document(read.description, read.text, {});
  EXPECT_FALSE(document.edit(edits::removeVariant("heavy"), problems));
  EXPECT_NE(textOf(problems).find("controllers.c"), std::string::npos) << textOf(problems);
  ASSERT_TRUE(apply(document, edits::renameVariant("heavy", "fat")));
  EXPECT_NE(document.text().find(R"("model": "fat")"), std::string::npos) << document.text();
}

TEST_F(Variants, ChangesInWords) {
  ASSERT_TRUE(apply(document, edits::keepInVariant("stiff", {{"gravity", "[0, 0, 0]"},
                                                             {"parameters.size", "0.02"},
                                                             {"links.nobody.body.mass", "1"}})));
  const std::vector<VariantChangeRow> rows = variantChangeRows(document.base(), "stiff");
  ASSERT_EQ(rows.size(), 5U);
  EXPECT_EQ(rows[0].label, "Young's modulus of “silicone”");
  EXPECT_EQ(rows[0].before, "1\u2009MPa");
  EXPECT_EQ(rows[0].after, "2\u2009MPa");
  EXPECT_EQ(rows[1].label, "Length of “arm”");
  EXPECT_EQ(rows[1].before, "500\u2009mm");
  EXPECT_EQ(rows[1].after, "400\u2009mm");
  EXPECT_EQ(rows[2].label, "Gravity");
  EXPECT_EQ(rows[3].after, "0.02");
  EXPECT_FALSE(rows[4].problem.empty());
  EXPECT_NE(variantFailure(document.base(), "stiff", {}).find("links"), std::string::npos);
  EXPECT_EQ(variantFailure(document.base(), "", {}), "");
}

/// Fields of their own, inside of values, and names that only begin alike.
TEST(VariantFiles, FollowTheProjectToAnotherFolder) {
  ReadResult read = readProjectText(R"({"format": "tendril", "version": 1,
    "links": [{"name": "arm", "visual": {"mesh": "meshes/a.stl"}}, {"name": "arm 2", "visual": {"mesh": "meshes/b.stl"}}],
    "variants": {
      "leaf": {"links.arm.visual.mesh": "meshes/c.stl", "gravity": [0, 0, -1]},
      "inside": {"links.arm.visual": {"mesh": "d.stl", "scale": 0.001}, "links.arm 2.visual.mesh": "/data/e.stl"},
      "broken": {"links.gone.visual.mesh": "f.stl"},
      "other": {"links.arm 2.name": "hand"}}})");
  moveAllFilePaths(read.description, "/home/a/robot", "/home/a/place");
  const auto textOf = [&](const char* variant, std::size_t change) {
    return patchOf(read.description, variant)->entries[change].second.text;
  };
  EXPECT_EQ(read.description.links[0].visual->mesh, "../robot/meshes/a.stl");
  EXPECT_EQ(textOf("leaf", 0), "\"../robot/meshes/c.stl\"");
  EXPECT_EQ(textOf("leaf", 1), "[0,0,-1]");
  EXPECT_EQ(textOf("inside", 0), R"({"mesh":"../robot/d.stl","scale":0.001})");
  EXPECT_EQ(textOf("inside", 1), "\"/data/e.stl\"");
  EXPECT_EQ(textOf("broken", 0), "\"f.stl\"") << "it fits no robot, so nobody knows what it means";
  moveAllFilePaths(read.description, "/home/a/place", "/home/a/robot");
  EXPECT_EQ(textOf("leaf", 0), "\"meshes/c.stl\"");
  EXPECT_EQ(textOf("inside", 0), R"({"mesh":"d.stl","scale":0.001})");
}

}  // namespace
}  // namespace tendril
