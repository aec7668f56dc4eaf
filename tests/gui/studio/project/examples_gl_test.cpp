// SPDX-License-Identifier: GPL-3.0-or-later
// Every example, opened and played in a real window.
#include <QElapsedTimer>

#include <algorithm>

#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

/// Centre of mass frames of the links on the screen, logical pixels of the viewport.
std::vector<QPoint> linksOnScreen(Viewport& viewport, const Snapshot& snapshot) {
  std::vector<QPoint> points;
  const auto add = [&](const Vec3& p) {
    const Vec3 at = viewport.camera().project(p, viewport.width(), viewport.height());
    points.emplace_back(static_cast<int>(at.x()), static_cast<int>(at.y()));
  };
  for (const Pose& pose : snapshot.linkPoses) add(pose.p);
  for (const Pose& pose : snapshot.tipPoses) add(pose.p);
  for (const Pose& pose : snapshot.sections) add(pose.p);
  return points;
}

QRect boundsOf(const std::vector<QPoint>& points, const QRect& limits) {
  QRect bounds;
  for (const QPoint& point : points) bounds |= QRect(point - QPoint(12, 12), QSize(24, 24));
  return bounds & limits;
}

int differences(const QImage& a, const QImage& b, const QRect& where) {
  int count = 0;
  for (int y = where.top(); y <= where.bottom(); ++y)
    for (int x = where.left(); x <= where.right(); ++x) {
      const QColor one = a.pixelColor(x, y), other = b.pixelColor(x, y);
      count += std::abs(one.red() - other.red()) + std::abs(one.green() - other.green()) +
                   std::abs(one.blue() - other.blue()) >
               30;
    }
  return count;
}

class ExamplesTest : public StudioTest {
 protected:
  /// Simulated over wall time in so many milliseconds.
  double pace(int ms) {
    QElapsedTimer clock;
    const double start = time();
    clock.start();
    QTest::qWait(ms);
    return (time() - start) / (static_cast<double>(clock.nsecsElapsed()) * 1e-9);
  }
};

TEST_F(ExamplesTest, AllThatAreNamedAreThere) {
  for (const char* name : {"soft-manipulator", "hybrid-arm", "spinning-pendulum", "floating-star"})
    EXPECT_FALSE(exampleNamed(name).isEmpty()) << name;
}

/// One that takes a hundredth of its time to compute. Others may use the machine meanwhile, so it looks again.
TEST_F(ExamplesTest, ALightOnePlaysAtRealTime) {
  open(exampleNamed("double-pendulum"), true);
  double found = 0;
  for (int round = 0; round < 8 && std::abs(found - 1) > 0.1; ++round) found = pace(2000);
  EXPECT_NEAR(found, 1, 0.1);
}

/// Whether all of them hold real time is measured, not tested: bench_soft.
TEST_F(ExamplesTest, PlayAndMoveOnTheScreen) {
  for (const Example& example : findExamples()) {
    SCOPED_TRACE(example.path.toStdString());
    open(example.path, false);
    Viewport& viewport = window.view().viewport();
    EXPECT_EQ(window.player().state(), RunState::kReady);
    const QImage before = viewport.grabImage(viewport.size());
    std::vector<QPoint> places = linksOnScreen(viewport, window.player().snapshot());
    window.player().play();
    ASSERT_TRUE(QTest::qWaitFor([&] { return time() > 0; }, kPatience));
    const double pace = this->pace(1000);
    EXPECT_GT(pace, 0);
    EXPECT_LT(pace, 2) << "runs ahead of real time";
    EXPECT_EQ(window.player().state(), RunState::kRunning);
    const std::vector<QPoint> after = linksOnScreen(viewport, window.player().snapshot());
    places.insert(places.end(), after.begin(), after.end());
    const QRect robot = boundsOf(places, viewport.rect());
    EXPECT_GT(differences(before, viewport.grabImage(viewport.size()), robot), 100)
        << "nothing moved where the robot is";
    window.player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
    keep(QFileInfo(example.path).fileName().section(u'.', 0, 0) + "-light");
  }
}

TEST_F(ExamplesTest, GivesItsFrameTime) {
  open(exampleNamed("soft-manipulator"), true);
  window.resize(1440, 900);
  Viewport& viewport = window.view().viewport();
  std::vector<double> frames;
  const auto each =
      QObject::connect(&viewport, &Viewport::pictureShown, [&] { frames.push_back(viewport.frameMilliseconds()); });
  const bool shown = soon([&] { return frames.size() >= 20; });
  QObject::disconnect(each);
  ASSERT_TRUE(shown);
  std::ranges::sort(frames);
  const double median = frames[frames.size() / 2];
  RecordProperty("frame_ms", std::to_string(median));
  std::printf("soft-manipulator, %dx%d view: %.1f ms a frame%s\n", window.view().width(), window.view().height(),
              median, viewport.softwareRendering() ? " (software OpenGL)" : "");
  EXPECT_GT(median, 0);
  EXPECT_LT(median, 100) << "ten pictures a second";
}

}  // namespace
}  // namespace tendril
