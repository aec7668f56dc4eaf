// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/messages.hpp"

#include <gtest/gtest.h>

#include "core/session/snapshot.hpp"
#include "studio/app/project/project_loader.hpp"

namespace tendril {
namespace {

Problem problem(const char* path, const char* message, const char* cure, int line = 0) {
  return {.path = path, .message = message, .cure = cure, .line = line};
}

TEST(Messages, ARefusedFileSaysWhatWhereAndWhatToDo) {
  const Notice notice = refusedFileNotice(
      "/tmp/arm.tendril.json", {problem("links.arm.body.length", "must be positive", "give a length in m", 12)}, true);
  EXPECT_TRUE(notice.title.contains("arm.tendril.json"));
  EXPECT_TRUE(notice.advice.contains("links.arm.body.length"));
  EXPECT_TRUE(notice.advice.contains("line 12"));
  EXPECT_TRUE(notice.advice.contains("Give a length in m."));
  EXPECT_TRUE(notice.advice.contains("The open project is as it was."));
  EXPECT_TRUE(notice.details.isEmpty());  // one problem is told in full already
}

TEST(Messages, ManyProblemsAreCappedAndErrorsComeFirst) {
  std::vector<Problem> problems(10000, problem("p", "m", "c"));
  problems[0].severity = Problem::Severity::kWarning;
  const Notice notice = refusedFileNotice("a", problems, false);
  EXPECT_LE(notice.details.size(), 500);
  EXPECT_TRUE(problemRows(problems).front().isError);
  EXPECT_FALSE(problemRows(problems).back().isError);
}

TEST(Messages, ADivergenceNamesTimeAndReason) {
  Snapshot snapshot;
  snapshot.t = 1.234;
  snapshot.failure = "Newton's method failed in the link \"arm\". Try a smaller step.";
  EXPECT_TRUE(divergedNotice(snapshot).title.contains("1.23"));
  EXPECT_TRUE(divergedNotice(snapshot).advice.contains("smaller step"));
  snapshot.failedLink = 7;  // no model: no such link
  EXPECT_TRUE(divergedRow(snapshot).place.isEmpty());
}

TEST(Messages, WarningsOfARunLeadToItsStep) {
  Snapshot snapshot;
  EXPECT_TRUE(accuracyRows(snapshot).empty());
  snapshot.warnings = std::make_shared<const std::vector<std::string>>(2, "The step is too coarse.");
  const std::vector<ProblemRow> rows = accuracyRows(snapshot);
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_FALSE(rows[0].isError);
  EXPECT_EQ(rows[0].message, "The step is too coarse.");
  EXPECT_EQ(rows[0].field, "simulation.step");
}

TEST(ProjectLoaderTest, AMissingFileIsAProblemNotACrash) {
  for (const char* path : {"/no/such/file.tendril.json", "", "/", "/dev/null"}) {
    const LoadedProject project = ProjectLoader::load(path);
    EXPECT_FALSE(project.program) << path;
    EXPECT_TRUE(hasErrors(project.problems)) << path;
  }
}

}  // namespace
}  // namespace tendril
