// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals/input_reach.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <numbers>

#include "tests/core/integrators/robots.hpp"

namespace tendril {
namespace {

using namespace tests;

TEST(InputReach, IsTheLargestSizeOfTheSignal) {
  ModelSpec spec = softManipulatorSpec();
  spec.signals = [](const Model&) {
    return std::vector<InputSignal>{
        {0, [](double t) { return 0.01 * std::sin(2 * std::numbers::pi * 50 * t); }},
        {1, [](double t) { return -0.3 * t; }},
        {2, [](double t) { return t > 5 ? std::numeric_limits<double>::infinity() : 4; }},
        {3, [](double) { return std::nan(""); }},
    };
  };
  const ModelPtr model = build(std::move(spec), settings("newmark", 0.01));
  const double duration = model->simulation.duration;
  EXPECT_NEAR(inputReach(*model, 0), 0.01, 1e-5) << "whatever its period";
  EXPECT_NEAR(inputReach(*model, 1), 0.3 * duration, 0.01 * duration);
  EXPECT_EQ(inputReach(*model, 2), 4) << "where it is a number";
  EXPECT_EQ(inputReach(*model, 3), 0);
  EXPECT_EQ(inputReach(*model, 4), 0) << "it has no signal";
  EXPECT_EQ(inputReach(*model, -1), 0);
}

}  // namespace
}  // namespace tendril
