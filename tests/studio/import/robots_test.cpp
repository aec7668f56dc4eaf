// SPDX-License-Identifier: GPL-3.0-or-later
// The robots that come with Tendril: beside urdfdom and KDL, with their licences, without anything missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <test_paths.hpp>

#include "tests/studio/import/beside_kdl.hpp"
#include "tests/studio/import/imported.hpp"

namespace tendril {
namespace {

namespace fs = std::filesystem;
using testing::Each;
using testing::HasSubstr;
using testing::Not;

const fs::path kRobots = fs::path(TENDRIL_SOURCE_DIR) / "assets/robots";

class Robots : public testing::TestWithParam<const char*> {
 protected:
  const fs::path folder = kRobots / GetParam();
  const fs::path file = folder / (std::string(GetParam()) + ".urdf");
};

TEST_P(Robots, MoveAsKdlReadsThem) {
  const ImportedRobot robot = importRobot(file);
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  expectLikeKdl(robot.description, file, 1e-9);
}

TEST_P(Robots, ComeWithTheirMeshesAndLicence) {
  const ImportedRobot robot = importRobot(file);
  EXPECT_THAT(texts(robot), Each(Not(HasSubstr("is not found"))));
  EXPECT_TRUE(fs::exists(folder / "LICENSE"));
  EXPECT_TRUE(fs::exists(folder / "README.md"));
  std::uintmax_t size = 0;
  for (const auto& entry : fs::recursive_directory_iterator(folder))
    if (entry.is_regular_file()) size += entry.file_size();
  EXPECT_LT(size, 3u << 20);
}

INSTANTIATE_TEST_SUITE_P(All, Robots, testing::Values("ur10e", "panda", "solo12"));

TEST(RobotsFolder, HasNoOthers) {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kRobots))
    if (entry.is_directory()) names.push_back(entry.path().filename());
  EXPECT_THAT(names, testing::UnorderedElementsAre("ur10e", "panda", "solo12"));
}

}  // namespace
}  // namespace tendril
