// SPDX-License-Identifier: BSD-3-Clause
// From a plot that was asked for to a figure.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "core/plots/plot_spec.hpp"
#include "core/plots/signal_analysis.hpp"
#include "core/plots/signal_figure.hpp"
#include "core/text/number_text.hpp"

namespace tendril::figure {
namespace {

void name(Axis& axis, const std::vector<std::string>& titles, const std::vector<std::string>& units, std::size_t at) {
  if (at < units.size() && !units[at].empty()) axis.shown = shownUnit(units[at], axis);
  if (at < titles.size() && !titles[at].empty()) axis.name = titles[at];
}

/// Rows of a curve that belong to it and to a stretch of time.
std::pair<std::size_t, std::size_t> rowsOf(const SignalCurve& curve, double from, double to) {
  if (!curve.table) return {0, 0};
  if (curve.whole) return {0, curve.table->size()};
  return rowsBetween(*curve.table, std::max(from, curve.from), std::min(to, curve.to));
}

/// Between the rows by a straight line; NaN where there are none.
double valueAt(const SignalCurve& curve, double t) {
  if (!curve.table || curve.table->size() == 0) return std::nan("");
  const SignalHistory& table = *curve.table;
  const std::size_t rows = table.size(), row = table.find(t);
  const double before = table.value(curve.column, row), begin = table.time(row);
  if (t == begin) return before;
  if (t < begin || row + 1 >= rows) return std::nan("");
  return before + (table.value(curve.column, row + 1) - before) * (t - begin) / (table.time(row + 1) - begin);
}

class Plot {
 public:
  Plot(const PlotSpec& spec, const PlotCurves& curves)
      : spec_(spec), curves_(curves.curves), along_(curves.along), from_(curves.from), to_(curves.to) {}

  Figure figure() const {
    if ((spec_.spectrum ? 1 : 0) + (spec_.histogram > 0 ? 1 : 0) + (spec_.x.empty() ? 0 : 1) > 1)
      throw std::invalid_argument("a plot is over time, over another signal, a spectrum or a histogram: choose one");
    if (!spec_.perRun.empty() && spec_.histogram == 0)
      throw std::invalid_argument("per_run: only a histogram counts runs; say how many bins it has");
    Figure out;
    out.title = spec_.title;
    out.widthMm = spec_.widthMm, out.heightMm = spec_.heightMm, out.dark = spec_.dark;
    out.from = from_, out.to = to_;
    if (!spec_.x.empty())
      drawAlong(out);
    else if (spec_.spectrum)
      drawSpectra(out);
    else if (spec_.histogram > 0)
      drawHistogram(out);
    else
      out.panels = signalPanels(curves_, from_, to_, spec_.widthMm);
    if (!spec_.band.empty()) addBands(out);
    arrange(out);
    return out;
  }

 private:
  static Curve curveOf(const SignalCurve& signal, std::vector<Point> points) {
    return {signal.label.empty() ? signal.name : signal.label, std::move(points), signal.hue, signal.role, signal.run};
  }

  /// Titles and units, both axes, and a figure whose values all have their panel.
  void arrange(Figure& out) const {
    if (spec_.rightAxis) joinPanels(out);
    // The values of a histogram stand along x.
    const std::vector<std::string> units = spec_.histogram > 0 ? std::vector<std::string>() : spec_.units;
    std::size_t axis = 0;
    for (Panel& panel : out.panels) {
      panel.y.logarithmic = spec_.logY;
      name(panel.y, spec_.yTitles, units, axis++);
      if (panel.right) panel.right->logarithmic = spec_.logY, name(*panel.right, spec_.yTitles, units, axis++);
    }
    name(out.x, {spec_.xTitle}, {xUnit()}, 0);
    out.x.logarithmic = spec_.logX;
    if (spec_.logX && out.from <= 0) out.from = leastPositive(out);
  }
  const std::string& xUnit() const {
    return spec_.histogram > 0 && spec_.xUnit.empty() && !spec_.units.empty() ? spec_.units.front() : spec_.xUnit;
  }
  /// The first x that an axis by powers of ten can show.
  static double leastPositive(const Figure& figure) {
    double least = std::numeric_limits<double>::infinity();
    for (const Panel& panel : figure.panels)
      for (const Curve& curve : panel.curves)
        for (const Point& p : curve.points)
          if (p.x > 0) least = std::min(least, p.x);
    return std::isfinite(least) ? least : figure.from;
  }
  static void joinPanels(Figure& out) {
    if (out.panels.size() != 2)
      throw std::invalid_argument("a right axis needs signals of two units; these have " +
                                  std::to_string(out.panels.size()));
    Panel second = std::move(out.panels.back());
    out.panels.pop_back();
    out.panels.front().right = second.y;
    for (Curve& curve : second.curves) {
      curve.right = true;
      out.panels.front().curves.push_back(std::move(curve));
    }
  }

  // ---- over another signal
  std::vector<Point> pairsOf(const SignalCurve& curve) const {
    const SignalCurve& along = along_[static_cast<std::size_t>(curve.along)];
    std::vector<Point> out;
    const auto [first, end] = rowsOf(curve, from_, to_);
    if (first == end || !along.table) return out;
    const SignalHistory& table = *curve.table;
    const auto [firstAlong, endAlong] = rowsOf(along, from_, to_);
    const SignalHistory::Range wide = along.table->range(along.column, firstAlong, endAlong),
                               high = table.range(curve.column, first, end);
    // What lies nearer than print can show is left out.
    const double dx = (wide.high - wide.low) / kPointsAcross, dy = (high.high - high.low) / kPointsAcross;
    const bool same = along.table == curve.table;
    for (std::size_t row = first; row < end; ++row) {
      const Point p{same ? table.value(along.column, row) : valueAt(along, table.time(row)),
                    table.value(curve.column, row)};
      if (!out.empty() && row + 1 < end && std::abs(p.x - out.back().x) < dx && std::abs(p.y - out.back().y) < dy)
        continue;
      out.push_back(p);
    }
    return out;
  }
  void drawAlong(Figure& out) const {
    SignalHistory::Range range;
    for (const SignalCurve& along : along_)
      if (along.unit != along_.front().unit) throw std::invalid_argument("what stands along x must have one unit");
    out.panels = panelsByUnit(curves_, [&](const SignalCurve& signal) {
      std::vector<Point> pairs = pairsOf(signal);
      for (const Point& p : pairs)
        if (!spec_.logX || p.x > 0) range.include(p.x);
      return curveOf(signal, std::move(pairs));
    });
    out.x = {along_.front().name, along_.front().unit};
    if (range.empty()) throw std::invalid_argument(along_.front().name + " has no numbers to stand along x");
    const double room =
        range.high > range.low ? 0.04 * (range.high - range.low) : std::max(0.5 * std::abs(range.high), 1e-3);
    out.from = range.low - (spec_.logX ? 0 : room), out.to = range.high + (spec_.logX ? 0 : room);
  }

  // ---- frequencies
  void drawSpectra(Figure& out) const {
    out.x = {"Frequency", "Hz"};
    out.from = 0, out.to = 0;
    out.panels = panelsByUnit(curves_, [&](const SignalCurve& signal) {
      std::vector<Point> spectrum;
      if (signal.table)
        spectrum =
            amplitudeSpectrum(*signal.table, signal.column, std::max(from_, signal.from), std::min(to_, signal.to));
      if (spectrum.empty()) throw std::invalid_argument("a spectrum needs four instants at least");
      out.to = std::max(out.to, spectrum.back().x);
      return curveOf(signal, std::move(spectrum));
    });
    for (Panel& panel : out.panels) panel.y.name = "Amplitude";
  }

  // ---- how often values occur
  /// What is counted of a signal.
  struct Counted {
    SignalCurve curve;
    std::vector<double> numbers;
  };
  /// Every instant of a curve; every equilibrium where it has no times.
  std::vector<double> instantsOf(const SignalCurve& curve) const {
    std::vector<double> out;
    const auto [first, end] = rowsOf(curve, from_, to_);
    for (std::size_t row = first; row < end; ++row)
      if (const double value = curve.table->value(curve.column, row); std::isfinite(value)) out.push_back(value);
    return out;
  }
  /// What a curve adds: its instants, or one number where runs are counted.
  std::vector<double> numbersOf(const SignalCurve& curve) const {
    if (spec_.perRun.empty() || curve.whole) return instantsOf(curve);
    const RunNumber* number = findRunNumber(spec_.perRun);
    if (!number) throw std::invalid_argument("per_run: there is no number \"" + spec_.perRun + "\" of a run");
    if (!curve.table) return {};
    const double value =
        statisticsOf(*curve.table, curve.column, std::max(from_, curve.from), std::min(to_, curve.to)).*(number->of);
    return std::isfinite(value) ? std::vector<double>{value} : std::vector<double>();
  }
  /// A curve each, or where runs are counted all runs of a signal as one; equilibria by themselves.
  std::vector<Counted> counted() const {
    std::vector<Counted> out;
    for (const SignalCurve& curve : curves_) {
      const auto known = std::ranges::find_if(out, [&](const Counted& each) {
        return !spec_.perRun.empty() && each.curve.name == curve.name && each.curve.whole == curve.whole;
      });
      const std::vector<double> numbers = numbersOf(curve);
      if (known == out.end())
        out.push_back({curve, numbers});
      else
        known->numbers.insert(known->numbers.end(), numbers.begin(), numbers.end());
    }
    return out;
  }
  void drawHistogram(Figure& out) const {
    const std::vector<Counted> all = counted();
    SignalHistory::Range range;
    std::vector<SignalCurve> signals;
    for (const Counted& each : all) {
      if (each.curve.unit != all.front().curve.unit)
        throw std::invalid_argument("a histogram needs signals of one unit");
      for (const double number : each.numbers) range.include(number);
      signals.push_back(each.curve);
      signals.back().along = static_cast<int>(signals.size()) - 1;  // where its numbers are
    }
    if (range.empty()) throw std::invalid_argument("there are no numbers to count");
    if (!(range.high > range.low))
      range.low -= 0.5 * std::max(1e-9, std::abs(range.low)), range.high += range.high - range.low;
    std::vector<Panel> named = panelsByUnit(signals, [&](const SignalCurve& signal) {
      return curveOf(signal, bars(all[static_cast<std::size_t>(signal.along)].numbers, range));
    });
    Panel& panel = named.front();
    out.x = {panel.y.name, panel.y.unit};
    if (const RunNumber* number = findRunNumber(spec_.perRun)) out.x.name += ", " + std::string(number->name);
    out.from = range.low, out.to = range.high;
    panel.y = {.name = spec_.perRun.empty() ? "Count" : "Runs", .unit = "", .leastStep = 1};
    for (const Curve& curve : panel.curves) {
      Band band{curve.points, curve.points, curve.hue};
      for (Point& p : band.low) p.y = 0;
      panel.bands.push_back(std::move(band));
    }
    if (!spec_.logY) panel.values = {0, 1.06 * mostIn(panel)};
    out.panels = std::move(named);
  }
  static double mostIn(const Panel& panel) {
    double most = 1;
    for (const Curve& curve : panel.curves)
      for (const Point& p : curve.points) most = std::max(most, p.y);
    return most;
  }
  std::vector<Point> bars(const std::vector<double>& numbers, const SignalHistory::Range& range) const {
    const std::vector<int> counts = countsOf(numbers, range.low, range.high, spec_.histogram);
    const double width = (range.high - range.low) / spec_.histogram;
    std::vector<Point> out = {{range.low, 0}};
    for (std::size_t bin = 0; bin < counts.size(); ++bin) {
      const double left = range.low + width * static_cast<double>(bin);
      out.push_back({left, static_cast<double>(counts[bin])});
      out.push_back({left + width, static_cast<double>(counts[bin])});
    }
    out.push_back({range.high, 0});
    return out;
  }

  // ---- how far off what was asked for
  void addBands(Figure& out) const {
    bool any = false;
    for (const SignalCurve& reference : curves_) {
      if (reference.role != CurveRole::kReference) continue;
      const SignalCurve* actual =
          reference.actual >= 0 ? &curves_[static_cast<std::size_t>(reference.actual)] : nullptr;
      const double half = bandHalf(spec_.band, reference, actual, from_, to_);
      for (Panel& panel : out.panels)
        for (const Curve& curve : panel.curves) {
          if (curve.role != CurveRole::kReference || curve.hue != reference.hue) continue;
          Band band{curve.points, curve.points, curve.hue};
          for (Point& p : band.low) p.y -= half;
          for (Point& p : band.high) p.y += half;
          panel.bands.push_back(std::move(band));
          any = true;
        }
    }
    if (!any) throw std::invalid_argument("a band is drawn about references: there are none");
  }

  static constexpr double kPointsAcross = 2000;

  const PlotSpec& spec_;
  const std::vector<SignalCurve>&curves_, &along_;
  double from_ = 0, to_ = 0;
};

}  // namespace

std::pair<double, double> stretchOf(const PlotSpec& spec, const SignalHistory& table) {
  if (table.size() == 0) throw std::invalid_argument("there is nothing recorded to draw");
  const double begin = table.time(0), end = table.time(table.size() - 1);
  const double from = spec.from.value_or(begin), to = spec.to.value_or(end);
  if (!(from < to))
    throw std::invalid_argument("from " + numberText(from) + " to " + numberText(to) +
                                ": there is no stretch of time between them");
  if (from > end || to < begin)
    throw std::invalid_argument("from, to: the run goes from " + numberText(begin) + " s to " + numberText(end) + " s");
  return {from, to};
}

int alongOf(const PlotSpec& spec, const WantedCurve& curve, int index) {
  const int which = spec.x.size() <= 1 ? 0 : curve.actual >= 0 ? curve.actual : index;
  if (which >= static_cast<int>(std::max<std::size_t>(1, spec.x.size())))
    throw std::invalid_argument("along x there must be one signal for all curves, or one for each");
  return which;
}

PlotCurves plotCurves(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                      const std::shared_ptr<const SignalHistory>& table) {
  if (spec.signals.empty()) throw std::invalid_argument("the plot has no signals");
  PlotCurves out;
  std::tie(out.from, out.to) = stretchOf(spec, *table);
  const std::vector<WantedCurve> wanted = wantedCurves(spec);
  for (std::size_t i = 0; i < columns.size(); ++i) {
    SignalCurve curve{
        .name = columns[i].name, .unit = columns[i].unit, .label = {}, .table = table, .column = static_cast<int>(i)};
    if (i >= wanted.size()) {
      out.along.push_back(std::move(curve));
      continue;
    }
    curve.label = wanted[i].label, curve.hue = wanted[i].hue, curve.actual = wanted[i].actual;
    curve.role = wanted[i].reference ? CurveRole::kReference : CurveRole::kActual;
    curve.along = alongOf(spec, wanted[i], static_cast<int>(i));
    out.curves.push_back(std::move(curve));
  }
  return out;
}

Figure plotFigure(const PlotSpec& spec, const PlotCurves& curves) {
  if (curves.curves.empty()) throw std::invalid_argument("the plot has no signals");
  return Plot(spec, curves).figure();
}

Figure plotFigure(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                  const std::shared_ptr<const SignalHistory>& table) {
  return plotFigure(spec, plotCurves(spec, columns, table));
}

DisplayUnit shownUnit(const std::string& text, const Axis& axis) {
  const QuantityInput one = parseQuantity("1 " + text, axis.unit);
  if (!one.ok() || !(one.value > 0))
    throw std::invalid_argument("unit \"" + text + "\": " + (axis.name.empty() ? "the axis" : axis.name) +
                                (axis.unit.empty() ? " has no unit" : " is measured in " + axis.unit));
  return {text == "deg" ? "°" : text, one.value};
}

double bandHalf(const std::string& band, const SignalCurve& reference, const SignalCurve* actual, double from,
                double to) {
  if (band != "rms") return std::stod(band);
  if (!actual) throw std::invalid_argument("band rms: no signal follows " + reference.name);
  const auto [first, end] = rowsOf(reference, from, to);
  const bool same = actual->table == reference.table;
  double squares = 0, rows = 0;
  for (std::size_t row = first; row < end; ++row) {
    const double value =
        same ? actual->table->value(actual->column, row) : valueAt(*actual, reference.table->time(row));
    const double off = value - reference.table->value(reference.column, row);
    if (std::isfinite(off)) squares += off * off, rows += 1;
  }
  return rows > 0 ? std::sqrt(squares / rows) : 0;
}

}  // namespace tendril::figure
