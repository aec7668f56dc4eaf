// SPDX-License-Identifier: GPL-3.0-or-later
// tendril export of recordings as robots that move.
#include <assimp/scene.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <iterator>
#include <sstream>

#include <test_paths.hpp>
#include "studio/cli/commands.hpp"
#include "studio/export/shapes/shape_export.hpp"
#include "tests/studio/export/animated.hpp"
#include "tests/support/temporary_folder.hpp"

namespace tendril {
namespace {

using testing::HasSubstr;

/// `tendril export` of recordings.
class ExportAnimationCommand : public testing::Test {
 protected:
  void SetUp() override {
    const std::string name = "soft-manipulator";
    const std::string project =
        std::string(TENDRIL_SOURCE_DIR) + "/assets/examples/" + name + "/" + name + ".tendril.json";
    ASSERT_EQ(tendril({"simulate", project, "--duration", "1", "--every", "0.01", "--out", h5}), 0) << told;
  }
  /// The exit code.
  int tendril(const std::vector<std::string>& arguments, const std::atomic<bool>* cancel = nullptr) {
    std::ostringstream out, diagnostics;
    const int exit = cli::run(arguments, {.out = out, .diagnostics = diagnostics, .cancel = cancel},
                              {.shapes = {exportShape, exportShapeSeries}});
    told = diagnostics.str();
    return exit;
  }

  const TemporaryFolder folder;
  const std::string h5 = folder.path("run.h5"), glb = folder.path("film.glb");
  std::string told;
};

TEST_F(ExportAnimationCommand, WritesTheInstantsThatAreAskedFor) {
  ASSERT_EQ(tendril({"export", h5, glb, "--from", "0.2", "--to", "0.8", "--every", "0.05"}), 0) << told;
  const FilmRead film(glb);
  ASSERT_TRUE(film.animation);
  EXPECT_NEAR(film.animation->mDuration / film.animation->mTicksPerSecond, 0.6, 1e-6);
  ASSERT_TRUE(film.morph("arm"));
  EXPECT_LE(film.morph("arm")->mNumKeys, 13u);
  EXPECT_EQ(tendril({"export", h5, glb}), 2);
  EXPECT_THAT(told, HasSubstr("add --force"));
  ASSERT_EQ(tendril({"export", h5, glb, "--force", "--keys", "5"}), 0) << told;
  EXPECT_LE(FilmRead(glb).morph("arm")->mNumKeys, 5u);
  EXPECT_THAT(told, HasSubstr(" key frames it is up to "));
}

TEST_F(ExportAnimationCommand, AConfigurationIsNoFilm) {
  ASSERT_EQ(tendril({"export", h5, glb, "--at", "initial"}), 0) << told;
  EXPECT_FALSE(FilmRead(glb).animation);
}

TEST_F(ExportAnimationCommand, MistakesAreSaid) {
  EXPECT_EQ(tendril({"export", h5, glb, "--signals", "arm.tip.z"}), 2);
  EXPECT_THAT(told, HasSubstr("--signals are for tables"));
  EXPECT_EQ(tendril({"export", h5, folder.path("a.csv"), "--keys", "5"}), 2);
  EXPECT_THAT(told, HasSubstr("soft links in .glb"));
  EXPECT_EQ(tendril({"export", h5, glb, "--keys", "1"}), 2);
  EXPECT_EQ(tendril({"export", h5, folder.path("a.stl"), "--keys", "5"}), 2);
  EXPECT_THAT(told, HasSubstr("add --run run.h5"));
  const std::atomic<bool> cancel = true;
  EXPECT_EQ(tendril({"export", h5, glb}, &cancel), 130);
  EXPECT_THAT(told, HasSubstr("interrupted"));
  EXPECT_FALSE(std::filesystem::exists(glb));
}

/// A file that cannot grow, as on a full disk.
TEST_F(ExportAnimationCommand, LeavesNothingHalfWritten) {
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const rlimit limit{10000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &limit);
  const int exit = tendril({"export", h5, glb});
  setrlimit(RLIMIT_FSIZE, &before);
  EXPECT_EQ(exit, 3);
  EXPECT_THAT(told, HasSubstr("cannot be written"));
  const auto files = std::filesystem::directory_iterator(folder.path());
  EXPECT_EQ(std::distance(begin(files), end(files)), 1) << "the run alone";
}

}  // namespace
}  // namespace tendril
