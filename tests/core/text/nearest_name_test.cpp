// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/nearest_name.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace tendril {
namespace {

TEST(NearestName, countsEdits) {
  EXPECT_EQ(editDistance("", ""), 0);
  EXPECT_EQ(editDistance("", "abc"), 3);
  EXPECT_EQ(editDistance("kitten", "sitting"), 3);
  EXPECT_EQ(editDistance("ab", "ba"), 1);
  EXPECT_EQ(editDistance("Young", "young"), 1);
  EXPECT_EQ(editDistance("young", "young"), 0);
}

TEST(NearestName, findsTheSlip) {
  const std::vector<std::string> names{"young", "poisson", "density", "viscosity", "c1"};
  EXPECT_EQ(nearestName("yuong", names), "young");
  EXPECT_EQ(nearestName("Density", names), "density");
  EXPECT_EQ(nearestName("poison", names), "poisson");
  EXPECT_EQ(nearestName("C1", names), "c1");
  EXPECT_EQ(nearestName("elephant", names), "");
  EXPECT_EQ(nearestName("", names), "");
  EXPECT_EQ(didYouMean("viscosty", names), "; did you mean 'viscosity'?");
  EXPECT_EQ(didYouMean("zzz", names), "");
}

TEST(NearestName, oneLetterIsNoSlipOfAnother) {
  const std::vector<std::string> names{"x", "Y"};
  EXPECT_EQ(nearestName("q", names), "");
  EXPECT_EQ(nearestName("y", names), "Y");
}

TEST(NearestName, longNamesCostLittle) {
  const std::vector<std::string> names{std::string(100000, 'a'), "b"};
  EXPECT_EQ(nearestName(std::string(100001, 'a'), names), names[0]);
  EXPECT_EQ(nearestName("b2", names), "b");
}

TEST(NearestName, nothingToChooseFrom) {
  EXPECT_EQ(nearestName("x", std::vector<std::string>{}), "");
}

}  // namespace
}  // namespace tendril
