// SPDX-License-Identifier: BSD-3-Clause
#include "core/control/singular_parts.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

const std::vector<std::string> kNames = {"a", "b", "c", "d"};

TEST(SingularParts, NameTheColumnsThatDependOnEachOther) {
  MatX matrix = MatX::Identity(5, 4);
  matrix.col(3) = -2 * matrix.col(1);
  EXPECT_EQ(dependentColumns(matrix, kNames), "b and d");  // 2 b + d = 0
  matrix.col(3) = matrix.col(0) + matrix.col(1);
  EXPECT_EQ(dependentColumns(matrix, kNames), "a, b and d");
  matrix.col(3) = matrix.col(0) + matrix.col(1) + matrix.col(2);
  EXPECT_EQ(dependentColumns(matrix, kNames), "a, b and c");  // not more than three
  matrix = MatX::Identity(4, 4);
  matrix(2, 2) = 0;
  EXPECT_EQ(dependentColumns(matrix, kNames), "c");
}

TEST(SingularParts, MoreColumnsThanRowsDependOnEachOther) {
  MatX matrix = MatX::Zero(1, 2);
  matrix << 1, 1;
  EXPECT_EQ(dependentColumns(matrix, {"left", "right"}), "left and right");
}

TEST(SingularParts, NameTheLinksThatNothingMoves) {
  const Model model(tests::doublePendulumSpec());
  ASSERT_EQ(model.nv, 2);
  MatX forces = MatX::Zero(2, 2);
  forces.row(0) << 1, 2;  // both act at the first joint
  EXPECT_EQ(unmovedLinks(model, forces), model.links[1].name);
  forces << 1, 0, -1, 0;  // the sum of both velocities is free
  EXPECT_EQ(unmovedLinks(model, forces), model.links[0].name + " and " + model.links[1].name);
}

TEST(SingularParts, NoNumbersNameNothing) {
  const Model model(tests::doublePendulumSpec());
  const MatX bad = MatX::Constant(2, 2, std::numeric_limits<double>::quiet_NaN());
  EXPECT_EQ(unmovedLinks(model, bad), "the robot");
  EXPECT_EQ(dependentColumns(bad, {"a", "b"}), "the outputs");
  EXPECT_EQ(dependentColumns(MatX(), {}), "the outputs");
}

}  // namespace
}  // namespace tendril
