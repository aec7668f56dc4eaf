// SPDX-License-Identifier: GPL-3.0-or-later
// Whatever people do to a project: nothing that is refused leaves a trace, everything that is accepted can be built,
// saved and undone.
#include <gtest/gtest.h>

#include <set>

#include "core/builder/checks/check.hpp"
#include "core/project/project.hpp"
#include "studio/document/items.hpp"
#include "tests/studio/document/fixtures.hpp"
#include "tests/studio/document/random_edits.hpp"

namespace tendril {
namespace {

constexpr int kEdits = 2000;  // over all projects together

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

struct Counts {
  int accepted = 0, refused = 0;
};

void expectOneStep(Document& document, RandomEdits& edits, Counts& counts) {
  const std::string before = document.text();
  const std::uint64_t revision = document.revision();
  const auto undoCount = document.undoCount();
  std::vector<Problem> problems;
  if (edits.step(document, problems)) {
    ++counts.accepted;
    EXPECT_FALSE(hasErrors(checkDescription(document.description(), {.directory = document.directory()})))
        << edits.last();
    return;
  }
  ++counts.refused;
  EXPECT_TRUE(hasErrors(problems)) << edits.last();
  EXPECT_EQ(document.text(), before) << edits.last();
  EXPECT_EQ(document.revision(), revision) << edits.last();
  EXPECT_EQ(document.undoCount(), undoCount) << edits.last();
}

void expectUndone(Document& document, const std::string& start, const std::set<ObjectId>& startIds) {
  const std::string end = document.text();
  const std::set<ObjectId> endIds = idsOf(document.description());
  while (document.undo()) EXPECT_FALSE(document.redoName().empty());
  EXPECT_EQ(document.text(), start);
  EXPECT_EQ(idsOf(document.description()), startIds);
  EXPECT_FALSE(document.isDirty());
  while (document.redo()) EXPECT_FALSE(document.undoName().empty());
  EXPECT_EQ(document.text(), end);
  EXPECT_EQ(idsOf(document.description()), endIds);
}

void editAtRandom(Document document, int count, unsigned seed) {
  const std::string start = document.text();
  const std::set<ObjectId> startIds = idsOf(document.description());
  RandomEdits edits(seed);
  Counts counts;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    expectOneStep(document, edits, counts);
    if (i % 25 == 0) expectSaves(document);
  }
  EXPECT_GT(counts.accepted, count / 5);
  EXPECT_GT(counts.refused, count / 10);
  expectSaves(document);
  while (document.redo()) {  // from wherever the last undo left it
  }
  expectUndone(document, start, startIds);
}

TEST(RandomEdits, ManyOfEveryExampleAreUndoneAndRedone) {
  const auto files = exampleFiles();
  ASSERT_FALSE(files.empty());
  unsigned seed = 1;
  for (const auto& file : files) {
    SCOPED_TRACE(file.filename().string());
    editAtRandom(openDocument(file), kEdits / static_cast<int>(files.size()) + 1, seed++);
  }
}

TEST(RandomEdits, ManyOfASmallProjectWithEverythingInIt) {
  for (unsigned seed = 100; seed < 104; ++seed) {
    SCOPED_TRACE(seed);
    editAtRandom(smallDocument(), 300, seed);
  }
}

TEST(RandomEdits, ManyOfAnEmptyProject) {
  editAtRandom(Document(), 400, 7);
}

}  // namespace
}  // namespace tendril
