// SPDX-License-Identifier: GPL-3.0-or-later
// Modes of vibration in the window: found, listed, swung, stopped, written.
#include <QClipboard>
#include <QFileDialog>
#include <QLabel>
#include <QPushButton>
#include <QSlider>
#include <QTreeView>

#include "studio/app/panels/modes_panel.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"

namespace tendril {
namespace {

class ModesTest : public StudioTest {
 protected:
  void press(QWidget* on, Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(on, key, modifiers);
    handleEvents();
  }
  void findModes() {
    press(&window, Qt::Key_M);
    ASSERT_TRUE(soon([&] { return panel().view().count() > 0; })) << about()->text().toStdString();
  }
  void choose(int row) {
    const QModelIndex index = list()->model()->index(row, 1);
    list()->scrollTo(index);
    QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualRect(index).center());
  }
  ModesPanel& panel() { return *window.findChild<ModesPanel*>(); }
  QTreeView* list() { return window.findChild<QTreeView*>("modes"); }
  QLabel* about() { return window.findChild<QLabel*>("modesAbout"); }
  Viewport& viewport() { return window.view().viewport(); }
};

TEST_F(ModesTest, ARowSwingsInTheViewAndEscapeRestoresTheRobotExactly) {
  open(exampleNamed("kirchhoff-finger"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.2; }));
  findModes();
  ASSERT_TRUE(soon([&] { return window.player().state() == RunState::kPaused; }));
  EXPECT_TRUE(about()->text().contains("stable"));
  const Snapshot before = window.player().snapshot();
  untilStill();
  const QImage still = viewport().grabImage(viewport().size());
  choose(0);
  ASSERT_TRUE(soon([&] { return viewport().isShapeShown(); }));
  EXPECT_TRUE(window.findChild<QLabel*>("viewBanner")->isVisible());
  keep("modes-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("modes-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  window.findChild<QSlider*>("modeAmplitude")->setValue(90);
  choose(1);
  untilStill();
  EXPECT_TRUE(viewport().isShapeShown());
  press(&viewport(), Qt::Key_Escape);
  ASSERT_TRUE(soon([&] { return !viewport().isShapeShown(); }));
  EXPECT_FALSE(window.findChild<QLabel*>("viewBanner")->isVisible());
  const Snapshot& after = window.player().snapshot();
  EXPECT_EQ(after.q, before.q);
  EXPECT_EQ(after.v, before.v);
  EXPECT_EQ(after.t, before.t);
  untilStill();
  EXPECT_EQ(viewport().grabImage(viewport().size()), still);
  window.player().play();
  EXPECT_TRUE(soon([&] { return time() > after.t; }));
}

TEST_F(ModesTest, PlayingEndsTheShow) {
  open(exampleNamed("soft-manipulator"), false);
  findModes();
  choose(2);
  ASSERT_TRUE(soon([&] { return viewport().isShapeShown(); }));
  press(&window, Qt::Key_Space);
  EXPECT_TRUE(soon([&] { return !viewport().isShapeShown() && running(); }));
}

TEST_F(ModesTest, AnotherRobotForgetsThem) {
  open(exampleNamed("soft-manipulator"), false);
  findModes();
  choose(0);
  ASSERT_TRUE(soon([&] { return viewport().isShapeShown(); }));
  open(exampleNamed("double-pendulum"), false);
  EXPECT_TRUE(soon([&] { return panel().view().count() == 0 && !viewport().isShapeShown(); }));
  findModes();  // about hanging down, where it falls
}

TEST_F(ModesTest, TheListIsWrittenAndTheCommandCopied) {
  open(exampleNamed("kirchhoff-finger"), false);
  findModes();
  window.findChild<QWidget*>("copyModes")->setFocus();
  QTest::mouseClick(window.findChild<QWidget*>("copyModes"), Qt::LeftButton);
  EXPECT_TRUE(QApplication::clipboard()->text().startsWith("tendril modes "));
  QTest::mouseClick(window.findChild<QWidget*>("exportModes"), Qt::LeftButton);
  auto* dialog = window.findChild<QFileDialog*>();
  ASSERT_NE(dialog, nullptr);
  const QString file = folder.filePath("modes.csv");
  Q_EMIT dialog->fileSelected(file);
  dialog->reject();
  QFile written(file);
  ASSERT_TRUE(written.open(QIODevice::ReadOnly));
  const QList<QByteArray> lines = written.readAll().trimmed().split('\n');
  EXPECT_EQ(lines.size(), panel().view().count() + 1);
  EXPECT_TRUE(lines[0].startsWith("mode,frequency_Hz,damping,eigenvalue,\""));
  EXPECT_EQ(lines[1].count(','), 3 + window.player().snapshot().model->nv);
}

}  // namespace
}  // namespace tendril
