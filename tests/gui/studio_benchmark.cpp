// SPDX-License-Identifier: GPL-3.0-or-later
// What a hand feels in the window: time of a frame, from an edit to the first picture of the edited robot, from a moved
// input to the first picture of what it does. Prints a table; needs a display (tests/benchmarks/run.sh gives it one).
#include <QApplication>
#include <QElapsedTimer>
#include <QStandardPaths>
#include <QTest>

#include <algorithm>
#include <cstdio>
#include <vector>

#include "studio/app/document_host.hpp"
#include "studio/app/examples.hpp"
#include "studio/app/main_window.hpp"
#include "studio/app/startup.hpp"
#include "widgets/theme/theme.hpp"
#include "widgets/viewport/viewport.hpp"

namespace tendril {
namespace {

constexpr int kRepetitions = 30, kPatience = 10000;

double median(std::vector<double> values) {
  if (values.empty()) return 0;
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

/// Milliseconds until `shown` holds for a snapshot and the picture of it has been drawn.
template <class Predicate>
double untilDrawn(MainWindow& window, Predicate shown) {
  QElapsedTimer clock;
  clock.start();
  if (!QTest::qWaitFor(shown, kPatience)) return -1;
  bool drawn = false;
  const auto connection =
      QObject::connect(&window.view().viewport(), &QOpenGLWidget::frameSwapped, [&drawn] { drawn = true; });
  window.view().viewport().update();
  const bool good = QTest::qWaitFor([&] { return drawn; }, kPatience);
  QObject::disconnect(connection);
  return good ? static_cast<double>(clock.nsecsElapsed()) * 1e-6 : -1;
}

double frameTime(MainWindow& window) {
  std::vector<double> times;
  for (int i = 0; i < kRepetitions; ++i) {
    QTest::qWait(50);
    times.push_back(window.view().viewport().frameMilliseconds());
  }
  return median(times);
}

/// Gravity is a number of every project; changing it rebuilds the model.
double editToMotion(MainWindow& window, const QString& path, double value) {
  std::vector<double> times;
  for (int i = 0; i < kRepetitions; ++i) {
    const std::uint64_t before = window.player().snapshot().generation;
    std::vector<Problem> problems;
    if (!window.document().setField(path, QString::number(value * (1 + 0.001 * i), 'g', 12), problems)) return -1;
    times.push_back(untilDrawn(window, [&] { return window.player().snapshot().generation != before; }));
    QTest::qWait(20);
  }
  return median(times);
}

double inputToMotion(MainWindow& window) {
  if (window.player().snapshot().u.size() == 0) return -1;
  std::vector<double> times;
  for (int i = 0; i < kRepetitions; ++i) {
    const double wanted = 0.5 + 0.01 * i;
    window.player().overrideInput(0, wanted);
    times.push_back(untilDrawn(window, [&] { return window.player().snapshot().u[0] == wanted; }));
    QTest::qWait(20);
  }
  window.player().releaseAllInputs();
  return median(times);
}

void measure(MainWindow& window, const Example& example) {
  const std::uint64_t before = window.player().snapshot().generation;
  window.openProject(example.path, true);
  if (!QTest::qWaitFor([&] { return window.player().snapshot().generation != before; }, kPatience)) return;
  QTest::qWait(500);
  const double frame = frameTime(window), input = inputToMotion(window);
  const double edit = editToMotion(window, QStringLiteral("simulation.step"), 0.002);
  std::printf("| %s | %.0f | %.0f | ", qPrintable(example.title), frame, edit);
  if (input < 0)
    std::printf("– |\n");
  else
    std::printf("%.0f |\n", input);
  std::fflush(stdout);
  while (window.document().document().canUndo()) window.document().undo();  // nothing to be asked about
}

int run() {
  QStandardPaths::setTestModeEnabled(true);
  AppTheme::instance().install();
  MainWindow window;
  window.resize(1440, 900);
  window.show();
  if (!QTest::qWaitForWindowExposed(&window, kPatience)) return 1;
  std::printf(
      "\nThe window at 1440×900, ms (medians of %d)\n\n| example | frame (goal 33) | edit to picture (goal 100) | "
      "input to picture (goal 50) |\n|---|---|---|---|\n",
      kRepetitions);
  for (const Example& example : findExamples()) measure(window, example);
  return 0;
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  tendril::prepareGraphics();
  QApplication application(argc, argv);
  QApplication::setApplicationName("Tendril");
  return tendril::run();
}
