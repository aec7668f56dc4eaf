// SPDX-License-Identifier: BSD-3-Clause
// The pieces that bodies with sections say they are made of.
#include "core/model/body/swept_piece.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/model/body/surface_carrier.hpp"
#include "core/model/constant_curvature/constant_curvature.hpp"
#include "tests/core/model/rod/random_rod.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

TEST(SweptPiece, OfARodIsADivisionWithItsPoints) {
  std::mt19937 engine(5);
  const Rod rod(test::mixedRod(engine));
  const std::span<const SweptPiece> pieces = rod.sweptPieces();
  ASSERT_EQ(pieces.size(), 2U);
  EXPECT_NEAR(pieces[0].to, 0.4 / 0.7, 1e-15);
  EXPECT_EQ(pieces[0].to, pieces[1].from);
  EXPECT_EQ(pieces[1].to, 1);
  EXPECT_EQ(pieces[0].length, 0.4);
  EXPECT_EQ(pieces[1].length, 0.3);
  EXPECT_NEAR(pieces[0].section.radius(0.5), 0.025, 1e-15);
  EXPECT_EQ(pieces[1].section.shapeName(), "profile");
  std::size_t next = 0;
  const std::vector<RodPoint> points = rod.points();
  for (const SweptPiece& piece : pieces) {
    EXPECT_EQ(piece.firstSection, static_cast<int>(next));
    for (const double s : piece.s) EXPECT_NEAR(std::lerp(piece.from, piece.to, s), points[next++].at, 1e-15);
  }
  EXPECT_EQ(next, rod.makeData()->sections.size());
}

TEST(SweptPiece, OfAConstantCurvatureBodyIsTheWholeOfIt) {
  const ConstantCurvature body({.length = 0.4, .radius = 0.03, .density = 1000});
  ASSERT_EQ(body.sweptPieces().size(), 1U);
  const SweptPiece& piece = body.sweptPieces()[0];
  ASSERT_EQ(piece.s.size(), body.makeData()->sections.size());
  for (std::size_t k = 0; k < piece.s.size(); ++k) EXPECT_EQ(piece.s[k], static_cast<double>(k) / 8);
  EXPECT_EQ(piece.from, 0);
  EXPECT_EQ(piece.to, 1);
  EXPECT_EQ(piece.length, 0.4);
  EXPECT_EQ(piece.section.radius(0.7), 0.03);
  EXPECT_EQ(body.surfaceCarrier(), nullptr);
}

TEST(SweptPiece, OfAVolumeThereIsNoneForItHasASurface) {
  const auto body = tests::meshedVolume({{BackboneRow::kTorsion, {"1/L"}}}, false, nullptr);
  EXPECT_TRUE(body->sweptPieces().empty());
  ASSERT_NE(body->surfaceCarrier(), nullptr);
  EXPECT_FALSE(body->surfaceCarrier()->surface().triangles.empty());
  EXPECT_EQ(body->length(), tests::kVolumeLength);
  EXPECT_EQ(surfaceCarrierOf(nullptr), nullptr);
}

}  // namespace
}  // namespace tendril
