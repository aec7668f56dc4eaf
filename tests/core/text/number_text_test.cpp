// SPDX-License-Identifier: BSD-3-Clause
#include "core/text/number_text.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace tendril {
namespace {

TEST(MessageNumber, KeepsTheDigitsThatAreAskedFor) {
  EXPECT_EQ(messageNumber(12.3456, 3), "12.3");
  EXPECT_EQ(messageNumber(12.3456, 4), "12.35");
  EXPECT_EQ(messageNumber(-0.5, 4), "-0.5");
  EXPECT_EQ(messageNumber(0, 3), "0");
  EXPECT_EQ(messageNumber(1234567, 3), "1.23e+06");
  EXPECT_EQ(messageNumber(std::numeric_limits<double>::infinity(), 3), "inf");
  EXPECT_EQ(messageNumber(-1.0 / 3 * 1e-300, 17).size(), 24u);
}

}  // namespace
}  // namespace tendril
