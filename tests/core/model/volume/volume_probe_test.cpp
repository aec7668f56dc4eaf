// SPDX-License-Identifier: BSD-3-Clause
// What an editor is told of a deformed volume, against the equations solved by hand.
#include "core/model/volume/volume_probe.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using namespace tendril::tests;

std::shared_ptr<Volume> bendingBody() {
  return meshedVolume({{BackboneRow::kBendingZ, {"1/L"}}}, false, nullptr);
}

VolumeProbe probeOf(const Volume& volume) {
  return {volume.sharedMap(), *volume.mesh()};
}

VecX one(double value) {
  return VecX::Constant(1, value);
}

/// 1 + 1.5 w ψ with the root of w ψ³ + ψ² = 1 by bisection (primitives.md §1B); w = −(2/3) κ y.
double marginAt(double curvature, double y) {
  const double w = -2.0 / 3 * curvature * y;
  double low = 0, high = w < 0 ? 1 / (-1.5 * w) : 2;  // the branch through ψ(0) = 1 ends where it is steepest
  for (int k = 0; k < 200; ++k) {
    const double middle = (low + high) / 2;
    (w * middle * middle * middle + middle * middle < 1 ? low : high) = middle;
  }
  return 1 + 1.5 * w * low;
}

TEST(VolumeProbe, AtRestNothingIsNear) {
  const auto volume = bendingBody();
  const VolumeReport report = probeOf(*volume).evaluate(one(0));
  EXPECT_EQ(report.margin, 1);
  EXPECT_LT(report.deviation(), 1e-14);
  EXPECT_EQ(report.marginAlong, std::vector<double>(VolumeProbe::kSlabs, 1.0));
}

TEST(VolumeProbe, TheMarginIsThatOfTheWorstNode) {
  const auto volume = bendingBody();
  VolumeProbe probe = probeOf(*volume);
  for (const double q : {0.4, -1.1, 1.9}) {
    double worst = 1;
    for (const Vec3& node : volume->mesh()->nodes) worst = std::min(worst, marginAt(q / kVolumeLength, node.y()));
    const VolumeReport report = probe.evaluate(one(q));
    EXPECT_NEAR(report.margin, worst, 1e-9) << q;
    EXPECT_NEAR(probe.margin(one(q)), worst, 1e-9) << q;
    EXPECT_LT(report.deviation(), 1e-13) << q;
    // Curvature is the same all along, so no slab is better than another.
    for (const double margin : report.marginAlong) EXPECT_NEAR(margin, report.margin, 1e-9) << q;
  }
}

TEST(VolumeProbe, ReachesToWhereASectionFolds) {
  const auto volume = bendingBody();
  const VolumeProbe probe = probeOf(*volume);
  double radius = 0;
  for (const Vec3& node : volume->mesh()->nodes) radius = std::max(radius, node.y());
  const double edge = kVolumeLength / radius / std::sqrt(3.0);  // κ c = 1/√3
  EXPECT_NEAR(6 * probe.reach(one(0), one(6), 1e-3), edge, 1e-4);
  EXPECT_EQ(probe.reach(one(0), one(0.9 * edge), 1e-3), 1);
  EXPECT_EQ(probe.reach(one(2 * edge), one(0), 1e-3), 1);  // every way out is open
  EXPECT_NE(probe.violation(one(6)).find("folds a section"), std::string::npos);
}

TEST(VolumeProbe, OutsideIsNoNumberAndNeverACalmOne) {
  const auto volume = bendingBody();
  const VolumeReport report = probeOf(*volume).evaluate(one(6));
  EXPECT_FALSE(report.margin > 0);
  EXPECT_FALSE(report.deviation() < 1e-3);
}

TEST(VolumeProbe, EveryPrimitiveOfBothFamiliesKeepsItsVolume) {
  for (const bool composed : {false, true}) {
    const auto volume = meshedVolume(gentle(table4()), composed, nullptr);
    const VolumeReport report = probeOf(*volume).evaluate(someCoordinates(volume->size(), 0.8));
    EXPECT_LT(report.deviation(), 1e-11) << composed;
    EXPECT_GT(report.deviation(), 0) << composed;
    EXPECT_LT(report.margin, 1);
    EXPECT_GT(report.margin, 0.3);
  }
}

}  // namespace
}  // namespace tendril
