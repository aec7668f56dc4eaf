// SPDX-License-Identifier: GPL-3.0-or-later
// The workspace in the window: found with progress and Cancel, drawn, coloured, clicked, hidden, written.
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>

#include "render/scene/point_cloud.hpp"
#include "studio/app/panels/workspace_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/hud/color_bar.hpp"

namespace tendril {
namespace {

class WorkspaceCloudTest : public StudioTest {
 protected:
  Viewport& viewport() { return window.view().viewport(); }
  const Snapshot& now() { return window.player().snapshot(); }
  WorkspaceView& view() { return window.findChild<WorkspacePanel*>()->view(); }
  template <class W>
  W* part(const char* name) {
    return window.findChild<W*>(name);
  }
  QString about() { return part<QLabel>("workspaceAbout")->text(); }
  ColorBar& bar() { return *part<ColorBar>("cloudBar"); }
  void find(const QString& name, int samples) {
    open(exampleNamed(name), false);
    QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);  // Analyse
    part<QComboBox>("workspaceSamples")->setCurrentIndex(samples);
    QTest::keyClick(&window, Qt::Key_W, Qt::ShiftModifier);
    ASSERT_TRUE(soon([&] { return viewport().cloud() != nullptr; })) << about().toStdString();
  }
};

TEST_F(WorkspaceCloudTest, IsFoundDrawnAndColoured) {
  find("soft-manipulator", 1);
  ASSERT_GE(viewport().cloud()->points().size(), 1900u) << about().toStdString();
  EXPECT_TRUE(about().contains("samples rest")) << about().toStdString();
  EXPECT_TRUE(bar().isVisible());
  EXPECT_EQ(bar().title(), "Mobility");
  EXPECT_TRUE(bar().unit().endsWith("m"));
  keep("workspace-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("workspace-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  part<QComboBox>("workspaceColor")->setCurrentIndex(1);
  EXPECT_EQ(bar().title(), "Range left");
  keep("workspace-range-light");
  part<QComboBox>("workspaceColor")->setCurrentIndex(2);
  EXPECT_EQ(bar().title(), "Margin to folding");
  window.resize(1100, 700);
  keep("workspace-small-light");
  QTest::mouseClick(part<QCheckBox>("workspaceShown"), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_EQ(viewport().cloud(), nullptr);
  EXPECT_FALSE(bar().isVisible());
  QTest::mouseClick(part<QCheckBox>("workspaceShown"), Qt::LeftButton, {}, QPoint(8, 8));
  EXPECT_NE(viewport().cloud(), nullptr);
  QTest::mouseClick(part<QWidget>("removeWorkspace"), Qt::LeftButton);
  EXPECT_EQ(viewport().cloud(), nullptr);
  EXPECT_TRUE(about().contains("Where a point of the robot can be"));
}

TEST_F(WorkspaceCloudTest, AClickOnAPointGoesToItsEquilibrium) {
  find("kirchhoff-finger", 0);
  untilStill();
  const PointCloud& cloud = *viewport().cloud();
  int chosen = -1;
  QPoint at;
  for (std::size_t i = 0; i < cloud.points().size() && chosen < 0; ++i) {
    const Vec3 seen = viewport().camera().project(cloud.points()[i], viewport().width(), viewport().height());
    at = QPointF(seen.x(), seen.y()).toPoint();
    if (!viewport().rect().adjusted(200, 120, -200, -160).contains(at)) continue;
    if (viewport().pickAt(at).kind != PickKind::kNothing) continue;
    chosen = cloud.pointAt(viewport().camera(), at.x(), at.y(), viewport().width(), viewport().height(), 7);
  }
  ASSERT_GE(chosen, 0);
  QTest::mouseClick(&viewport(), Qt::LeftButton, {}, at);
  ASSERT_TRUE(soon([&] { return viewport().cloud()->chosen() == chosen; }));
  const Vec3 there = viewport().cloud()->points()[static_cast<std::size_t>(chosen)];
  ASSERT_TRUE(soon([&] { return (now().tipPoses.back().p - there).norm() < 1e-9; }));
  EXPECT_TRUE(now().inputs[0].held);
  EXPECT_TRUE(part<QLabel>("workspacePoint")->text().startsWith("Point "));
  keep("workspace-point-light");
}

TEST_F(WorkspaceCloudTest, CancelKeepsWhatWasFound) {
  open(exampleNamed("tendon-arm-3-segments"), false);
  QTest::keyClick(&window, Qt::Key_3, Qt::ControlModifier);
  part<QComboBox>("workspaceSamples")->setCurrentIndex(3);  // takes a while
  auto* button = part<QPushButton>("findWorkspace");
  QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return button->text().contains("%") && !button->text().contains(" 0 %"); }))
      << button->text().toStdString();
  keepPicture(window.screenPicture(), "workspace-progress-light");
  QTest::mouseClick(button, Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return button->text() == "Find the workspace"; }));
  ASSERT_NE(viewport().cloud(), nullptr);
  EXPECT_LT(viewport().cloud()->points().size(), 20000u);
  EXPECT_TRUE(about().startsWith("Stopped")) << about().toStdString();
}

TEST_F(WorkspaceCloudTest, SaysWhatCannotBeFound) {
  open(exampleNamed("double-pendulum"), false);
  QTest::keyClick(&window, Qt::Key_W, Qt::ShiftModifier);
  ASSERT_TRUE(soon([&] { return about().contains("no inputs"); })) << about().toStdString();
  open(exampleNamed("curved-tube"), false);
  QTest::keyClick(&window, Qt::Key_W, Qt::ShiftModifier);
  ASSERT_TRUE(soon([&] { return about().contains("has no end to its range"); })) << about().toStdString();
}

TEST_F(WorkspaceCloudTest, IsWrittenAndCopiedAndGoesWithItsRobot) {
  find("kirchhoff-finger", 0);
  QTest::mouseClick(part<QWidget>("copyWorkspaceButton"), Qt::LeftButton);
  EXPECT_TRUE(QApplication::clipboard()->text().contains("--workspace 500 --frame finger --out workspace.csv"))
      << QApplication::clipboard()->text().toStdString();
  QTest::mouseClick(part<QWidget>("exportWorkspace"), Qt::LeftButton);
  auto* dialog = window.findChild<QFileDialog*>();
  ASSERT_NE(dialog, nullptr);
  const QString file = folder.filePath("cloud.csv");
  Q_EMIT dialog->fileSelected(file);
  dialog->reject();
  QFile written(file);
  ASSERT_TRUE(written.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
  EXPECT_EQ(lines.size(), 501);
  EXPECT_TRUE(lines[0].startsWith("x,y,z,"));
  open(exampleNamed("soft-manipulator"), false);
  EXPECT_TRUE(soon([&] { return viewport().cloud() == nullptr; }));
}

}  // namespace
}  // namespace tendril
