// SPDX-License-Identifier: BSD-3-Clause
// Catalogues are objects of their own: what one holds is nothing to another one.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/builder/build_model.hpp"
#include "core/form/field_rows.hpp"
#include "core/plugins/loader.hpp"
#include "core/plugins/used_plugins.hpp"
#include "tests/core/plugins/plugin_files.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

int evaluatePowers(int order, int points, const double* s, double* values) {
  for (int i = 0; i < points; ++i)
    for (int k = 0; k <= order; ++k) *values++ = std::pow(s[i], k);
  return 0;
}

int evaluateRubber(const double* coefficients, int points, const double* I1, const double*, double* out) {
  for (int i = 0; i < points; ++i, out += 6) {
    std::fill(out, out + 6, 0);
    out[0] = coefficients[0] * (I1[i] - 3), out[1] = coefficients[0];
  }
  return 0;
}

constexpr TendrilBasis kPowers = {
    "powers", "Powers of s", 0, 8, [](int order) { return order + 1; }, [](int order) { return order + 2; },
    nullptr,  evaluatePowers};
constexpr TendrilCoefficient kStiffness = {"stiffness", "Pa", "Of I1 − 3", 2e5, 1, 1e9};
constexpr TendrilLaw kRubber = {"rubber", "stiffness (I1 − 3)", 1, &kStiffness, evaluateRubber};

/// What a plugin of two offers adds.
PluginContents contents() {
  const auto caller = std::make_shared<const PluginCaller>("Ours", nullptr);
  return {.bases = {std::make_shared<const PluginBasis>(caller, kPowers)},
          .primitives = {},
          .laws = {std::make_shared<const PluginLaw>(caller, kRubber)},
          .controllers = {}};
}

std::string allOf(const std::vector<Problem>& problems) {
  std::string out;
  for (const Problem& problem : problems) out += problem.text() + '\n';
  return out;
}

/// Not a constant: which of the constants that it reads are made before it is the linker's choice.
std::string rodOfPowers() {
  return test::changed(R"("basis": "fem_linear", "order": 3)", R"("basis": "powers", "order": 3)");
}

class Catalogues : public testing::Test {
 protected:
  void SetUp() override { knowing.add(contents()); }
  std::string refusal(Description& description, const std::string& path, const std::string& value,
                      const Catalogue& catalogue) {
    std::vector<Problem> problems;
    return setByPath(description, path, value, problems, catalogue) ? "" : allOf(problems);
  }
  std::vector<std::string> options(const Description& description, const std::string& object, const std::string& path,
                                   const Catalogue& catalogue) {
    std::vector<std::string> out;
    for (const FieldRow& row : fieldRows(description, object, catalogue))
      if (row.path == path)
        for (const FieldOption& option : row.options) out.push_back(option.name);
    return out;
  }

  Catalogue knowing, other;
};

TEST_F(Catalogues, ReadAndBuildWhatTheyHoldAndNothingElse) {
  const ReadResult good = readProjectText(rodOfPowers(), {}, knowing);
  ASSERT_TRUE(good.ok()) << allOf(good.problems);
  std::vector<Problem> problems;
  const auto model = buildModel(good.description, problems, {.catalogue = &knowing});
  ASSERT_TRUE(model) << allOf(problems);
  EXPECT_EQ(model->nv, 1 + 5 + 4 + 2) << "shoulder; torsion, four powers, two functions of the stretch";
  EXPECT_THAT(usedPlugins(good.description, knowing), ElementsAre("Ours"));

  for (const Catalogue* ignorant : {&other, &Catalogue::ofProcess()}) {
    const ReadResult refused = readProjectText(rodOfPowers(), {}, *ignorant);
    EXPECT_THAT(allOf(refused.problems),
                HasSubstr("links.arm.body.strain.bending_z.basis: basis \"powers\" is not available in this version; "
                          "known: constant, "));
    EXPECT_THAT(allOf(refused.problems), HasSubstr("hermite, custom; a plugin that adds it may not be loaded"));
    EXPECT_THAT(allOf(checkFields(good.description, {.catalogue = ignorant})),
                HasSubstr("bending_z.basis: \"powers\" is not known; a plugin that adds it may not be loaded"));
    problems.clear();
    EXPECT_FALSE(buildModel(good.description, problems, {.catalogue = ignorant}));
    EXPECT_THAT(allOf(problems), HasSubstr("\"powers\" is not known; a plugin that adds it may not be loaded"));
    // Without the checks the builder itself says it.
    problems.clear();
    EXPECT_FALSE(buildModel(good.description, problems, {.checked = true, .catalogue = ignorant}));
    EXPECT_THAT(allOf(problems), HasSubstr("unknown basis \"powers\"; known are constant, "));
    EXPECT_THAT(allOf(problems), HasSubstr("hermite, custom; a plugin that adds it may not be loaded"));
    EXPECT_TRUE(usedPlugins(good.description, *ignorant).empty());
  }
}

TEST_F(Catalogues, GiveFormsAndEditsTheirOptions) {
  Description description = readProjectText(test::kHybrid).description;
  const std::string basis = "links.arm.body.strain.bending_z.basis", material = "materials.silicone";
  EXPECT_THAT(options(description, "links.arm", basis, knowing), Contains("powers"));
  EXPECT_THAT(options(description, "links.arm", basis, other), Not(Contains("powers")));
  EXPECT_THAT(refusal(description, basis, "powers", other), HasSubstr("is not available in this version"));
  EXPECT_EQ(refusal(description, basis, "powers", knowing), "");

  // A new material of a plugin begins with the first law that there is.
  EXPECT_EQ(refusal(description, material + ".model", "plugin", knowing), "");
  EXPECT_EQ(std::get<description::PluginMaterial>(description.materials.items[0].law).law, "rubber");
  EXPECT_THAT(options(description, material, material + ".law", knowing), ElementsAre("rubber"));
  EXPECT_THAT(options(description, material, material + ".law", other), ElementsAre());
  EXPECT_THAT(options(description, material, material + ".coefficients", knowing), ElementsAre("stiffness"));
  EXPECT_THAT(options(description, material, material + ".coefficients", other), ElementsAre());
  for (const FieldRow& row : fieldRows(description, material, knowing))
    if (row.path == material + ".coefficients") {
      EXPECT_EQ(withEntry(description, row, "stiffness", knowing), R"({"stiffness":2e+05})");
      EXPECT_EQ(withEntry(description, row, "stiffness", other), R"({"stiffness":1})");
    }
  EXPECT_EQ(refusal(description, material + ".model", "linear", other), "");
  EXPECT_EQ(refusal(description, material + ".model", "plugin", other), "");
  EXPECT_EQ(std::get<description::PluginMaterial>(description.materials.items[0].law).law, "");
}

TEST_F(Catalogues, HoldWhatIsBuiltInAndKeepWhatTheyGave) {
  const auto before = other.names(OfferKind::kStrainBasis);
  const std::size_t size = before.size(), entries = other.entries().size();
  EXPECT_THAT(before, Contains("legendre"));
  EXPECT_THAT(before, Contains("custom"));
  EXPECT_TRUE(other.names(OfferKind::kLaw).empty());
  EXPECT_FALSE(other.basis("legendre")) << "of no plugin";
  EXPECT_EQ(other.entry(OfferKind::kLaw, "neo_hookean")->origin, "");
  EXPECT_FALSE(other.entry(OfferKind::kLaw, "plugin"));
  EXPECT_TRUE(other.coefficients("rubber").empty());
  other.add(contents());
  EXPECT_EQ(before.size(), size);
  EXPECT_EQ(before.back(), "custom");
  EXPECT_EQ(other.names(OfferKind::kStrainBasis).back(), "powers");
  EXPECT_EQ(other.basis("powers")->plugin(), "Ours");
  EXPECT_EQ(other.law("rubber")->name(), "rubber");
  EXPECT_FALSE(other.primitive("rubber"));
  EXPECT_EQ(other.entries().size(), entries + 2);
  EXPECT_EQ(other.entry(OfferKind::kStrainBasis, "powers")->origin, "Ours");
  EXPECT_THAT(other.coefficients("rubber"), ElementsAre("stiffness"));
}

TEST_F(Catalogues, ShareTheLibrariesOfTheProcess) {
  ASSERT_TRUE(loadPlugin(testPlugin("plain_c"), knowing).loaded());
  EXPECT_TRUE(knowing.basis("stepped"));
  EXPECT_FALSE(other.basis("stepped"));
  const std::size_t loaded = loadedPlugins().size();
  const std::size_t entries = knowing.entries().size();
  const PluginReport again = loadPlugin(testPlugin("plain_c"), other);
  EXPECT_TRUE(again.loaded());
  EXPECT_EQ(again.name, "Plain C");
  EXPECT_EQ(other.basis("stepped"), knowing.basis("stepped")) << "it is loaded once";
  EXPECT_EQ(loadedPlugins().size(), loaded);
  EXPECT_TRUE(loadPlugin(testPlugin("plain_c"), knowing).loaded());
  EXPECT_EQ(knowing.entries().size(), entries);

  // Who has the name already keeps it.
  TendrilBasis table = kPowers;
  table.name = "stepped";
  const auto caller = std::make_shared<const PluginCaller>("Ours", nullptr);
  Catalogue taken;
  taken.add(
      {.bases = {std::make_shared<const PluginBasis>(caller, table)}, .primitives = {}, .laws = {}, .controllers = {}});
  const PluginReport refused = loadPlugin(testPlugin("plain_c"), taken);
  EXPECT_THAT(refused.problems, ElementsAre("strain basis \"stepped\": the name is taken by the plugin Ours; one of "
                                            "them must be renamed"));
  EXPECT_EQ(taken.basis("stepped")->plugin(), "Ours");
}

}  // namespace
}  // namespace tendril
