// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/pose_edits.hpp"

#include <gtest/gtest.h>

#include <filesystem>

#include <test_paths.hpp>
#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"

namespace tendril {
namespace {

TEST(StoredPoses, ComeBack) {
  const std::vector<NamedPose> poses = {{"bent \"arm\"", {0.1, -1e-300, 3}}, {"ü", {}}};
  EXPECT_EQ(readPoses(writePoses(poses)), poses);
  EXPECT_TRUE(readPoses("").empty());
  EXPECT_TRUE(readPoses("{\"a\": 1}").empty());
  EXPECT_TRUE(readPoses("[1, {\"name\": 3}, {\"name\": \"x\"}]").empty());
  EXPECT_TRUE(readPoses("nonsense").empty());
}

TEST(InitialPose, IsWhereTheProjectStarts) {
  for (const char* name : {"hybrid-arm", "floating-star", "soft-manipulator", "spinning-pendulum"}) {
    const std::filesystem::path file =
        std::filesystem::path(TENDRIL_SOURCE_DIR "/assets/examples") / name / (std::string(name) + ".tendril.json");
    ReadResult read = readProject(file);
    ASSERT_TRUE(read.ok()) << name;
    std::vector<Problem> problems;
    const auto model = buildModel(read.description, problems, {.directory = read.directory});
    ASSERT_TRUE(model) << name;
    VecX q = model->q0;
    for (Eigen::Index i = 0; i < q.size(); ++i) q[i] += 0.01 * static_cast<double>(i % 5);
    for (const int place : model->quaternions) q.segment<4>(place).normalize();
    Document document(read.description, read.text, read.directory);
    const std::string before = document.text();
    ASSERT_TRUE(document.edit(edits::setInitialPose(*model, q), problems)) << name;
    const auto changed = buildModel(document.description(), problems, {.directory = read.directory});
    ASSERT_TRUE(changed) << name;
    EXPECT_TRUE(changed->q0.isApprox(q, 1e-14)) << name;
    EXPECT_TRUE(changed->v0.isZero(0)) << name;
    ASSERT_TRUE(document.undo());
    EXPECT_EQ(document.text(), before) << name;
  }
}

}  // namespace
}  // namespace tendril
