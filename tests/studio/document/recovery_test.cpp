// SPDX-License-Identifier: GPL-3.0-or-later
// A program that is killed at any moment leaves a whole recovery behind.
#include "studio/document/recovery.hpp"

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <cstdlib>
#include <fstream>
#include <random>
#include <thread>

#include "core/project/project.hpp"
#include "studio/document/project_file.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

using std::chrono::microseconds;

/// The child: edits without end; after every edit it autosaves, and every few it saves. Never returns.
[[noreturn]] void editForEver(const std::filesystem::path& file, const std::filesystem::path& folder) {
  const ReadResult read = readProject(file);
  Document document(read.description, read.text, read.directory);
  ProjectFile project(file, read.text);
  const Recovery recovery(folder);
  for (int i = 0;; ++i) {
    std::vector<Problem> problems;
    document.setField("simulation.seed", std::to_string(i), problems);
    if (recovery.write(document.text(), "Killed", file, file.parent_path())) ::_exit(2);
    if (i % 7 == 6 && project.write(document.text())) ::_exit(3);
  }
}

/// Starts the child, kills it after a while and gives its process id.
pid_t killAfter(microseconds wait, const std::filesystem::path& file, const std::filesystem::path& folder) {
  const pid_t child = ::fork();
  if (child == 0) editForEver(file, folder);
  std::this_thread::sleep_for(wait);
  EXPECT_EQ(::kill(child, SIGKILL), 0);
  int status = 0;
  EXPECT_EQ(::waitpid(child, &status, 0), child);
  EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) << "the child ended by itself: " << status;
  return child;
}

TEST(Recovery, AKillAtAnyMomentTearsNoFile) {
  std::mt19937 random(20);
  for (int round = 0; round < 10; ++round) {
    const TemporaryFolder folder;
    const auto file = folder.path() / "robot.tendril.json";
    ASSERT_FALSE(writeFileAtomically(file, smallDocument().text()));
    // At least one edit is certain to be done; the moment after that is any.
    const auto wait = std::chrono::milliseconds(200) + microseconds(random() % 200'000);
    const pid_t child = killAfter(wait, file, folder.path() / "recovery");
    SCOPED_TRACE(round);
    const ReadResult saved = readProject(file);
    EXPECT_TRUE(saved.ok()) << textOf(saved.problems);
    const auto orphans = Recovery::orphans(folder.path() / "recovery");
    ASSERT_EQ(orphans.size(), 1U);
    EXPECT_EQ(orphans.front().process, child);
    EXPECT_EQ(orphans.front().original, file);
    const ReadResult recovered = readProjectText(orphans.front().text, orphans.front().folder);
    EXPECT_TRUE(recovered.ok()) << textOf(recovered.problems);
    // Written before every save, so what is recovered is never older than the file.
    EXPECT_GE(recovered.description.simulation.seed.value, saved.description.simulation.seed.value);
    Recovery::discard(orphans.front());
    EXPECT_TRUE(Recovery::orphans(folder.path() / "recovery").empty());
  }
}

TEST(Recovery, ARunningProgramHasNoOrphans) {
  const TemporaryFolder folder;
  const Recovery recovery(folder.path());
  ASSERT_FALSE(recovery.write(smallDocument().text(), "Small", "", folder.path()));
  EXPECT_TRUE(Recovery::orphans(folder.path()).empty());
  recovery.clear();
  EXPECT_FALSE(std::filesystem::exists(recovery.file()));
}

TEST(Recovery, ForeignAndBrokenFilesAreLeftAlone) {
  const TemporaryFolder folder;
  const char* contents[] = {"",
                            "{",
                            "[1, 2]",
                            "{\"format\": \"tendril recovery\"}",
                            "{\"format\": \"tendril recovery\", \"process\": 1e300, \"project\": 3}",
                            "\xff\xfe"};
  int number = 0;
  for (const char* content : contents)
    std::ofstream(folder.path() / (std::to_string(number++) + ".tendril-recovery.json")) << content;
  EXPECT_TRUE(Recovery::orphans(folder.path()).empty());
  EXPECT_TRUE(Recovery::orphans(folder.path() / "nowhere").empty());
}

TEST(Recovery, AProcessIdThatIsUsedAgainIsAnotherProgram) {
  const TemporaryFolder folder;
  std::ofstream(folder.path() / "1-1.tendril-recovery.json")
      << R"({"format": "tendril recovery", "process": )" << ::getpid()
      << R"(, "process_start": "1", "project": "{}", "name": "Old", "saved_at": 5})";
  const auto orphans = Recovery::orphans(folder.path());
  ASSERT_EQ(orphans.size(), 1U);
  EXPECT_EQ(orphans.front().name, "Old");
}

TEST(Recovery, AFolderThatCannotBeMadeIsAProblem) {
  const Recovery recovery("/dev/null/recovery");
  const auto problem = recovery.write("{}", "x", "", "");
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->message.find("/dev/null/recovery"), std::string::npos);
  EXPECT_FALSE(problem->cure.empty());
}

TEST(Recovery, TheFolderFollowsTheEnvironment) {
  ASSERT_EQ(::setenv("XDG_STATE_HOME", "/tmp/state", 1), 0);
  EXPECT_EQ(Recovery::defaultFolder(), "/tmp/state/tendril/recovery");
  ASSERT_EQ(::unsetenv("XDG_STATE_HOME"), 0);
  EXPECT_TRUE(Recovery::defaultFolder().is_absolute());
}

}  // namespace
}  // namespace tendril
