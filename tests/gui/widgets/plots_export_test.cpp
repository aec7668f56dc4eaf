// SPDX-License-Identifier: GPL-3.0-or-later
// Plots as files: what is in them, and what is said when they cannot be written.
#include <sys/resource.h>

#include <QBuffer>
#include <QDir>
#include <QFile>
#include <QImage>
#include <QTemporaryDir>

#include <csignal>

#include <test_paths.hpp>
#include "tests/gui/widgets/plots_fixture.hpp"
#include "widgets/plots/plot_export_popover.hpp"

namespace tendril::testing {
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

TEST_F(PlotsExport, PngHasTheSizeThatWasAskedFor) {
  EXPECT_EQ(write("a.png", Format::kPng), "");
  EXPECT_EQ(QImage(folder.filePath("a.png")).size(), QSize(1800, 720));
  board->exporter().setAllPlots(true);
  EXPECT_EQ(write("b.png", Format::kPng), "");
  const QImage both(folder.filePath("b.png"));
  EXPECT_EQ(both.size(), QSize(1800, 1440));
  EXPECT_EQ(both.pixelColor(2, 2), QColor(Qt::white));
  QDir().mkpath(TENDRIL_BINARY_DIR "/pictures/plots");
  both.save(QStringLiteral(TENDRIL_BINARY_DIR "/pictures/plots/export.png"));
}

TEST_F(PlotsExport, SvgAndPdfKeepTheTexts) {
  EXPECT_EQ(write("a.svg", Format::kSvg), "");
  const QByteArray svg = contents(folder.filePath("a.svg"));
  EXPECT_TRUE(svg.contains("<text"));
  for (const char* text : {"Tip", "link1.tip.x", "motor.torque", ">t<"}) EXPECT_TRUE(svg.contains(text)) << text;
  EXPECT_TRUE(svg.contains("<polyline") || svg.contains("<path"));
  EXPECT_FALSE(svg.contains("<image"));
  EXPECT_EQ(write("a.pdf", Format::kPdf), "");
  const QByteArray pdf = contents(folder.filePath("a.pdf"));
  EXPECT_TRUE(pdf.startsWith("%PDF"));
  EXPECT_TRUE(pdf.contains("/Font"));
  EXPECT_FALSE(pdf.contains("/Subtype /Image"));
}

TEST_F(PlotsExport, CsvHasEveryNumberInFull) {
  board->exporter().setAllPlots(true);
  board->exporter().setAllTimes(true);
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
  curve.id = "f\n3\n1";
  curve.name = "max(a, \"b\")";
  curve.table = table;
  curve.column = 0;
  curve.to = kOpen;
  EXPECT_EQ(figureCsv({FigurePlot{"", {curve}, 0, 9, true, {}, {}}}, 0, 9),
            "run,t [s],\"max(a, \"\"b\"\")\"\n3,0,1\n3,1,\n3,2,\n");
  EXPECT_EQ(figureCsv({}, 0, 1), "run,t [s]\n");
}

TEST_F(PlotsExport, AFolderThatCannotBeWrittenIsSaid) {
  for (const Format format : {Format::kPng, Format::kSvg, Format::kPdf, Format::kCsv}) {
    const QString error = write("no/such/folder/a.x", format);
    EXPECT_TRUE(error.contains("no/such/folder")) << error.toStdString();
    EXPECT_TRUE(error.contains("another folder")) << error.toStdString();
  }
  EXPECT_FALSE(write(".", Format::kSvg).isEmpty());  // a folder, not a file
}

TEST_F(PlotsExport, AFullDiskLeavesTheOldFile) {
  const QString path = folder.filePath("a.svg");
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
  const QString error = write("a.svg", Format::kSvg);
  setrlimit(RLIMIT_FSIZE, &before);
  std::signal(SIGXFSZ, handler);
  EXPECT_TRUE(error.contains("could not be written")) << error.toStdString();
  EXPECT_EQ(contents(path), "old");
}

TEST_F(PlotsExport, APictureTooLargeIsRefused) {
  FigureStyle style;
  style.size = {20000, 20000};
  style.scale = 10;
  const std::vector<FigurePlot> plots = {figurePlot(canvas(0), "Tip")};
  EXPECT_TRUE(figurePng(plots, style).isEmpty());
  style.size = {0, 0};
  EXPECT_TRUE(figurePng(plots, style).isEmpty());
  QString error;
  EXPECT_FALSE(writeFile(folder.filePath("a.png"), {}, &error));
  EXPECT_TRUE(error.contains("too large"));
  EXPECT_FALSE(QFile::exists(folder.filePath("a.png")));
}

TEST_F(PlotsExport, WithoutAPlotThereIsNothingToExport) {
  board->restore({});
  EXPECT_FALSE(write("a.png", Format::kPng).isEmpty());
}

}  // namespace
}  // namespace tendril::testing
