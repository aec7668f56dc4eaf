// SPDX-License-Identifier: GPL-3.0-or-later
// The robots that come with Tendril: beside urdfdom and KDL, with their licences, without anything missing.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <random>
#include <test_paths.hpp>

#include "core/dynamics/dynamics.hpp"
#include "tests/studio/import/imported.hpp"
#include "tests/studio/import/kdl/kdl_robot.hpp"

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

/// Our coordinates of a robot in the order of KDL's.
std::vector<int> order(const Model& model, const KdlRobot& other) {
  std::vector<int> out;
  for (const std::string& name : other.links())
    for (const Link& link : model.links)
      if (link.name == name && link.nvJoint == 1) out.push_back(link.vJoint);
  return out;
}

TEST_P(Robots, MovesAsKdlReadsIt) {
  const ImportedRobot robot = importRobot(file);
  ASSERT_TRUE(robot.ok()) << testing::PrintToString(texts(robot));
  const auto model = built(robot.description);
  ASSERT_TRUE(model);
  const KdlRobot other(file);
  const std::vector<int> at = order(*model, other);
  const auto n = static_cast<std::size_t>(model->nv);
  ASSERT_EQ(at.size(), n);
  ASSERT_EQ(other.links().size(), n);
  std::mt19937 random(20);
  std::uniform_real_distribution<double> value(-2, 2);
  Data data(*model);
  for (int pose = 0; pose < 20; ++pose) {
    std::vector<double> q(n), v(n), a(n);
    VecX ours(model->nv), speed(model->nv), acceleration(model->nv);
    for (std::size_t i = 0; i < n; ++i) {
      ours[at[i]] = q[i] = value(random);
      speed[at[i]] = v[i] = value(random);
      acceleration[at[i]] = a[i] = value(random);
    }
    massMatrix(*model, data, ours);
    const MatX mass = data.massMatrix;
    const std::vector<double> none(n, 0.0);
    for (std::size_t j = 0; j < n; ++j) {
      std::vector<double> unit = none;
      unit[j] = 1;
      const std::vector<double> column = other.torques(q, none, unit, 0);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(mass(at[i], at[j]), column[i], 1e-9 * mass.norm());
    }
    const VecX zero = VecX::Zero(model->nv);
    const auto compare = [&](const VecX& w, const VecX& b, const std::vector<double>& expected) {
      inverseDynamics(*model, data, ours, w, b);
      for (std::size_t i = 0; i < n; ++i) EXPECT_NEAR(data.tau[at[i]], expected[i], 1e-9 * (1 + data.tau.norm()));
    };
    compare(zero, zero, other.torques(q, none, none, 9.81));
    compare(speed, acceleration, other.torques(q, v, a, 9.81));
  }
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
