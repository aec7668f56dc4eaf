// SPDX-License-Identifier: GPL-3.0-or-later
// Plots that the window exports: the same files as `tendril plot` writes.
#include "studio/app/panels/plots/plot_figures.hpp"

#include <gtest/gtest.h>

#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QImage>
#include <QJsonDocument>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <sstream>

#include "core/builder/build_model.hpp"
#include "core/project/project.hpp"
#include "core/signals/signal_catalogue.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/io/table.hpp"
#include "studio/cli/recorded_run.hpp"
#include "widgets/plots/plot_board.hpp"
#include "widgets/theme/theme.hpp"

namespace tendril {
namespace {

using Format = PlotExportPopover::Format;

constexpr auto kProject = R"json({
  "format": "tendril", "version": 1, "name": "motor",
  "links": [ { "name": "arm 1", "parent": "world",
    "joint": { "type": "revolute", "axis": [0, 1, 0], "damping": 0.1, "q0": [0.4] },
    "body": { "type": "rigid", "mass": 1, "com": [0.1, 0, 0], "inertia": [0.01, 0.01, 0.01, 0, 0, 0],
              "tip": { "position": [0.2, 0, 0] } } } ],
  "actuators": [ { "name": "motor", "type": "joint", "link": "arm 1", "mode": "force", "range": [-1, 1] } ],
  "controllers": [ { "name": "c", "type": "signals", "outputs": { "motor": "2*sin(5*t)" } } ],
  "simulation": { "duration": 2, "step": 0.005, "record_rate": 50 },
  "studio": { "plots": [
    { "title": "Torque", "signals": [ "motor.torque", "motor.signal" ] },
    { "title": "Tip & base", "signals": [ "'arm 1'.tip.x", "'arm 1'.tip.z", "'arm 1'.q[0]" ] } ] }
})json";

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// The signals of one recorded run.
class OneRun : public PlotSource {
 public:
  OneRun(std::shared_ptr<const Model> model, std::shared_ptr<const History> history, const QStringList& texts)
      : names_(std::make_shared<const SignalCatalogue>(*model)), texts_(texts) {
    std::vector<std::string> columns;
    for (const QString& text : texts) columns.push_back(text.toStdString());
    SignalSampler sampler(std::move(model), *names_, columns);
    sampler.sample(history);
    table_ = sampler.table();
  }
  std::shared_ptr<const SignalCatalogue> catalogue() const override { return names_; }
  std::vector<PlotSpan> spans() const override {
    return {{1, "run 1", 0, std::numeric_limits<double>::infinity(), true}};
  }
  std::pair<double, double> extent() const override { return {table_->time(0), table_->time(table_->size() - 1)}; }
  void want(const QStringList&) override {}
  PlotColumn column(std::uint64_t, const QString& text) const override {
    const qsizetype at = texts_.indexOf(text);
    return at < 0 ? PlotColumn{} : PlotColumn{table_, static_cast<int>(at)};
  }

 private:
  std::shared_ptr<const SignalCatalogue> names_;
  QStringList texts_;
  std::shared_ptr<const SignalHistory> table_;
};

class PlotFigures : public ::testing::Test {
 protected:
  void SetUp() override {
    AppTheme::instance().install();
    AppTheme::instance().setMode(ThemeMode::kLight);
    QFile file(folder.filePath("p.tendril.json"));
    ASSERT_TRUE(file.open(QIODevice::WriteOnly));
    file.write(kProject);
    file.close();
    ASSERT_EQ(tendril({"simulate", path("p.tendril.json"), "--out", path("run.csv")}), "");
    const ReadResult read = readProject(path("p.tendril.json"));
    std::vector<Problem> problems;
    model = buildModel(read.description, problems, {.directory = read.directory});
    ASSERT_TRUE(model);
    source = std::make_unique<OneRun>(
        model, cli::recordedRun(path("run.csv"), *model),
        QStringList{"motor.torque", "motor.signal", "'arm 1'.tip.x", "'arm 1'.tip.z", "'arm 1'.q[0]"});
    board = std::make_unique<PlotBoard>(source.get());
    board->resize(900, 500);
    board->exporter().setFigureWriter(&writePlots);
    const QJsonObject studio = QJsonDocument::fromJson(kProject).object()["studio"].toObject();
    board->restore({{"plots", studio["plots"]}, {"window", 0}});
    board->show();
    ASSERT_TRUE(QTest::qWaitFor([this] { return board->settled() && board->cards().size() == 2; }, 10000));
  }

  std::string path(const char* name) const { return folder.filePath(name).toStdString(); }
  /// What the command line says where it fails.
  static std::string tendril(const std::vector<std::string>& arguments) {
    std::ostringstream out, diagnostics;
    return cli::run(arguments, {out, diagnostics}) == 0 ? std::string() : diagnostics.str() + "!";
  }
  QString write(const QString& name, Format format) {
    QSignalSpy spy(&board->exporter(), &PlotExportPopover::finished);
    board->exporter().setFormat(format);
    board->exporter().exportTo(folder.filePath(name));
    return spy.isEmpty() ? QStringLiteral("nothing was said") : spy.back().at(1).toString();
  }
  void choose(std::size_t card) {
    board->setCurrent(board->cards()[card]);
    board->exporter().setAllPlots(false);
  }

  QTemporaryDir folder;
  std::shared_ptr<const Model> model;
  std::unique_ptr<OneRun> source;
  std::unique_ptr<PlotBoard> board;
};

TEST_F(PlotFigures, AreThoseOfTheCommandLine) {
  for (const std::size_t plot : {0U, 1U}) {
    choose(plot);
    ASSERT_EQ(write("window.svg", Format::kSvg), "");
    ASSERT_EQ(tendril({"plot", path("p.tendril.json"), "--run", path("run.csv"), "--plot", std::to_string(plot + 1),
                       "--out", path("command.svg")}),
              "");
    const QByteArray window = contents(folder.filePath("window.svg"));
    EXPECT_GT(window.size(), 3000);
    EXPECT_EQ(window, contents(folder.filePath("command.svg")));
  }
}

TEST_F(PlotFigures, AStretchOfTimeIsThatOfTheCommandLine) {
  choose(1);
  board->setTimeRange(0.5, 1.25);
  ASSERT_EQ(write("window.svg", Format::kSvg), "");
  ASSERT_EQ(tendril({"plot", path("p.tendril.json"), "--run", path("run.csv"), "--plot", "2", "--from", "0.5", "--to",
                     "1.25", "--out", path("command.svg")}),
            "");
  EXPECT_EQ(contents(folder.filePath("window.svg")), contents(folder.filePath("command.svg")));
}

TEST_F(PlotFigures, AllPlotsStandInOneFileUnderTheirTitles) {
  board->exporter().setAllPlots(true);
  ASSERT_EQ(write("all.svg", Format::kSvg), "");
  const QByteArray svg = contents(folder.filePath("all.svg"));
  for (const char* text : {">Torque<", ">Tip &amp; base<", "motor.torque", "tip.x"})
    EXPECT_TRUE(svg.contains(text)) << text;
  ASSERT_EQ(write("all.pdf", Format::kPdf), "");
  EXPECT_TRUE(contents(folder.filePath("all.pdf")).startsWith("%PDF"));
  ASSERT_EQ(write("all.png", Format::kPng), "");
  EXPECT_NEAR(QImage(folder.filePath("all.png")).width(), 88 / 25.4 * 300, 2);
}

TEST_F(PlotFigures, TablesAreReadByTheCommandLine) {
  QSignalSpy spy(&board->exporter(), &PlotExportPopover::finished);
  board->exporter().setAllPlots(true);
  board->exporter().setFormat(Format::kCsv);
  board->exporter().exportTo(folder.filePath("window.csv"));
  ASSERT_TRUE(spy.count() == 1 || spy.wait(20000));
  const cli::Table table = cli::readTable(path("window.csv"));
  ASSERT_EQ(table.rows.size(), 101u);
  EXPECT_EQ(table.names, (std::vector<std::string>{"run", "t", "motor.torque", "motor.signal", "'arm 1'.tip.x",
                                                   "'arm 1'.tip.z", "'arm 1'.q[0]"}));
  EXPECT_EQ(table.units[2], "N·m");
  for (const char* text : {"motor.torque", "'arm 1'.q[0]"})
    EXPECT_EQ(table.number(50, table.column(text)),
              source->column(1, text).table->value(source->column(1, text).column, 50))
        << text;
  EXPECT_EQ(tendril({"plot", path("window.csv"), "--signals", "motor.torque,arm 1.tip.x", "--references",
                     "motor.signal", "--out", path("again.svg")}),
            "");
  const QByteArray svg = contents(folder.filePath("again.svg"));
  EXPECT_EQ(svg.count("class=\"curve\""), 2);
  EXPECT_TRUE(svg.contains(">Time</tspan>")) << "the column t is the time";
}

TEST_F(PlotFigures, ARangeOfValuesThatWasChosenIsKept) {
  choose(0);
  board->cards()[0]->canvas().setYRange(PlotCanvas::Side::kLeft, -30, 50);
  ASSERT_EQ(write("wide.svg", Format::kSvg), "");
  EXPECT_TRUE(contents(folder.filePath("wide.svg")).contains(">40<"));
  choose(0);
  board->cards()[0]->canvas().setAutoY(true);
  ASSERT_EQ(write("fits.svg", Format::kSvg), "");
  EXPECT_FALSE(contents(folder.filePath("fits.svg")).contains(">40<"));
}

TEST_F(PlotFigures, OtherRunsCarryTheirNames) {
  FigurePlot plot = figurePlot(board->cards()[0]->canvas(), "Two runs");
  PlotCurve other = plot.curves.front();
  other.kind = CurveKind::kOtherRun;
  other.runName = "run 7";
  plot.curves.push_back(other);
  ASSERT_EQ(writePlots({plot}, {.format = FigureFormat::kSvg}, folder.filePath("two.svg")), "");
  const QByteArray svg = contents(folder.filePath("two.svg"));
  EXPECT_TRUE(svg.contains(">motor.torque · run 7<"));
  EXPECT_EQ(svg.count("class=\"curve other\""), 1);
}

TEST_F(PlotFigures, WhatCannotBeWrittenIsSaidAndLeavesTheOldFile) {
  choose(0);
  for (const Format format : {Format::kPng, Format::kSvg, Format::kPdf}) {
    const QString error = write("no/such/folder/a.x", format);
    EXPECT_TRUE(error.contains("no/such/folder")) << error.toStdString();
    EXPECT_TRUE(error.contains("another folder")) << error.toStdString();
  }
  EXPECT_FALSE(write(".", Format::kSvg).isEmpty());  // a folder, not a file
  ASSERT_EQ(write("a.svg", Format::kSvg), "");
  const QByteArray before = contents(folder.filePath("a.svg"));
  const FigureStyle tiny{.format = FigureFormat::kSvg, .widthMm = 5};
  const QString error = writePlots({figurePlot(board->cards()[0]->canvas(), "Tip")}, tiny, folder.filePath("a.svg"));
  EXPECT_TRUE(error.contains("narrow")) << error.toStdString();
  EXPECT_EQ(contents(folder.filePath("a.svg")), before);
}

}  // namespace
}  // namespace tendril
