// SPDX-License-Identifier: BSD-3-Clause
// One form for several objects.
#include <gtest/gtest.h>

#include <algorithm>

#include "core/form/field_rows.hpp"
#include "core/project/project.hpp"
#include "tests/core/project/project_text.hpp"

namespace tendril {
namespace {

class CommonRows : public testing::Test {
 protected:
  const FieldRow* find(const std::vector<FieldRow>& rows, const std::string& path) {
    const auto at = std::find_if(rows.begin(), rows.end(), [&](const FieldRow& row) { return row.path == path; });
    return at == rows.end() ? nullptr : &*at;
  }
  void set(const std::string& path, const std::string& json) {
    std::vector<Problem> problems;
    EXPECT_TRUE(setByPath(description, path, json, problems)) << path << (problems.empty() ? "" : problems[0].text());
  }

  Description description = readProjectText(test::kHybrid).description;
};

TEST_F(CommonRows, OfOneObjectAreItsRows) {
  EXPECT_EQ(commonRows(description, {"links.arm"}), fieldRows(description, "links.arm"));
  EXPECT_EQ(commonRows(description, {""}), fieldRows(description, ""));
  EXPECT_TRUE(commonRows(description, {}).empty());
  EXPECT_TRUE(commonRows(description, {"links.arm", "links.nobody"}).empty());
}

TEST_F(CommonRows, ShowWhatIsTheSameAndMarkWhatDiffers) {
  const std::vector<FieldRow> rows = commonRows(description, {"links.base", "links.shoulder"});
  EXPECT_FALSE(find(rows, "links.shoulder.name"));  // unique, so never for several
  const FieldRow* mass = find(rows, "links.shoulder.body.mass");
  ASSERT_TRUE(mass);
  EXPECT_TRUE(mass->mixed);
  EXPECT_FALSE(mass->value);
  EXPECT_TRUE(mass->text.empty());
  const FieldRow* body = find(rows, "links.shoulder.body");
  ASSERT_TRUE(body);
  EXPECT_FALSE(body->mixed);
  EXPECT_EQ(body->text, "rigid");
  const FieldRow* com = find(rows, "links.shoulder.body.com");
  ASSERT_TRUE(com && com->parts.size() == 3);
  EXPECT_TRUE(com->parts[0].mixed);
  EXPECT_FALSE(com->parts[0].value);
  EXPECT_FALSE(com->parts[1].mixed);
  EXPECT_EQ(com->parts[1].value, 0.0);
  const FieldRow* joint = find(rows, "links.shoulder.joint.type");
  ASSERT_TRUE(joint);
  EXPECT_TRUE(joint->mixed);
  EXPECT_FALSE(find(rows, "links.shoulder.joint.damping"));  // a fixed joint has none that could be set
  set("links.base.body.mass", "0.5");
  const std::vector<FieldRow> same = commonRows(description, {"links.base", "links.shoulder"});
  EXPECT_FALSE(find(same, "links.shoulder.body.mass")->mixed);
  EXPECT_EQ(find(same, "links.shoulder.body.mass")->value, 0.5);
}

TEST_F(CommonRows, LeaveOutWhatOnlyOneHas) {
  const std::vector<FieldRow> rows = commonRows(description, {"links.arm", "links.shoulder"});
  const FieldRow* body = find(rows, "links.shoulder.body");
  ASSERT_TRUE(body);
  EXPECT_TRUE(body->mixed);
  for (const FieldRow& row : rows) {
    EXPECT_FALSE(row.path.starts_with("links.shoulder.body.mass")) << row.path;
    EXPECT_FALSE(row.path.starts_with("links.shoulder.joint.limits")) << row.path;
  }
  EXPECT_TRUE(find(rows, "links.shoulder.color"));
}

TEST_F(CommonRows, ListsAreSharedWhereTheyAreEqual) {
  set("loads.push.wrench", "[0, 0, 0, 0, 1, 0]");
  std::vector<FieldRow> rows = commonRows(description, {"actuators.tendon 1", "actuators.motor"});
  EXPECT_FALSE(find(rows, "actuators.motor.route"));
  description.links.push_back(description.links.back());
  description.links.back().name = "leg";
  rows = commonRows(description, {"links.arm", "links.leg"});
  EXPECT_TRUE(find(rows, "links.leg.body.strain.stretch.functions"));
  EXPECT_FALSE(find(rows, "links.leg.body.section.radius")->mixed);
  set("links.leg.body.strain.stretch.functions", R"(["1"])");
  set("links.leg.body.section.radius", "0.02");
  rows = commonRows(description, {"links.arm", "links.leg"});
  EXPECT_FALSE(find(rows, "links.leg.body.strain.stretch.functions"));
  EXPECT_FALSE(find(rows, "links.leg.body.strain.stretch.functions[0]"));
  const FieldRow* radius = find(rows, "links.leg.body.section.radius");
  EXPECT_TRUE(radius->mixed && radius->parts.empty() && radius->samples.empty());
}

TEST_F(CommonRows, EveryPairOfObjectsHasRowsThatCanBeSet) {
  for (const auto& a : description.links)
    for (const auto& b : description.links) {
      if (a.name == b.name) continue;
      for (const FieldRow& row : commonRows(description, {"links." + a.name, "links." + b.name})) {
        if (row.mixed || row.text.empty() || row.kind == FieldKind::kGroup || !row.active) continue;
        Description changed = description;
        std::vector<Problem> problems;
        const std::string there = "links." + a.name + row.path.substr(("links." + b.name).size());
        EXPECT_TRUE(setByPath(changed, there, row.text, problems)) << there;
        EXPECT_EQ(projectText(changed), projectText(description)) << there;
      }
    }
}

}  // namespace
}  // namespace tendril
