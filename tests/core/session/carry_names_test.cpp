// SPDX-License-Identifier: BSD-3-Clause
// Primitives that change places, come or go while a robot moves: the others keep their coordinates.
#include <gtest/gtest.h>

#include "core/session/program.hpp"
#include "tests/core/model/volume/volume_models.hpp"

namespace tendril {
namespace {

using tests::PrimitiveText;

std::shared_ptr<const Model> robot(const std::vector<PrimitiveText>& texts, std::vector<std::string> names) {
  VolumeSpec volume;
  volume.map = tests::makeMap(texts, false);
  volume.coordinates = std::move(names);
  for (const Vec3& x : tests::scatteredPoints(20)) volume.points.push_back({x, 6e-6});
  volume.density = 960;
  ModelSpec spec;
  LinkSpec link;
  link.id = 7;
  link.body = std::make_shared<Volume>(std::move(volume));
  spec.links.push_back(std::move(link));
  return std::make_shared<Model>(std::move(spec));
}

State carried(const Model& from, const VecX& q, const Model& to) {
  State state = initialState(from);
  state.q = q, state.v = 10 * q;
  return carryOver(from, state, to);
}

const PrimitiveText kBend{BackboneRow::kBendingZ, {"1/L", "x/L"}}, kStretch{BackboneRow::kStretch, {"X"}};

TEST(CarryNames, AnotherOrderOfTheStackKeepsTheShape) {
  const auto from = robot({kStretch, kBend}, {"stretch[0]", "bending_z[0]", "bending_z[1]"});
  const auto to = robot({kBend, kStretch}, {"bending_z[0]", "bending_z[1]", "stretch[0]"});
  const State out = carried(*from, Vec3(0.1, 0.2, 0.3), *to);
  EXPECT_EQ(out.q, Vec3(0.2, 0.3, 0.1));
  EXPECT_EQ(out.v, 10 * Vec3(0.2, 0.3, 0.1));
}

TEST(CarryNames, WhatIsNewStartsAtItsInitialValue) {
  const auto from = robot({kStretch}, {"stretch[0]"});
  const auto to = robot({kStretch, kBend}, {"stretch[0]", "bending_z[0]", "bending_z[1]"});
  EXPECT_EQ(carried(*from, VecX::Constant(1, 0.4), *to).q, Vec3(0.4, 0, 0));
  EXPECT_EQ(carried(*to, Vec3(0.4, 0.5, 0.6), *from).q, VecX::Constant(1, 0.4));
}

}  // namespace
}  // namespace tendril
