// SPDX-License-Identifier: GPL-3.0-or-later
// The window under hands: keys, bad files, dropping, resizing, and a monkey.
#include <QComboBox>
#include <QDialog>
#include <QDropEvent>
#include <QMenu>
#include <QMimeData>

#include <random>

#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/help/shortcut_sheet.hpp"

namespace tendril {
namespace {

class WindowTest : public StudioTest {
 protected:
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
    handleEvents();
  }
  void openSoft(bool play) { open(exampleNamed("soft-manipulator"), play); }
};

TEST_F(WindowTest, KeysDriveTheRun) {
  openSoft(false);
  press(Qt::Key_Period);
  EXPECT_TRUE(soon([&] { return time() > 0 && window.player().state() == RunState::kPaused; }));
  press(Qt::Key_Space);
  EXPECT_TRUE(soon([&] { return window.player().state() == RunState::kRunning; }));
  const double started = time();
  EXPECT_TRUE(soon([&] { return time() > started + 0.1; }));
  press(Qt::Key_Space);
  EXPECT_TRUE(soon([&] { return window.player().state() == RunState::kPaused; }));
  const double paused = time();
  press(Qt::Key_Comma);
  EXPECT_TRUE(soon([&] { return time() < paused; }));
  const double back = time();
  press(Qt::Key_Comma);
  EXPECT_TRUE(soon([&] { return time() < back; }));
  press(Qt::Key_Home);
  EXPECT_TRUE(soon([&] { return time() == 0 && window.player().state() == RunState::kReady; }));
}

TEST_F(WindowTest, PlayConcernsTheProjectAsItWasEdited) {
  openSoft(false);
  for (int i = 1; i <= 20; ++i) {
    std::vector<Problem> problems;
    const QString z = QString::number(-9 - 0.01 * i);
    ASSERT_TRUE(window.document().setField("gravity", QString("[0, 0, %1]").arg(z), problems));
    if (i % 2 == 0) {
      ASSERT_TRUE(settled());  // what was built is with the player, though nobody has seen it yet
    }
    window.player().reset();
    window.player().play();
    ASSERT_TRUE(soon([&] { return running() && time() > 0 && !window.document().isBuilding(); })) << i;
    ASSERT_TRUE(soon([&] { return window.player().snapshot().model->gravity.z() == z.toDouble(); })) << i;
    window.player().reset();
    ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kReady; }));
  }
}

TEST_F(WindowTest, GoingBackComesToWhatWas) {
  openSoft(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return time() > 0.5; }, kPatience));
  window.player().pause();
  ASSERT_TRUE(QTest::qWaitFor([&] { return window.player().state() == RunState::kPaused; }, kPatience));
  const double paused = time();
  const auto history = window.player().snapshot().history;
  window.player().stepBack();
  ASSERT_TRUE(QTest::qWaitFor([&] { return time() < paused; }, kPatience));
  const auto record = history->record(history->find(time() + 1e-9));
  EXPECT_NEAR(record.t, time(), 1e-12);
  EXPECT_TRUE(record.q.isApprox(window.player().snapshot().q, 1e-12));
  window.player().reset();
  EXPECT_TRUE(QTest::qWaitFor([&] { return time() == 0; }, kPatience));
  EXPECT_TRUE(window.player().snapshot().q.isApprox(window.player().snapshot().model->q0, 1e-12) ||
              window.player().snapshot().q.norm() < 1e-12);
}

TEST_F(WindowTest, AHeldKeyGoesBackToTheBeginningAndStops) {
  openSoft(true);
  ASSERT_TRUE(QTest::qWaitFor([&] { return time() > 0.2; }, kPatience));
  window.player().pause();
  for (int i = 0; i < 100; ++i) {
    window.player().stepBack();
    QTest::qWait(5);
  }
  EXPECT_EQ(time(), 0);
  EXPECT_FALSE(window.player().canStepBack());
}

TEST_F(WindowTest, SpeedChangesThePace) {
  openSoft(true);
  window.player().setSpeed(0.1);
  QTest::qWait(200);
  const double start = time();
  QTest::qWait(1000);
  EXPECT_NEAR(time() - start, 0.1, 0.05);
}

struct BadFile {
  const char* name;
  const char* content;
};

TEST_F(WindowTest, ABadFileLeavesTheOpenProjectAsItIs) {
  openSoft(true);
  const QString path = window.projectPath(), title = window.windowTitle();
  const auto generation = window.player().snapshot().generation;
  const BadFile files[] = {
      {"empty.tendril.json", ""},
      {"truncated.tendril.json", "{\"format\": \"tendril\", \"version\": 1, \"links\": ["},
      {"unknown.tendril.json", "{\"format\": \"tendril\", \"version\": 1, \"name\": \"a\", \"linksss\": []}"},
      {"type.tendril.json", "{\"format\": \"tendril\", \"version\": \"one\"}"},
      {"newer.tendril.json", "{\"format\": \"tendril\", \"version\": 99}"},
      {"huge.tendril.json", "{\"format\": \"tendril\", \"version\": 1, \"gravity\": [0, 0, 1e400]}"},
      {"binary.tendril.json", "\x89PNG\r\n\x1a\n"}};
  for (const auto& [name, content] : files) {
    SCOPED_TRACE(name);
    openAndWait(written(name, content));
    ASSERT_FALSE(window.view().notices().cards().empty());
    const Notice& notice = window.view().notices().cards().front()->notice();
    EXPECT_TRUE(notice.title.contains(name));
    EXPECT_FALSE(notice.advice.isEmpty());
    EXPECT_EQ(window.projectPath(), path);
    EXPECT_EQ(window.windowTitle(), title);
    EXPECT_EQ(window.player().snapshot().generation, generation);
    EXPECT_EQ(window.player().state(), RunState::kRunning);
  }
  keep("bad-file-light");
  openAndWait("/no/such/place.tendril.json");
  EXPECT_EQ(window.projectPath(), path);
  EXPECT_EQ(QApplication::activeModalWidget(), nullptr);
}

TEST_F(WindowTest, ADroppedFileOpens) {
  openSoft(false);
  QMimeData data;
  data.setUrls({QUrl::fromLocalFile(exampleNamed("spinning-pendulum"))});
  const QPoint at = window.rect().center();
  QDragEnterEvent enter(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &enter);
  EXPECT_TRUE(enter.isAccepted());
  QDropEvent drop(at, Qt::CopyAction, &data, Qt::LeftButton, {});
  QApplication::sendEvent(&window, &drop);
  auto* question = window.findChild<QMenu*>("importMenu");  // open it, or add it to what is there?
  ASSERT_TRUE(question && soon([&] { return question->isVisible(); }));
  QTest::mouseClick(question, Qt::LeftButton, {},
                    question->actionGeometry(question->findChild<QAction*>("openIt")).center());
  EXPECT_TRUE(QTest::qWaitFor([&] { return window.projectPath().contains("spinning-pendulum"); }, kPatience));
}

TEST_F(WindowTest, DroppingNonsenseIsDeclined) {
  QMimeData text;
  text.setText("hello");
  QDragEnterEvent enter(window.rect().center(), Qt::CopyAction, &text, Qt::LeftButton, {});
  enter.ignore();
  QApplication::sendEvent(&window, &enter);
  EXPECT_FALSE(enter.isAccepted());
}

TEST_F(WindowTest, OpeningManyFilesQuicklyShowsTheLast) {
  for (int i = 0; i < 10; ++i)
    for (const Example& example : findExamples()) window.openProject(example.path, true);
  const QString last = findExamples().back().path;
  EXPECT_TRUE(QTest::qWaitFor([&] { return window.projectPath() == last; }, kPatience));
}

TEST_F(WindowTest, ShrinksToItsMinimumAndKeepsTheViewLarge) {
  openSoft(true);
  window.resize(1, 1);
  untilStill();
  EXPECT_GE(window.width(), 1100);
  EXPECT_GE(window.height(), 700);
  const double share = 1.0 * window.view().width() * window.view().height() / (window.width() * window.height());
  EXPECT_GE(share, 0.55);
  EXPECT_TRUE(window.view().rect().contains(window.transport().geometry()));
  keep("minimum-light");
}

TEST_F(WindowTest, TabHidesAndShowsThePanels) {
  openSoft(false);
  EXPECT_TRUE(window.panelsShown());
  press(Qt::Key_Tab);
  EXPECT_FALSE(window.panelsShown());
  press(Qt::Key_Tab);
  EXPECT_TRUE(window.panelsShown());
}

TEST_F(WindowTest, AKeyShowsTheShortcuts) {
  press(Qt::Key_Slash, Qt::ControlModifier);
  auto* sheet = window.findChild<ShortcutSheet*>();
  ASSERT_TRUE(sheet);
  EXPECT_TRUE(soon([&] { return sheet->isVisible(); }));
  keep("shortcuts-light");
  QTest::keyClick(sheet, Qt::Key_Escape);
  EXPECT_FALSE(sheet->isVisible());
}

TEST_F(WindowTest, KeyFiveSwitchesBetweenPerspectiveAndParallelProjection) {
  openSoft(true);
  Viewport& view = window.view().viewport();
  const CameraView before = view.camera();
  ASSERT_FALSE(before.orthographic);
  QTest::keyClick(&view, Qt::Key_5);
  EXPECT_TRUE(view.camera().orthographic);
  EXPECT_EQ(view.camera().pivot, before.pivot);
  // What is behind the pivot is not smaller now.
  const auto onScreen = [&](const CameraView& camera, const Vec3& p) {
    return Vec3(camera.project(p, view.width(), view.height()) -
                camera.project(camera.pivot, view.width(), view.height()))
        .head<2>()
        .norm();
  };
  const Vec3 aside = before.pivot + 0.1 * before.right(), behind = aside + 0.3 * before.direction();
  EXPECT_NEAR(onScreen(view.camera(), behind), onScreen(view.camera(), aside), 1e-6);
  EXPECT_LT(onScreen(before, behind), onScreen(before, aside) - 1);
  keep("parallel-projection");
  CameraView seen = view.camera();
  seen.orthographic = false;
  view.setCamera(seen);  // as a project does that brings its camera
  QTest::keyClick(&view, Qt::Key_5);
  EXPECT_TRUE(view.camera().orthographic);
  QTest::keyClick(&view, Qt::Key_5);
  EXPECT_FALSE(view.camera().orthographic);
}

/// Closes whatever a click has opened.
void closeWhatOpened(QWidget& window) {
  if (QWidget* popup = QApplication::activePopupWidget()) popup->close();
  for (QDialog* dialog : window.findChildren<QDialog*>()) dialog->close();
}

TEST_F(WindowTest, SurvivesAMonkey) {
  openSoft(true);
  std::mt19937 random(7);
  const auto pick = [&](int count) { return std::uniform_int_distribution<int>(0, count - 1)(random); };
  const Qt::Key keys[] = {Qt::Key_Space, Qt::Key_Period, Qt::Key_Comma, Qt::Key_Home, Qt::Key_F,      Qt::Key_1,
                          Qt::Key_3,     Qt::Key_7,      Qt::Key_Tab,   Qt::Key_F1,   Qt::Key_Escape, Qt::Key_Plus,
                          Qt::Key_Minus, Qt::Key_Return, Qt::Key_Down,  Qt::Key_Up};
  for (int i = 0; i < 300; ++i) {
    QTimer::singleShot(20, &window, [this] { closeWhatOpened(window); });
    QList<QAbstractButton*> buttons;
    for (QAbstractButton* button : window.findChildren<QAbstractButton*>())
      if (button->isVisible() && button->isEnabled()) buttons << button;
    switch (pick(4)) {
      case 0:
        buttons[pick(static_cast<int>(buttons.size()))]->click();
        break;
      case 1:
        QTest::keyClick(&window, keys[pick(std::size(keys))]);
        break;
      case 2:
        QTest::mouseClick(&window.view().viewport(), Qt::LeftButton, {},
                          {pick(window.view().width()), pick(window.view().height())});
        break;
      default: {
        const QPoint from(pick(window.view().width()), pick(window.view().height()));
        QTest::mousePress(&window.view().viewport(), Qt::LeftButton, {}, from);
        QTest::mouseMove(&window.view().viewport(), from + QPoint(40, 20));
        QTest::mouseRelease(&window.view().viewport(), Qt::LeftButton, {}, from + QPoint(40, 20));
      }
    }
    QTest::qWait(5);
    closeWhatOpened(window);
  }
  EXPECT_TRUE(window.isVisible());
  EXPECT_NE(window.player().state(), RunState::kEmpty);
}

}  // namespace
}  // namespace tendril
