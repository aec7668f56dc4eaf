// SPDX-License-Identifier: GPL-3.0-or-later
// How the 3D view comes onto the screen.
#include <gtest/gtest.h>
#include <vtkGenericOpenGLRenderWindow.h>

#include <QPainter>
#include <QSignalSpy>
#include <QSurfaceFormat>
#include <QTest>
#include <cmath>

#include "tests/render/robots.hpp"
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

/// A cube of 0.4 m about the origin.
Snapshot cube() {
  ModelSpec spec;
  LinkSpec block = test::link("block", kWorld, JointType::kPrismatic);
  block.rigid.mass = 1;
  block.visuals.push_back({.shape = Visual::Shape::kBox, .size = Vec3::Constant(0.4), .mesh = {}, .pose = {}});
  spec.links.push_back(block);
  return test::snapshotAt(std::make_shared<const Model>(std::move(spec)));
}

/// With one sample per pixel as without a graphics card, and with several.
TEST_F(ViewportTest, DepthsOfTheRobotAreMetresFromTheCamera) {
  const Snapshot snapshot = cube();
  Canvas canvas;
  ASSERT_TRUE(canvas.create());
  Stage stage;
  stage.attach(canvas.window());
  canvas.window()->SetSize(160, 100);
  stage.setFurniture(false);  // the axes have depths of their own
  stage.setRobot(std::make_shared<RobotScene>(snapshot.model));
  stage.update(snapshot);
  stage.camera() = {.pivot = Vec3::Zero(), .distance = 2, .azimuth = 0, .elevation = 0};
  for (const bool several : {false, true})
    for (const bool orthographic : {false, true}) {
      SCOPED_TRACE(several ? "several samples" : "one sample");
      stage.camera().orthographic = orthographic;
      stage.setAntialiasing(several ? Antialiasing::kMultisample : Antialiasing::kNone);
      stage.prepare(160, 100, 1);
      QImage picture;
      canvas.draw(picture, several);
      PictureDepths depths = stage.depthsOfRobot();
      EXPECT_LT(depths.width, 100);
      EXPECT_GT(depths.width, 30);
      canvas.readDepths(depths, several);
      const auto at = [&](int x, int y) {
        return depths.values[static_cast<std::size_t>((y - depths.top) * depths.width + x - depths.left)];
      };
      const double value = at(80, 50), range = depths.far - depths.near;
      const double distance =
          orthographic ? depths.near + value * range : depths.near * depths.far / (depths.far - value * range);
      EXPECT_NEAR(distance, 1.8, 0.01) << "of its front";
      EXPECT_EQ(at(depths.left, depths.top), 1) << "nothing is there";
      EXPECT_NEAR(depths.pixels / (orthographic ? 1 : 2), 100 / (4 * std::tan(stage.camera().fieldOfView / 2)), 1e-6);
    }
  stage.detach();
  canvas.release();
}

/// While the camera turns about a small picture there is time for all.
TEST_F(ViewportTest, PicturesInMotionGetBetterWhereThereIsTime) {
  const Snapshot snapshot = cube();
  Viewport view;
  open(view);
  view.setScene(std::make_shared<RobotScene>(snapshot.model));
  view.updatePose(snapshot);
  EXPECT_NE(view.motionQuality().quality(), PictureQuality::kPlain);
  CameraView camera = view.camera();
  EXPECT_TRUE(QTest::qWaitFor(
      [&] {
        camera.azimuth += 0.01;
        view.setCamera(camera);
        return view.motionQuality().quality() == PictureQuality::kShaded;
      },
      30000))
      << "a picture takes " << view.motionQuality().median() << " ms";
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
