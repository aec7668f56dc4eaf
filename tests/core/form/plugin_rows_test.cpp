// SPDX-License-Identifier: BSD-3-Clause
// Fields whose choices come from plugins: what is offered before and after one is loaded, and what is kept in files.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/form/field_rows.hpp"
#include "core/plugins/loader.hpp"
#include "tests/core/plugins/plugin_files.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

class PluginRows : public testing::Test {
 protected:
  std::vector<std::string> options(const std::string& object, const std::string& path) {
    std::vector<std::string> out;
    for (const FieldRow& row : fieldRows(description, object))
      if (row.path == path)
        for (const FieldOption& option : row.options) out.push_back(option.name);
    return out;
  }
  FieldRow row(const std::string& path) {
    for (FieldRow& each : fieldRows(description, "materials.silicone"))
      if (each.path == path) return each;
    ADD_FAILURE() << "no row " << path;
    return {};
  }
  std::string refusal(const std::string& path, const std::string& json) {
    std::vector<Problem> problems;
    return setByPath(description, path, json, problems) || problems.empty() ? "" : problems[0].text();
  }

  Description description = readProjectText(test::kHybrid).description;
};

TEST_F(PluginRows, OfferWhatIsLoaded) {
  const std::string basis = "links.arm.body.strain.bending_z.basis", law = "materials.silicone.law";
  const std::string gent = R"({"model": "plugin", "law": "gent", "density": 1000})";
  EXPECT_THAT(options("links.arm", basis), Not(Contains("wavelet")));
  EXPECT_THAT(refusal(basis, "\"wavelet\""), HasSubstr("a plugin that adds it may not be loaded"));
  EXPECT_THAT(refusal("materials.silicone", gent), HasSubstr("known: none; a plugin that adds it may not be loaded"));

  ASSERT_TRUE(loadPlugin(examplePlugin("wavelet")).loaded());
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded());
  EXPECT_THAT(options("links.arm", basis), Contains("wavelet"));
  EXPECT_EQ(refusal(basis, "\"wavelet\""), "");
  EXPECT_EQ(refusal("materials.silicone", gent), "");
  EXPECT_THAT(options("materials.silicone", law), ElementsAre("gent"));
  EXPECT_THAT(options("materials.silicone", "materials.silicone.coefficients"), ElementsAre("mu", "jm"));
}

TEST_F(PluginRows, AddCoefficientsWithTheirStandards) {
  ASSERT_TRUE(loadPlugin(examplePlugin("bulge")).loaded());
  ASSERT_EQ(refusal("materials.silicone", R"({"model": "plugin", "law": "gent", "density": 1000})"), "");
  const std::string path = "materials.silicone.coefficients";
  ASSERT_EQ(refusal(path, withEntry(description, row(path), "jm")), "");
  EXPECT_EQ(row(path + ".jm").value, 50);
  EXPECT_THAT(options("materials.silicone", path), ElementsAre("mu"));
  const std::string text = projectText(description);
  EXPECT_THAT(text, HasSubstr(R"("law": "gent")"));
  EXPECT_THAT(text, HasSubstr(R"("jm": 50)"));
  const Description again = readProjectText(text).description;
  EXPECT_EQ(projectText(again), text);
}

}  // namespace
}  // namespace tendril
