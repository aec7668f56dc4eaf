// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever people do to a project: nothing that is refused leaves a trace, everything that is accepted can be built,
// saved and undone. TENDRIL_RANDOM_EDITS=10000 makes it so many commands of each project.
#include "tests/studio/document/random/random_edits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>
#include <regex>
#include <set>

#include <test_paths.hpp>
#include "core/builder/checks/check.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/geometry/path_edits.hpp"
#include "studio/document/items.hpp"
#include "tests/studio/document/fixtures.hpp"
#include "tests/support/sanitized.hpp"

namespace tendril {
namespace {

using Names = std::set<std::string>;

constexpr int kOfExamples = 2000;                  // of all examples together
constexpr int kOfSmall = kSanitized ? 500 : 5000;  // of all small projects together
constexpr int kOfEmpty = 400;

std::set<ObjectId> idsOf(const Description& description) {
  std::set<ObjectId> ids;
  std::size_t count = 0;
  for (const ItemKind kind : kItemKinds)
    withList(description, kind, [&](const auto& objects) {
      for (const auto& object : objects) ids.insert(object.id);
      count += objects.size();
    });
  EXPECT_EQ(ids.size(), count) << "an id was given twice";
  EXPECT_FALSE(ids.contains(0));
  return ids;
}

void expectSaves(const Document& document) {
  const std::string text = document.text();
  const ReadResult again = readProjectText(text, document.directory());
  EXPECT_TRUE(again.ok()) << textOf(again.problems);
  EXPECT_EQ(projectText(again.description, text), text);
}

/// Refused with reasons that say something.
void expectReasons(const std::vector<Problem>& problems) {
  EXPECT_TRUE(hasErrors(problems));
  for (const Problem& problem : problems) EXPECT_FALSE(problem.message.empty()) << problem.path;
}

std::string errorsIn(const Description& description, const std::filesystem::path& directory) {
  std::vector<Problem> problems = checkDescription(description, {.directory = directory});
  std::erase_if(problems, [](const Problem& problem) { return !problem.isError(); });
  return textOf(problems);
}

void expectNoErrors(const Document& document) {
  EXPECT_EQ(errorsIn(document.description(), document.directory()), "");
  if (!document.variant().empty()) {
    EXPECT_EQ(errorsIn(document.base(), document.directory()), "");
  }
}

/// A project under random commands, and what is known of it.
class Edited {
 public:
  Edited(Document document, unsigned seed) : document_(std::move(document)), edits_(seed), text_(document_.text()) {}

  void step() {
    const std::uint64_t revision = document_.revision();
    const auto undoCount = document_.undoCount();
    std::vector<Problem> problems;
    if (edits_.step(document_, problems)) {
      ++accepted_;
      expectNoErrors(document_);
      text_ = document_.text();
      return;
    }
    ++refused_;
    expectReasons(problems);
    EXPECT_EQ(document_.text(), text_);
    EXPECT_EQ(document_.revision(), revision);
    EXPECT_EQ(document_.undoCount(), undoCount);
  }
  void expectUndone(const std::string& start, const std::set<ObjectId>& startIds) {
    while (document_.redo()) {  // from wherever the last undo left it
    }
    const std::string end = document_.text();
    const std::set<ObjectId> endIds = idsOf(document_.base());
    while (document_.undo()) EXPECT_FALSE(document_.redoName().empty());
    EXPECT_EQ(document_.text(), start);
    EXPECT_EQ(idsOf(document_.base()), startIds);
    EXPECT_FALSE(document_.isDirty());
    while (document_.redo()) EXPECT_FALSE(document_.undoName().empty());
    EXPECT_EQ(document_.text(), end);
    EXPECT_EQ(idsOf(document_.base()), endIds);
  }

  const Document& document() const { return document_; }
  const RandomEdits& edits() const { return edits_; }
  int accepted() const { return accepted_; }
  int refused() const { return refused_; }

 private:
  Document document_;
  RandomEdits edits_;
  std::string text_;
  int accepted_ = 0, refused_ = 0;
};

/// Names of the commands of the document that were accepted.
Names editAtRandom(Document document, int count, unsigned seed) {
  const std::string start = document.text();
  const std::set<ObjectId> startIds = idsOf(document.base());
  Edited edited(std::move(document), seed);
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    SCOPED_TRACE("seed " + std::to_string(seed) + ", command " + std::to_string(i));
    edited.step();
    if (i % 25 == 0) expectSaves(edited.document());
    if (testing::Test::HasFailure()) ADD_FAILURE() << edited.edits().last();
  }
  if (testing::Test::HasFailure()) return {};
  EXPECT_GT(edited.accepted(), count / 5);
  EXPECT_GT(edited.refused(), count / 10);
  expectSaves(edited.document());
  edited.expectUndone(start, startIds);
  Names accepted;
  for (const auto& [name, times] : edited.edits().counts())
    if (times.accepted > 0) accepted.emplace(name);
  return accepted;
}

std::string textOfFile(const std::filesystem::path& file) {
  std::ifstream in(file);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The first group of every match.
Names matches(const std::string& text, const char* pattern) {
  const std::regex regex(pattern);
  Names out;
  for (std::sregex_iterator match(text.begin(), text.end(), regex), end; match != end; ++match) out.insert((*match)[1]);
  return out;
}

const std::filesystem::path kLayer = std::filesystem::path(TENDRIL_SOURCE_DIR) / "studio" / "document";

/// Functions of the document layer that make an edit.
Names editFunctions() {
  Names names;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(kLayer))
    if (entry.path().extension() == ".hpp") names.merge(matches(textOfFile(entry.path()), R"(\bEdit (\w+)\()"));
  return names;
}

/// What can be done to a document and can be refused, and what is done without.
Names documentCommands() {
  const std::string text = textOfFile(kLayer / "document.hpp");
  Names names =
      matches(text.substr(0, text.find("private:")), R"(bool (\w+)\([^;]*std::vector<Problem>& problems[^;]*\);)");
  names.merge(Names{"undo", "redo", "commit"});
  return names;
}

TEST(RandomEdits, EveryFunctionThatMakesAnEditIsDrawn) {
  Names drawn;
  for (const EditKind& kind : editKinds()) drawn.emplace(kind.function);
  const Names functions = editFunctions();
  EXPECT_GT(functions.size(), 50u) << "the headers were not found";
  EXPECT_EQ(drawn, functions);
}

constexpr int kWanted = 3, kMostTries = 600;  // of each kind of edit

Document otherDocument() {
  const Description& other = Drawing::otherProject();
  return {other, projectText(other), {}};
}

/// An example whose controller leads a frame along a path that was drawn.
Document withDrawnPath() {
  for (const auto& file : exampleFiles()) {
    Document document = openDocument(file);
    for (const description::Controller& controller : document.description().controllers)
      if (edits::misfitOfPath(controller).empty()) {
        EXPECT_TRUE(apply(document, edits::drawPath(controller.id, {.points = {{0.1, 0, 0.2}, {0.1, 0.1, 0.2}}})));
        return document;
      }
  }
  ADD_FAILURE() << "no example leads a frame";
  return {};
}

/// One edit; true if it was accepted and changed something, which was undone.
bool isUndone(Document& document, const Edit& edit) {
  const std::string before = document.text();
  const std::uint64_t revision = document.revision();
  std::vector<Problem> problems;
  if (!document.edit(edit, problems)) {
    expectReasons(problems);
    EXPECT_EQ(document.revision(), revision);
    EXPECT_EQ(document.text(), before);
    return false;
  }
  expectNoErrors(document);
  expectSaves(document);
  const bool changed = document.undo();
  EXPECT_EQ(document.text(), before);
  return changed;
}

TEST(RandomEdits, EveryKindOfEditIsAcceptedAndUndone) {
  std::vector<Document> projects;
  for (const auto& file : exampleFiles()) projects.push_back(openDocument(file));
  projects.push_back(smallDocument());
  projects.push_back(otherDocument());
  projects.push_back(withDrawnPath());
  Dice dice(3);
  Keepsakes kept;
  Names never;
  for (const EditKind& kind : editKinds()) {
    int accepted = 0;
    for (int i = 0; i < kMostTries && accepted < kWanted; ++i) {
      Document& document = projects[dice.below(projects.size())];
      Drawing from(document, dice, kept);
      const Edit edit = kind.draw(from);
      accepted += isUndone(document, edit);
      ASSERT_FALSE(HasFailure()) << kind.function << ": " << edit.name << " in " << document.directory();
    }
    if (accepted < kWanted) never.emplace(kind.function);
  }
  EXPECT_EQ(never, Names()) << "none of the projects has what these kinds need";
}

TEST(RandomEdits, ManyOfEveryExampleAreUndoneAndRedone) {
  const auto files = exampleFiles();
  ASSERT_FALSE(files.empty());
  const int count = randomEdits(kOfExamples / static_cast<int>(files.size()) + 1);
  unsigned seed = 1;
  Names accepted;
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename().string());
    accepted.merge(editAtRandom(openDocument(file), count, seed++));
  }
  EXPECT_EQ(accepted, documentCommands());
}

TEST(RandomEdits, ManyOfSmallProjectsWithEverythingInThemAreUndoneAndRedone) {
  const int count = randomEdits(kOfSmall / 4);
  for (unsigned seed = 100; seed < 104; ++seed) editAtRandom(seed % 2 ? otherDocument() : smallDocument(), count, seed);
}

TEST(RandomEdits, ManyOfAnEmptyProjectAreUndoneAndRedone) {
  editAtRandom(Document(), randomEdits(kOfEmpty), 7);
}

}  // namespace
}  // namespace tendril
