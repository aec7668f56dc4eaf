// SPDX-License-Identifier: GPL-3.0-or-later
// What the panel of the workspace asks for and shows.
#include <gtest/gtest.h>

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include "widgets/inputs/input_row.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/workspace/workspace_view.hpp"

namespace tendril {
namespace {

class WorkspaceViewTest : public testing::Test {
 protected:
  WorkspaceViewTest() { AppTheme::instance().install(); }
  template <class W>
  W* part(const char* name) {
    return view.findChild<W*>(name);
  }
  WorkspaceView view;
};

TEST_F(WorkspaceViewTest, KeepsTheLinkThatWasChosen) {
  EXPECT_FALSE(part<QPushButton>("findWorkspace")->isEnabled());
  view.setLinks({"base", "arm", "hand"});
  EXPECT_EQ(view.link(), 2) << "the last one at first";
  EXPECT_TRUE(part<QPushButton>("findWorkspace")->isEnabled());
  view.chooseLink(1);
  view.setLinks({"arm", "tool"});
  EXPECT_EQ(view.link(), 0);
  view.setLinks({"tool"});
  EXPECT_EQ(view.link(), 0);
  view.chooseLink(7);
  EXPECT_EQ(view.link(), 0);
  EXPECT_EQ(view.at(), 1);
  part<QSlider>("workspaceAt")->setValue(25);
  EXPECT_EQ(view.at(), 0.25);
  EXPECT_EQ(view.samples(), 2000);
}

TEST_F(WorkspaceViewTest, TheButtonFindsAndCancels) {
  view.setLinks({"arm"});
  view.resize(280, 500);
  view.show();
  QSignalSpy found(&view, &WorkspaceView::findRequested), cancelled(&view, &WorkspaceView::cancelRequested);
  auto* button = part<QPushButton>("findWorkspace");
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(found.count(), 1);
  view.setBusy(true);
  view.setProgress(0.42);
  EXPECT_TRUE(button->text().contains("42 %")) << button->text().toStdString();
  EXPECT_FALSE(part<QWidget>("workspaceLink")->isEnabled());
  QTest::mouseClick(button, Qt::LeftButton);
  EXPECT_EQ(cancelled.count(), 1);
  view.setBusy(false);
  EXPECT_FALSE(part<QWidget>("workspaceColor")->isVisible());
  view.setFound("12 points");
  EXPECT_TRUE(part<QWidget>("workspaceColor")->isVisible());
  EXPECT_TRUE(view.isShown());
  EXPECT_FALSE(part<QLabel>("workspacePoint")->isVisible());
  view.setPoint("Point 3");
  EXPECT_TRUE(part<QLabel>("workspacePoint")->isVisible());
  view.setFailure("No range");
  EXPECT_FALSE(part<QWidget>("workspaceColor")->isVisible());
  EXPECT_EQ(part<QLabel>("workspaceAbout")->text(), "No range");
  view.clear();
  EXPECT_TRUE(part<QLabel>("workspaceAbout")->text().contains("Where a point"));
}

TEST(InputRowLimit, ANumberAtTheEndOfItsRangeIsAmberAndSaysWhy) {
  AppTheme::instance().install();
  InputRow row({.name = "tendon", .unit = "N", .what = "tension", .lower = 0, .upper = 10});
  row.setValue({.value = 10, .held = true, .lost = 0, .ended = true});
  auto* number = row.findChild<QLineEdit*>();
  EXPECT_TRUE(number->toolTip().contains("end of its range"));
  EXPECT_TRUE(number->styleSheet().contains(AppTheme::instance().color(Token::kWarn).name()));
  row.setValue({.value = 10, .held = true});
  EXPECT_TRUE(number->toolTip().isEmpty());
  EXPECT_TRUE(number->styleSheet().isEmpty());
}

}  // namespace
}  // namespace tendril
