// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: what is in them, and what is said when they cannot be written.
#include <sys/resource.h>

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <csignal>

#include <test_paths.hpp>
#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "widgets/plots/plot_export_popover.hpp"

namespace tendril::tests {
namespace {

using Format = PlotExportPopover::Format;

QByteArray contents(const QString& path) {
  QFile file(path);
  return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

class PlotsExport : public PlotsTest {
 protected:
  void SetUp() override {
    PlotsTest::SetUp();
    board->restore(
        {{"plots", QJsonArray{QJsonObject{{"title", "Tip"}, {"signals", QJsonArray{"link1.tip.x", "motor.torque"}}},
                              QJsonObject{{"signals", QJsonArray{"link0.q[0]"}}}}},
         {"window", 0}});
    settle();
  }
  /// Exports and waits; what was said of it.
  QString write(const QString& name, Format format) {
    QSignalSpy spy(&board->exporter(), &PlotExportPopover::finished);
    board->exporter().setFormat(format);
    board->exporter().exportTo(folder.filePath(name));
    EXPECT_TRUE(spy.count() == 1 || spy.wait(20000));
    return spy.isEmpty() ? QStringLiteral("nothing") : spy.back().at(1).toString();
  }
  QTemporaryDir folder;
};

TEST_F(PlotsExport, WhoWritesPicturesGetsWhatIsChosen) {
  std::vector<FigurePlot> plots;
  FigureStyle style;
  QString answer;
  board->exporter().setFigureWriter([&](const auto& what, const FigureStyle& how, const QString&) {
    plots = what, style = how;
    return answer;
  });
  EXPECT_EQ(write("a.svg", Format::kSvg), "");
  ASSERT_EQ(plots.size(), 1U);
  EXPECT_EQ(plots[0].title, "Tip");
  EXPECT_EQ(plots[0].curves.size(), 2U);
  EXPECT_EQ(style.format, FigureFormat::kSvg);
  EXPECT_EQ(style.widthMm, 88);
  EXPECT_EQ(style.heightMm, 0);
  board->exporter().setAllPlots(true);
  answer = "The disk is full.";
  EXPECT_EQ(write("b.pdf", Format::kPdf), answer);
  EXPECT_EQ(plots.size(), 2U);
  EXPECT_EQ(style.format, FigureFormat::kPdf);
}

TEST_F(PlotsExport, WithoutAWriterPicturesAreRefused) {
  EXPECT_FALSE(write("a.png", Format::kPng).isEmpty());
  EXPECT_FALSE(QFile::exists(folder.filePath("a.png")));
}

TEST_F(PlotsExport, CsvHasEveryNumberInFull) {
  board->exporter().setAllPlots(true);
  board->setTimeRange(5, 6);  // does not matter: the whole run is written, unless what is shown is asked for
  EXPECT_EQ(write("a.csv", Format::kCsv), "");
  QList<QByteArray> lines = contents(folder.filePath("a.csv")).split('\n');
  ASSERT_EQ(lines.takeLast(), "");
  ASSERT_EQ(lines.size(), 2002);
  EXPECT_EQ(lines[0], QStringLiteral("run,t [s],link1.tip.x [m],motor.torque [N·m],link0.q[0] [rad]").toUtf8());
  const QList<QByteArray> row = lines[101].split(',');
  ASSERT_EQ(row.size(), 5);
  EXPECT_EQ(row[1].toDouble(), source.tables[1]->time(100));
  EXPECT_EQ(row[2].toDouble(), source.tables[1]->value(5, 100));
  EXPECT_EQ(row[4].toDouble(), source.tables[1]->value(0, 100));
}

TEST_F(PlotsExport, CsvOfWhatIsShownHasOnlyThat) {
  board->setTimeRange(5, 6);
  settle();
  board->exporter().setAllTimes(false);
  EXPECT_EQ(write("a.csv", Format::kCsv), "");
  const QList<QByteArray> lines = contents(folder.filePath("a.csv")).split('\n');
  EXPECT_EQ(lines.size(), 103);
  EXPECT_EQ(lines[1].split(',')[1].toDouble(), 5);
}

TEST_F(PlotsExport, NumbersThatAreNoneAreEmptyAndNamesAreQuoted) {
  auto table = std::make_shared<SignalHistory>(1, 10);
  double t = 0;
  for (const double value : {1.0, std::nan(""), HUGE_VAL}) table->append(t++, {&value, 1});
  PlotCurve curve;
  curve.id = "f\n8\n1\nrun 3";
  curve.name = "max(a, \"b\")";
  curve.table = table;
  curve.column = 0;
  curve.to = kOpen;
  EXPECT_EQ(figureCsv({FigurePlot{"", {curve}, 0, 9, true, {}, {}}}, 0, 9),
            "run,t [s],\"max(a, \"\"b\"\")\"\n3,0,1\n3,1,\n3,2,\n");
  curve.id = "f\n8\n1\nheavy";
  EXPECT_TRUE(figureCsv({FigurePlot{"", {curve}, 0, 9, true, {}, {}}}, 0, 9).endsWith("\nheavy,2,\n"));
  EXPECT_EQ(figureCsv({}, 0, 1), "run,t [s]\n");
}

TEST_F(PlotsExport, AFolderThatCannotBeWrittenIsSaid) {
  const QString error = write("no/such/folder/a.x", Format::kCsv);
  EXPECT_TRUE(error.contains("no/such/folder")) << error.toStdString();
  EXPECT_TRUE(error.contains("another folder")) << error.toStdString();
  EXPECT_FALSE(write(".", Format::kCsv).isEmpty());  // a folder, not a file
}

TEST_F(PlotsExport, AFullDiskLeavesTheOldFile) {
  const QString path = folder.filePath("a.csv");
  QFile old(path);
  ASSERT_TRUE(old.open(QIODevice::WriteOnly));
  old.write("old");
  old.close();
  // What a full disk does: the write stops short.
  rlimit before{};
  getrlimit(RLIMIT_FSIZE, &before);
  const auto handler = std::signal(SIGXFSZ, SIG_IGN);
  const rlimit small{1000, before.rlim_max};
  setrlimit(RLIMIT_FSIZE, &small);
  const QString error = write("a.csv", Format::kCsv);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(error.contains("could not be written")) << error.toStdString();
  EXPECT_EQ(contents(path), "old");
}

TEST_F(PlotsExport, WithoutAPlotThereIsNothingToExport) {
  board->restore({});
  EXPECT_FALSE(write("a.png", Format::kPng).isEmpty());
}

}  // namespace
}  // namespace tendril::tests
