// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers at axes, colours of curves, names of dragged signals, stretches of runs.
#include <cmath>
#include <limits>

#include "tests/gui/widgets/plots/plots_fixture.hpp"
#include "widgets/plots/signals/run_spans.hpp"
#include "widgets/plots/signals/signal_mime.hpp"
#include "widgets/plots/signals/usual_plots.hpp"

namespace tendril::tests {
namespace {

const QString kMinus = QStringLiteral("−");

TEST(AxisScale, GivesTheWholeAxisOnePrefix) {
  EXPECT_EQ(axisScale(-0.012, 0.011, "m").unit, "mm");
  EXPECT_EQ(axisScale(0, 0.12, "m").unit, "mm");
  EXPECT_EQ(axisScale(0, 1.2, "m").unit, "m");
  EXPECT_EQ(axisScale(0, 1500, "N").unit, "kN");
  EXPECT_EQ(axisScale(-2e-6, 0, "rad").unit, "µrad");
  EXPECT_EQ(axisScale(0, 2e6, "Pa").unit, "MPa");
  EXPECT_DOUBLE_EQ(axisScale(0, 0.12, "m").factor, 1000);
  EXPECT_EQ(axisScale(0, 0.03, "rad/s").unit, "mrad/s");
}

TEST(AxisScale, WritesPowersWhereAPrefixWouldMeanSomethingElse) {
  EXPECT_FALSE(takesPrefix("m²"));
  EXPECT_FALSE(takesPrefix("kg"));
  EXPECT_FALSE(takesPrefix("%"));
  EXPECT_FALSE(takesPrefix("1/m"));
  EXPECT_FALSE(takesPrefix(""));
  EXPECT_TRUE(takesPrefix("N·m"));
  EXPECT_EQ(axisScale(0, 2e-6, "m²").unit, QString::fromUtf8("10⁻⁶\u2009m²"));
  EXPECT_EQ(axisScale(0, 0.4, "").unit, "");
  EXPECT_EQ(axisScale(0, 4000, "%").unit, "%");
}

TEST(AxisScale, SurvivesWhatIsNoRange) {
  for (const double bad : {0.0, std::nan(""), std::numeric_limits<double>::infinity(), 1e300, 1e-300})
    EXPECT_TRUE(std::isfinite(axisScale(-bad, bad, "m").factor)) << bad;
  EXPECT_EQ(timeScale(0, 5000).unit, "s");
  EXPECT_EQ(timeScale(0, 0.02).unit, "ms");
  EXPECT_EQ(timeScale(12.001, 12.002).unit, "s");
}

TEST(AxisScale, TicksHaveTheDecimalsOfTheirStepAndATrueMinus) {
  EXPECT_EQ(tickText(-0.5, 0.5), kMinus + "0.5");
  EXPECT_EQ(tickText(1, 0.5), "1.0");
  EXPECT_EQ(tickText(20, 20), "20");
  EXPECT_EQ(tickText(7.5, 2.5), "7.5");
  EXPECT_EQ(tickText(0.25, 0.05), "0.25");
  EXPECT_EQ(tickText(-1e-17, 0.1), "0.0");
  EXPECT_EQ(tickText(12.0001, 0.0001), "12.0001");
}

TEST(CurveColors, StandOutFromBothGroundsAndFromOneAnother) {
  for (const Scheme* scheme : {&lightScheme(), &darkScheme()})
    for (int i = 0; i < kCurveColors; ++i) {
      EXPECT_GE(contrast(curveColor(i, *scheme), scheme->panel), 2.2) << i;
      for (int j = 0; j < i; ++j) EXPECT_NE(curveColor(i, *scheme), curveColor(j, *scheme)) << i << ' ' << j;
    }
  EXPECT_EQ(curveColor(kCurveColors, lightScheme()), curveColor(0, lightScheme()));
  EXPECT_EQ(curveColor(-1, lightScheme()), curveColor(kCurveColors - 1, lightScheme()));
}

TEST(CurvePens, SayWhatTheCurveIs) {
  EXPECT_EQ(curvePen(0, CurveKind::kActual, lightScheme()).widthF(), 1.75);
  const QPen reference = curvePen(0, CurveKind::kReference, lightScheme());
  EXPECT_EQ(reference.widthF(), 1);
  EXPECT_EQ(reference.style(), Qt::CustomDashLine);
  EXPECT_EQ(reference.color(), curveColor(0, lightScheme()));
  // Runs for comparison: the same hue, paler; each with dashes of its own.
  for (const Scheme* scheme : {&lightScheme(), &darkScheme()})
    for (int i = 0; i < 4; ++i) {
      const QPen pen = curvePen(1, CurveKind::kOtherRun, *scheme, i);
      EXPECT_LT(contrast(pen.color(), scheme->panel), contrast(curveColor(1, *scheme), scheme->panel));
      EXPECT_LT(pen.widthF(), 1.75);
      for (int j = 0; j < i; ++j)
        EXPECT_NE(pen.dashPattern(), curvePen(1, CurveKind::kOtherRun, *scheme, j).dashPattern());
    }
}

TEST(SignalMime, CarriesNamesAndNothingStrange) {
  const std::unique_ptr<QMimeData> data(signalMimeData({"arm.tip.x", "'tendon 1'.tension"}));
  EXPECT_EQ(signalsOf(data.get()), (QStringList{"arm.tip.x", "'tendon 1'.tension"}));
  QMimeData foreign;
  foreign.setText("arm.tip.x");
  EXPECT_TRUE(signalsOf(&foreign).isEmpty());
  EXPECT_TRUE(signalsOf(nullptr).isEmpty());
  foreign.setData(kSignalMime, QByteArray("a\na\n\n   \n") + QByteArray(100000, 'x') + "\nb");
  EXPECT_EQ(signalsOf(&foreign), (QStringList{"a", "b"}));
}

std::shared_ptr<const Run> run(std::uint64_t id, RunReason reason, std::uint64_t parent, double start, double end) {
  auto made = std::make_shared<Run>();
  made->id = id;
  made->name = "run " + std::to_string(id);
  made->reason = reason;
  made->parent = parent;
  made->branchTime = made->start = start;
  made->parts.push_back({start, 1, driven(), Vec3::Zero()});
  auto history = std::make_shared<History>(1, 2, 2, 1, 1 << 20);
  for (double t = start; t <= end + 1e-9; t += 0.5)
    history->append(t, VecX::Zero(2), VecX::Zero(2), VecX::Zero(1), {0, 0, 0}, 0);
  made->history = history;
  return made;
}

TEST(RunSpans, ABranchHasThePastOfItsParents) {
  const RunList runs = {run(1, RunReason::kStart, 0, 0, 10), run(2, RunReason::kBranch, 1, 6, 9),
                        run(3, RunReason::kBranch, 2, 8, 12), run(4, RunReason::kReset, 0, 0, 3)};
  const auto alone = runSpans(runs, 3, 0);
  ASSERT_EQ(alone.size(), 3u);
  EXPECT_EQ(alone[0], (PlotSpan{1, "run 1", 0, 6, true}));
  EXPECT_EQ(alone[1], (PlotSpan{2, "run 2", 6, 8, true}));
  EXPECT_EQ(alone[2], (PlotSpan{3, "run 3", 8, kOpen, true}));
  const auto all = runSpans(runs, 3, 8);
  ASSERT_EQ(all.size(), 6u);
  EXPECT_EQ(all[3], (PlotSpan{2, "run 2", 8, kOpen, false}));
  EXPECT_EQ(all[4], (PlotSpan{1, "run 1", 6, kOpen, false}));
  EXPECT_EQ(all[5], (PlotSpan{4, "run 4", 0, kOpen, false}));
  EXPECT_EQ(runSpans(runs, 4, 0).size(), 1u);
  EXPECT_TRUE(runSpans(runs, 99, 3).empty());
  EXPECT_TRUE(runSpans({}, 0, 3).empty());
}

TEST(RunSpans, ChosenRunsAreCompared) {
  const RunList runs = {run(1, RunReason::kStart, 0, 0, 10), run(2, RunReason::kReset, 0, 0, 4),
                        run(3, RunReason::kReset, 0, 0, 5), run(4, RunReason::kBranch, 1, 6, 9)};
  const auto two = runSpans(runs, 4, 0, {2, 1});
  ASSERT_EQ(two.size(), 4u);
  EXPECT_EQ(two[2], (PlotSpan{1, "run 1", 6, kOpen, false}));  // what followed after the branch
  EXPECT_EQ(two[3], (PlotSpan{2, "run 2", 0, kOpen, false}));
  const auto more = runSpans(runs, 4, 1, {2});  // a chosen one does not count among the others
  ASSERT_EQ(more.size(), 4u);
  EXPECT_EQ(more[2].run, 2u);
  EXPECT_EQ(more[3].run, 1u);
  EXPECT_EQ(runSpans(runs, 4, 8, {2, 99}).size(), 5u);  // each once, none that is gone
  EXPECT_EQ(runSpans(runs, 2, 0, {2}).size(), 1u);      // nothing is compared with itself
}

TEST(RunSpans, AParentThatWasDeletedEndsThePast) {
  const RunList runs = {run(2, RunReason::kBranch, 1, 6, 9)};
  ASSERT_EQ(runSpans(runs, 2, 5).size(), 1u);
  const RunList loop = {run(1, RunReason::kBranch, 2, 6, 9), run(2, RunReason::kBranch, 1, 6, 9)};
  EXPECT_EQ(runSpans(loop, 2, 0).size(), 2u);
}

TEST(UsualPlots, ShowTipsInputsAndEnergies) {
  const auto model = driven();
  const SignalCatalogue catalogue(*model);
  const QJsonArray plots = usualPlots(*model, catalogue);
  ASSERT_EQ(plots.size(), 3);
  EXPECT_EQ(plots[0].toObject()["signals"].toArray(), (QJsonArray{"link1.tip.x", "link1.tip.y", "link1.tip.z"}));
  EXPECT_EQ(plots[1].toObject()["signals"].toArray().size(), 1);
  EXPECT_TRUE(plots[2].toObject()["signals"].toArray().contains("energy.total"));
  for (const QJsonValue plot : plots)
    for (const QJsonValue name : plot.toObject()["signals"].toArray())
      EXPECT_GE(catalogue.find(name.toString().toStdString()), 0);
}

}  // namespace
}  // namespace tendril::tests
