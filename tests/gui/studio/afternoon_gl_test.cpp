// SPDX-License-Identifier: GPL-3.0-or-later
// An afternoon with the studio, by mouse and keyboard: open every example, play, pull sliders and the robot, edit while
// it moves, undo, redo, scrub, branch, save, reopen, export.
#include <QComboBox>
#include <QSlider>

#include <random>

#include "core/session/engine_thread.hpp"
#include "studio/app/document_host.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/inspector/inspector.hpp"

namespace tendril {
namespace {

class AfternoonTest : public StudioTest {
 protected:
  template <class Predicate>
  bool soon(Predicate predicate) {
    return QTest::qWaitFor(predicate, kPatience);
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window, key, modifiers);
    QTest::qWait(30);
  }
  /// A copy that may be saved.
  QString copyOf(const QString& name) {
    const QString copy = folder.filePath(name + ".tendril.json");
    EXPECT_TRUE(QFile::copy(exampleNamed(name), copy));
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    return copy;
  }
  std::string text() { return window.document().document().text(); }
  bool settled() {
    return soon([&] { return !window.document().isBuilding(); });
  }
  bool running() { return window.player().state() == RunState::kRunning; }
  /// Sets a field as the inspector does.
  void edit(const QString& path, const QString& json) {
    std::vector<Problem> problems;
    EXPECT_TRUE(window.document().setField(path, json, problems))
        << path.toStdString() << ": " << (problems.empty() ? "" : problems[0].text());
  }
  /// Where the world point of a link's tip is in the view.
  QPoint centreOfRobot() {
    Viewport& view = window.view().viewport();
    for (int ring = 0; ring < 200; ring += 4)
      for (int angle = 0; angle < 360; angle += 15) {
        const double turn = angle * 3.14159265 / 180;
        const QPointF at(view.width() / 2.0 + ring * std::cos(turn), view.height() / 2.0 + ring * std::sin(turn));
        if (view.pickAt(at).kind == PickKind::kBody) return at.toPoint();
      }
    ADD_FAILURE() << "no body in the picture";
    return {};
  }
};

TEST_F(AfternoonTest, EveryExamplePlaysAndIsEditedLive) {
  const std::uint64_t violations = engineViolations();
  for (const Example& example : findExamples()) {
    SCOPED_TRACE(example.title.toStdString());
    open(example.path, true);
    ASSERT_TRUE(soon([&] { return running() && time() > 0.05; }));
    const std::string start = text();
    const double before = time();
    edit("gravity[2]", "-3");
    edit("simulation.rho_inf", "0.7");
    edit("name", "\"changed\"");
    ASSERT_TRUE(settled());
    ASSERT_TRUE(soon([&] { return time() > before; }));
    EXPECT_NE(text(), start);
    while (window.document().document().canUndo()) press(Qt::Key_Z, Qt::ControlModifier);
    EXPECT_EQ(text(), start);
    ASSERT_TRUE(settled());
    EXPECT_FALSE(window.document().isDirty());
  }
  EXPECT_EQ(engineViolations(), violations);
}

TEST_F(AfternoonTest, TenFieldsLiveUndoneAndRedone) {
  open(exampleNamed("soft-manipulator"), true);
  ASSERT_TRUE(soon([&] { return running(); }));
  const std::string start = text();
  const std::pair<const char*, const char*> edits[] = {
      {"materials.silicone.young", "6e5"},
      {"materials.silicone.density", "1100"},
      {"materials.silicone.viscosity", "2e4"},
      {"links.arm.body.length", "0.55"},
      {"links.arm.body.section.radius", "[0.028, 0.012]"},
      {"links.arm.body.strain.bending_y.order", "3"},
      {"links.arm.body.strain.bending_z.order", "5"},
      {"gravity", "[0, 0, -4]"},
      {"simulation.step", "0.004"},
      {"links.arm.pose.position", "[0, 0, 1.2]"},
  };
  for (const auto& [path, json] : edits) {
    edit(path, json);
    QTest::qWait(60);
    EXPECT_TRUE(running()) << path;
  }
  ASSERT_TRUE(settled());
  const std::string end = text();
  for (int i = 0; i < 10; ++i) press(Qt::Key_Z, Qt::ControlModifier);
  EXPECT_EQ(text(), start);
  for (int i = 0; i < 10; ++i) press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
  EXPECT_EQ(text(), end);
  ASSERT_TRUE(settled());
  EXPECT_TRUE(running());
  EXPECT_EQ(window.player().snapshot().model->nv,
            window.player().snapshot().q.size());  // the last program is the one that runs
}

TEST_F(AfternoonTest, AHandPullsTheRobotAndLetsGo) {
  open(exampleNamed("soft-manipulator"), false);
  Viewport& view = window.view().viewport();
  ASSERT_TRUE(soon([&] { return view.frameMilliseconds() > 0; }));
  window.player().play();
  ASSERT_TRUE(soon([&] { return running(); }));
  const QPoint at = centreOfRobot();
  const std::uint64_t run = window.player().snapshot().run;
  QTest::mousePress(&view, Qt::LeftButton, Qt::ControlModifier, at);
  for (int i = 1; i <= 10; ++i) {
    QTest::mouseMove(&view, at + QPoint(8 * i, 0));
    QTest::qWait(20);
  }
  ASSERT_TRUE(soon([&] { return !window.player().snapshot().model->loads.empty(); }));
  const double pulled = time();
  ASSERT_TRUE(soon([&] { return time() > pulled + 0.2; }));
  EXPECT_EQ(window.player().snapshot().run, run) << "grabbing goes on with the run";
  QTest::mouseRelease(&view, Qt::LeftButton, Qt::ControlModifier, at + QPoint(80, 0));
  EXPECT_TRUE(soon([&] { return window.player().snapshot().model->loads.empty(); }));
  EXPECT_FALSE(window.document().isDirty()) << "a hand is no edit";
}

TEST_F(AfternoonTest, ScrubBranchSaveReopen) {
  const QString file = copyOf("soft-manipulator");
  open(file, true);
  ASSERT_TRUE(soon([&] { return time() > 0.5; }));
  window.player().seek(0.25);
  ASSERT_TRUE(soon([&] { return window.player().snapshot().replaying; }));
  EXPECT_NEAR(time(), 0.25, 0.011);
  const std::uint64_t first = window.player().snapshot().run;
  press(Qt::Key_Space);
  ASSERT_TRUE(soon([&] { return running() && window.player().snapshot().run != first; }));
  EXPECT_EQ(window.player().shownRun()->parent, first);
  edit("materials.silicone.young", "7e5");
  EXPECT_TRUE(window.document().isDirty());
  const std::string edited = text();
  press(Qt::Key_S, Qt::ControlModifier);
  ASSERT_TRUE(soon([&] { return !window.document().isDirty(); }));
  QFile saved(file);
  ASSERT_TRUE(saved.open(QIODevice::ReadOnly));
  EXPECT_EQ(saved.readAll().toStdString(), edited);
  open(exampleNamed("hybrid-arm"), false);
  open(file, false);
  EXPECT_EQ(text(), edited);
}

TEST_F(AfternoonTest, RandomEditsWhileRunningComeBackToTheStart) {
  open(exampleNamed("hybrid-arm"), true);
  ASSERT_TRUE(soon([&] { return running(); }));
  const std::string start = text();
  const std::uint64_t violations = engineViolations();
  const std::pair<const char*, std::pair<double, double>> fields[] = {
      {"materials.silicone.young", {2e5, 2e6}},     {"materials.silicone.density", {700, 1500}},
      {"materials.silicone.viscosity", {1e3, 3e4}}, {"gravity[2]", {-12, 2}},
      {"links.waist.joint.stiffness", {10, 80}},    {"links.waist.joint.damping", {1, 8}},
      {"simulation.rho_inf", {0.3, 0.95}},          {"links.waist.body.mass", {0.2, 1}},
  };
  std::mt19937 random(11);
  int accepted = 0;
  for (int i = 0; i < 400; ++i) {
    const auto what = random() % 10;
    if (what == 0) {
      press(Qt::Key_Z, Qt::ControlModifier);
    } else if (what == 1) {
      press(Qt::Key_Z, Qt::ControlModifier | Qt::ShiftModifier);
    } else if (what == 2) {
      window.player().playPause();
    } else {
      const auto& [path, range] = fields[random() % std::size(fields)];
      const double value = std::uniform_real_distribution<double>(range.first, range.second)(random);
      std::vector<Problem> problems;
      accepted += window.document().setField(path, QString::number(value, 'g', 17), problems);
      QCoreApplication::processEvents();
    }
  }
  EXPECT_GT(accepted, 200);
  ASSERT_TRUE(settled());
  while (window.document().document().canUndo()) window.document().undo();
  EXPECT_EQ(text(), start);
  EXPECT_EQ(engineViolations(), violations);
}

}  // namespace
}  // namespace tendril
