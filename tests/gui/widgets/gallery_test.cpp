// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/gallery/gallery.hpp"

#include <gtest/gtest.h>

#include <QDir>
#include <QLineEdit>
#include <QPainter>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <test_paths.hpp>
#include "tests/support/events.hpp"
#include "widgets/gallery/card_grid.hpp"
#include "widgets/gallery/empty_project.hpp"
#include "widgets/gallery/gallery_card.hpp"
#include "widgets/gallery/gallery_rows.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

std::vector<GalleryItem> someItems(const QString& strip = {}) {
  const QString soft = QStringLiteral("Soft arms"), rigid = QStringLiteral("Rigid machines");
  return {
      {"Soft manipulator", "A tapered arm of silicone that four tendons bend and twist.", soft, "[gvs]", "/a", strip,
       strip},
      {"Double pendulum", "Two links, no friction: chaos.", rigid, "[lie]", "/b", {}, {}},
      {"Curved tube", "A tube that is bent when nothing pulls.", soft, "[gvs]", "/c", strip, strip},
  };
}

/// 24 frames whose grey tells which one it is.
QImage filmStrip() {
  QImage strip(24 * 64, 40, QImage::Format_RGB32);
  QPainter painter(&strip);
  for (int i = 0; i < 24; ++i) painter.fillRect(i * 64, 0, 64, 40, QColor(10 * i, 10 * i, 10 * i));
  return strip;
}

class GalleryTest : public testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    gallery.resize(1100, 700);
    gallery.setStarters({{"rod", "Rod", "A soft rod on the ground", "link-soft"},
                         {"arm", "Rigid arm", "Hinges and links", "link-rigid"},
                         {"floating", "Floating base", "A body that nothing holds", "link-floating"}});
    gallery.setRecents({{"Finger", "/home/someone/finger.tendril.json", "today", true},
                        {"Gone", "/home/someone/gone.tendril.json", "not there", false}});
    gallery.setItems(someItems());
    gallery.show();
    handleEvents();
  }
  template <class T>
  T* child(const QString& name) {
    return gallery.findChild<T*>(name);
  }
  Gallery gallery;
};

TEST(GalleryGroups, FollowTheGroupingAndTheFilter) {
  const auto kinds = galleryGroups(someItems(), GalleryGrouping::kByKind, {});
  ASSERT_EQ(kinds.size(), 2u);
  EXPECT_EQ(kinds[0].title, "Soft arms");
  EXPECT_EQ(kinds[0].items, (std::vector<int>{0, 2}));
  const auto papers = galleryGroups(someItems(), GalleryGrouping::kByPaper, "tube BENT");
  ASSERT_EQ(papers.size(), 1u);
  EXPECT_EQ(papers[0].items, (std::vector<int>{2}));
  EXPECT_TRUE(galleryGroups(someItems(), GalleryGrouping::kByKind, "no such thing").empty());
}

TEST(FilmStrip, CountsItsFrames) {
  EXPECT_EQ(filmStripFrames(24 * 320, 200), 24);
  EXPECT_EQ(filmStripFrames(320, 200), 1);
  EXPECT_EQ(filmStripFrames(0, 200), 0);
  EXPECT_EQ(filmStripFrames(320, 0), 0);
}

TEST_F(GalleryTest, AClickOpens) {
  QSignalSpy opened(&gallery, &Gallery::openRequested), chosen(&gallery, &Gallery::starterChosen);
  QTest::mouseClick(child<GalleryCard>("card:Double pendulum"), Qt::LeftButton);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][0].toString(), "/b");
  QTest::mouseClick(child<StarterTile>("starter:rod"), Qt::LeftButton);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "rod");
}

TEST_F(GalleryTest, KeysWalkAndOpen) {
  QSignalSpy opened(&gallery, &Gallery::openRequested);
  auto* first = child<GalleryCard>("card:Soft manipulator");
  gallery.activateWindow();
  first->setFocus();
  QTest::keyClick(first, Qt::Key_Right);
  auto* second = child<GalleryCard>("card:Curved tube");
  EXPECT_TRUE(second->hasFocus());
  QTest::keyClick(second, Qt::Key_Right);  // nothing behind the last
  QTest::keyClick(second, Qt::Key_Return);
  ASSERT_EQ(opened.size(), 1);
  EXPECT_EQ(opened[0][0].toString(), "/c");
}

TEST_F(GalleryTest, AGoneFileIsForgottenNotOpened) {
  QSignalSpy opened(&gallery, &Gallery::openRequested), forgotten(&gallery, &Gallery::forgetRequested);
  QTest::mouseClick(child<RecentRow>("recent:/home/someone/gone.tendril.json"), Qt::LeftButton);
  EXPECT_EQ(opened.size(), 0);
  ASSERT_EQ(forgotten.size(), 1);
  QTest::mouseClick(child<RecentRow>("recent:/home/someone/finger.tendril.json"), Qt::LeftButton);
  EXPECT_EQ(opened.size(), 1);
}

TEST_F(GalleryTest, AListThatChangesUnderTheClickIsSafe) {
  QObject::connect(&gallery, &Gallery::forgetRequested, &gallery, [this] { gallery.setRecents({}); });
  QObject::connect(&gallery, &Gallery::openRequested, &gallery, [this] { gallery.setItems({}); });
  QTest::mouseClick(child<RecentRow>("recent:/home/someone/gone.tendril.json"), Qt::LeftButton);
  QTest::mouseClick(child<GalleryCard>("card:Curved tube"), Qt::LeftButton);
  handleEvents();
  EXPECT_EQ(child<GalleryCard>("card:Curved tube"), nullptr);
}

TEST_F(GalleryTest, TypingSearches) {
  QTest::keyClicks(&gallery, "pendulum");
  handleEvents();
  EXPECT_EQ(child<QLineEdit>("gallery:filter")->text(), "pendulum");
  EXPECT_EQ(gallery.findChildren<GalleryCard*>().size(), 1);
  child<QLineEdit>("gallery:filter")->setText(QString(100000, u'x'));
  handleEvents();
  EXPECT_EQ(gallery.findChildren<GalleryCard*>().size(), 0);
}

TEST_F(GalleryTest, PicturesMove) {
  const QTemporaryDir folder;
  const QString file = folder.filePath("strip.png");
  ASSERT_TRUE(filmStrip().save(file));
  gallery.setItems(someItems(file));
  handleEvents();  // the cards of before are gone then
  auto* card = child<GalleryCard>("card:Soft manipulator");
  ASSERT_NE(card, nullptr);
  const auto grey = [card] { return card->grab().toImage().pixelColor(card->width() / 2, 40).red(); };
  const auto shows = [&](int tick) {
    card->setClock(tick);
    return std::abs(grey() - 10 * (tick % 24)) <= 1;
  };
  ASSERT_TRUE(QTest::qWaitFor([&] { return shows(7); }, 5000));
  EXPECT_TRUE(shows(8));
  EXPECT_TRUE(shows(24 + 3));
}

TEST_F(GalleryTest, APictureThatCannotBeReadLeavesAPlaceholder) {
  gallery.setItems(someItems("/no/such/strip.png"));
  handleEvents();  // the cards of before are gone then
  EXPECT_FALSE(child<GalleryCard>("card:Soft manipulator")->grab().isNull());
}

TEST_F(GalleryTest, CardsFillTheWidth) {
  for (const int width : {300, 700, 1100, 2000}) {
    gallery.resize(width, 700);
    handleEvents();
    for (const CardGrid* grid : gallery.findChildren<CardGrid*>())
      for (const QWidget* cell : grid->cells()) {
        EXPECT_GE(cell->width(), 200) << width;
        EXPECT_TRUE(grid->rect().contains(cell->geometry())) << width;
      }
  }
}

TEST_F(GalleryTest, LooksGoodInBothThemes) {
  QDir().mkpath(TENDRIL_BINARY_DIR "/screenshots");
  for (const ThemeMode mode : {ThemeMode::kLight, ThemeMode::kDark}) {
    AppTheme::instance().setMode(mode);
    handleEvents();
    const QString name = mode == ThemeMode::kLight ? "gallery-light.png" : "gallery-dark.png";
    EXPECT_TRUE(gallery.grab().save(QStringLiteral(TENDRIL_BINARY_DIR "/screenshots/") + name));
  }
  AppTheme::instance().setMode(ThemeMode::kLight);
}

TEST(EmptyProjects, FitIntoTheRoomThatTheyHave) {
  AppTheme::instance().install();
  QWidget view;
  view.resize(900, 600);
  EmptyProject panel({{"rod", "Rod", "A soft rod", "link-soft"}, {"arm", "Rigid arm", "A hinge", "link-rigid"}}, &view);
  view.show();
  panel.show();
  const auto* drop = panel.findChild<QAbstractButton*>("first:file");
  const auto* tile = panel.findChild<QAbstractButton*>("first:arm");
  ASSERT_TRUE(drop && tile);
  const QRect wide(10, 10, 880, 500), low(10, 10, 500, 120);
  panel.fit(wide);
  handleEvents();
  EXPECT_TRUE(wide.contains(panel.geometry()));
  EXPECT_TRUE(drop->isVisible() && tile->isVisible());
  panel.fit(low);
  handleEvents();
  EXPECT_FALSE(drop->isVisible()) << "tiles are more important";
  EXPECT_TRUE(tile->isVisible());
  EXPECT_GE(panel.y(), low.top()) << "its title can be read";
  EXPECT_LE(panel.width(), low.width());
  panel.fit(wide);
  EXPECT_TRUE(drop->isVisible());
  QSignalSpy chosen(&panel, &EmptyProject::starterChosen), file(&panel, &EmptyProject::chooseFileRequested);
  QTest::keyClick(panel.findChild<QAbstractButton*>("first:arm"), Qt::Key_Return);
  QTest::keyClick(panel.findChild<QAbstractButton*>("first:file"), Qt::Key_Return);
  ASSERT_EQ(chosen.size(), 1);
  EXPECT_EQ(chosen[0][0].toString(), "arm");
  EXPECT_EQ(file.size(), 1);
}

}  // namespace
}  // namespace tendril
