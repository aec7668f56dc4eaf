// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/palette/command_palette.hpp"

#include <gtest/gtest.h>

#include <QLineEdit>
#include <QTest>

#include "tests/support/events.hpp"
#include "widgets/palette/fuzzy.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

TEST(Fuzzy, FindsWhatIsMeant) {
  EXPECT_GT(fuzzyScore(u"", u"anything"), 0);
  EXPECT_GT(fuzzyScore(u"play", u"Play or pause"), 0);
  EXPECT_GT(fuzzyScore(u"PAUSE play", u"Play or pause"), 0);
  EXPECT_GT(fuzzyScore(u"srl", u"Show robot links"), 0);
  EXPECT_GT(fuzzyScore(u"resume", u"Résumé"), 0);
  EXPECT_EQ(fuzzyScore(u"xyz", u"Play or pause"), 0);
  EXPECT_EQ(fuzzyScore(u"play quickly", u"Play or pause"), 0);
  EXPECT_EQ(fuzzyScore(u"a", u""), 0);
}

TEST(Fuzzy, BeginningsComeBeforeMiddlesAndWordsBeforeLetters) {
  EXPECT_GT(fuzzyScore(u"tip", u"tip position"), fuzzyScore(u"tip", u"arm tip position"));
  EXPECT_GT(fuzzyScore(u"tip", u"arm tip"), fuzzyScore(u"tip", u"multiple"));
  EXPECT_GT(fuzzyScore(u"save", u"Save"), fuzzyScore(u"save", u"Slow and very even"));
}

class PaletteTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    window.resize(1000, 700);
    window.show();
  }
  std::vector<PaletteEntry> entries() {
    return {{.title = "Play", .detail = "Run", .keys = "Space", .run = [this] { done = "play"; }, .weight = 10},
            {.title = "Save", .detail = "Project", .keys = "Ctrl+S", .run = [this] { done = "save"; }, .weight = 10},
            {.title = "Redo", .run = [this] { done = "redo"; }, .enabled = false},
            {.title = "arm.tip.z", .detail = "plot", .run = [this] { done = "plot"; }, .onlyWhenAsked = true}};
  }
  QLineEdit* field() { return palette.findChild<QLineEdit*>("palette_field"); }

  QWidget window;
  QString done;
  CommandPalette palette{[this] { return entries(); }, &window};
};

TEST_F(PaletteTest, ListsActionsAtFirstAndEverythingWhenAsked) {
  palette.openPalette();
  EXPECT_EQ(palette.titles(), QStringList({"Play", "Save", "Redo"}));
  QTest::keyClicks(field(), "tip");
  EXPECT_EQ(palette.titles(), QStringList({"arm.tip.z"}));
  field()->clear();
  QTest::keyClicks(field(), "project");
  EXPECT_EQ(palette.titles(), QStringList({"Save"}));
}

TEST_F(PaletteTest, ReturnRunsTheChosenOne) {
  palette.openPalette();
  QTest::keyClick(field(), Qt::Key_Down);
  QTest::keyClick(field(), Qt::Key_Return);
  EXPECT_FALSE(palette.isVisible());
  EXPECT_TRUE(QTest::qWaitFor([&] { return done == "save"; }));
}

TEST_F(PaletteTest, ArrowsGoRoundAndEscapeDoesNothing) {
  palette.openPalette();
  QTest::keyClick(field(), Qt::Key_Up);
  QTest::keyClick(field(), Qt::Key_Down);
  QTest::keyClick(field(), Qt::Key_PageDown);
  QTest::keyClick(field(), Qt::Key_PageUp);
  QTest::keyClick(field(), Qt::Key_Escape);
  EXPECT_FALSE(palette.isVisible());
  handleEvents();
  EXPECT_TRUE(done.isEmpty());
}

TEST_F(PaletteTest, WhatCannotBeDoneNowIsNotDone) {
  palette.openPalette();
  QTest::keyClicks(field(), "redo");
  QTest::keyClick(field(), Qt::Key_Return);
  EXPECT_TRUE(palette.isVisible());
  handleEvents();
  EXPECT_TRUE(done.isEmpty());
}

TEST_F(PaletteTest, NothingFoundIsNoTrouble) {
  palette.openPalette();
  QTest::keyClicks(field(), QString(300, 'q'));
  EXPECT_TRUE(palette.titles().isEmpty());
  QTest::keyClick(field(), Qt::Key_Down);
  QTest::keyClick(field(), Qt::Key_Return);
  EXPECT_TRUE(done.isEmpty());
}

TEST(Palette, TakesTenThousandEntries) {
  AppTheme::instance().install();
  QWidget window;
  window.resize(1000, 700);
  CommandPalette palette(
      [] {
        std::vector<PaletteEntry> entries;
        for (int i = 0; i < 10000; ++i)
          entries.push_back({.title = QStringLiteral("link %1.bending_y[%2]").arg(i / 10).arg(i % 10), .run = [] {}});
        return entries;
      },
      &window);
  window.show();
  palette.openPalette();
  QTest::keyClicks(palette.findChild<QLineEdit*>("palette_field"), "link 73 y[4]");
  ASSERT_FALSE(palette.titles().isEmpty());
  EXPECT_EQ(palette.titles().front(), "link 73.bending_y[4]");
  EXPECT_LE(palette.titles().size(), 100);
}

}  // namespace
}  // namespace tendril
