// SPDX-License-Identifier: GPL-3.0-or-later
// Pictures that cannot be drawn: none is taken from who gives a field one, and a project that has one can be edited.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/project/project.hpp"
#include "studio/document/copies/copies.hpp"
#include "studio/document/variants/variant_files.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

const std::string kTriangle =
    "solid s\nfacet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\nendsolid "
    "s\n";

class Pictures : public testing::Test {
 protected:
  void SetUp() override {
    folder_.write("good.stl", kTriangle);
    folder_.write("letter.stl", "this is a letter, and no mesh");
    folder_.write("empty.stl", "");
  }
  Document documentWith(const std::string& mesh) {
    folder_.write("p.tendril.json", R"({"format": "tendril", "version": 1, "links": [
      {"name": "arm", "joint": {"type": "revolute"}, "body": {"type": "rigid", "mass": 1,
       "inertia": [1, 1, 1, 0, 0, 0], "visual": {"mesh": ")" +
                                        mesh + R"("}}}]})");
    return openDocument(folder_.path("p.tendril.json"));
  }
  /// What is said of a field that is set; empty: it was taken.
  static std::string refusal(Document& document, const std::string& path, const std::string& json) {
    const std::string before = document.text();
    std::vector<Problem> problems;
    if (document.setField(path, json, problems)) return {};
    EXPECT_EQ(document.text(), before);
    EXPECT_TRUE(hasErrors(problems));
    return textOf(problems);
  }
  TemporaryFolder folder_;
};

TEST_F(Pictures, WhoGivesAFieldOneThatCannotBeDrawnIsToldThere) {
  Document document = documentWith("good.stl");
  EXPECT_THAT(document.problems(), IsEmpty());
  const std::string field = "links.arm.body.visual.mesh";
  EXPECT_THAT(refusal(document, field, R"("none.stl")"),
              HasSubstr(field + ": the file \"none.stl\" does not exist; correct the path"));
  EXPECT_THAT(refusal(document, field, R"("empty.stl")"), HasSubstr("\"empty.stl\" is empty; save it again"));
  EXPECT_THAT(refusal(document, "links.arm.body.visual", R"({"mesh": "letter.stl", "scale": 2})"),
              HasSubstr(field + ": the file \"letter.stl\" cannot be read"));
  EXPECT_THAT(refusal(document, "links.arm.visual", R"({"mesh": "letter.stl"})"), HasSubstr("links.arm.visual.mesh"));
  EXPECT_FALSE(document.canUndo());
  EXPECT_THAT(textOf(document.tryField(field, R"("none.stl")")), HasSubstr("does not exist"));
  EXPECT_EQ(refusal(document, "links.arm.visual", R"({"mesh": "good.stl"})"), "");
  EXPECT_TRUE(document.canUndo());
}

TEST_F(Pictures, AProjectThatHasOneCanBeEdited) {
  Document document = documentWith("letter.stl");
  ASSERT_EQ(document.problems().size(), 1u);
  EXPECT_FALSE(document.problems().front().isError());
  EXPECT_EQ(document.problems().front().path, "links.arm.body.visual.mesh");
  EXPECT_EQ(refusal(document, "links.arm.body.mass", "2"), "");
  EXPECT_EQ(refusal(document, "links.arm.body.visual.scale", "0.1"), "");
  EXPECT_EQ(refusal(document, "links.arm.name", "\"hand\""), "");
  EXPECT_EQ(refusal(document, "links.hand.body.visual", R"({"mesh": "letter.stl", "scale": 2})"), "") << "the same one";
  ASSERT_TRUE(apply(document, edits::duplicate(document.description(), {{ItemKind::kLink, 1}})));
  EXPECT_EQ(document.problems().size(), 2u) << "each is told";
  EXPECT_THAT(refusal(document, "links.hand.body.visual.mesh", R"("empty.stl")"), HasSubstr("is empty"));
  EXPECT_EQ(refusal(document, "links.hand.body.visual.mesh", R"("good.stl")"), "");
  EXPECT_EQ(document.problems().size(), 1u);
  EXPECT_TRUE(document.undo());
  EXPECT_EQ(document.problems().size(), 2u);
}

/// Saved in another folder it names its file from there.
TEST_F(Pictures, AProjectThatHasOneCanBeSavedElsewhere) {
  Document document = documentWith("letter.stl");
  std::filesystem::create_directory(folder_.path("other"));
  const std::filesystem::path from = document.directory(), to = folder_.path("other");
  document.setDirectory(to);
  std::vector<Problem> problems;
  EXPECT_TRUE(document.editBase({"Move",
                                 [&](Description& description, std::vector<Problem>&) {
                                   moveAllFilePaths(description, from, to);
                                   return true;
                                 }},
                                problems))
      << textOf(problems);
  ASSERT_EQ(document.problems().size(), 1u);
  EXPECT_THAT(document.problems().front().message, HasSubstr("../letter.stl"));
}

}  // namespace
}  // namespace tendril
