// SPDX-License-Identifier: GPL-3.0-or-later
// Runs recorded to files from the window, opened again, laid over the plots, exported.
#include <gmock/gmock.h>
#include <vtkActor.h>
#include <vtkPolyData.h>

#include <QAction>
#include <QClipboard>
#include <QFileDialog>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QMenu>
#include <QSettings>
#include <QTableWidget>
#include <QToolButton>
#include <algorithm>

#include "core/project/project.hpp"
#include "render/scene/ghost.hpp"
#include "studio/app/actions/recording/run_film_actions.hpp"
#include "studio/app/actions/recording/run_recording.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/recording/recorded_file.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "widgets/picture/film_dialog.hpp"
#include "widgets/plots/plot_card.hpp"

namespace tendril {
namespace {

class RecordingTest : public StudioTest {
 protected:
  void SetUp() override {
    StudioTest::SetUp();
    QSettings().setValue("recordingFolder", folder.path());
  }
  void TearDown() override { QSettings().remove("recordingFolder"); }

  QToolButton& chip() { return *window.findChild<QToolButton*>("recording_chip"); }
  QStringList recordings() { return QDir(folder.path()).entryList({"*.h5"}, QDir::Files, QDir::Name); }
  NoticeCard* cardOf(const QString& title) {
    for (NoticeCard* card : window.view().notices().cards())
      if (card->notice().title.contains(title)) return card;
    return nullptr;
  }
  /// What the notices say.
  std::string told() {
    QString all;
    for (NoticeCard* card : window.view().notices().cards())
      all += card->notice().title + ": " + card->notice().advice + '\n';
    return all.toStdString();
  }
  void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
    QTest::keyClick(&window.view().viewport(), key, modifiers);
  }
  /// Records an example for a while by the button of the header; the path of the file.
  QString recorded(const QString& project, double seconds) {
    open(project, true);
    QTest::mouseClick(window.findChild<QToolButton*>("record_run_button"), Qt::LeftButton);
    EXPECT_TRUE(soon([&] { return chip().isVisible() && chip().text().contains(" s · "); }));
    const double from = time();  // a busy machine may have come far before it began to record
    EXPECT_TRUE(soon([&] { return time() > from + seconds; }));
    QTest::mouseClick(&chip(), Qt::LeftButton);
    EXPECT_TRUE(soon([&] { return cardOf("is recorded") != nullptr; })) << told();
    EXPECT_TRUE(running()) << "the run goes on";
    EXPECT_FALSE(chip().isVisible());
    window.player().pause();
    EXPECT_TRUE(soon([&] { return !running(); }));
    return recordings().isEmpty() ? QString() : folder.filePath(recordings().last());
  }
  /// Waits for a recording that was opened.
  void openRecording(const QString& file, bool play) {
    window.openProject(file, play);
    ASSERT_TRUE(soon([&] { return cardOf("is open") != nullptr; }));
    ASSERT_TRUE(soon([&] {
      const auto run = window.player().shownRun();
      return run && run->reason == RunReason::kRecording;
    }));
  }
};

TEST_F(RecordingTest, IsMadeOpenedPlayedAndGoneOnFrom) {
  const QString file = recorded(copyOf("four-bar"), 0.4);
  ASSERT_FALSE(file.isEmpty());
  const RecordedRun run = readRecording(file.toStdString());
  EXPECT_EQ(run.status, "complete");
  const double start = run.values[0].front(), end = run.values[0].back();
  EXPECT_GT(end, 0.4);
  EXPECT_EQ(readRecordedProject(file.toStdString()).text, projectText(window.description()));

  openRecording(file, false);
  EXPECT_TRUE(window.windowTitle().contains(QFileInfo(file).fileName()));
  EXPECT_FALSE(window.document().isDirty());
  ASSERT_TRUE(soon([&] { return time() == start; }));
  const VecX q = window.player().snapshot().q;
  for (Eigen::Index i = 0; i < q.size(); ++i) EXPECT_EQ(q[i], run.values[static_cast<std::size_t>(1 + i)].front());
  EXPECT_EQ(window.player().shownRun()->history->size(), run.values[0].size());
  window.view().viewport().setFocus();
  press(Qt::Key_Space, Qt::ShiftModifier);  // plays what was recorded, to its end
  ASSERT_TRUE(soon([&] { return !running() && time() == end; }));
  EXPECT_TRUE(window.player().snapshot().replaying);
  AppTheme::instance().setMode(ThemeMode::kDark);
  keep("recording-open-dark");
  AppTheme::instance().setMode(ThemeMode::kLight);
  press(Qt::Key_Space);  // and goes on from there
  ASSERT_TRUE(soon([&] { return running() && time() > end + 0.05; }));
  EXPECT_EQ(window.player().liveRun()->reason, RunReason::kBranch);
  EXPECT_EQ(window.player().liveRun()->branchTime, end);
}

TEST_F(RecordingTest, EveryRunIsAFileAndWhatCannotBeWrittenIsToldOnce) {
  open(copyOf("four-bar"), true);
  window.findChild<QAction*>("recordRun")->trigger();
  ASSERT_TRUE(soon([&] { return chip().isVisible() && time() > 0.2; }));
  keep("recording-light");
  window.player().reset();
  window.player().play();
  ASSERT_TRUE(soon([&] { return window.player().runs()->size() > 1 && time() > 0.2; }));
  window.findChild<QAction*>("recordRun")->trigger();
  ASSERT_TRUE(soon([&] { return cardOf("2 runs are recorded") != nullptr; }));
  ASSERT_EQ(recordings().size(), 2);
  const QString second = recordings().filter(" 2.h5").value(0);
  ASSERT_FALSE(second.isEmpty());
  EXPECT_EQ(readRecording(folder.filePath(second).toStdString()).values[0].front(), 0);

  window.view().notices().dismissAll();
  window.findChild<RunRecording*>()->begin("/nowhere/at/all.h5");
  ASSERT_TRUE(soon([&] { return cardOf("is not recorded") != nullptr; }));
  EXPECT_TRUE(cardOf("is not recorded")->notice().advice.contains("/nowhere/at/all.h5"));
  EXPECT_TRUE(running());
  EXPECT_FALSE(chip().isVisible());
  const double before = time();
  EXPECT_TRUE(soon([&] { return time() > before + 0.2; }));
  EXPECT_EQ(window.view().notices().cards().size(), 1u);
}

/// Two links have exchanged their names: things of different projects are the same where their names are.
TEST_F(RecordingTest, AnotherVersionLiesOverThePlots) {
  const QString project = copyOf("double-pendulum");
  const QString file = recorded(project, 0.5);
  QFile version(project);
  ASSERT_TRUE(version.open(QIODevice::ReadWrite));
  QByteArray content = version.readAll();
  ASSERT_TRUE(content.contains("\"upper arm\"") && content.contains("\"forearm\""));
  content.replace("\"upper arm\"", "\"other\"").replace("\"forearm\"", "\"upper arm\"");
  content.replace("\"other\"", "\"forearm\"");
  version.resize(0), version.seek(0);
  version.write(content);
  version.close();
  open(project, true);
  ASSERT_TRUE(soon([&] { return time() > 0.6; }));
  window.player().pause();
  for (const char* name : {"forearm.q[0]", "'upper arm'.q[0]"}) window.context().plot(name);
  window.context().addRecording(file);
  ASSERT_TRUE(soon([&] { return cardOf("lies over the plots") != nullptr; }));
  const RecordedRun run = readRecording(file.toStdString());
  const auto drawn = [&] {  // curves of the recording that show what it holds under their names
    int found = 0;
    for (PlotCard* card : window.findChild<PlotsPanel*>()->board().findChildren<PlotCard*>())
      for (const PlotCurve& curve : card->canvas().curves())
        for (std::size_t c = 0; c < run.columns.size(); ++c)
          found += curve.kind == CurveKind::kOtherRun && curve.name.toStdString() == run.columns[c].name &&
                   curve.table && curve.table->size() == run.values[c].size() &&
                   curve.table->value(curve.column, curve.table->size() - 1) == run.values[c].back() &&
                   curve.runName == QFileInfo(file).fileName();
    return found;
  };
  EXPECT_TRUE(soon([&] { return drawn() >= 2; }));
  // Its robot stands in the view, too, at the same time.
  const auto& others = window.view().viewport().others();
  const auto runs = window.player().runs();
  const auto added = *std::ranges::find(*runs, RunReason::kRecording, [](const auto& each) { return each->reason; });
  Data data(*added->model());
  const History& history = *added->history;
  for (const double part : {0.2, 0.8}) {  // it was recorded from some instant on
    const double t = history.time(0) + part * (added->end() - history.time(0));
    window.player().seek(t);
    ASSERT_TRUE(soon([&] { return std::abs(time() - t) < 0.01; }));  // at the record there
    // Between the records of the other run.
    const std::size_t i = history.find(time());
    ASSERT_LT(i + 1, history.size());
    const History::Record before = history.record(i), after = history.record(i + 1);
    const double share = (time() - before.t) / (after.t - before.t);
    Snapshot shape;
    const VecX u = before.u;
    fillSnapshot(added->model(), data, time(), VecX((1 - share) * before.q + share * after.q), before.v, &u, shape);
    double expected[6];
    Ghost(shape, {}).mesh()->GetBounds(expected);
    EXPECT_TRUE(soon([&] {
      if (others.size() != 1) return false;
      double bounds[6];
      others.front()->mesh()->GetBounds(bounds);
      return std::equal(bounds, bounds + 6, expected,
                        [](double one, double two) { return std::abs(one - two) < 1e-6; });
    })) << t;
  }
  keep("recording-compared-light");
  ASSERT_TRUE(others.front()->actor()->GetVisibility());
  window.player().seek(0);
  ASSERT_GT(history.time(0), 0.01);
  EXPECT_TRUE(soon([&] { return time() < 0.01 && !others.front()->actor()->GetVisibility(); })) << "not recorded yet";
  window.findChild<QAction*>("showComparedRuns")->trigger();
  EXPECT_TRUE(soon([&] { return others.empty(); }));
}

/// The program tendril makes it beside the window.
TEST_F(RecordingTest, AFilmIsMadeOfTheRunInTheView) {
  open(copyOf("double-pendulum"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.3; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  window.findChild<RunFilmActions*>()->setProgram(TENDRIL_BINARY_DIR "/studio/cli/tendril");
  window.findChild<QAction*>("filmRun")->trigger();
  auto* dialog = window.findChild<FilmDialog*>();
  ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
  dialog->setScript(R"({"size": [640, 360], "rate": 12, "shots": [
    {"speed": 0.5, "text": "Half speed", "plot": ["forearm.q[0]"]}, {"from": 0.2, "hold": 0.2, "turns": 0.25}]})");
  const QString file = folder.filePath("film.mp4");
  dialog->setFile(file);
  keep("film-dialog-light");
  QTest::mouseClick(dialog->findChild<QWidget*>("film_make"), Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return cardOf("is saved") || cardOf("was not made"); }));
  EXPECT_TRUE(cardOf("is saved")) << cardOf("was not made")->notice().advice.toStdString();
  EXPECT_GT(QFileInfo(file).size(), 1000);
  EXPECT_TRUE(QString::fromStdString(text()).contains("Half speed")) << "the project keeps the shots";
  window.findChild<QAction*>("copyFilm")->trigger();
  EXPECT_TRUE(
      QApplication::clipboard()->text().startsWith("tendril film " + window.projectPath() + " --film film --out"));
  window.document().abandon();
  window.findChild<QAction*>("filmRun")->trigger();
  dialog->setFile("/nowhere/film.mp4");
  QTest::mouseClick(dialog->findChild<QWidget*>("film_make"), Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return cardOf("was not made") != nullptr; }));
  EXPECT_TRUE(cardOf("was not made")->notice().advice.contains("No such file or directory"));
  window.document().abandon();
}

TEST_F(RecordingTest, TheCameraOfAFilmPassesTheViewsOfTheWindow) {
  open(copyOf("double-pendulum"), true);
  window.findChild<QAction*>("filmRun")->trigger();
  auto* dialog = window.findChild<FilmDialog*>();
  ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
  // What has no column stays.
  dialog->setScript(R"({"shots": [{"azimuth": 0.3, "text": "One"}, {"turns": 1, "zoom": 2, "text": "Two"}]})");
  auto* table = dialog->findChild<QTableWidget*>("film_shots");
  table->setCurrentCell(1, 0);
  CameraView camera = window.view().viewport().camera();
  for (const double azimuth : {0.4, 1.3}) {
    camera.azimuth = azimuth;
    window.view().viewport().setCamera(camera);
    QTest::mouseClick(dialog->findChild<QWidget*>("film_pass"), Qt::LeftButton);
  }
  keep("film-dialog-views-light");
  QJsonArray shots = QJsonDocument::fromJson(dialog->script()).object()["shots"].toArray();
  EXPECT_EQ(shots[0].toObject()["azimuth"].toDouble(), 0.3);
  const QJsonObject second = shots[1].toObject();
  ASSERT_EQ(second["path"].toArray().size(), 2);
  EXPECT_NEAR(second["path"].toArray()[1].toObject()["azimuth"].toDouble(), 1.3, 1e-12);
  EXPECT_FALSE(second.contains("turns") || second.contains("zoom")) << "views are the whole camera";
  EXPECT_EQ(second["text"].toString(), "Two");
  EXPECT_TRUE(QString::fromStdString(text()).contains("\"path\"")) << "the project keeps the views";
  QTest::mouseClick(dialog->findChild<QWidget*>("film_no_views"), Qt::LeftButton);
  shots = QJsonDocument::fromJson(dialog->script()).object()["shots"].toArray();
  EXPECT_FALSE(shots[1].toObject().contains("path"));
  window.document().abandon();
}

TEST_F(RecordingTest, TheRunInTheViewIsExportedAndTheCommandCopied) {
  open(copyOf("four-bar"), true);
  ASSERT_TRUE(soon([&] { return time() > 0.3; }));
  window.player().pause();
  ASSERT_TRUE(soon([&] { return !running(); }));
  handleEvents();
  for (const char* name : {"run.glb", "run.csv", "run.h5", "run.npz", "run.mat"}) {
    window.findChild<QAction*>("exportRun")->trigger();
    auto* dialog = window.findChild<QFileDialog*>("exportRunDialog");
    ASSERT_TRUE(dialog && soon([&] { return dialog->isVisible(); }));
    Q_EMIT dialog->fileSelected(folder.filePath(name));
    dialog->reject();
    ASSERT_TRUE(soon([&] { return cardOf(QStringLiteral("“%1” is exported").arg(name)) != nullptr; })) << name;
    EXPECT_TRUE(QFile::exists(folder.filePath(name)));
    handleEvents();
  }
  EXPECT_EQ(readRecording(folder.filePath("run.h5").toStdString()).values[0].size(),
            window.player().shownRun()->history->size());
  window.findChild<QAction*>("copyRunExport")->trigger();
  const QString command = QApplication::clipboard()->text();
  EXPECT_TRUE(command.startsWith("tendril simulate " + window.projectPath() + " --duration 0."))
      << command.toStdString();
  EXPECT_TRUE(command.endsWith("--out run.h5 && tendril export run.h5 " + folder.filePath("run.mat") + " --force"));
  window.findChild<QAction*>("exportRun")->trigger();
  auto* dialog = window.findChild<QFileDialog*>("exportRunDialog");
  Q_EMIT dialog->fileSelected("/nowhere/at/all.csv");
  dialog->reject();
  EXPECT_TRUE(soon([&] { return cardOf("was not exported") != nullptr; }));
}

}  // namespace
}  // namespace tendril
