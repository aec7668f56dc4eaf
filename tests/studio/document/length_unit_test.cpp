// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/document/length_unit.hpp"

#include <gtest/gtest.h>

#include "core/description/bodies.hpp"
#include "tests/studio/document/fixtures.hpp"

namespace tendril {
namespace {

TEST(LengthUnit, SmallRobotsBeginInMillimetres) {
  EXPECT_EQ(usualLengthUnit({}), "mm") << "what one begins with";
  Description project = smallDocument().base();
  EXPECT_EQ(usualLengthUnit(project), "mm") << "it has a rod";
  std::erase_if(project.links, description::isSoft);
  ASSERT_FALSE(project.links.empty());
  EXPECT_EQ(usualLengthUnit(project), "m");
}

TEST(LengthUnit, IsKeptWithTheProjectOnce) {
  Description project = smallDocument().base();
  project.studio.text = R"({"camera":{"azimuth":1}})";
  EXPECT_EQ(keptLengthUnit(project), "");
  const Description kept = withLengthUnit(project, "mm");
  EXPECT_EQ(keptLengthUnit(kept), "mm");
  EXPECT_EQ(kept.studio.text, R"({"camera":{"azimuth":1},"length_unit":"mm"})");
  EXPECT_EQ(withLengthUnit(kept, "m").studio.text, kept.studio.text) << "what was chosen stays";
  EXPECT_EQ(keptLengthUnit(withLengthUnit({}, "m")), "m") << "also where nothing of the window was kept";
}

TEST(LengthUnit, OfAStrangerIsNone) {
  Description project;
  for (const char* text : {R"({"length_unit":"furlong"})", R"({"length_unit":3})", "[1]", "{", "null"}) {
    project.studio.text = text;
    EXPECT_EQ(keptLengthUnit(project), "") << text;
    EXPECT_EQ(withLengthUnit(project, "mm").studio.text, text) << text;
  }
}

}  // namespace
}  // namespace tendril
