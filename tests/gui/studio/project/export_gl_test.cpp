// SPDX-License-Identifier: GPL-3.0-or-later
// Robots and shapes written from the window for other programs: by the menu's dialog, with chains, refused.
#include <gmock/gmock.h>

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QInputDialog>

#include "studio/import/robot_import.hpp"
#include "tests/gui/studio/studio_fixture.hpp"

namespace tendril {
namespace {

class ExportTest : public StudioTest {
 protected:
  /// Chooses a file in the dialog of the menu's entry.
  void exportTo(const QString& file) {
    auto* action = window.findChild<QAction*>("exportModel");
    ASSERT_TRUE(action && action->isEnabled());
    action->trigger();
    auto* dialog = window.findChild<QFileDialog*>("exportDialog");
    ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
    Q_EMIT dialog->fileSelected(file);
    dialog->reject();
    handleEvents();
  }
  const Notice& lastNotice() { return window.view().notices().cards().front()->notice(); }
  void copyCommand() {
    window.findChild<QAction*>("copyExport")->trigger();
    handleEvents();
  }
};

TEST_F(ExportTest, ARobotIsWrittenAndTheCommandCopied) {
  open(copyOf("four-bar"), false);
  const QString file = folder.filePath("bars.urdf");
  exportTo(file);
  ASSERT_TRUE(QFile::exists(file));
  EXPECT_TRUE(importRobot(file.toStdString()).ok());
  ASSERT_FALSE(window.view().notices().cards().empty());
  EXPECT_TRUE(lastNotice().title.contains("“bars.urdf” is exported"));
  EXPECT_TRUE(lastNotice().details.join(' ').contains("closed loops: hinge"));
  keep("export-light");
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("export-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  copyCommand();
  EXPECT_EQ(QApplication::clipboard()->text(),
            QStringLiteral("tendril export %1 %2 --force").arg(window.projectPath(), file));
}

TEST_F(ExportTest, SoftLinksAskForTheLengthOfTheirChains) {
  open(copyOf("tendon-arm-3-segments"), false);
  const QString file = folder.filePath("arm.xml");
  exportTo(file);
  auto* ask = window.findChild<QInputDialog*>("exportChains");
  ASSERT_TRUE(ask && soon([&] { return ask->isVisible(); }));
  EXPECT_FALSE(QFile::exists(file));
  keepPicture(window.screenPicture(), "export-chains-light");
  ask->setIntValue(4);
  ask->accept();
  handleEvents();
  ASSERT_TRUE(QFile::exists(file));
  EXPECT_TRUE(lastNotice().details.join(' ').contains("a chain of 4 rigid links"));
  copyCommand();
  EXPECT_TRUE(QApplication::clipboard()->text().endsWith("--soft-links 4"));
}

TEST_F(ExportTest, TheShapeIsThatInTheView) {
  open(copyOf("tendon-arm-3-segments"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.2; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  handleEvents();
  const QString file = folder.filePath("arm.glb");
  exportTo(file);
  ASSERT_TRUE(QFile::exists(file));
  EXPECT_TRUE(lastNotice().title.contains("“arm.glb” is exported"));
  copyCommand();
  const QString command = QApplication::clipboard()->text();
  EXPECT_TRUE(command.contains("--state <(echo '{\"t\": ")) << command.toStdString();
}

TEST_F(ExportTest, WhatCannotBeWrittenIsSaid) {
  open(copyOf("double-pendulum"), false);
  const QString file = folder.filePath("pendulum.vtu");
  exportTo(file);
  EXPECT_FALSE(QFile::exists(file));
  EXPECT_TRUE(lastNotice().title.contains("was not exported"));
  EXPECT_TRUE(lastNotice().advice.contains("There is no soft body") ||
              lastNotice().advice.contains("there is no soft body"));
  // Nothing is asked for bodies that have no chain.
  open(copyOf("inflating-tube"), false);
  exportTo(folder.filePath("tube.urdf"));
  EXPECT_FALSE(window.findChild<QInputDialog*>("exportChains"));
  EXPECT_TRUE(lastNotice().advice.contains("tube"));
}

}  // namespace
}  // namespace tendril
