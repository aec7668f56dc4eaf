// SPDX-License-Identifier: GPL-3.0-or-later
// How the 3D view comes onto the screen.
#include <gtest/gtest.h>

#include <QPainter>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QTest>

#include "tests/support/events.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

/// A plate that floats above a part of the view.
class Plate : public QWidget {
 public:
  using QWidget::QWidget;

 protected:
  void paintEvent(QPaintEvent*) override { QPainter(this).fillRect(rect(), Qt::magenta); }
};

class ViewportTest : public ::testing::Test {
 protected:
  static void show(Viewport& view) {
    view.resize(320, 200);
    view.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&view));
    handleEvents();
  }

  /// Shows the view and waits for its last picture.
  static void open(Viewport& view) {
    show(view);
    ASSERT_TRUE(QTest::qWaitFor([&] { return view.frameMilliseconds() > 0; }));
    QSignalSpy pictures(&view, &Viewport::pictureShown);
    while (pictures.wait(400)) {  // the last one, which is smooth, comes 150 ms after the one before
    }
  }
};

TEST_F(ViewportTest, PaintsThePictureItHasWhereSomethingElseMoves) {
  Viewport view;
  open(view);
  const QImage alone = view.grab().toImage();
  EXPECT_NE(alone.pixelColor(160, 5), alone.pixelColor(160, 195));  // sky and floor
  QSignalSpy pictures(&view, &Viewport::pictureShown);
  Plate plate(&view);
  plate.setGeometry(10, 10, 50, 20);
  plate.show();
  handleEvents();
  EXPECT_EQ(view.grab().toImage().pixelColor(20, 20), QColor(Qt::magenta));
  plate.move(100, 60);
  handleEvents();
  plate.hide();
  handleEvents();
  EXPECT_EQ(view.grab().toImage(), alone);
  EXPECT_EQ(pictures.count(), 0);
  view.setDark(true);
  EXPECT_TRUE(QTest::qWaitFor([&] { return pictures.count() >= 1; }, 5000));
  EXPECT_NE(view.grab().toImage(), alone);
}

TEST_F(ViewportTest, IsDrawnAnewAtAnotherSizeAndInAnotherWindow) {
  QWidget one, other;
  auto* view = new Viewport(&one);
  one.resize(320, 200), view->resize(320, 200);
  one.show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&one));
  const QImage before = view->grabImage({320, 200});
  view->resize(200, 150);
  handleEvents();
  EXPECT_EQ(view->grab().size(), QSize(200, 150));
  view->setParent(&other);
  view->resize(320, 200);
  other.show();
  view->show();
  ASSERT_TRUE(QTest::qWaitForWindowExposed(&other));
  EXPECT_EQ(view->grabImage({320, 200}), before);
}

TEST_F(ViewportTest, RefusesPicturesThatNoCardDraws) {
  Viewport view;
  EXPECT_TRUE(view.grabImage({320, 200}).isNull());  // not shown yet
  open(view);
  EXPECT_TRUE(view.grabImage({200'000, 200}).isNull());
  EXPECT_TRUE(view.grabImage({0, 200}).isNull());
  EXPECT_EQ(view.grabImage({33, 21}).size(), QSize(33, 21));  // rows of any length
}

TEST_F(ViewportTest, APictureOfManySamplesIsDrawnOrCancelled) {
  Viewport view;
  EXPECT_TRUE(view.grabSamples({64, 40}, Backdrop::kWhite, 2, [](double) { return true; }).isNull());  // not shown yet
  open(view);
  const QImage before = view.grabImage({160, 100});
  int told = 0;
  const auto goOn = [&told](double) { return ++told > 0; };
  const QImage white = view.grabSamples({160, 100}, Backdrop::kWhite, 3, goOn);
  EXPECT_EQ(told, 3);
  EXPECT_EQ(white.size(), QSize(160, 100));
  EXPECT_EQ(white.pixelColor(0, 0), QColor(Qt::white));
  EXPECT_EQ(view.grabSamples({160, 100}, Backdrop::kNone, 2, goOn).pixelColor(0, 0).alpha(), 0);
  EXPECT_TRUE(view.grabSamples({160, 100}, Backdrop::kTheme, 3, [](double) { return false; }).isNull());
  EXPECT_EQ(view.grabImage({160, 100}), before) << "the view is as it was";
}

TEST_F(ViewportTest, SaysWhatIsMissingWithoutOpenGl) {
  const QSurfaceFormat usual = QSurfaceFormat::defaultFormat();
  QSurfaceFormat other;
  other.setRenderableType(QSurfaceFormat::OpenGLES);
  QSurfaceFormat::setDefaultFormat(other);
  Viewport view;
  show(view);
  QSurfaceFormat::setDefaultFormat(usual);
  const QImage picture = view.grab().toImage();
  const QColor paper = AppTheme::instance().color(Token::kWindow);
  EXPECT_EQ(picture.pixelColor(2, 2), paper);
  int written = 0;
  for (int y = 0; y < picture.height(); ++y)
    for (int x = 0; x < picture.width(); ++x) written += picture.pixelColor(x, y) != paper;
  EXPECT_GT(written, 200);
  EXPECT_LT(written, picture.width() * picture.height() / 4);
  EXPECT_EQ(view.pickAt({160, 100}).kind, PickKind::kNothing);
  EXPECT_TRUE(view.grabImage({320, 200}).isNull());
  QTest::keyClick(&view, Qt::Key_F);
  QTest::mouseClick(&view, Qt::LeftButton, {}, {160, 100});
  view.resize(400, 300);
  handleEvents();
}

}  // namespace
}  // namespace tendril
