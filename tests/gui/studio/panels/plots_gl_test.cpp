// SPDX-License-Identifier: GPL-3.0-or-later
// Plots and figures of the run in the window, the same by a command line; curves that equilibria leave; paper pages.
#include <test_paths.hpp>

#include <QClipboard>
#include <QComboBox>
#include <QJsonDocument>
#include <QProcess>
#include <QPushButton>
#include <QSignalSpy>
#include <QSlider>

#include <algorithm>

#include "core/project/project.hpp"
#include "studio/app/actions/command_actions.hpp"
#include "studio/app/panels/paper/paper_panel.hpp"
#include "studio/app/panels/plots/plots_panel.hpp"
#include "studio/app/panels/plots/project_figures.hpp"
#include "tests/gui/studio/studio_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/inputs/input_panel.hpp"
#include "widgets/slider/value_slider.hpp"

namespace tendril {
namespace {

class PlotsGlTest : public StudioTest {
 protected:
  void SetUp() override {
    StudioTest::SetUp();
    qputenv("PATH", QByteArray(TENDRIL_BINARY_DIR "/studio/cli:") + qgetenv("PATH"));
  }
  PlotBoard& board() { return window.findChild<PlotsPanel*>()->board(); }
  /// Plays to t and stands still there.
  void playTo(double t) {
    window.player().play();
    ASSERT_TRUE(soon([&] { return time() > t; }));
    window.player().pause();
    untilStill();
  }
  static QByteArray contents(const QString& path) {
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
  }
  static int run(const QString& line, const QString& folder) {
    QProcess shell;
    shell.setWorkingDirectory(folder);
    shell.start("bash", {"-c", line});
    shell.waitForFinished(120000);
    const QByteArray said = shell.readAllStandardError();
    EXPECT_EQ(shell.exitCode(), 0) << line.toStdString() << '\n' << said.toStdString();
    return shell.exitCode();
  }
};

TEST_F(PlotsGlTest, ACommandDrawsThePlotOfTheWindow) {
  open(copyOf("double-pendulum"), false);
  playTo(1);
  window.panels().setWorkspace(Workspace::kRun);
  board().restore({{"plots", QJsonArray{QJsonObject{{"signals", QJsonArray{"forearm.v[0]"}},
                                                    {"x", QJsonArray{"forearm.q[0]"}},
                                                    {"labels", QJsonArray{"second"}},
                                                    {"x_unit", "deg"},
                                                    {"title", "Phase portrait"}}}}});
  PlotCard* card = board().cards().front();
  ASSERT_TRUE(soon([&] { return card->figure().shown() && board().settled(); }));
  card->figure().setFocus();
  keep("plots-phase");
  const QString line = window.findChild<CommandActions*>()->plotCommand();
  EXPECT_TRUE(line.contains("--x ")) << line.toStdString();
  EXPECT_TRUE(line.contains("--x-unit deg")) << line.toStdString();
  ASSERT_EQ(run(line, folder.path()), 0);
  const QByteArray svg = contents(folder.filePath("plot.svg"));
  EXPECT_TRUE(svg.contains(">Phase portrait<"));
  EXPECT_TRUE(svg.contains(">second<"));
  const auto& points = card->figure().shown()->panels[0].curves[0].points;
  EXPECT_GT(points.size(), 20U);
  PlotExportPopover& exporter = board().exporter();
  exporter.toggleFor(card, card);
  exporter.setFormat(PlotExportPopover::Format::kSvg);
  QSignalSpy written(&exporter, &PlotExportPopover::finished);
  exporter.exportTo(folder.filePath("window.svg"));
  ASSERT_EQ(written.size(), 1);
  EXPECT_EQ(written[0][1].toString(), "");
  // Both draw the same motion: their curves begin and end at the same places of the page.
  const auto ends = [](const QByteArray& text) {
    const qsizetype at = text.indexOf(" d=\"", text.indexOf("class=\"curve")) + 4;
    // "l0 0" behind the first point makes a dot of a curve that has only one.
    const QString d =
        QString::fromUtf8(text.mid(at, text.indexOf('"', at) - at)).replace("l0 0", "").replace(u'M', u'L');
    const QStringList pairs = d.split(u'L', Qt::SkipEmptyParts);
    std::vector<double> out;
    for (const QString& pair : {pairs.value(0), pairs.value(pairs.size() - 1)})
      for (const QString& number : pair.split(u' ', Qt::SkipEmptyParts)) out.push_back(number.toDouble());
    return out;
  };
  const std::vector<double> there = ends(svg), here = ends(contents(folder.filePath("window.svg")));
  ASSERT_EQ(there.size(), 4U);
  ASSERT_EQ(here.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(there[i], here[i], 0.5) << i;
}

TEST_F(PlotsGlTest, AFigureIsMadeOfTheRunInTheView) {
  open(copyOf("double-pendulum"), false);
  playTo(1.3);
  window.panels().setWorkspace(Workspace::kFigure);
  auto* figures = window.findChild<ProjectFigures*>();
  ASSERT_TRUE(figures);
  figures->addView();  // of an unsaved project
  EXPECT_TRUE(window.document().isDirty());
  QSignalSpy ended(figures, &ProjectFigures::finished);
  figures->makeTo(folder.filePath("seen.svg"));
  ASSERT_TRUE(soon([&] { return ended.size() == 1; }));
  EXPECT_EQ(ended[0][1].toString(), "");
  EXPECT_TRUE(contents(folder.filePath("seen.svg")).contains("data:image/png;base64"));
  ASSERT_TRUE(window.document().save());
  window.findChild<QComboBox*>("figure_names")->setCurrentText("phase");
  figures->makeTo(folder.filePath("phase.svg"));
  ASSERT_TRUE(soon([&] { return ended.size() == 2; }));
  EXPECT_EQ(ended[1][1].toString(), "");
  // The data beside it end where the run in the window ends, which the project's own simulation does not.
  const QList<QByteArray> rows = contents(folder.filePath("phase.b.csv")).trimmed().split('\n');
  ASSERT_GT(rows.size(), 3);
  EXPECT_LE(rows.back().split(',').front().toDouble(), time() + 1e-9);
  EXPECT_GT(rows.back().split(',').front().toDouble(), 1.2);
  auto* copy = window.findChild<QPushButton*>("figure_copy_command");
  QTest::mouseClick(copy, Qt::LeftButton);
  const QString line = QApplication::clipboard()->text();
  EXPECT_TRUE(line.contains("tendril figure")) << line.toStdString();
  EXPECT_TRUE(line.contains("phase")) << line.toStdString();
  ASSERT_EQ(run(line.left(line.lastIndexOf(" --out ")) + " --out again.svg", folder.path()), 0);
  EXPECT_TRUE(contents(folder.filePath("again.svg")).contains("<svg"));
  keep("figures-of-the-run");
}

TEST_F(PlotsGlTest, EquilibriaUnderASliderLeaveACurve) {
  open(copyOf("tendon-arm-3-segments"), false);
  window.panels().setWorkspace(Workspace::kAnalyse);
  ASSERT_TRUE(soon([&] { return window.panels().isPanelVisible("inputs"); }));
  window.panels().showPanel("plots");
  const QString input = "'lower 1'.tension", tip = "'plate 3'.tip.z";
  board().restore({{"plots", QJsonArray{QJsonObject{{"signals", QJsonArray{tip}}, {"x", QJsonArray{input}}}}}});
  window.findChild<QAction*>("followEquilibrium")->trigger();
  ASSERT_TRUE(soon([&] { return window.player().snapshot().equilibriumMode; }));
  QSlider& slider = window.findChild<InputPanel*>()->findChild<ValueSlider*>()->slider();
  const int y = slider.height() / 2;
  QPoint at(slider.width() / 6, y);
  QTest::mousePress(&slider, Qt::LeftButton, {}, at);
  PlotCard* card = board().cards().front();
  const auto count = [&] {
    std::size_t most = 0;
    if (const auto figure = card->figure().shown())
      for (const figure::Curve& curve : figure->panels[0].curves)
        if (QString::fromStdString(curve.label).contains("equilibria")) most = curve.points.size();
    return most;
  };
  for (int k = 0; k < 8; ++k) {
    const auto before = window.player().snapshot().statics;
    at.rx() += slider.width() / 14;
    QTest::mouseMove(&slider, at);
    ASSERT_TRUE(soon([&] { return window.player().snapshot().statics != before; })) << k;
  }
  QTest::mouseRelease(&slider, Qt::LeftButton, {}, at);
  EXPECT_TRUE(soon([&] { return count() >= 6; })) << count();
  keep("plots-equilibria");
  // More tension bends the arm more, so its tip sinks; let go, the slider takes it back to where the curve began.
  const auto figure = card->figure().shown();
  for (const figure::Curve& curve : figure->panels[0].curves) {
    if (!QString::fromStdString(curve.label).contains("equilibria")) continue;
    const auto [least, most] = std::ranges::minmax(curve.points, {}, [](const auto& point) { return point.x; });
    EXPECT_GT(most.x, least.x + 5);
    EXPECT_LT(most.y, least.y - 0.05);
  }
}

TEST_F(PlotsGlTest, APapersPageHasFiguresAndSources) {
  open(copyOf("soft-manipulator"), false);
  window.panels().setWorkspace(Workspace::kFigure);
  QTest::mouseClick(window.findChild<QPushButton*>("figure_paper"), Qt::LeftButton);
  ASSERT_TRUE(soon([&] { return window.panels().isPanelVisible("paper"); }));
  auto* page = window.findChild<PaperPanel*>();
  ASSERT_TRUE(page);
  ASSERT_TRUE(soon([&] { return page->sources().rowCount() > 0; }));
  EXPECT_TRUE(window.findChild<QPushButton*>("paper_make:motion"));
  int numbers = 0, papers = 0;
  for (int i = 0; i < page->sources().rowCount(); ++i) {
    const QStandardItem* group = page->sources().item(i);
    for (int k = 0; k < group->rowCount(); ++k) {
      ++numbers;
      papers += group->child(k, 2)->text() == "paper" ? 1 : 0;
      EXPECT_FALSE(group->child(k, 1)->text().isEmpty());
    }
  }
  EXPECT_GT(papers, 5);
  std::vector<Problem> problems;
  const json::Node project = json::parse(window.document().document().text(), problems);
  EXPECT_EQ(numbers, static_cast<int>(projectNumbers(project).size()));
  keep("paper-page");
}

TEST(PaperPage, TheMostSpecialEntryCounts) {
  const std::vector<std::pair<std::string, std::string>> entries = {
      {"links", "our proposal"}, {"links.arm.body", "paper: one"}, {"links.arm.body.length", "our proposal: longer"}};
  EXPECT_EQ(sourceOf(entries, "links.arm.joint.damping"), 0);
  EXPECT_EQ(sourceOf(entries, "links.arm.body.section.radius[0]"), 1);
  EXPECT_EQ(sourceOf(entries, "links.arm.body.length"), 2);
  EXPECT_EQ(sourceOf(entries, "links.arm.body2"), 0);
  EXPECT_EQ(sourceOf(entries, "gravity"), -1);
  std::vector<Problem> problems;
  const json::Node project = json::parse(R"({"version": 1, "gravity": [0, 0, -9.81], "links": [{"name": "a b",
      "body": {"length": 0.5, "pieces": [{"x": 1}]}}], "studio": {"window": 3}})",
                                         problems);
  const std::vector<ProjectNumber> numbers = projectNumbers(project);
  ASSERT_EQ(numbers.size(), 3U);
  EXPECT_EQ(numbers[0].path, "gravity");
  EXPECT_EQ(numbers[1].path, "links.a b.body.length");
  EXPECT_EQ(numbers[2].path, "links.a b.body.pieces[0].x");
  EXPECT_EQ(numbers[2].text, "1");
}

}  // namespace
}  // namespace tendril
