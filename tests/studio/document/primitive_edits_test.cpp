// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/edits/geometry/primitive_edits.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/builder/build_model.hpp"
#include "core/model/volume/map/primitives/primitive_types.hpp"
#include "core/project/project.hpp"
#include "studio/document/edits/edits.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

constexpr const char* kProject = R"json({
  "format": "tendril", "version": 1,
  "materials": {"rubber": {"model": "neo_hookean", "density": 1000, "c1": 1e5}},
  "links": [{"name": "arm", "parent": "world", "joint": {"type": "fixed"}, "body": {
    "type": "primitives", "material": "rubber", "length": 0.1, "q0": [0.1, 0.2, 0.3], "v0": [1, 2, 3],
    "mesh": {"cylinder": {"radius": 0.02, "tetrahedra": 100}},
    "primitives": [{"type": "stretch", "modes": ["X*(1-X)"]}, {"type": "bending_z", "modes": ["1/L", "x/L"]}]}}]
})json";

struct PrimitiveEdits : testing::Test {
  static Document read() {
    ReadResult read = readProjectText(kProject);
    EXPECT_TRUE(read.ok()) << textOf(read.problems);
    return {std::move(read.description), std::move(read.text), {}};
  }
  Document document = read();

  const Description& now() const { return document.description(); }
  ObjectId arm() const { return now().links.front().id; }
  const description::VolumeBody& body() const { return std::get<description::VolumeBody>(*now().links.front().body); }
  bool apply(const Edit& edit) { return tendril::apply(document, edit); }
  std::string refused(const Edit& edit) {
    std::vector<Problem> problems;
    EXPECT_FALSE(document.edit(edit, problems));
    return textOf(problems);
  }
  std::vector<std::string> types() const {
    std::vector<std::string> out;
    for (const description::Primitive& primitive : body().primitives) out.push_back(primitive.type);
    return out;
  }
  static std::vector<double> values(const std::vector<description::Number>& numbers) {
    std::vector<double> out;
    for (const description::Number& number : numbers) out.push_back(number.value);
    return out;
  }
  std::vector<double> q0() const { return values(body().q0); }
  std::vector<double> v0() const { return values(body().v0); }
  int built() const {
    std::vector<Problem> problems;
    const auto model = buildModel(now(), problems);
    EXPECT_TRUE(model) << textOf(problems);
    return model ? model->nv : -1;
  }
};

TEST_F(PrimitiveEdits, MovingACardTakesItsStartAlong) {
  const std::string before = document.text();
  ASSERT_TRUE(apply(edits::movePrimitive(now(), arm(), 0, 1)));
  EXPECT_THAT(types(), ElementsAre("bending_z", "stretch"));
  EXPECT_THAT(q0(), ElementsAre(0.2, 0.3, 0.1));
  EXPECT_THAT(v0(), ElementsAre(2, 3, 1));
  ASSERT_TRUE(apply(edits::movePrimitive(now(), arm(), 1, 0)));
  EXPECT_EQ(document.text(), before);
  ASSERT_TRUE(apply(edits::movePrimitive(now(), arm(), 0, 99)));  // to the end
  EXPECT_THAT(types(), ElementsAre("bending_z", "stretch"));
  document.undo();
  EXPECT_EQ(document.text(), before);
}

TEST_F(PrimitiveEdits, ModesComeAndGoWithTheirStart) {
  ASSERT_TRUE(apply(edits::setMode(now(), arm(), 1, 2, "X^2/L")));
  EXPECT_THAT(q0(), ElementsAre(0.1, 0.2, 0.3, 0));
  EXPECT_EQ(built(), 4);
  ASSERT_TRUE(apply(edits::removeMode(now(), arm(), 1, 0)));
  EXPECT_THAT(q0(), ElementsAre(0.1, 0.3, 0));
  EXPECT_EQ(body().primitives[1].modes[0].text, "x/L");
  ASSERT_TRUE(apply(edits::removeMode(now(), arm(), 0, 0)));  // its last one
  EXPECT_THAT(types(), ElementsAre("bending_z"));
  EXPECT_THAT(q0(), ElementsAre(0.3, 0));
  ASSERT_TRUE(apply(edits::removeMode(now(), arm(), 0, 1)));
  EXPECT_THAT(refused(edits::removeMode(now(), arm(), 0, 0)), HasSubstr("needs a mode"));
  EXPECT_THAT(refused(edits::removePrimitive(now(), arm(), 0)), HasSubstr("needs a primitive"));
}

TEST_F(PrimitiveEdits, EveryKindCanBeAddedAndChosen) {
  for (const PrimitiveType& kind : kPrimitiveTypes) {
    const std::string name(kind.name);
    ASSERT_TRUE(apply(edits::addPrimitive(now(), arm(), name))) << name;
    EXPECT_EQ(types().back(), name);
    EXPECT_EQ(q0().back(), 0);
    ASSERT_TRUE(apply(edits::setPrimitiveType(now(), arm(), 0, name))) << name;
    EXPECT_EQ(types().front(), name);
    if (name != "source") {  // it wants a bore
      EXPECT_EQ(built(), 4) << name;
    }
    document.undo(), document.undo();
  }
}

TEST_F(PrimitiveEdits, PresetsAreThoseOfThePapers) {
  const std::pair<std::string, int> expected[] = {
      {"Table 4: soft arm", 8},  {"Table 4, composed", 8},           {"Table 5: gripper", 2},
      {"Constant curvature", 2}, {"Constant curvature, stretch", 3}, {"Planar", 1}};
  ASSERT_EQ(edits::primitivePresets().size(), std::size(expected));
  const std::string before = document.text();
  for (const auto& [name, count] : expected) {
    ASSERT_TRUE(apply(edits::setPrimitivePreset(now(), arm(), name))) << name;
    EXPECT_EQ(body().size(), count) << name;
    EXPECT_TRUE(body().q0.empty()) << name;
    if (name != "Table 5: gripper") {
      EXPECT_EQ(built(), count) << name;
    }
    document.undo();
    EXPECT_EQ(document.text(), before) << name;
  }
  ASSERT_TRUE(apply(edits::setPrimitivePreset(now(), arm(), "Table 4, composed")));
  EXPECT_EQ(body().family, description::PrimitiveFamily::kComposed);
  ASSERT_TRUE(apply(edits::setPrimitiveFamily(now(), arm(), "backbone")));
  EXPECT_EQ(body().family, description::PrimitiveFamily::kBackbone);
}

TEST_F(PrimitiveEdits, RefusesNonsenseAndChangesNothing) {
  const std::string before = document.text();
  EXPECT_THAT(refused(edits::setMode(now(), arm(), 0, 0, "sin(")), HasSubstr("modes[0]"));
  EXPECT_THAT(refused(edits::setMode(now(), arm(), 0, 0, "")), Not(testing::IsEmpty()));
  EXPECT_THAT(refused(edits::setMode(now(), arm(), 0, 0, "Y+1")), HasSubstr("Y"));
  EXPECT_THAT(refused(edits::setMode(now(), arm(), 0, 5, "X")), HasSubstr("no such mode"));
  EXPECT_THAT(refused(edits::setMode(now(), arm(), 9, 0, "X")), HasSubstr("no primitive 10"));
  EXPECT_THAT(refused(edits::addPrimitive(now(), arm(), "twirl")), HasSubstr("twirl"));
  EXPECT_THAT(refused(edits::setPrimitiveFamily(now(), arm(), "")), HasSubstr("family"));
  EXPECT_THAT(refused(edits::setPrimitivePreset(now(), arm(), "x")), HasSubstr("no preset"));
  EXPECT_THAT(refused(edits::movePrimitive(now(), 424242, 0, 1)), HasSubstr("no soft volume"));
  EXPECT_EQ(document.text(), before);
  EXPECT_EQ(document.undoCount(), 0u);
}

}  // namespace
}  // namespace tendril
