// SPDX-License-Identifier: GPL-3.0-or-later
// The command of a run makes the same run, wherever that began, and says what it cannot repeat.
#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QProcess>

#include <cmath>

#include "studio/app/actions/command_actions.hpp"
#include "studio/recording/recorded_file.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/notice/notice_card.hpp"

namespace tendril {
namespace {

constexpr auto kPendulum = R"({"format": "tendril", "version": 1, "name": "pendulum",
  "links": [{"name": "arm", "pose": {"position": [0, 0, 0.5]},
    "joint": {"type": "revolute", "axis": [0, 1, 0], "damping": 0.01, "q0": [0.6]},
    "body": {"type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
             "tip": {"position": [0.2, 0, 0]}, "visual": {"box": [0.2, 0.03, 0.03]}}}],
  "actuators": [{"name": "motor", "type": "joint", "link": "arm", "mode": "force", "range": [-2, 2]}],
  "simulation": {"duration": 3, "step": 0.002, "record_rate": 100}})";

class RunCommandsTest : public StudioTest {
 protected:
  void SetUp() override {
    StudioTest::SetUp();
    commands = window.findChild<CommandActions*>();
    ASSERT_TRUE(commands);
  }
  Player& player() { return window.player(); }
  void openPendulum() {
    project = written("pendulum.tendril.json", kPendulum);
    open(project, false);
  }
  /// Plays on for a while and stops.
  void playFor(double seconds) {
    player().play();
    ASSERT_TRUE(soon([&] { return running(); }));
    const double begin = player().liveRun()->start;
    ASSERT_TRUE(soon([&] { return player().snapshot().liveTime > begin + seconds; }));
    pause();
  }
  void pause() {
    player().pause();
    ASSERT_TRUE(soon([&] { return !running(); }));
    handleEvents();
  }
  /// In a folder of its own; nothing on success, else what was said.
  QString shell(const QString& line) {
    QProcess process;
    process.setWorkingDirectory(folder.path());
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("PATH", TENDRIL_BINARY_DIR "/studio/cli:" + environment.value("PATH"));
    process.setProcessEnvironment(environment);
    process.start("bash", {"-c", line});
    const bool good = process.waitForFinished(60000) && process.exitCode() == 0;
    return good ? QString() : line + u'\n' + QString::fromUtf8(process.readAllStandardError());
  }
  QList<QByteArray> linesOf(const QString& file) {
    QFile stream(folder.filePath(file));
    EXPECT_TRUE(stream.open(QIODevice::ReadOnly)) << file.toStdString();
    return stream.readAll().trimmed().split('\n');
  }
  /// Runs the command of the run in the view and compares its rows (t, q, v) with what the window has recorded.
  void expectRepeated(double within) {
    const QString command = commands->simulateCommand();
    EXPECT_EQ(shell(command), QString());
    const History& history = *player().shownRun()->history;
    QList<QByteArray> lines = linesOf("run.csv");
    lines.removeFirst();
    ASSERT_GT(lines.size(), 5);
    EXPECT_NEAR(lines.first().split(',')[0].toDouble(), firstTime, 1e-9);
    EXPECT_NEAR(lines.last().split(',')[0].toDouble(), player().shownRun()->end(), 1e-5);
    int compared = 0;
    for (const QByteArray& line : lines) {
      const QList<QByteArray> row = line.split(',');
      const double t = row[0].toDouble();
      const History::Record record = history.record(history.find(t + 1e-9));
      if (std::abs(record.t - t) > 1e-9) continue;  // of the parent, or the end
      EXPECT_NEAR(row[1].toDouble(), record.q[0], within) << t;
      EXPECT_NEAR(row[2].toDouble(), record.v[0], within) << t;
      ++compared;
    }
    EXPECT_GT(compared, 5) << command.toStdString();
  }
  /// What is said when the command is copied.
  QString said(const char* action) {
    window.view().notices().dismissAll();
    if (!soon([&] { return window.view().notices().cards().empty(); })) return QStringLiteral("old notices stay");
    window.findChild<QAction*>(action)->trigger();
    for (NoticeCard* card : window.view().notices().cards())
      if (card->notice().title == "Copied to the clipboard") return card->notice().advice;
    return QStringLiteral("nothing was copied");
  }

  CommandActions* commands = nullptr;
  QString project;
  double firstTime = 0;  ///< s, of the run that the command makes
};

TEST_F(RunCommandsTest, FromTheStartNothingIsSaid) {
  openPendulum();
  playFor(0.3);
  EXPECT_FALSE(commands->simulateCommand().contains("--from"));
  expectRepeated(1e-9);
  EXPECT_FALSE(said("copySimulate").contains("does not repeat")) << said("copySimulate").toStdString();
}

TEST_F(RunCommandsTest, ABranchOfARecordingBeginsInItsFile) {
  openPendulum();
  const QString file = folder.filePath("recorded.h5");
  ASSERT_EQ(shell("tendril simulate pendulum.tendril.json --duration 0.6 --out recorded.h5"), QString());
  window.openProject(file, false);
  ASSERT_TRUE(soon([&] {
    const auto run = player().shownRun();
    return run && run->reason == RunReason::kRecording;
  }));
  // The recording itself.
  EXPECT_EQ(commands->simulateCommand(),
            QStringLiteral("tendril simulate %1 --from %1@0 --duration 0.6 --out run.csv").arg(file));
  EXPECT_TRUE(commands->exportRunCommand().startsWith("tendril export " + file + ' '));
  EXPECT_TRUE(commands->filmCommand().startsWith("tendril film " + file));
  // What goes on from an instant of it.
  player().seek(0.3);
  ASSERT_TRUE(soon([&] { return player().snapshot().replaying && std::abs(time() - 0.3) < 0.011; }));
  playFor(0.25);
  const auto run = player().shownRun();
  ASSERT_EQ(run->reason, RunReason::kBranch);
  firstTime = run->branchTime;
  const QString from = QStringLiteral("tendril simulate %1 --from %1@").arg(file);
  EXPECT_TRUE(commands->simulateCommand().startsWith(from)) << commands->simulateCommand().toStdString();
  expectRepeated(1e-3);  // what the integrator remembers of the way there is not in the window's run
  EXPECT_TRUE(commands->exportRunCommand().startsWith(from) && commands->exportRunCommand().contains("tendril export "))
      << commands->exportRunCommand().toStdString();
  EXPECT_TRUE(commands->filmCommand().startsWith(from) &&
              commands->filmCommand().contains(" && tendril film " + file + " --run run.h5"))
      << commands->filmCommand().toStdString();
  EXPECT_FALSE(said("copySimulate").contains("does not repeat"));
  // A branch of that branch begins in the file, too.
  player().seek(firstTime + 0.1);
  ASSERT_TRUE(soon([&] { return player().snapshot().replaying; }));
  playFor(0.2);
  ASSERT_EQ(player().shownRun()->parent, run->id);
  EXPECT_TRUE(commands->simulateCommand().startsWith(from)) << commands->simulateCommand().toStdString();
  expectRepeated(1e-3);
}

TEST_F(RunCommandsTest, ABranchOfARunFromTheStartIsMadeFromTheStart) {
  openPendulum();
  playFor(0.4);
  player().seek(0.2);
  ASSERT_TRUE(soon([&] { return player().snapshot().replaying; }));
  playFor(0.3);
  EXPECT_EQ(player().shownRun()->reason, RunReason::kBranch);
  EXPECT_FALSE(commands->simulateCommand().contains("--from")) << commands->simulateCommand().toStdString();
  expectRepeated(1e-3);
}

TEST_F(RunCommandsTest, AStateThatWasSetIsWhereItBegins) {
  openPendulum();
  player().setConfiguration(VecX::Constant(1, -0.4), VecX::Constant(1, 0.5));
  ASSERT_TRUE(soon([&] { return player().snapshot().q[0] == -0.4; }));
  playFor(0.3);
  EXPECT_TRUE(commands->simulateCommand().contains(" --from <(echo '{\"t\": 0, \"q\": [-0.4], \"v\": [0.5]}')"))
      << commands->simulateCommand().toStdString();
  expectRepeated(1e-6);
  EXPECT_FALSE(said("copySimulate").contains("does not repeat"));
}

TEST_F(RunCommandsTest, AnEditedRobotGoesOnFromWhereItWas) {
  openPendulum();
  playFor(0.3);
  std::vector<Problem> problems;
  ASSERT_TRUE(window.document().setField("links.arm.body.mass", "2", problems));
  ASSERT_TRUE(window.document().save());
  ASSERT_TRUE(settled());
  ASSERT_TRUE(soon([&] { return player().liveRun()->reason == RunReason::kEdit; }));
  playFor(0.3);
  firstTime = player().shownRun()->start;
  EXPECT_GT(firstTime, 0.2);
  EXPECT_TRUE(commands->simulateCommand().contains(" --from <(echo ")) << commands->simulateCommand().toStdString();
  expectRepeated(1e-3);
}

TEST_F(RunCommandsTest, WhatWasDoneByHandIsNamed) {
  openPendulum();
  player().play();
  player().overrideInput(0, 1.5);
  ASSERT_TRUE(soon([&] { return !player().snapshot().inputs.empty() && player().snapshot().inputs[0].held; }));
  const double held = time();
  ASSERT_TRUE(soon([&] { return time() > held + 0.1; }));
  player().releaseAllInputs();
  ASSERT_TRUE(soon([&] { return !player().snapshot().inputs[0].held && player().snapshot().inputs[0].fade == 0; }));
  pause();
  EXPECT_TRUE(said("copySimulate").contains("It does not repeat: inputs that were moved by hand."))
      << said("copySimulate").toStdString();
  // A run of its own, in which somebody pulls.
  player().reset();
  ASSERT_TRUE(soon([&] { return time() == 0; }));
  player().play();
  ASSERT_TRUE(soon([&] { return running() && time() > 0.1; }));
  player().perturb({.link = window.description().links[0].id, .place = {}}, {.point = Vec3(0.3, 0, 0.6)});
  ASSERT_TRUE(soon([&] { return player().snapshot().perturbation.active; }));
  const double pulled = time();
  ASSERT_TRUE(soon([&] { return time() > pulled + 0.1; }));
  player().releasePerturbation();
  ASSERT_TRUE(soon([&] { return !player().snapshot().perturbation.active; }));
  pause();
  EXPECT_TRUE(said("copySimulate").contains("It does not repeat: pulling the robot by hand."))
      << said("copySimulate").toStdString();
  EXPECT_TRUE(said("copyFilm").contains("pulling the robot by hand")) << "the film simulates, too";
  EXPECT_FALSE(said("copyInfo").contains("does not repeat"));
  player().reset();
  ASSERT_TRUE(soon([&] { return time() == 0; }));
  playFor(0.2);
  EXPECT_FALSE(said("copySimulate").contains("does not repeat")) << "nothing was done to this one";
}

/// Headings with units, as the window writes them, and the same numbers.
TEST_F(RunCommandsTest, TheExportedTableIsMadeAgain) {
  openPendulum();
  playFor(0.3);
  window.findChild<QAction*>("exportRun")->trigger();
  auto* dialog = window.findChild<QFileDialog*>("exportRunDialog");
  ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
  Q_EMIT dialog->fileSelected(folder.filePath("run.csv"));
  dialog->reject();
  ASSERT_TRUE(soon([&] { return QFile::exists(folder.filePath("run.csv")); }));
  handleEvents();
  const QList<QByteArray> own = linesOf("run.csv");
  EXPECT_TRUE(own[0].startsWith("t [s],arm.q[0] [rad],arm.v[0] [rad/s],")) << own[0].toStdString();
  EXPECT_TRUE(QFile::remove(folder.filePath("run.csv")));
  const QString command = commands->exportRunCommand();
  EXPECT_TRUE(command.endsWith("--out " + folder.filePath("run.csv") + " --units")) << command.toStdString();
  ASSERT_EQ(shell(command), QString());
  const QList<QByteArray> again = linesOf("run.csv");
  EXPECT_EQ(again[0], own[0]);
  ASSERT_GT(again.size(), 10);
  for (const int column : {0, 1, 2}) EXPECT_EQ(again[5].split(',')[column], own[5].split(',')[column]) << column;
  // Commands know its columns.
  EXPECT_EQ(shell("tendril plot pendulum.tendril.json --run run.csv --signals 'arm.tip.x' --out f.svg"), QString());
  EXPECT_EQ(shell("tendril plot run.csv --signals 'arm.q[0]' --unit deg --out g.svg"), QString());
}

}  // namespace
}  // namespace tendril
