// SPDX-License-Identifier: GPL-3.0-or-later
// A board of plots over columns that the test writes itself.
#pragma once

#include <gtest/gtest.h>

#include <QApplication>
#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

#include <cmath>
#include <limits>
#include <map>

#include "tests/core/session/session_robots.hpp"
#include "tests/support/events.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril::tests {

constexpr double kOpen = std::numeric_limits<double>::infinity();

/// Signals of a two-link robot with a motor; each run is one table whose columns are made up.
class FakeSource : public PlotSource {
 public:
  std::shared_ptr<const SignalCatalogue> names = std::make_shared<const SignalCatalogue>(*driven());
  std::vector<PlotSpan> stretches{{1, "run 1", 0, kOpen, true}};
  std::map<std::uint64_t, std::shared_ptr<SignalHistory>> tables;
  std::vector<std::string> columns;
  QStringList wanted;

  std::shared_ptr<const SignalCatalogue> catalogue() const override { return names; }
  std::vector<PlotSpan> spans() const override { return stretches; }
  std::pair<double, double> extent() const override {
    double from = kOpen, to = -kOpen;
    for (const PlotSpan& span : stretches) {
      const auto at = tables.find(span.run);
      if (!span.shown || at == tables.end() || at->second->size() == 0) continue;
      from = std::min(from, std::max(span.from, at->second->time(0)));
      to = std::max(to, std::min(span.to, at->second->time(at->second->size() - 1)));
    }
    return from <= to ? std::pair(from, to) : std::pair(0.0, 0.0);
  }
  void want(const QStringList& texts) override { wanted = texts; }
  PlotColumn column(std::uint64_t run, const QString& text) const override {
    const auto table = tables.find(run);
    const auto at = std::find(columns.begin(), columns.end(), text.toStdString());
    if (table == tables.end() || at == columns.end()) return {};
    return {table->second, static_cast<int>(at - columns.begin())};
  }

  /// A run of `rows` instants from t0 on, `step` apart; column k is function(k, t).
  template <class Function>
  void record(std::uint64_t run, std::size_t rows, double t0, double step, Function function) {
    auto table = std::make_shared<SignalHistory>(static_cast<int>(columns.size()), rows + 1000);
    std::vector<double> values(columns.size());
    for (std::size_t i = 0; i < rows; ++i) {
      const double t = t0 + step * static_cast<double>(i);
      for (std::size_t k = 0; k < values.size(); ++k) values[k] = function(static_cast<int>(k), t);
      table->append(t, values);
    }
    tables[run] = table;
  }
};

inline LegendChip* chip(PlotCard* card, const QString& text) {
  return card->findChild<LegendChip*>(QStringLiteral("chip:") + text);
}

class PlotsTest : public ::testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    AppTheme::instance().setMode(ThemeMode::kLight);
    source.columns = {"link0.q[0]",   "link0.v[0]",  "link1.q[0]", "motor.torque",
                      "motor.signal", "link1.tip.x", "link1.tip.z"};
    source.record(1, 2001, 0, 0.01, [](int k, double t) {
      return k == 3   ? 0.8 * std::tanh(3 * std::sin(t))
             : k == 4 ? 0.8 * std::sin(t)
                      : (1 + 0.3 * k) * std::sin(t * (1 + 0.2 * k)) * std::exp(-0.08 * t);
    });
    board = std::make_unique<PlotBoard>(&source, &window, &window);
    window.resize(1200, 420);
    board->setGeometry(window.rect());
    window.show();
    board->show();
    handleEvents();
  }
  void TearDown() override { AppTheme::instance().setMode(ThemeMode::kLight); }

  /// Until all curves that can be seen are drawn with their last points.
  void settle() {
    QElapsedTimer timer;
    timer.start();
    do {
      QTest::qWait(20);
    } while (!board->settled() && timer.elapsed() < 20000);
    handleEvents();
  }
  PlotCanvas& canvas(std::size_t index) { return board->cards().at(index)->canvas(); }
  /// A point of the plot: shares of its width from the left and of its height from the top.
  static QPoint at(PlotCanvas& canvas, double x, double y) {
    const QRect rect = canvas.axisRect()->rect();
    return {static_cast<int>(rect.left() + x * rect.width()), static_cast<int>(rect.top() + y * rect.height())};
  }
  static void drag(PlotCanvas& canvas, QPoint from, QPoint to, Qt::MouseButton button = Qt::LeftButton,
                   Qt::KeyboardModifiers keys = {}) {
    const auto send = [&](QEvent::Type type, QPoint point, Qt::MouseButton which) {
      QMouseEvent event(type, point, canvas.mapToGlobal(QPointF(point)), which, button, keys);
      QApplication::sendEvent(&canvas, &event);
    };
    send(QEvent::MouseButtonPress, from, button);
    for (int i = 1; i <= 4; ++i) send(QEvent::MouseMove, from + (to - from) * i / 4, Qt::NoButton);
    send(QEvent::MouseButtonRelease, to, button);
  }
  static void wheel(PlotCanvas& canvas, QPoint where, int notches, Qt::KeyboardModifiers keys = {}) {
    QWheelEvent event(where, canvas.mapToGlobal(QPointF(where)), {}, {0, 120 * notches}, Qt::NoButton, keys,
                      Qt::NoScrollPhase, false);
    QApplication::sendEvent(&canvas, &event);
  }
  template <class Widget>
  Widget* child(const char* name) {
    return window.findChild<Widget*>(QLatin1String(name));
  }

  FakeSource source;
  QWidget window;
  std::unique_ptr<PlotBoard> board;
};

}  // namespace tendril::tests
