// SPDX-License-Identifier: GPL-3.0-or-later
// A window that plays, records, plots and is edited for a long time: memory stays what it was, and nothing warns.
// TENDRIL_SOAK_SECONDS=3600 makes it an hour; a line a minute then tells the memory.
#include <QElapsedTimer>
#include <QSettings>
#include <QToolButton>

#include <cstdio>
#include <fstream>
#include <random>

#include "core/session/engine/engine_thread.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/recording/recorded_file.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/studio/document/random/sample_fields.hpp"

namespace tendril {
namespace {

int warnings = 0;
QString lastWarning;
QtMessageHandler before = nullptr;

void count(QtMsgType type, const QMessageLogContext& context, const QString& text) {
  if (type != QtDebugMsg && type != QtInfoMsg) ++warnings, lastWarning = text;
  if (before) before(type, context, text);
}

/// Resident memory, MB.
double residentMemory() {
  std::ifstream status("/proc/self/status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with("VmRSS:")) return std::stod(line.substr(6)) / 1024;
  return 0;
}

class SoakTest : public StudioTest {
 protected:
  static constexpr double kWarmUp = 0.3;     // of the time: caches, the records of runs up to their bound
  static constexpr double kMostGrowth = 60;  // MB beyond them

  void SetUp() override {
    StudioTest::SetUp();
    QSettings().setValue("recordingFolder", folder.path());
    before = qInstallMessageHandler(count);
    warnings = 0;
  }
  void TearDown() override {
    qInstallMessageHandler(before);
    QSettings().remove("recordingFolder");
  }
  std::size_t below(std::size_t n) { return std::uniform_int_distribution<std::size_t>(0, n - 1)(random_); }
  /// Without the records of runs, which are kept up to a bound that an hour does not reach, MB.
  double memory() {
    constexpr double kMegabyte = 1 << 20;
    const double records = static_cast<double>(Session::Options().historyBytes) / kMegabyte;
    return residentMemory() - window.player().snapshot().historyFill * records;
  }
  QToolButton& chip() { return *window.findChild<QToolButton*>("recording_chip"); }

  /// A field with another value, for a moment; what a robot of it does is seen, and it is taken back.
  void editAndUndo() {
    std::vector<Problem> problems;
    const std::vector<FieldSample> samples = sampleFields(window.description(), random_);
    const FieldSample& sample = samples[below(samples.size())];
    window.document().setField(QString::fromStdString(sample.path), QString::fromStdString(sample.json), problems);
    QTest::qWait(100);
    while (window.document().document().canUndo()) window.document().undo();
    EXPECT_TRUE(settled()) << sample.path << " = " << sample.json;
  }
  void keepGoing() {
    if (running()) return;
    window.player().reset();
    window.player().play();
    EXPECT_TRUE(soon([&] { return running(); })) << window.player().snapshot().failure;
  }
  void record() {
    if (chip().isVisible()) QTest::mouseClick(&chip(), Qt::LeftButton);
    EXPECT_TRUE(soon([&] { return !chip().isVisible(); }));
    for (const QString& old : QDir(folder.path()).entryList({"*.h5"}, QDir::Files)) {
      const std::string file = folder.filePath(old).toStdString();
      // An edit may have made the run end early.
      EXPECT_TRUE(soon([&] {
        const std::string status = readRecording(file).status;
        return status == "complete" || status == "failed";
      })) << file;
      QFile::remove(folder.filePath(old));
    }
    QTest::mouseClick(window.findChild<QToolButton*>("record_run_button"), Qt::LeftButton);
    EXPECT_TRUE(soon([&] { return chip().isVisible(); }));
  }

  std::mt19937 random_{41};
};

TEST_F(SoakTest, PlaysRecordsPlotsAndIsEdited) {
  const double seconds =
      qEnvironmentVariableIsSet("TENDRIL_SOAK_SECONDS") ? qEnvironmentVariable("TENDRIL_SOAK_SECONDS").toDouble() : 10;
  open(copyOf("soft-manipulator"), true);
  ASSERT_TRUE(soon([&] { return running(); }));
  window.panels().showPanel("plots");
  const std::string start = text();
  const std::uint64_t violations = engineViolations();
  record();
  QElapsedTimer clock;
  clock.start();
  double warm = 0, most = 0;
  int edits = 0, told = 0;
  while (static_cast<double>(clock.elapsed()) < 1000 * seconds) {
    const double elapsed = static_cast<double>(clock.elapsed()) / 1000;
    QTest::qWait(static_cast<int>(300 + below(700)));
    editAndUndo();
    ++edits;
    keepGoing();
    if (below(20) == 0) record();
    const std::vector<Target> targets = targetsOf(window.description());
    window.selection().select(targets[below(targets.size())]);
    if (elapsed > kWarmUp * seconds) {
      if (warm == 0) warm = memory();
      most = std::max(most, memory());
    }
    if (elapsed >= 60 * told && seconds > 60) {
      std::printf("%4.0f s: %.0f MB, %.0f without records, %d edits, %d warnings\n", elapsed, residentMemory(),
                  memory(), edits, warnings);
      std::fflush(stdout);
      ++told;
    }
  }
  std::printf("%d edits, %.0f MB after the warm-up, at most %.0f MB\n", edits, warm, most);
  EXPECT_GT(edits, seconds / 5);
  EXPECT_LT(most - warm, kMostGrowth) << "MB";
  EXPECT_EQ(warnings, 0) << lastWarning.toStdString();
  EXPECT_EQ(engineViolations(), violations);
  EXPECT_EQ(text(), start);
  record();
}

}  // namespace
}  // namespace tendril
