// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/project/examples.hpp"

#include <gtest/gtest.h>

#include <QDir>
#include <QTemporaryDir>

namespace tendril {
namespace {

TEST(Assets, areFoundFromAnInstalledProgram) {
  const QTemporaryDir prefix;
  ASSERT_TRUE(QDir(prefix.path()).mkpath("bin") && QDir(prefix.path()).mkpath("share/tendril/assets/examples"));
  EXPECT_EQ(assetsAbove(prefix.filePath("bin")), prefix.filePath("share/tendril/assets"));
}

TEST(Assets, areFoundFromAProgramInItsBuildFolder) {
  const QTemporaryDir checkout;
  ASSERT_TRUE(QDir(checkout.path()).mkpath("build/release/studio/app") &&
              QDir(checkout.path()).mkpath("assets/examples"));
  EXPECT_EQ(assetsAbove(checkout.filePath("build/release/studio/app")), checkout.filePath("assets"));
}

TEST(Assets, areNotFoundWhereThereAreNone) {
  const QTemporaryDir empty;
  ASSERT_TRUE(QDir(empty.path()).mkpath("bin"));
  EXPECT_EQ(assetsAbove(empty.filePath("bin")), QString());
}

TEST(Assets, ofThisBuildHaveExamples) {
  const auto examples = findExamples();
  ASSERT_GT(examples.size(), 10u);
  EXPECT_TRUE(examples.front().path.endsWith("soft-manipulator.tendril.json"));
}

}  // namespace
}  // namespace tendril
