// SPDX-License-Identifier: GPL-3.0-or-later
#include <gtest/gtest.h>

#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>

#include "core/session/snapshot.hpp"
#include "widgets/notice/notice_stack.hpp"
#include "widgets/status/status_bar.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

Notice errorNotice(const QString& title, const QStringList& details = {}) {
  return {.severity = Notice::Severity::kError, .title = title, .advice = "Do something.", .details = details};
}

class NoticeTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    view.resize(800, 600);
    view.show();
  }
  QWidget view;
  NoticeStack stack{&view, 12};
};

TEST_F(NoticeTest, KeepsTheNewestOnTopAndTheOldestGivesWay) {
  for (const char* title : {"a", "b", "c", "d"}) stack.show(errorNotice(title));
  ASSERT_EQ(stack.cards().size(), 3U);
  EXPECT_EQ(stack.cards()[0]->notice().title, "d");
  EXPECT_EQ(stack.cards()[2]->notice().title, "b");
  EXPECT_LT(stack.cards()[0]->y(), stack.cards()[1]->y());
}

TEST_F(NoticeTest, DoesNotRepeatItself) {
  stack.show(errorNotice("a"));
  stack.show(errorNotice("b"));
  stack.show(errorNotice("a"));
  ASSERT_EQ(stack.cards().size(), 2U);
  EXPECT_EQ(stack.cards()[0]->notice().title, "a");
}

/// One error that comes again with other numbers is one card, with the latest.
TEST_F(NoticeTest, OfOneErrorDoNotPileUp) {
  for (int i = 0; i < 5; ++i) {
    Notice notice = errorNotice("a");
    notice.advice = QString("depth %1 mm").arg(i);
    stack.show(notice);
  }
  stack.show(errorNotice("b"));
  ASSERT_EQ(stack.cards().size(), 2U);
  EXPECT_EQ(stack.cards()[1]->notice().advice, "depth 4 mm");
}

TEST_F(NoticeTest, GoesWhenDismissed) {
  stack.show(errorNotice("a"));
  auto* close = stack.cards()[0]->findChild<QToolButton*>();
  ASSERT_TRUE(close);
  QTest::mouseClick(close, Qt::LeftButton);
  EXPECT_TRUE(stack.cards().empty());
}

TEST_F(NoticeTest, UnfoldsItsDetailsWithoutLeavingTheView) {
  QStringList details;
  for (int i = 0; i < 400; ++i) details << QString("links.arm[%1]: wrong").arg(i);
  stack.show(errorNotice("a", details));
  NoticeCard* card = stack.cards()[0];
  const int before = card->height();
  card->setDetailsShown(true);
  EXPECT_GT(card->height(), before);
  EXPECT_LE(card->geometry().bottom(), view.height());
}

TEST_F(NoticeTest, ShowsHostileTextAsText) {
  stack.show(errorNotice("<b>bold</b><img src=x>"));
  const auto labels = stack.cards()[0]->findChildren<QLabel*>();
  EXPECT_TRUE(
      std::all_of(labels.begin(), labels.end(), [](QLabel* label) { return label->textFormat() == Qt::PlainText; }));
}

TEST_F(NoticeTest, WrapsAVeryLongWordInsteadOfGrowing) {
  stack.show(errorNotice(QString(5000, 'x')));
  EXPECT_LE(stack.cards()[0]->width(), 600);
}

TEST(StatusBarTest, NamesTheState) {
  AppTheme::instance().install();
  QWidget window;
  StatusBar bar(&window, &window);
  EXPECT_EQ(bar.stateText(), "No project");
  bar.setState(RunState::kRunning);
  EXPECT_EQ(bar.stateText(), "Running");
  bar.setBusy("Opening…");
  EXPECT_EQ(bar.stateText(), QStringLiteral("Opening…"));
  bar.setBusy({});
  EXPECT_EQ(bar.stateText(), "Running");
}

TEST(StatusBarTest, CountsProblemsAndListsThem) {
  QWidget window;
  window.resize(900, 600);
  window.show();
  StatusBar bar(&window, &window);
  bar.setGeometry(0, 576, 900, 24);
  auto* button = bar.findChild<QToolButton*>("problems_button");
  EXPECT_EQ(button->text(), "No problems");
  bar.setProblems("arm", {{true, "links.arm.body.length", "Must be positive", "Give a length in m"}});
  EXPECT_EQ(button->text(), "1 problem");
  bar.setProblems("arm", std::vector<ProblemRow>(3000, {false, "p", "m", "c"}));
  EXPECT_EQ(button->text(), "3000 problems");
  bar.show();
  QTest::mouseClick(button, Qt::LeftButton);
  auto* popover = window.findChild<ProblemsPopover*>();
  EXPECT_TRUE(popover->isVisible());
  EXPECT_TRUE(window.rect().contains(popover->geometry()));
}

TEST(StatusBarTest, TheErrorOfACoarseStepIsAWarning) {
  QWidget window;
  StatusBar bar(&window, &window);
  const auto readouts = bar.findChildren<Readout*>();
  const auto warnings = [&] {
    return std::count_if(readouts.begin(), readouts.end(), [](Readout* r) { return r->warning(); });
  };
  const auto shows = [&](const QString& text) {
    return std::any_of(readouts.begin(), readouts.end(), [&](Readout* r) { return r->quantity().number == text; });
  };
  bar.setStepError(0.0123);
  EXPECT_TRUE(shows("1.2"));
  EXPECT_EQ(warnings(), 0);
  bar.setStepError(0.35);
  EXPECT_TRUE(shows("35"));
  EXPECT_EQ(warnings(), 1);
  bar.setStepError(0);
  EXPECT_EQ(warnings(), 0);
}

TEST(StatusBarTest, ShowsPaceWithoutNonsense) {
  QWidget window;
  StatusBar bar(&window, &window);
  bar.setPace(0.1234, 0.998);
  const auto readouts = bar.findChildren<Readout*>();
  const auto shows = [&](const QString& number) {
    return std::any_of(readouts.begin(), readouts.end(), [&](Readout* r) { return r->quantity().number == number; });
  };
  EXPECT_TRUE(shows("123"));
  EXPECT_TRUE(shows(QStringLiteral("×1.00")));
  bar.setPace(1.37e-3, 0.5);
  EXPECT_TRUE(shows("1.37"));  // µs
  bar.setPace(0, 0);
  EXPECT_TRUE(shows(QStringLiteral("–")));
}

}  // namespace
}  // namespace tendril
