// SPDX-License-Identifier: GPL-3.0-or-later
// How many pictures a second plots of long runs pan with: 50 signals of 10⁶ instants, in one plot and in ten. Every
// step of a pan ends when the curves of the new range are drawn. Processor time of the window's thread, and of all
// threads, so that other programs on the machine do not count.
#include <QApplication>
#include <QElapsedTimer>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

constexpr int kSignals = 50;
constexpr std::size_t kRows = 1'000'000;
constexpr double kStep = 1e-3;  // s

double seconds(clockid_t clock) {
  timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}

/// Fast and slow waves with noise, of which no two are alike.
class LongRun : public PlotSource {
 public:
  LongRun() {
    const ReadResult read = readProject(TENDRIL_ASSETS "/examples/double-pendulum/double-pendulum.tendril.json");
    std::vector<Problem> problems;
    const auto model = buildModel(read.description, problems, {.directory = read.directory});
    NamedSignals computed;
    for (int i = 0; i < kSignals; ++i) computed.emplace_back("s" + std::to_string(i), "t");
    names_ = std::make_shared<const SignalCatalogue>(*model, computed);
    table_ = std::make_shared<SignalHistory>(kSignals, kRows);
    std::vector<double> values(kSignals);
    unsigned noise = 1;
    for (std::size_t row = 0; row < kRows; ++row) {
      const double t = kStep * static_cast<double>(row);
      for (int i = 0; i < kSignals; ++i) {
        noise = 1664525U * noise + 1013904223U;
        values[static_cast<std::size_t>(i)] =
            std::sin((0.01 + 0.003 * i) * t) + 0.3 * std::sin((2 + i) * t) + 1e-10 * noise + 0.5 * i;
      }
      table_->append(t, values);
    }
  }
  std::shared_ptr<const SignalCatalogue> catalogue() const override { return names_; }
  std::vector<PlotSpan> spans() const override {
    return {{1, "run 1", 0, std::numeric_limits<double>::infinity(), true}};
  }
  std::pair<double, double> extent() const override { return {0, kStep * static_cast<double>(kRows - 1)}; }
  void want(const QStringList&) override {}
  PlotColumn column(std::uint64_t, const QString& text) const override { return {table_, text.mid(1).toInt()}; }

 private:
  std::shared_ptr<const SignalCatalogue> names_;
  std::shared_ptr<SignalHistory> table_;
};

void settle(const PlotBoard& board) {
  QApplication::processEvents();
  while (!board.settled()) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
  QApplication::processEvents();
}

void pan(LongRun& run, int plots, double width, QSize size) {
  constexpr int kPictures = 60;
  QWidget window;
  PlotBoard board(&run, &window, &window);
  window.resize(size);
  board.setGeometry(window.rect());
  window.show();
  const int each = kSignals / plots;
  PlotCard* anchor = nullptr;
  for (int p = 0; p < plots; ++p) {
    QStringList texts;
    for (int i = 0; i < each; ++i) texts << QStringLiteral("s%1").arg(p * each + i);
    const DropZone zone = p > 0 && p == plots / 2 ? DropZone::kBelow : DropZone::kRight;
    anchor = board.addPlot(texts, anchor, zone);
  }
  const double start = 100;
  board.setTimeRange(start, start + width);
  settle(board);
  std::vector<double> worst;
  const double before = seconds(CLOCK_THREAD_CPUTIME_ID), all = seconds(CLOCK_PROCESS_CPUTIME_ID);
  for (int k = 1; k <= kPictures; ++k) {
    const double picture = seconds(CLOCK_PROCESS_CPUTIME_ID);
    const double from = start + 0.004 * k * width;
    board.setTimeRange(from, from + width);
    settle(board);
    worst.push_back(seconds(CLOCK_PROCESS_CPUTIME_ID) - picture);
  }
  const double thread = (seconds(CLOCK_THREAD_CPUTIME_ID) - before) / kPictures,
               process = (seconds(CLOCK_PROCESS_CPUTIME_ID) - all) / kPictures;
  std::sort(worst.begin(), worst.end());
  std::printf("%2d plots of %2d, %7.0f rows seen, %4d x %3d px  %8.1f %8.1f %8.1f %10.0f\n", plots, each,
              std::min(width / kStep, static_cast<double>(kRows)), size.width(), size.height(), 1e3 * thread,
              1e3 * process, 1e3 * worst[worst.size() * 95 / 100], 1 / process);
}

}  // namespace
}  // namespace tendril

int main(int argc, char** argv) {
  qputenv("QT_QPA_PLATFORM", "offscreen");
  const QApplication application(argc, argv);
  tendril::AppTheme::instance().install();
  tendril::LongRun run;
  std::printf("%d signals of %zu instants; ms of processor time a picture    window      all      95 %%   pictures/s\n",
              tendril::kSignals, tendril::kRows);
  for (const int plots : {1, 10})
    for (const double width : {700.0, 70.0, 2.0}) tendril::pan(run, plots, width, {1440, plots == 1 ? 220 : 440});
  return 0;
}
