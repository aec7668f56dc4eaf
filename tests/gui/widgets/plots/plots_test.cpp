// SPDX-License-Identifier: GPL-3.0-or-later
// The plots drawer under hands: mouse, wheel, keys, drops, layout.
#include <QMimeData>

#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "tests/support/events.hpp"
#include "widgets/plots/mini_button.hpp"
#include "widgets/plots/plot_export_popover.hpp"
#include "widgets/plots/run_chip.hpp"
#include "widgets/plots/signals/signal_mime.hpp"

namespace tendril::tests {
namespace {

void drop(QWidget* target, QPoint at, QMimeData* data) {
  QDragEnterEvent enter(at, Qt::CopyAction, data, Qt::LeftButton, {});
  QApplication::sendEvent(target, &enter);
  QDragMoveEvent move(at, Qt::CopyAction, data, Qt::LeftButton, {});
  QApplication::sendEvent(target, &move);
  QDropEvent event(at, Qt::CopyAction, data, Qt::LeftButton, {});
  QApplication::sendEvent(target, &event);
}

TEST_F(PlotsTest, TypingAndEnterAddASignal) {
  board->searchSignals();
  QLineEdit& field = board->list().field();
  QTest::keyClicks(&field, "link1.tip.z");
  QTest::keyClick(&field, Qt::Key_Return);
  ASSERT_EQ(board->cards().size(), 1u);
  EXPECT_EQ(board->cards()[0]->signalTexts(), QStringList{"link1.tip.z"});
  EXPECT_EQ(source.wanted, QStringList{"link1.tip.z"});
  field.clear();
  QTest::keyClicks(&field, "motor.torque");
  QTest::keyClick(&field, Qt::Key_Return, Qt::ControlModifier);
  ASSERT_EQ(board->cards().size(), 2u);
  EXPECT_EQ(source.wanted, (QStringList{"link1.tip.z", "motor.torque"}));
}

TEST_F(PlotsTest, ArrowsWalkThroughWhatWasFound) {
  board->searchSignals();
  QLineEdit& field = board->list().field();
  QTest::keyClicks(&field, "tip");
  ASSERT_GT(board->list().view().model()->rowCount(), 3);
  QTest::keyClick(&field, Qt::Key_Down);
  EXPECT_EQ(board->list().view().currentIndex().row(), 1);
  EXPECT_TRUE(field.hasFocus());
  const QString second = board->list().view().currentIndex().data().toString();
  QTest::keyClick(&field, Qt::Key_Return);
  ASSERT_EQ(board->cards().size(), 1u);
  EXPECT_TRUE(board->cards()[0]->signalTexts().front().startsWith(second));
  QTest::keyClick(&field, Qt::Key_Escape);
  EXPECT_TRUE(field.text().isEmpty());
}

TEST_F(PlotsTest, AFormulaIsPlottedOrSaysWhatIsWrong) {
  board->searchSignals();
  QLineEdit& field = board->list().field();
  field.setText("link1.tip.x - 2*link1.tip.z");
  EXPECT_TRUE(board->list().problem().isEmpty()) << board->list().problem().toStdString();
  QTest::keyClick(&field, Qt::Key_Return);
  ASSERT_EQ(board->cards().size(), 1u);
  EXPECT_EQ(board->cards()[0]->signalTexts(), QStringList{"link1.tip.x - 2*link1.tip.z"});
  for (const QString& bad : {QString("link1.tip.x -"), QString("sin("), QString("nosuch.tip.x + 1"), QString("1e400*("),
                             QString(5000, u'('), QString("(\u0000)")}) {
    field.setText(bad);
    EXPECT_FALSE(board->list().problem().isEmpty()) << bad.toStdString();
    QTest::keyClick(&field, Qt::Key_Return);
    EXPECT_EQ(board->cards()[0]->signalTexts().size(), 1) << bad.toStdString();
  }
}

TEST_F(PlotsTest, AVectorBecomesItsComponents) {
  PlotCard* card = board->addPlot({"link1.tip"});
  EXPECT_EQ(card->signalTexts(), (QStringList{"link1.tip.x", "link1.tip.y", "link1.tip.z"}));
  card->addSignals({"link1.tip.y"});
  EXPECT_EQ(card->signalTexts().size(), 3);
}

TEST_F(PlotsTest, ChipsHideAndRemoveAndKeepTheirColours) {
  PlotCard* card = board->addPlot({"link0.q[0]", "link1.q[0]", "link1.tip.x"});
  settle();
  const int second = card->signalColor("link1.q[0]");
  QTest::mouseClick(chip(card, "link0.q[0]"), Qt::LeftButton);
  EXPECT_FALSE(card->signalVisible("link0.q[0]"));
  EXPECT_FALSE(card->canvas().graph(0)->visible() && card->canvas().graph(1)->visible() &&
               card->canvas().graph(2)->visible());
  QTest::mouseDClick(chip(card, "link0.q[0]"), Qt::LeftButton);
  handleEvents();
  EXPECT_EQ(card->signalTexts(), (QStringList{"link1.q[0]", "link1.tip.x"}));
  EXPECT_EQ(card->signalColor("link1.q[0]"), second);
  card->addSignals({"link1.tip.z"});
  EXPECT_EQ(card->signalColor("link1.tip.z"), 0);  // the colour that became free
  chip(card, "link1.tip.x")->setFocus();
  QTest::keyClick(chip(card, "link1.tip.x"), Qt::Key_Delete);
  handleEvents();
  EXPECT_EQ(card->signalTexts(), (QStringList{"link1.q[0]", "link1.tip.z"}));
}

TEST_F(PlotsTest, WhatWasAskedForIsDashedInTheHueOfWhatWas) {
  PlotCard* card = board->addPlot({"link0.q[0]", "motor.torque", "motor.signal"});
  EXPECT_EQ(card->signalColor("motor.signal"), card->signalColor("motor.torque"));
  for (const PlotCurve& curve : card->canvas().curves())
    EXPECT_EQ(curve.kind, curve.name == "motor.signal" ? CurveKind::kReference : CurveKind::kActual);
}

TEST_F(PlotsTest, AnotherUnitGetsTheSecondAxis) {
  PlotCard* card = board->addPlot({"link1.tip.x", "motor.torque"});
  settle();
  PlotCanvas& plot = card->canvas();
  EXPECT_TRUE(plot.yAxis2->visible());
  EXPECT_EQ(plot.sideOf(plot.curves()[0]), PlotCanvas::Side::kLeft);
  EXPECT_EQ(plot.sideOf(plot.curves()[1]), PlotCanvas::Side::kRight);
  card->setSignalVisible("link1.tip.x", false);
  EXPECT_FALSE(plot.yAxis2->visible());
}

TEST_F(PlotsTest, TheCurveIsTheData) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  const auto points = canvas(0).graph(0)->data();
  ASSERT_GT(points->size(), 500);
  double worst = 0;
  for (const QCPGraphData& point : *points)
    worst = std::max(worst, std::abs(point.value - std::sin(point.key) * std::exp(-0.08 * point.key)));
  EXPECT_LT(worst, 1e-12);
  const auto [low, high] = canvas(0).yRange(PlotCanvas::Side::kLeft);
  EXPECT_LT(low, -0.6);
  EXPECT_GT(high, 0.85);
  EXPECT_LT(high, 1.1);
  EXPECT_NEAR(PlotCanvas::valueAt(canvas(0).curves()[0], 1.005), std::sin(1.005) * std::exp(-0.0804), 1e-4);
  EXPECT_TRUE(std::isnan(PlotCanvas::valueAt(canvas(0).curves()[0], 25)));
}

TEST_F(PlotsTest, ADraggedBoxIsZoomedToInAllPlots) {
  board->addPlot({"link0.q[0]"});
  board->addPlot({"motor.torque"});
  board->setWindow(0);
  settle();
  PlotCanvas& plot = canvas(0);
  const double from = plot.xAxis->pixelToCoord(at(plot, 0.25, 0).x()),
               to = plot.xAxis->pixelToCoord(at(plot, 0.5, 0).x());
  const double top = plot.yAxis->pixelToCoord(at(plot, 0, 0.2).y());
  drag(plot, at(plot, 0.25, 0.2), at(plot, 0.5, 0.8));
  EXPECT_NEAR(board->timeRange().first, from, 1e-9);
  EXPECT_NEAR(board->timeRange().second, to, 1e-9);
  EXPECT_EQ(canvas(1).timeRange(), board->timeRange());
  EXPECT_NEAR(plot.yRange(PlotCanvas::Side::kLeft).second, top, 1e-9);
  EXPECT_FALSE(plot.autoY());
  EXPECT_TRUE(canvas(1).autoY());
  EXPECT_FALSE(board->following());
  QTest::mouseDClick(&plot, Qt::LeftButton, {}, at(plot, 0.5, 0.5));
  settle();
  EXPECT_TRUE(plot.autoY());
  EXPECT_NEAR(board->timeRange().second, 20, 1e-9);
}

TEST_F(PlotsTest, AFlatBoxZoomsTimeAlone) {
  board->addPlot({"link0.q[0]"});
  settle();
  drag(canvas(0), at(canvas(0), 0.2, 0.5), at(canvas(0), 0.6, 0.52));
  EXPECT_TRUE(canvas(0).autoY());
  EXPECT_FALSE(board->following());
  const auto before = board->timeRange();
  drag(canvas(0), at(canvas(0), 0.2, 0.5), at(canvas(0), 0.201, 0.5));  // a click
  EXPECT_EQ(board->timeRange(), before);
}

TEST_F(PlotsTest, TheWheelZoomsAtThePointer) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  PlotCanvas& plot = canvas(0);
  const QPoint where = at(plot, 0.3, 0.4);
  const double t = plot.xAxis->pixelToCoord(where.x());
  const double width = board->timeRange().second - board->timeRange().first;
  wheel(plot, where, 3);
  EXPECT_NEAR(plot.xAxis->pixelToCoord(where.x()), t, 1e-6);
  EXPECT_NEAR(board->timeRange().second - board->timeRange().first, width * std::pow(0.8, 3), 1e-9);
  const double value = plot.yAxis->pixelToCoord(where.y());
  const double height = plot.yAxis->range().size();
  const auto range = board->timeRange();
  wheel(plot, where, 2, Qt::ControlModifier);
  EXPECT_EQ(board->timeRange(), range);
  EXPECT_NEAR(plot.yAxis->range().size(), height * 0.64, 1e-9);
  EXPECT_NEAR(plot.yAxis->pixelToCoord(where.y()), value, 1e-6);
  for (int i = 0; i < 300; ++i) wheel(plot, where, i % 2 ? 20 : 15);
  for (int i = 0; i < 300; ++i) wheel(plot, where, -20);
  EXPECT_TRUE(std::isfinite(board->timeRange().first) && std::isfinite(board->timeRange().second));
  settle();
}

TEST_F(PlotsTest, ShiftDragAndMiddleDragPan) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  PlotCanvas& plot = canvas(0);
  for (const auto& [button, keys] :
       {std::pair<Qt::MouseButton, Qt::KeyboardModifiers>{Qt::MiddleButton, {}}, {Qt::LeftButton, Qt::ShiftModifier}}) {
    const auto before = board->timeRange();
    const QPoint from = at(plot, 0.5, 0.5), to = at(plot, 0.3, 0.5);
    const double shift = plot.xAxis->pixelToCoord(from.x()) - plot.xAxis->pixelToCoord(to.x());
    drag(plot, from, to, button, keys);
    EXPECT_NEAR(board->timeRange().first - before.first, shift, 1e-6 + 1e-3 * shift);
    EXPECT_TRUE(plot.autoY());
  }
}

TEST_F(PlotsTest, KeysDoWhatTheMouseDoes) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  PlotCanvas& plot = canvas(0);
  plot.setFocus();
  QTest::keyClick(&plot, Qt::Key_Plus);
  EXPECT_NEAR(board->timeRange().second - board->timeRange().first, 16, 1e-9);
  const double from = board->timeRange().first;
  QTest::keyClick(&plot, Qt::Key_Right);
  EXPECT_GT(board->timeRange().first, from);
  QTest::keyClick(&plot, Qt::Key_Up);
  EXPECT_FALSE(plot.autoY());
  QTest::keyClick(&plot, Qt::Key_F);
  settle();
  EXPECT_TRUE(plot.autoY());
  EXPECT_NEAR(board->timeRange().second, 20, 1e-9);
  QTest::keyClick(&plot, Qt::Key_C);
  handleEvents();
  ASSERT_TRUE(board->cursorsShown());
  const double a = *board->marks().cursors[0], b = *board->marks().cursors[1];
  QTest::keyClick(&plot, Qt::Key_Left);
  QTest::keyClick(&plot, Qt::Key_Right, Qt::ShiftModifier);
  EXPECT_LT(*board->marks().cursors[0], a);
  EXPECT_GT(*board->marks().cursors[1], b);
  QTest::keyClick(&plot, Qt::Key_A);
  handleEvents();
  EXPECT_TRUE(board->list().isVisible());
  plot.setFocus();
  QTest::keyClick(&plot, Qt::Key_Delete);
  handleEvents();
  EXPECT_TRUE(board->cards().empty());
}

TEST_F(PlotsTest, CursorsAreDragged) {
  board->addPlot({"link0.q[0]"});
  board->addPlot({"motor.torque"});
  settle();
  QTest::mouseClick(child<MiniButton>("plotCursors"), Qt::LeftButton);
  ASSERT_TRUE(board->cursorsShown());
  PlotCanvas& plot = canvas(0);
  const int x = static_cast<int>(plot.xAxis->coordToPixel(*board->marks().cursors[1]));
  const QPoint to = at(plot, 0.9, 0.5);
  drag(plot, {x, to.y()}, to);
  EXPECT_NEAR(*board->marks().cursors[1], plot.xAxis->pixelToCoord(to.x()), 1e-9);
  EXPECT_EQ(canvas(1).marks(), board->marks());
}

TEST_F(PlotsTest, TheTimeLineAndTheTimeToolSeek) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  QSignalSpy spy(board.get(), &PlotBoard::seekRequested);
  PlotCanvas& plot = canvas(0);
  board->setShownTime(5);
  const int x = static_cast<int>(plot.xAxis->coordToPixel(5));
  drag(plot, {x, at(plot, 0, 0.5).y()}, at(plot, 0.75, 0.5));
  ASSERT_GE(spy.count(), 2);
  EXPECT_NEAR(spy.back().front().toDouble(), plot.xAxis->pixelToCoord(at(plot, 0.75, 0.5).x()), 1e-9);
  const auto range = board->timeRange();
  spy.clear();
  QTest::mouseClick(child<MiniButton>("plotScrub"), Qt::LeftButton);
  QTest::mouseClick(&plot, Qt::LeftButton, {}, at(plot, 0.1, 0.3));
  ASSERT_GE(spy.count(), 1);
  EXPECT_NEAR(spy.back().front().toDouble(), plot.xAxis->pixelToCoord(at(plot, 0.1, 0.3).x()), 1e-9);
  EXPECT_EQ(board->timeRange(), range);
}

TEST_F(PlotsTest, TheWindowFollowsWhatIsRecordedUntilFrozen) {
  board->addPlot({"link0.q[0]"});
  board->setWindow(5);
  settle();
  EXPECT_NEAR(board->timeRange().first, 15, 1e-9);
  for (int i = 0; i < 100; ++i) source.tables[1]->append(20.01 + 0.01 * i, std::vector<double>(7, 0.5));
  Q_EMIT source.grown();
  settle();
  EXPECT_NEAR(board->timeRange().second, 21, 1e-9);
  EXPECT_NEAR(canvas(0).graph(0)->data()->constEnd()[-1].key, 21, 1e-9);
  QTest::mouseClick(child<MiniButton>("plotFreeze"), Qt::LeftButton);
  for (int i = 0; i < 100; ++i) source.tables[1]->append(21.01 + 0.01 * i, std::vector<double>(7, 0.5));
  Q_EMIT source.grown();
  settle();
  EXPECT_NEAR(board->timeRange().second, 21, 1e-9);
  EXPECT_LE(canvas(0).graph(0)->data()->constEnd()[-1].key, 21 + 1e-9);
  QTest::mouseClick(child<MiniButton>("plotFreeze"), Qt::LeftButton);
  settle();
  EXPECT_NEAR(board->timeRange().second, 22, 1e-9);
}

TEST_F(PlotsTest, OtherRunsAreThin) {
  source.record(2, 500, 10, 0.01, [](int, double t) { return t; });
  source.stretches = {{1, "run 1", 0, 10, true}, {2, "run 2", 10, kOpen, true}, {1, "run 1", 10, kOpen, false}};
  board->addPlot({"link0.q[0]"});
  board->setWindow(0);
  settle();
  ASSERT_EQ(canvas(0).graphCount(), 3);
  for (const PlotCurve& curve : canvas(0).curves())
    EXPECT_EQ(curve.kind,
              curve.to == kOpen && curve.table == source.tables[1] ? CurveKind::kOtherRun : CurveKind::kActual);
  for (int i = 0; i < 3; ++i) {
    const auto data = canvas(0).graph(i)->data();
    ASSERT_FALSE(data->isEmpty());
    const bool past = data->constBegin()->key < 9.9;
    if (past) {
      EXPECT_LE(data->constEnd()[-1].key, 10);
    }
  }
}

TEST_F(PlotsTest, RunsForComparisonAreNamedInTheLegend) {
  source.record(2, 500, 0, 0.01, [](int, double t) { return t; });
  source.record(3, 500, 0, 0.01, [](int, double t) { return -t; });
  PlotCard* card = board->addPlot({"link0.q[0]", "link1.q[0]"});
  EXPECT_FALSE(card->findChild<RunChip*>());
  source.stretches = {{1, "run 1", 0, kOpen, true}, {3, "stiff", 0, kOpen, false}, {2, "run 2", 0, kOpen, false}};
  Q_EMIT source.spansChanged();
  settle();
  ASSERT_EQ(card->canvas().graphCount(), 6);
  std::map<QString, std::pair<int, QColor>> seen;
  for (const PlotCurve& curve : card->canvas().curves())
    if (curve.kind == CurveKind::kOtherRun && curve.name == "link1.q[0]")
      seen[curve.runName] = {curve.run, curvePen(curve.color, curve.kind, lightScheme(), curve.run).color()};
  ASSERT_EQ(seen.size(), 2u);
  EXPECT_EQ(seen["stiff"].first, 0);
  EXPECT_EQ(seen["run 2"].first, 1);
  EXPECT_EQ(seen["stiff"].second, seen["run 2"].second);  // of one signal one hue
  QStringList names;
  for (const RunChip* chip : card->findChildren<RunChip*>())
    if (chip->isVisible()) names << chip->name();
  names.sort();
  EXPECT_EQ(names, (QStringList{"run 2", "stiff"}));
  source.stretches.resize(1);
  Q_EMIT source.spansChanged();
  for (const RunChip* chip : card->findChildren<RunChip*>()) EXPECT_FALSE(chip->isVisible());
}

TEST_F(PlotsTest, SignalsFollowTheNamesOfTheirObjects) {
  PlotCard* card = board->addPlot({"link0.q[0]", "link1.q[0]", "motor.torque"});
  card->setSignalVisible("link1.q[0]", false);
  const int color = card->signalColor("link1.q[0]");
  board->renameSignals([](const QString& text) { return QString(text).replace("link1.", "'left arm'."); });
  EXPECT_EQ(card->signalTexts(), (QStringList{"link0.q[0]", "'left arm'.q[0]", "motor.torque"}));
  EXPECT_EQ(card->signalColor("'left arm'.q[0]"), color);
  EXPECT_FALSE(card->signalVisible("'left arm'.q[0]"));
  EXPECT_TRUE(source.wanted.contains("'left arm'.q[0]"));
  EXPECT_FALSE(source.wanted.contains("link1.q[0]"));
  LegendChip* chip = nullptr;
  for (LegendChip* each : card->findChildren<LegendChip*>())
    if (each->signalText() == "'left arm'.q[0]") chip = each;
  ASSERT_TRUE(chip);
  chip->click();  // the new chip works
  EXPECT_TRUE(card->signalVisible("'left arm'.q[0]"));
}

TEST_F(PlotsTest, NumbersThatAreNoneLeaveAGap) {
  source.record(1, 1000, 0, 0.01, [](int, double t) { return t < 3 ? std::nan("") : t > 7 ? kOpen : t; });
  board->addPlot({"link0.q[0]", "link0.v[0]"});
  board->setWindow(0);
  settle();
  const auto [low, high] = canvas(0).yRange(PlotCanvas::Side::kLeft);
  EXPECT_TRUE(std::isfinite(low) && std::isfinite(high));
  EXPECT_LT(low, 3);
  EXPECT_GT(high, 7);
  EXPECT_LT(high, 8);
  for (const double value : {0.0, 1e-30, 1e300, -1e300, std::nan("")}) {
    source.record(1, 100, 0, 0.1, [value](int, double) { return value; });
    Q_EMIT source.grown();
    settle();
    const auto range = canvas(0).yRange(PlotCanvas::Side::kLeft);
    EXPECT_LT(range.first, range.second) << value;
  }
}

TEST_F(PlotsTest, DropsAddOrSplit) {
  PlotCard* card = board->addPlot({"link0.q[0]"});
  handleEvents();
  const std::unique_ptr<QMimeData> data(signalMimeData({"link1.tip.x"}));
  drop(card, card->rect().center(), data.get());
  EXPECT_EQ(card->signalTexts().size(), 2);
  ASSERT_EQ(board->cards().size(), 1u);
  drop(card, {card->width() - 8, card->height() / 2}, data.get());
  ASSERT_EQ(board->cards().size(), 2u);
  EXPECT_EQ(board->cards()[1]->signalTexts(), QStringList{"link1.tip.x"});
  handleEvents();
  drop(card, {card->width() / 2, card->height() - 4}, data.get());
  ASSERT_EQ(board->cards().size(), 3u);
  EXPECT_GT(board->cards()[2]->mapTo(board.get(), QPoint()).y(), card->mapTo(board.get(), QPoint()).y());
  QMimeData foreign;
  foreign.setText("link1.tip.x");
  drop(card, card->rect().center(), &foreign);
  EXPECT_EQ(card->signalTexts().size(), 2);
}

TEST_F(PlotsTest, ASignalDroppedOnTheEmptyDrawerMakesAPlot) {
  const std::unique_ptr<QMimeData> data(signalMimeData({"link1.tip.x", "link1.tip.z"}));
  drop(board.get(), board->rect().center(), data.get());
  ASSERT_EQ(board->cards().size(), 1u);
  EXPECT_EQ(board->cards()[0]->signalTexts().size(), 2);
}

TEST_F(PlotsTest, PlotsAreReorderedByDrag) {
  PlotCard* one = board->addPlot({"link0.q[0]"});
  PlotCard* two = board->addPlot({"link1.q[0]"});
  handleEvents();
  QMimeData data;
  data.setData(kPlotMime, QByteArray::number(two->id()));
  drop(one, {5, one->height() / 2}, &data);
  handleEvents();
  EXPECT_EQ(board->cards(), (std::vector{two, one}));
  drop(two, {two->width() / 2, two->height() / 2}, &data);  // onto itself
  data.setData(kPlotMime, "77");
  drop(two, {5, 5}, &data);
  handleEvents();
  EXPECT_EQ(board->cards(), (std::vector{two, one}));
}

TEST_F(PlotsTest, OnePlotMayHaveTheDrawerForItself) {
  PlotCard* one = board->addPlot({"link0.q[0]"});
  PlotCard* two = board->addPlot({"link1.q[0]"}, one, DropZone::kBelow);
  handleEvents();
  QTest::mouseClick(two->findChild<MiniButton*>("plotMaximise"), Qt::LeftButton);
  EXPECT_FALSE(one->isVisible());
  EXPECT_TRUE(two->isVisible());
  QTest::keyClick(board.get(), Qt::Key_Escape);
  EXPECT_TRUE(one->isVisible());
  QTest::mouseClick(two->findChild<MiniButton*>("plotMaximise"), Qt::LeftButton);
  QTest::mouseClick(two->findChild<MiniButton*>("plotClose"), Qt::LeftButton);
  handleEvents();
  EXPECT_TRUE(one->isVisible());
  EXPECT_EQ(board->current(), one);
}

}  // namespace
}  // namespace tendril::tests
