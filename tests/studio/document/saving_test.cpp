// SPDX-License-Identifier: GPL-3.0-or-later
// Saving where it works and where it does not.
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <fstream>

#include "core/project/project.hpp"
#include "studio/document/project_file.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

using std::filesystem::perms;

std::string contentOf(const std::filesystem::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

ProjectFile opened(const std::filesystem::path& file) {
  return {file, contentOf(file)};
}

TEST(Saving, ReopeningGivesTheSameForEveryExample) {
  for (const auto& example : exampleFiles()) {
    SCOPED_TRACE(example.string());
    const TemporaryFolder folder;
    const Document document = openDocument(example);
    const std::string text = document.text();
    ProjectFile file(folder.path() / "copy.tendril.json", {});
    EXPECT_FALSE(file.write(text));
    const ReadResult again = readProject(folder.path() / "copy.tendril.json");
    EXPECT_EQ(projectText(again.description, again.text), text);
  }
}

TEST(Saving, KeepsLinksAndPermissions) {
  const TemporaryFolder folder;
  const auto target = folder.path() / "target.json", link = folder.path() / "link.json";
  std::ofstream(target) << "old";
  std::filesystem::permissions(target, perms::owner_read | perms::owner_write | perms::group_read);
  std::filesystem::create_symlink("target.json", link);
  ProjectFile file = opened(link);
  EXPECT_FALSE(file.write("new"));
  EXPECT_TRUE(std::filesystem::is_symlink(link));
  EXPECT_EQ(contentOf(target), "new");
  EXPECT_EQ(std::filesystem::status(target).permissions(), perms::owner_read | perms::owner_write | perms::group_read);
}

TEST(Saving, AFileToBeReadOnlyIsNotReplaced) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "robot.json";
  std::ofstream(path) << "old";
  std::filesystem::permissions(path, perms::owner_read | perms::group_read);
  ProjectFile file = opened(path);
  const auto problem = file.write("new");
  ASSERT_TRUE(problem);
  EXPECT_NE(problem->message.find("robot.json"), std::string::npos);
  EXPECT_NE(problem->cure.find("Save as"), std::string::npos);
  EXPECT_EQ(contentOf(path), "old");
}

TEST(Saving, PlacesThatAreNoneAreProblemsWithACure) {
  const TemporaryFolder folder;
  std::filesystem::create_directory(folder.path() / "folder");
  for (const std::filesystem::path& path :
       {folder.path() / "folder", folder.path() / "nowhere" / "robot.json", std::filesystem::path("/dev/full"),
        std::filesystem::path("/proc/nothing/robot.json"), std::filesystem::path("/dev/null/robot.json")}) {
    ProjectFile file(path, {});
    const auto problem = file.write("new");
    ASSERT_TRUE(problem) << path;
    EXPECT_FALSE(problem->message.empty());
    EXPECT_FALSE(problem->cure.empty()) << path;
  }
}

TEST(Saving, AFullDiskLeavesTheOldFile) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "robot.json";
  std::ofstream(path) << "old";
  const pid_t child = ::fork();
  if (child == 0) {  // alone, because the limit holds for everything that this process writes
    ::signal(SIGXFSZ, SIG_IGN);
    const rlimit limit{1000, 1000};
    ::setrlimit(RLIMIT_FSIZE, &limit);
    ProjectFile file = opened(path);
    const auto problem = file.write(std::string(5000, 'x'));
    const bool said = problem && problem->cure.find("room") != std::string::npos;
    ::_exit(said && file.look() == ProjectFile::OnDisk::kSame ? 0 : 1);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 0);
  EXPECT_EQ(contentOf(path), "old");
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder.path())) ++files;
  EXPECT_EQ(files, 1U) << "a temporary file was left";
}

TEST(Saving, OwnWritesAreNotChangesOfOthers) {
  const TemporaryFolder folder;
  const auto path = folder.path() / "robot.json";
  std::ofstream(path) << "old";
  ProjectFile file = opened(path);
  EXPECT_EQ(file.look(), ProjectFile::OnDisk::kSame);
  EXPECT_FALSE(file.write("mine"));
  EXPECT_EQ(file.look(), ProjectFile::OnDisk::kSame);
  std::ofstream(path) << "theirs";
  EXPECT_EQ(file.look(), ProjectFile::OnDisk::kChanged);
  file.acceptDisk();
  EXPECT_EQ(file.look(), ProjectFile::OnDisk::kSame);
  std::filesystem::remove(path);
  EXPECT_EQ(file.look(), ProjectFile::OnDisk::kGone);
}

}  // namespace
}  // namespace tendril
