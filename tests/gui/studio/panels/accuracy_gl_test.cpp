// SPDX-License-Identifier: GPL-3.0-or-later
// What a run tells of its accuracy stands among the problems.
#include <QAbstractButton>
#include <QToolButton>

#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inspector/inspector.hpp"
#include "widgets/status/problems_popover.hpp"

namespace tendril {
namespace {

class AccuracyTest : public StudioTest {
 protected:
  QToolButton* problems() { return window.status().findChild<QToolButton*>("problems_button"); }
  /// A weight on a spring, 10 rad/s, with steps of 0.2 s.
  QString coarse() {
    return written("coarse.tendril.json", R"({"format": "tendril", "version": 1, "name": "coarse", "gravity": [0, 0, 0],
      "links": [{"name": "slide", "parent": "world",
                 "joint": {"type": "prismatic", "axis": [1, 0, 0], "stiffness": 100, "q0": [1]},
                 "body": {"type": "rigid", "mass": 1, "inertia": [0.1, 0.1, 0.1, 0, 0, 0]}}],
      "simulation": {"integrator": "newmark", "step": 0.2}})");
  }
};

TEST_F(AccuracyTest, WarningsOfTheRunAreAmongTheProblemsUntilItBeginsAnew) {
  open(coarse(), false);
  EXPECT_EQ(problems()->text(), "No problems");
  window.player().play();
  ASSERT_TRUE(soon([&] { return problems()->text() == "1 problem"; })) << problems()->text().toStdString();
  window.player().pause();
  QTest::mouseClick(problems(), Qt::LeftButton);
  auto* list = window.findChild<ProblemsPopover*>();
  ASSERT_TRUE(soon([&] { return list->isVisible(); }));
  keep("accuracy-light");
  QAbstractButton* line = nullptr;
  for (auto* each : list->findChildren<QAbstractButton*>())
    if (each->accessibleName().contains("too coarse")) line = each;
  ASSERT_TRUE(line);
  QTest::mouseClick(line, Qt::LeftButton);  // goes to the step
  EXPECT_TRUE(soon([&] {
    auto* field = window.findChild<QWidget*>("field:simulation.step");
    return field && field->isVisible();
  }));
  window.player().reset();
  EXPECT_TRUE(soon([&] { return problems()->text() == "No problems"; }));
}

}  // namespace
}  // namespace tendril
