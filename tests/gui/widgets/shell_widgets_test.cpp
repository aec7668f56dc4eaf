// SPDX-License-Identifier: GPL-3.0-or-later
// Header, status bar, help card, picture dialog.
#include <gtest/gtest.h>

#include <QAbstractButton>
#include <QActionGroup>
#include <QComboBox>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>
#include <QTest>

#include "core/session/snapshot.hpp"
#include "tests/support/events.hpp"
#include "widgets/header/header_bar.hpp"
#include "widgets/help/guide.hpp"
#include "widgets/help/help_card.hpp"
#include "widgets/picture/picture_dialog.hpp"
#include "widgets/status/status_bar.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

class ShellWidgetsTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    window.resize(1100, 700);
    window.show();
  }
  QWidget window;
};

TEST_F(ShellWidgetsTest, TheHeaderSaysWhatIsNotSaved) {
  HeaderBar header(&window);
  auto* title = header.findChild<QAbstractButton*>("project_title");
  ASSERT_TRUE(title);
  header.setProject("arm", "/tmp/arm.tendril.json", false);
  const int clean = title->sizeHint().width();
  EXPECT_EQ(title->accessibleName(), "arm");
  header.setProject("arm", "/tmp/arm.tendril.json", true);
  EXPECT_GT(title->sizeHint().width(), clean);
  EXPECT_EQ(title->accessibleName(), "arm, not saved");
  header.setProject(QString(3000, 'x'), {}, true);
  header.resize(1100, header.height());
  header.show();
  handleEvents();
  EXPECT_LE(title->geometry().right(), 1100);
}

TEST_F(ShellWidgetsTest, WorkspacesAreButtonsOfTheirActions) {
  HeaderBar header(&window);
  QActionGroup group(&header);
  for (const char* name : {"Build", "Run"}) group.addAction(name)->setCheckable(true);
  header.setWorkspaces(group.actions());
  auto* run = header.findChild<QToolButton*>("workspace_run");
  ASSERT_TRUE(run);
  QTest::mouseClick(run, Qt::LeftButton);
  EXPECT_TRUE(group.actions()[1]->isChecked());
}

TEST_F(ShellWidgetsTest, AProblemLeadsToItsField) {
  StatusBar bar(&window, &window);
  bar.setGeometry(0, 676, 1100, 24);
  bar.show();
  bar.setProblems("arm", {{true, "links.arm.body.length", "Must be positive", "Give a length", "links.arm.body.length"},
                          {false, "line 3", "Unknown key", "", ""}});
  QSignalSpy chosen(&bar, &StatusBar::problemChosen);
  QTest::mouseClick(bar.findChild<QToolButton*>("problems_button"), Qt::LeftButton);
  auto* popover = window.findChild<ProblemsPopover*>();
  ASSERT_TRUE(popover->isVisible());
  for (QAbstractButton* line : popover->findChildren<QAbstractButton*>())
    if (line->accessibleName() == "Must be positive") QTest::mouseClick(line, Qt::LeftButton);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "links.arm.body.length");
  EXPECT_FALSE(popover->isVisible());
}

TEST_F(ShellWidgetsTest, TheStatusKnowsReplaysAndRuns) {
  StatusBar bar(&window, &window);
  bar.setState(RunState::kReady);
  EXPECT_EQ(bar.stateText(), "Editing");
  bar.setState(RunState::kRunning);
  bar.setReplaying(true);
  EXPECT_EQ(bar.stateText(), "Replaying");
  bar.setReplaying(false);
  EXPECT_EQ(bar.stateText(), "Running");
  EXPECT_TRUE(bar.runChip()->isHidden());
  bar.setRun("run 3 · edited");
  EXPECT_FALSE(bar.runChip()->isHidden());
  bar.show();
  QTest::mouseClick(bar.runChip(), Qt::LeftButton);
  EXPECT_TRUE(bar.runs().isVisible());
}

TEST_F(ShellWidgetsTest, HelpComesFromTheNearestThatSaysSomething) {
  QWidget outer, *inner = new QWidget(&outer), *deep = new QWidget(inner);
  EXPECT_TRUE(helpOf(deep).isEmpty());
  EXPECT_TRUE(helpOf(nullptr).isEmpty());
  outer.setProperty(kHelpTitle, "Outer");
  EXPECT_EQ(helpOf(deep).title, "Outer");
  inner->setToolTip("<b>Play</b> (Space)");
  EXPECT_EQ(helpOf(deep).text, "Play (Space)");
  deep->setProperty(kHelpText, "Deep");
  EXPECT_EQ(helpOf(deep).text, "Deep");
}

TEST_F(ShellWidgetsTest, TheSectionOfTheGuideComesFromTheNearestThatHasOne) {
  QWidget outer, *inner = new QWidget(&outer), *deep = new QWidget(inner);
  EXPECT_EQ(guideOf(deep), "");
  outer.setProperty(kHelpGuide, "running.md#time");
  deep->setToolTip("Play");
  EXPECT_EQ(helpOf(deep).text, "Play");
  EXPECT_EQ(helpOf(deep).guide, "running.md#time") << "the nearest that has one, whoever has the text";
  inner->setProperty(kHelpGuide, "formulas.md#joints");
  EXPECT_EQ(guideOf(deep), "formulas.md#joints");
  EXPECT_EQ(guideOf(&outer), "running.md#time");
}

TEST_F(ShellWidgetsTest, TheHelpCardLeadsToItsSection) {
  HelpCard card(&window);
  QSignalSpy asked(&card, &HelpCard::guideAsked);
  auto* link = card.findChild<QLabel*>("help_guide");
  ASSERT_TRUE(link);
  card.setHelp({.title = "Axis", .guide = "formulas.md#joints", .section = "Joints <1>"});
  card.openAt(&window);
  EXPECT_TRUE(link->isVisible());
  EXPECT_TRUE(link->text().contains("Joints &lt;1&gt;")) << link->text().toStdString();
  EXPECT_EQ(card.guide(), "formulas.md#joints");
  Q_EMIT link->linkActivated("#");
  ASSERT_EQ(asked.size(), 1);
  EXPECT_EQ(asked[0][0].toString(), "formulas.md#joints");
  card.setHelp({.title = "Nothing more"});
  EXPECT_FALSE(link->isVisible());
  EXPECT_EQ(card.guide(), "");
}

TEST_F(ShellWidgetsTest, AGuideHasSections) {
  QTemporaryDir folder;
  const QString suffix = ".md";  // apart, as these are no pages of the repository
  QFile page(folder.filePath("a" + suffix));
  ASSERT_TRUE(page.open(QIODevice::WriteOnly));
  page.write("# Page\nfirst\n## One, two\ntext\n```\n# no heading\n```\n### Below\nmore\n## Next\nlast\n");
  page.close();
  const auto address = [&](const QString& name, const QString& anchor) { return QUrl(name + suffix + anchor); };
  const auto section = [&](const QString& anchor) { return Guide::sectionAt(folder.path(), address("a", anchor)); };
  const auto heading = [&](const QString& anchor) { return Guide::headingAt(folder.path(), address("a", anchor)); };
  EXPECT_EQ(section("#one-two"), "## One, two\ntext\n```\n# no heading\n```\n### Below\nmore");
  EXPECT_EQ(section("#below"), "### Below\nmore");
  EXPECT_EQ(section("#next").trimmed(), "## Next\nlast");
  EXPECT_EQ(section("#no-heading"), "");
  EXPECT_EQ(Guide::sectionAt(folder.path(), address("b", {})), "");
  EXPECT_EQ(heading("#one-two"), "One, two");
  EXPECT_EQ(heading(""), "Page");
  EXPECT_EQ(heading("#three"), "");
}

TEST_F(ShellWidgetsTest, TheHelpCardTakesAnyText) {
  HelpCard card(&window);
  card.setHelp({.title = "Young's modulus",
                .kind = "materials.silicone.young",
                .text = QString(2000, 'w'),
                .rows = {{"Unit", "Pa"}, {"Symbol", ""}}});
  card.openAt(&window);
  EXPECT_TRUE(card.isVisible());
  int labels = 0;
  for (const QLabel* label : card.findChildren<QLabel*>()) labels += label->text() == "Symbol" ? 1 : 0;
  EXPECT_EQ(labels, 0);
  card.setHelp({});
  EXPECT_TRUE(card.accessibleName().isEmpty());
}

TEST_F(ShellWidgetsTest, APictureHasAnySizeAndAName) {
  PictureDialog dialog(&window);
  dialog.setViewSize({800, 600});
  dialog.setFile("/tmp/a");
  EXPECT_EQ(dialog.choice().file, "/tmp/a.png");
  EXPECT_EQ(dialog.choice().pixels, QSize(800, 600));
  auto* presets = dialog.findChild<QComboBox*>("picture_preset");
  presets->setCurrentIndex(3);
  Q_EMIT presets->activated(3);
  EXPECT_EQ(dialog.choice().pixels, QSize(3840, 2160));
  dialog.findChild<QSpinBox*>("picture_width")->setValue(10'000'000);
  EXPECT_EQ(dialog.choice().pixels.width(), PictureDialog::kMost);
  EXPECT_EQ(dialog.choice().backdrop, Backdrop::kTheme);
  EXPECT_FALSE(dialog.choice().publication);
  dialog.findChild<QComboBox*>("picture_background")->setCurrentIndex(1);
  dialog.findChild<QComboBox*>("picture_quality")->setCurrentIndex(1);
  EXPECT_EQ(dialog.choice().backdrop, Backdrop::kWhite);
  EXPECT_TRUE(dialog.choice().publication);
  auto* save = dialog.findChild<QAbstractButton*>("picture_save");
  EXPECT_TRUE(save->isEnabled());
  dialog.setFile("   ");
  EXPECT_FALSE(save->isEnabled());
}

TEST_F(ShellWidgetsTest, ALineDrawingHasHiddenLinesInsteadOfBackgroundAndQuality) {
  PictureDialog dialog(&window);
  dialog.setViewSize({960, 480});
  auto* hidden = dialog.findChild<QAbstractButton*>("picture_hidden_lines");
  auto* backdrop = dialog.findChild<QComboBox*>("picture_background");
  auto* quality = dialog.findChild<QComboBox*>("picture_quality");
  ASSERT_TRUE(hidden && backdrop && quality);
  for (const char* name : {"/tmp/a.svg", "/tmp/a.PDF"}) {
    dialog.setFile(name);
    EXPECT_EQ(dialog.choice().file, name);
    EXPECT_TRUE(dialog.choice().isLines());
    EXPECT_TRUE(hidden->isEnabled());
    EXPECT_FALSE(backdrop->isEnabled() || quality->isEnabled());
    bool says = false;
    for (const QLabel* label : dialog.findChildren<QLabel*>()) says |= label->text().contains("254 × 127 mm");
    EXPECT_TRUE(says) << "96 pixels are an inch";
  }
  EXPECT_FALSE(dialog.choice().hiddenLines);
  hidden->setChecked(true);
  EXPECT_TRUE(dialog.choice().hiddenLines);
  dialog.setFile("/tmp/a.svg.png");
  EXPECT_FALSE(dialog.choice().isLines() || hidden->isEnabled());
  EXPECT_TRUE(backdrop->isEnabled() && quality->isEnabled());
}

}  // namespace
}  // namespace tendril
