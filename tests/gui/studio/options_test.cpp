// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/options.hpp"

#include <gtest/gtest.h>

namespace tendril {
namespace {

ParsedOptions parse(QStringList arguments) {
  return parseOptions(QStringList{"tendril-studio"} + arguments);
}

TEST(StudioOptions, ReadsAFullCommandLine) {
  const auto [options, message, code] =
      parse({"arm.tendril.json", "--screenshot", "a.png", "--after", "0.5", "--size", "1440x900", "--theme", "dark"});
  EXPECT_TRUE(message.isEmpty()) << message.toStdString();
  EXPECT_EQ(code, 0);
  EXPECT_EQ(options.project, "arm.tendril.json");
  EXPECT_EQ(options.after, 0.5);
  EXPECT_EQ(options.size, QSize(1440, 900));
  EXPECT_EQ(options.theme, ThemeMode::kDark);
}

TEST(StudioOptions, NeedsNothing) {
  const auto [options, message, code] = parse({});
  EXPECT_TRUE(message.isEmpty());
  EXPECT_TRUE(options.project.isEmpty());
  EXPECT_FALSE(options.size);
  EXPECT_FALSE(options.theme);
}

class WrongOptions : public testing::TestWithParam<QStringList> {};

TEST_P(WrongOptions, ExitWithTwoAndSayWhy) {
  const ParsedOptions parsed = parse(GetParam());
  EXPECT_EQ(parsed.exitCode, 2);
  EXPECT_FALSE(parsed.message.isEmpty());
}

INSTANTIATE_TEST_SUITE_P(All, WrongOptions,
                         testing::Values(QStringList{"a", "b"}, QStringList{"--size", "big"},
                                         QStringList{"--size", "999999999x1"}, QStringList{"--after", "-1"},
                                         QStringList{"--after", "nan"}, QStringList{"--after", "1e400"},
                                         QStringList{"--theme", "pink"}, QStringList{"--frobnicate"}));

TEST(StudioOptions, HelpEndsWell) {
  const ParsedOptions parsed = parse({"--help"});
  EXPECT_EQ(parsed.exitCode, 0);
  EXPECT_TRUE(parsed.message.contains("--screenshot"));
}

}  // namespace
}  // namespace tendril
