// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/strain_edits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "core/builder/build_model.hpp"
#include "core/session/snapshot.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

using edits::StrainPlace;
using testing::HasSubstr;

constexpr std::size_t kBendingY = 1, kBendingZ = 2;

struct StrainEdits : testing::Test {
  Document document = smallDocument();

  ObjectId arm() const { return edits::find(document.description(), ItemKind::kLink, "arm")->id; }
  const description::RodBody& rod() const {
    for (const description::Link& link : document.description().links)
      if (link.id == arm()) return std::get<description::RodBody>(*link.body);
    throw std::logic_error("no arm");
  }
  StrainPlace place(std::size_t strain, std::size_t division = 0) const { return {arm(), division, strain}; }
  bool apply(const Edit& edit) { return tendril::apply(document, edit); }
  bool preset(std::string_view name) { return apply(edits::setStrainPreset(document.description(), arm(), name)); }
  std::shared_ptr<const Model> model() const {
    std::vector<Problem> problems;
    const auto built = buildModel(document.description(), problems);
    EXPECT_TRUE(built) << textOf(problems);
    return built;
  }
  int coordinates() const { return model()->links[1].nBody; }
  /// Strains that are on, as six letters.
  std::string on() const {
    std::string out;
    for (const auto* mode : rod().single.strain.modes()) out += *mode ? '1' : '0';
    return out;
  }
  Vec3 tipAtStart() const {
    const auto built = model();
    Data data(*built);
    Snapshot snapshot;
    fillSnapshot(built, data, 0, built->q0, VecX::Zero(built->nv), nullptr, snapshot);
    return snapshot.tipPoses[1].p;
  }
  std::string set(const std::string& path, const std::string& json) {
    std::vector<Problem> problems;
    document.setField(path, json, problems);
    return textOf(problems);
  }
};

TEST_F(StrainEdits, PresetsAreWhatTheySay) {
  const std::string before = document.text();
  const std::pair<std::string, std::pair<std::string, int>> expected[] = {{"Constant curvature", {"011000", 2}},
                                                                          {"Piecewise constant", {"011000", 6}},
                                                                          {"Kirchhoff", {"111000", 9}},
                                                                          {"Inextensible", {"111011", 15}},
                                                                          {"Planar", {"001000", 3}},
                                                                          {"Full", {"111111", 18}}};
  ASSERT_EQ(edits::strainPresets().size(), std::size(expected));
  for (const auto& [name, what] : expected) {
    const std::size_t steps = document.undoCount();
    ASSERT_TRUE(preset(name)) << name;
    EXPECT_EQ(on(), what.first) << name;
    EXPECT_EQ(coordinates(), what.second) << name;  // legendre of order 2 has three functions
    EXPECT_EQ(document.undoCount(), steps + 1) << name;
    document.undo();
    EXPECT_EQ(document.text(), before) << name;
  }
}

TEST_F(StrainEdits, AllOffIsARodThatDoesNotBend) {
  ASSERT_TRUE(apply(edits::switchStrain(document.description(), place(kBendingY), false)));
  EXPECT_EQ(on(), "000000");
  EXPECT_EQ(coordinates(), 0);
  ASSERT_TRUE(preset("Full"));
  EXPECT_EQ(rod().single.strain.torsion->basis, "legendre");
  EXPECT_EQ(coordinates(), 12);
}

TEST_F(StrainEdits, AStrainThatComesTakesTheFunctionsOfTheFirst) {
  ASSERT_TRUE(apply(edits::switchStrain(document.description(), place(kBendingZ), true)));
  EXPECT_EQ(rod().single.strain.bendingZ->order.value, 2);
  EXPECT_THAT(document.undoName(), HasSubstr("bending z"));
  EXPECT_THAT(document.undoName(), HasSubstr("arm"));
}

TEST_F(StrainEdits, FamiliesChangeThereAndBackThroughFormulas) {
  const auto basis = [this](const std::string& name) {
    return apply(edits::setStrainBasis(document.description(), place(kBendingY), name));
  };
  ASSERT_TRUE(basis("custom"));
  ASSERT_EQ(rod().single.strain.bendingY->functions.size(), 3u);
  EXPECT_EQ(rod().single.strain.bendingY->functions[2].text, "X^2");
  EXPECT_EQ(coordinates(), 3);
  ASSERT_TRUE(basis("fem_linear"));
  EXPECT_EQ(rod().single.strain.bendingY->order.value, 2);
  EXPECT_TRUE(rod().single.strain.bendingY->functions.empty());
  ASSERT_TRUE(basis("constant"));
  EXPECT_EQ(coordinates(), 1);
  ASSERT_TRUE(basis("hermite"));  // has no order 0
  EXPECT_EQ(rod().single.strain.bendingY->order.value, 1);
}

TEST_F(StrainEdits, RefusesNonsenseAndChangesNothing) {
  const std::string before = document.text();
  std::vector<Problem> problems;
  const Description& now = document.description();
  EXPECT_FALSE(document.edit(edits::setStrainFunctions(now, place(kBendingY), {}), problems));
  EXPECT_FALSE(document.edit(edits::setStrainFunctions(now, place(kBendingY), {"sin("}), problems));
  EXPECT_FALSE(document.edit(edits::setStrainFunctions(now, place(kBendingY), {"X", " "}), problems));
  EXPECT_FALSE(document.edit(edits::setStrainBasis(now, place(kBendingY), "legender"), problems));
  EXPECT_FALSE(document.edit(edits::setStrainBasis(now, place(kBendingY, 5), "legendre"), problems));
  EXPECT_FALSE(document.edit(edits::setStrainBasis(now, place(6), "legendre"), problems));
  EXPECT_FALSE(document.edit(edits::setStrainPreset(now, arm(), "nothing"), problems));
  EXPECT_FALSE(document.edit(edits::setStrainPreset(now, 987654, "Full"), problems));
  EXPECT_NE(set("links.arm.body.strain.bending_y.order", "999"), "");
  EXPECT_NE(set("links.arm.body.strain.bending_y.order", "-1"), "");
  EXPECT_EQ(document.text(), before);
  EXPECT_EQ(document.undoCount(), 0u);
}

TEST_F(StrainEdits, WhatTheProjectStartsInKeepsItsShape) {
  ASSERT_EQ(set("links.arm.body.q0", "[0.8, -0.5, 0.3]"), "");
  const Vec3 tip = tipAtStart();
  EXPECT_GT(std::abs(tip.z()), 0.05);  // it is bent
  ASSERT_EQ(set("links.arm.body.strain.bending_y.order", "5"), "");
  ASSERT_EQ(rod().single.q0.size(), 6u);
  const double expected[] = {0.8, -0.5, 0.3, 0, 0, 0};  // polynomials of Legendre are orthogonal
  for (std::size_t i = 0; i < 6; ++i) EXPECT_NEAR(rod().single.q0[i].value, expected[i], 1e-12) << i;
  constexpr double kExact = 1e-5;  // m; points of quadrature differ
  EXPECT_LT((tipAtStart() - tip).norm(), kExact);
  ASSERT_TRUE(apply(edits::setStrainBasis(document.description(), place(kBendingY), "chebyshev")));  // as many
  EXPECT_LT((tipAtStart() - tip).norm(), kExact);
  ASSERT_TRUE(apply(edits::setStrainBasis(document.description(), place(kBendingY), "custom")));
  EXPECT_LT((tipAtStart() - tip).norm(), kExact);
  ASSERT_TRUE(preset("Full"));
  EXPECT_LT((tipAtStart() - tip).norm(), kExact);
}

TEST_F(StrainEdits, PathsOfDivisionsAreThoseOfFiles) {
  EXPECT_EQ(edits::divisionPath(document.description(), arm(), 0), "links.arm.body");
  EXPECT_EQ(edits::divisionPath(document.description(), arm(), 1), "");
  const ObjectId base = edits::find(document.description(), ItemKind::kLink, "base")->id;
  EXPECT_EQ(edits::divisionPath(document.description(), base, 0), "");
}

}  // namespace
}  // namespace tendril
