// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/timeline/timeline.hpp"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

#include <cmath>
#include <limits>

#include "widgets/theme/theme.hpp"
#include "widgets/timeline/runs_popover.hpp"

namespace tendril {
namespace {

class TimelineTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    window.resize(900, 200);
    timeline.setGeometry(20, 100, 744, timeline.height());
    timeline.setRuns({{.id = 7, .name = "run 1", .start = 0, .end = 10, .shown = true, .live = true}});
    timeline.setTime(4, 10, true);
    window.show();
  }
  QPoint at(double t) const { return {qRound(timeline.xOf(t)), timeline.height() / 2}; }

  QWidget window;
  Timeline timeline{&window};
};

TEST_F(TimelineTest, PlacesAndTimesAreInverse) {
  for (const double t : {0.0, 0.3, 4.0, 9.99}) EXPECT_NEAR(timeline.timeAt(timeline.xOf(t)), t, 1e-9);
  EXPECT_EQ(timeline.timeAt(-1e9), 0);
  EXPECT_GE(timeline.timeAt(1e9), 10);
}

TEST_F(TimelineTest, ADragAsksForEveryInstantUnderThePointer) {
  QSignalSpy seeks(&timeline, &Timeline::seekRequested);
  QTest::mousePress(&timeline, Qt::LeftButton, {}, at(2));
  QTest::mouseMove(&timeline, at(5));
  QTest::mouseMove(&timeline, at(8));
  QTest::mouseRelease(&timeline, Qt::LeftButton, {}, at(8));
  ASSERT_GE(seeks.size(), 3);
  EXPECT_NEAR(seeks.front().at(1).toDouble(), 2, 0.05);
  EXPECT_NEAR(seeks.back().at(1).toDouble(), 8, 0.05);
  const qsizetype count = seeks.size();
  QTest::mouseMove(&timeline, at(3));
  EXPECT_EQ(seeks.size(), count);
}

TEST_F(TimelineTest, NeverAsksForWhatIsNotRecorded) {
  timeline.setRuns({{.id = 7, .name = "run 1", .start = 1, .end = 1.5, .shown = true, .live = true}});
  timeline.setTime(1.5, 1.5, true);
  QSignalSpy seeks(&timeline, &Timeline::seekRequested);
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, at(100));
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, at(-100));
  ASSERT_EQ(seeks.size(), 2);
  EXPECT_EQ(seeks[0].at(1).toDouble(), 1.5);
  EXPECT_EQ(seeks[1].at(1).toDouble(), 1);
}

TEST_F(TimelineTest, ArrowsStepAndEndFollows) {
  QSignalSpy seeks(&timeline, &Timeline::seekRequested), follow(&timeline, &Timeline::followRequested);
  QTest::keyClick(&timeline, Qt::Key_Left);
  QTest::keyClick(&timeline, Qt::Key_Right);
  QTest::keyClick(&timeline, Qt::Key_Left, Qt::ShiftModifier);
  ASSERT_EQ(seeks.size(), 3);
  const double left = seeks[0].at(1).toDouble(), right = seeks[1].at(1).toDouble(), far = seeks[2].at(1).toDouble();
  EXPECT_LT(left, 4);
  EXPECT_GT(right, 4);
  EXPECT_LT(far, left);
  QTest::keyClick(&timeline, Qt::Key_End);
  EXPECT_EQ(follow.size(), 1);
}

TEST_F(TimelineTest, AnAncestorIsSoughtInItsOwnRun) {
  timeline.setRuns({{.id = 1, .name = "run 1", .start = 0, .end = 3, .ancestor = true},
                    {.id = 2, .name = "run 2", .start = 3, .end = 9, .shown = true, .live = true}});
  timeline.setTime(9, 9, true);
  QSignalSpy seeks(&timeline, &Timeline::seekRequested);
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, at(1));
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, at(6));
  ASSERT_EQ(seeks.size(), 2);
  EXPECT_EQ(seeks[0].at(0).toULongLong(), 1u);
  EXPECT_EQ(seeks[1].at(0).toULongLong(), 0u);
}

TEST_F(TimelineTest, TheLoopHasARangeThatIsDragged) {
  QSignalSpy loops(&timeline, &Timeline::loopChanged);
  auto* button = timeline.findChild<QToolButton*>("timeline_loop");
  ASSERT_TRUE(button);
  button->click();
  EXPECT_TRUE(timeline.isLooping());
  QTest::mousePress(&timeline, Qt::LeftButton, {}, at(timeline.loopRange().first));
  QTest::mouseMove(&timeline, at(2));
  QTest::mouseRelease(&timeline, Qt::LeftButton, {}, at(2));
  EXPECT_NEAR(timeline.loopRange().first, 2, 0.05);
  ASSERT_EQ(loops.size(), 2);
  EXPECT_TRUE(loops[1].at(0).toBool());
  button->click();
  EXPECT_FALSE(timeline.isLooping());
  EXPECT_FALSE(loops.back().at(0).toBool());
}

TEST_F(TimelineTest, TheEndsOfALoopNeverCross) {
  timeline.findChild<QToolButton*>("timeline_loop")->click();
  QTest::mousePress(&timeline, Qt::LeftButton, {}, at(timeline.loopRange().second));
  QTest::mouseMove(&timeline, at(-50));
  QTest::mouseRelease(&timeline, Qt::LeftButton, {}, at(-50));
  EXPECT_LT(timeline.loopRange().first, timeline.loopRange().second);
}

TEST_F(TimelineTest, StandsNumbersThatAreNone) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinite = std::numeric_limits<double>::infinity();
  QSignalSpy seeks(&timeline, &Timeline::seekRequested);
  timeline.setTime(nan, infinite, false);
  timeline.setMemory(nan, -1);
  timeline.setMarks({{.t = nan, .text = "?"}, {.t = 1e300, .text = "late"}});
  timeline.setRuns({{.id = 1, .name = "", .start = -1e12, .end = 1e12, .shown = true}});
  timeline.grab();
  timeline.resize(10, timeline.height());
  timeline.grab();
  QTest::mouseClick(&timeline, Qt::LeftButton, {}, QPoint(5, timeline.height() / 2));
  for (const QList<QVariant>& seek : seeks) EXPECT_TRUE(std::isfinite(seek.at(1).toDouble()));
  EXPECT_TRUE(std::isfinite(timeline.xOf(4)) && std::isfinite(timeline.timeAt(5)));
}

TEST_F(TimelineTest, DrawsTheMarksWhereTheyAre) {
  const QImage before = timeline.grab().toImage();
  timeline.setMarks({{.t = 6, .text = "limit", .color = Token::kError}});
  const QImage after = timeline.grab().toImage();
  int differing = 0;
  const double x = timeline.xOf(6);
  for (int i = 0; i < after.width(); ++i)
    for (int j = 0; j < after.height(); ++j)
      if (before.pixel(i, j) != after.pixel(i, j)) {
        ++differing;
        EXPECT_LT(std::abs(i - x), 3);
      }
  EXPECT_GT(differing, 0);
}

TEST(RunsPopover, ShowsRenamesAndDeletes) {
  AppTheme::instance().install();
  QWidget window;
  window.resize(800, 600);
  RunsPopover popover(&window);
  popover.setRuns(
      {{.id = 1, .name = "run 1", .origin = "start", .end = 2},
       {.id = 2, .name = "run 2", .origin = "edited at 2 s of run 1", .end = 3, .shown = true, .live = true}});
  window.show();
  popover.refresh();
  popover.openCentred();
  QSignalSpy show(&popover, &RunsPopover::showRequested), rename(&popover, &RunsPopover::renameRequested),
      remove(&popover, &RunsPopover::deleteRequested);
  popover.findChild<QToolButton*>("run_show_1")->click();
  ASSERT_EQ(show.size(), 1);
  EXPECT_EQ(show[0][0].toULongLong(), 1u);
  popover.findChild<QToolButton*>("run_delete_1")->click();
  EXPECT_EQ(remove.size(), 1);
  EXPECT_FALSE(popover.findChild<QToolButton*>("run_delete_2")->isEnabled());
  auto* name = popover.findChild<QLineEdit*>("run_name_1");
  name->setFocus();
  name->selectAll();
  QTest::keyClicks(name, "before");
  QTest::keyClick(name, Qt::Key_Return);
  ASSERT_EQ(rename.size(), 1);
  EXPECT_EQ(rename[0][1].toString(), "before");
  EXPECT_FALSE(popover.findChild<QToolButton*>("run_compare_1"));
  popover.setComparable(true);
  auto* compare = popover.findChild<QToolButton*>("run_compare_1");
  ASSERT_TRUE(compare);
  EXPECT_FALSE(popover.findChild<QToolButton*>("run_compare_2")->isEnabled());  // not with itself
  QSignalSpy asked(&popover, &RunsPopover::compareRequested);
  compare->click();
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toULongLong(), 1u);
  EXPECT_TRUE(asked[0][1].toBool());
  popover.setCompared({});  // whoever was asked declines
  EXPECT_FALSE(compare->isChecked());
  popover.setCompared({1});
  popover.setCompared({});
  EXPECT_FALSE(compare->isChecked());
  EXPECT_EQ(asked.size(), 1);  // showing what holds is no wish
}

}  // namespace
}  // namespace tendril
