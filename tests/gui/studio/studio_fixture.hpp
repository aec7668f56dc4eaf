// SPDX-License-Identifier: GPL-3.0-or-later
// A real window for tests.
#pragma once

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>

#include "studio/app/examples.hpp"
#include "studio/app/main_window.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

class StudioTest : public testing::Test {
 protected:
  static constexpr int kPatience = 30000;  // ms; software OpenGL on a busy machine

  void SetUp() override {
    QStandardPaths::setTestModeEnabled(true);
    AppTheme::instance().install();
    AppTheme::instance().setMode(ThemeMode::kLight);
    window.show();
    ASSERT_TRUE(QTest::qWaitForWindowExposed(&window, kPatience));
    window.activateWindow();  // shortcuts need the focus
    ASSERT_TRUE(QTest::qWaitForWindowActive(&window, kPatience));
  }

  /// Opens and waits until the simulation shows it.
  void open(const QString& path, bool play) {
    const std::uint64_t before = window.player().snapshot().generation;
    window.openProject(path, play);
    // A program of the project before, still being rebuilt, is not what is waited for.
    const QString wanted = QFileInfo(path).absoluteFilePath();
    const auto there = [&] {
      return window.projectPath() == wanted && window.player().snapshot().generation != before;
    };
    ASSERT_TRUE(QTest::qWaitFor(there, kPatience));
    QTest::qWait(50);
  }

  /// Waits until the loader has answered, whatever it says.
  void openAndWait(const QString& path) {
    window.openProject(path, false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.loader().busy(); }, kPatience));
    QTest::qWait(50);
  }

  QString exampleNamed(const QString& name) const {
    for (const Example& example : findExamples())
      if (example.path.contains(name)) return example.path;
    return {};
  }

  QString written(const QString& name, const QByteArray& content) {
    QFile file(folder.filePath(name));
    EXPECT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(content);
    return file.fileName();
  }

  double time() { return window.player().snapshot().t; }

  /// Keeps a picture of the window in the build folder, where a person looks at it.
  void keep(const QString& name) {
    const QString folder = QStringLiteral(TENDRIL_BINARY_DIR "/screenshots");
    QDir().mkpath(folder);
    EXPECT_TRUE(window.screenPicture().save(folder + u'/' + name + ".png"));
  }

  MainWindow window;
  QTemporaryDir folder;
};

}  // namespace tendril
