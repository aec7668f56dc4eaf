// SPDX-License-Identifier: GPL-3.0-or-later
// A real window for tests.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QPixmap>
#include <QTemporaryDir>
#include <QTest>

#include <set>

#include <test_paths.hpp>
#include "studio/app/main_window.hpp"
#include "studio/app/project/examples.hpp"
#include "tests/support/events.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {

class StudioTest : public testing::Test {
 protected:
  static constexpr int kPatience = 30000;  // ms; software OpenGL on a busy machine

  void SetUp() override {
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
    ASSERT_TRUE(QTest::qWaitFor(there, kPatience)) << whatIsOpen();
    handleEvents();
  }

  /// For a message: what keeps a project from being there.
  std::string whatIsOpen() {
    const QWidget* modal = QApplication::activeModalWidget();
    const Snapshot& shown = window.player().snapshot();
    return "open: " + window.projectPath().toStdString() + (window.loader().busy() ? ", loading" : "") +
           (window.document().isBuilding() ? ", building" : "") + (modal ? ", asking " : "") +
           (modal ? modal->objectName().toStdString() : "") + ", generation " + std::to_string(shown.generation) +
           " at picture " + std::to_string(shown.sequence) + ", t " + std::to_string(shown.t);
  }

  /// Waits until the loader has answered, whatever it says.
  void openAndWait(const QString& path) {
    window.openProject(path, false);
    ASSERT_TRUE(QTest::qWaitFor([&] { return !window.loader().busy(); }, kPatience));
    handleEvents();
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
  bool running() { return window.player().state() == RunState::kRunning; }
  /// The project as it is edited; DocumentHost::text() is as it would be saved.
  std::string text() { return window.document().document().text(); }

  /// Waits for what is to come; a frame may take longer than any fixed wait on a busy machine.
  template <class Predicate>
  static bool soon(Predicate predicate) {
    return QTest::qWaitFor(predicate, kPatience);
  }
  /// Waits until the last edit has reached the simulation: a program that was handed over is seen a picture later. What
  /// cannot be built never is, and while an older run is shown only the live one has it.
  bool settled() {
    return soon([&] {
      if (window.document().isBuilding()) return false;
      if (hasErrors(window.document().document().problems())) return true;
      const auto live = window.player().liveRun();
      const auto model = window.document().model();
      return !model || window.player().snapshot().model == model || (live && live->model() == model);
    });
  }

  /// A copy of an example that may be saved.
  QString copyOf(const QString& name) {
    const QString copy = folder.filePath(name + ".tendril.json");
    EXPECT_TRUE(QFile::copy(exampleNamed(name), copy));
    QFile::setPermissions(copy, QFile::ReadOwner | QFile::WriteOwner);
    return copy;
  }

  /// Waits until nothing moves on the screen any more; while a robot does, only a little.
  void untilStill() {
    QImage before;
    int equal = 0;
    for (int looks = running() ? 8 : 60; looks > 0 && equal < 3; --looks) {
      QTest::qWait(50);
      const QImage now = window.screenPicture().toImage();
      equal = now == before ? equal + 1 : 0;
      before = now;
    }
  }

  /// Keeps a picture of the window in the build folder, where a person looks at it; of 200 % in a folder of its own.
  void keep(const QString& name) {
    untilStill();
    keepPicture(window.screenPicture(), name);
  }
  void keepPicture(const QPixmap& picture, const QString& name) {
    const bool twice = window.devicePixelRatioF() > 1.5;
    const QString folder = QStringLiteral(TENDRIL_BINARY_DIR "/screenshots") + (twice ? "/200" : "");
    QDir().mkpath(folder);
    EXPECT_TRUE(picture.save(folder + u'/' + name + ".png"));
    EXPECT_TRUE(showsSomething(picture.toImage())) << name.toStdString();
  }

  /// Texts, lines, surfaces: a picture of one colour, or of two, shows nothing.
  static bool showsSomething(const QImage& picture) {
    std::set<QRgb> colours;
    for (int y = 0; y < picture.height(); y += 2)
      for (int x = 0; x < picture.width(); x += 2)
        if (colours.insert(picture.pixel(x, y)).second && colours.size() > 12) return true;
    return false;
  }

  /// As main() does: fonts and colours are there before the first widget.
  struct Look {
    Look() {
      AppTheme::instance().install();
      AppTheme::instance().setMode(ThemeMode::kLight);
    }
  };
  Look look;
  MainWindow window;
  QTemporaryDir folder;
};

}  // namespace tendril
