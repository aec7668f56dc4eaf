// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/theme/theme.hpp"

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFontDatabase>
#include <QFontInfo>
#include <QImage>
#include <QSignalSpy>

#include <test_paths.hpp>
#include "widgets/theme/icon.hpp"

namespace tendril {
namespace {

class ThemeTest : public testing::Test {
 protected:
  void SetUp() override {
    theme.install();
    theme.setMode(ThemeMode::kLight);
  }
  AppTheme& theme = AppTheme::instance();
};

TEST_F(ThemeTest, HasThePaletteOfTheDesign) {
  EXPECT_EQ(darkScheme().window.name(), "#15181d");
  EXPECT_EQ(darkScheme().accent.name(), "#4da3ff");
  EXPECT_EQ(lightScheme().panel.name(), "#ffffff");
  EXPECT_EQ(lightScheme().error.name(), "#cf222e");
}

TEST_F(ThemeTest, KeepsTextReadable) {
  for (const Scheme* scheme : {&darkScheme(), &lightScheme()}) {
    for (const QColor& back : {scheme->window, scheme->panel, scheme->hover}) {
      EXPECT_GE(contrast(scheme->text, back), 10);
      EXPECT_GE(contrast(scheme->secondary, back), 4.5);
    }
    for (const QColor& sign : {scheme->warn, scheme->error, scheme->good, scheme->accent})
      EXPECT_GE(contrast(sign, scheme->panel), 3) << sign.name().toStdString();
  }
}

TEST_F(ThemeTest, SwitchesEverythingAtOnceAndTellsOnce) {
  QSignalSpy spy(&theme, &AppTheme::changed);
  theme.setMode(ThemeMode::kDark);
  EXPECT_EQ(spy.count(), 1);
  EXPECT_EQ(QApplication::palette().color(QPalette::Window), darkScheme().window);
  EXPECT_TRUE(qApp->styleSheet().contains(darkScheme().hairline.name()));
  theme.setMode(ThemeMode::kDark);
  EXPECT_EQ(spy.count(), 1);
}

TEST_F(ThemeTest, FollowsTheSystemOnlyWhenAsked) {
  theme.setSystemDark(true);
  EXPECT_FALSE(theme.isDark());
  theme.setMode(ThemeMode::kSystem);
  EXPECT_TRUE(theme.isDark());
  theme.setSystemDark(false);
  EXPECT_FALSE(theme.isDark());
}

TEST_F(ThemeTest, LeavesNoNameUnreplacedInTheStyleSheet) {
  EXPECT_FALSE(styleSheetOf(darkScheme()).contains(u'@'));
  EXPECT_FALSE(styleSheetOf(lightScheme()).contains(u'@'));
}

TEST_F(ThemeTest, BringsItsOwnFonts) {
  EXPECT_TRUE(QFontDatabase::families().contains("Inter"));
  EXPECT_TRUE(QFontDatabase::families().contains("JetBrains Mono"));
  EXPECT_EQ(QFontInfo(AppTheme::numberFont()).family(), "JetBrains Mono");
  EXPECT_EQ(AppTheme::font().pixelSize(), 13);
  EXPECT_EQ(AppTheme::headingFont().pixelSize(), 15);
}

/// The colour of the most opaque pixel.
QColor inkOf(const QImage& image) {
  QColor ink(0, 0, 0, 0);
  for (int y = 0; y < image.height(); ++y)
    for (int x = 0; x < image.width(); ++x)
      if (image.pixelColor(x, y).alpha() > ink.alpha()) ink = image.pixelColor(x, y);
  return ink;
}

TEST_F(ThemeTest, DrawsEveryIconInTheAskedColourInsideItsSquare) {
  const QStringList files = QDir(TENDRIL_SOURCE_DIR "/assets/icons").entryList({"*.svg"});
  ASSERT_GT(files.size(), 20);
  for (const QString& file : files) {
    const QImage image = iconPixmap(file.chopped(4), 20, 2, QColor("#ff0000")).toImage();
    ASSERT_EQ(image.width(), 40) << file.toStdString();
    EXPECT_GT(inkOf(image).alpha(), 200) << file.toStdString();
    EXPECT_GT(inkOf(image).red(), 250) << file.toStdString();
    for (int i = 0; i < 40; ++i)  // nothing is cut off at the border
      for (const QPoint at : {QPoint(i, 0), QPoint(i, 39), QPoint(0, i), QPoint(39, i)})
        EXPECT_EQ(image.pixelColor(at).alpha(), 0) << file.toStdString();
  }
}

TEST_F(ThemeTest, IconsFollowTheTheme) {
  const QIcon icon = themeIcon("play");
  EXPECT_LT(inkOf(icon.pixmap(20, 20).toImage()).lightness(), 80);
  theme.setMode(ThemeMode::kDark);
  EXPECT_GT(inkOf(icon.pixmap(20, 20).toImage()).lightness(), 180);
}

TEST_F(ThemeTest, UnknownIconIsEmptyNotACrash) {
  EXPECT_TRUE(iconPixmap("no-such-icon", 16, 1, Qt::red).isNull());
}

}  // namespace
}  // namespace tendril
