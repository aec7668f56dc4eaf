// SPDX-License-Identifier: GPL-3.0-or-later
// A run that cannot keep up with the clock says so, and what helps is one click.
#include <QPushButton>

#include "studio/app/actions/run/pace_actions.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// Five million steps a second.
const QByteArray kSlow = R"({"format": "tendril", "version": 1, "name": "Slow", "simulation": {"step": 2e-7},
    "links": [{"name": "rod", "joint": {"type": "revolute", "axis": [0, 1, 0], "q0": [1]},
               "body": {"type": "rigid", "mass": 2, "com": [1, 0, 0], "inertia": [1, 1, 1, 0, 0, 0]}}]})";

class PaceTest : public StudioTest {
 protected:
  QPushButton* cure(const char* text) {
    for (QPushButton* button : window.findChildren<QPushButton*>())
      if (button->isVisible() && button->text() == text) return button;
    return nullptr;
  }
};

TEST_F(PaceTest, ASlowRunOffersWhatHelps) {
  open(written("slow.tendril.json", kSlow), true);
  ASSERT_TRUE(soon([&] { return cure("Longer steps") != nullptr; }));
  EXPECT_TRUE(cure("Steps by error (bdf)"));
  EXPECT_FALSE(cure("Fewer points"));
  keep("slow-run");
  QTest::mouseClick(cure("Longer steps"), Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return window.document().description().simulation.step.value == 4e-7; }));
  ASSERT_TRUE(soon([&] { return cure("Steps by error (bdf)") != nullptr; }));
  QTest::mouseClick(cure("Steps by error (bdf)"), Qt::LeftButton);
  ASSERT_TRUE(
      soon([&] { return window.document().description().simulation.integrator == description::Integrator::kBdf; }));
  for (int i = 0; i < 2; ++i) QTest::keyClick(&window, Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(window.document().description().simulation.step.value, 2e-7);
}

TEST_F(PaceTest, CuresFitTheProject) {
  open(exampleNamed("inflating-tube"), false);
  const Description& project = window.document().description();
  ASSERT_EQ(fewerLivePoints(project).size(), 1U);
  EXPECT_EQ(fewerLivePoints(project)[0].first, "links.tube.body.live_quadrature");
  EXPECT_EQ(fewerLivePoints(project)[0].second, "50");
  open(exampleNamed("helicoid-pulling"), false);
  EXPECT_EQ(fewerLivePoints(window.document().description()).size(), 3U);
  EXPECT_TRUE(longerStep(window.document().description()).empty());
  EXPECT_TRUE(stepsByError(window.document().description()).empty());
}

}  // namespace
}  // namespace tendril
