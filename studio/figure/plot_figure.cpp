// SPDX-License-Identifier: GPL-3.0-or-later
// From a plot that was asked for to a figure.
#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>
#include <tuple>

#include "core/text/number_text.hpp"
#include "studio/figure/plot_spec.hpp"
#include "studio/figure/signal_analysis.hpp"
#include "studio/figure/signal_figure.hpp"

namespace tendril::figure {
namespace {

using Columns = std::vector<SignalColumn>;
using Table = std::shared_ptr<const SignalHistory>;

/// A unit that numbers of an axis are to be shown in.
DisplayUnit unitAsked(const std::string& text, const Axis& axis) {
  const QuantityInput one = parseQuantity("1 " + text, axis.unit);
  if (!one.ok() || !(one.value > 0))
    throw std::invalid_argument("unit \"" + text + "\": " + (axis.name.empty() ? "the axis" : axis.name) +
                                (axis.unit.empty() ? " has no unit" : " is measured in " + axis.unit));
  return {text == "deg" ? "°" : text, one.value};
}

void name(Axis& axis, const std::vector<std::string>& titles, const std::vector<std::string>& units, std::size_t at) {
  if (at < units.size() && !units[at].empty()) axis.shown = unitAsked(units[at], axis);
  if (at < titles.size() && !titles[at].empty()) axis.name = titles[at];
}

class Plot {
 public:
  Plot(const PlotSpec& spec, const Columns& columns, const Table& table)
      : spec_(spec), columns_(columns), table_(table), curves_(wantedCurves(spec)) {
    std::tie(from_, to_) = stretchOf(spec, *table);
  }

  Figure figure() const {
    if ((spec_.spectrum ? 1 : 0) + (spec_.histogram > 0 ? 1 : 0) + (spec_.x.empty() ? 0 : 1) > 1)
      throw std::invalid_argument("a plot is over time, over another signal, a spectrum or a histogram: choose one");
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
      out.panels = signalPanels(signalCurves(), from_, to_, spec_.widthMm);
    if (!spec_.band.empty()) addBands(out);
    arrange(out);
    return out;
  }

 private:
  std::vector<SignalCurve> signalCurves() const {
    std::vector<SignalCurve> out;
    for (std::size_t i = 0; i < curves_.size(); ++i)
      out.push_back({.name = columns_[i].name,
                     .unit = columns_[i].unit,
                     .label = curves_[i].label,
                     .table = table_,
                     .column = static_cast<int>(i),
                     .hue = curves_[i].hue,
                     .role = curves_[i].reference ? CurveRole::kReference : CurveRole::kActual});
    return out;
  }
  static Curve curveOf(const SignalCurve& signal, std::vector<Point> points) {
    return {signal.label.empty() ? signal.name : signal.label, std::move(points), signal.hue, signal.role};
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
  std::size_t alongOf(std::size_t curve) const {
    const std::size_t which =
        spec_.x.size() == 1
            ? 0
            : static_cast<std::size_t>(curves_[curve].actual >= 0 ? curves_[curve].actual : static_cast<int>(curve));
    if (which >= spec_.x.size())
      throw std::invalid_argument("along x there must be one signal for all curves, or one for each");
    return curves_.size() + which;
  }
  std::vector<Point> pairsOf(std::size_t curve, std::size_t along) const {
    std::vector<Point> out;
    const auto [first, end] = rowsBetween(*table_, from_, to_);
    const SignalHistory::Range wide = table_->range(static_cast<int>(along), first, end),
                               high = table_->range(static_cast<int>(curve), first, end);
    // What lies nearer than print can show is left out.
    const double dx = (wide.high - wide.low) / kPointsAcross, dy = (high.high - high.low) / kPointsAcross;
    for (std::size_t row = first; row < end; ++row) {
      const Point p{table_->value(static_cast<int>(along), row), table_->value(static_cast<int>(curve), row)};
      if (!out.empty() && row + 1 < end && std::abs(p.x - out.back().x) < dx && std::abs(p.y - out.back().y) < dy)
        continue;
      out.push_back(p);
    }
    return out;
  }
  void drawAlong(Figure& out) const {
    SignalHistory::Range range;
    out.panels = panelsByUnit(signalCurves(), [&](const SignalCurve& signal) {
      const auto curve = static_cast<std::size_t>(signal.column);
      std::vector<Point> pairs = pairsOf(curve, alongOf(curve));
      for (const Point& p : pairs)
        if (!spec_.logX || p.x > 0) range.include(p.x);
      return curveOf(signal, std::move(pairs));
    });
    const SignalColumn& along = columns_[curves_.size()];
    for (std::size_t i = curves_.size(); i < columns_.size(); ++i)
      if (columns_[i].unit != along.unit) throw std::invalid_argument("what stands along x must have one unit");
    out.x = {along.name, along.unit};
    if (range.empty()) throw std::invalid_argument(along.name + " has no numbers to stand along x");
    const double room =
        range.high > range.low ? 0.04 * (range.high - range.low) : std::max(0.5 * std::abs(range.high), 1e-3);
    out.from = range.low - (spec_.logX ? 0 : room), out.to = range.high + (spec_.logX ? 0 : room);
  }

  // ---- frequencies
  void drawSpectra(Figure& out) const {
    out.x = {"Frequency", "Hz"};
    out.from = 0, out.to = 0;
    out.panels = panelsByUnit(signalCurves(), [&](const SignalCurve& signal) {
      std::vector<Point> spectrum = amplitudeSpectrum(*table_, signal.column, from_, to_);
      if (spectrum.empty()) throw std::invalid_argument("a spectrum needs four instants at least");
      out.to = std::max(out.to, spectrum.back().x);
      return curveOf(signal, std::move(spectrum));
    });
    for (Panel& panel : out.panels) panel.y.name = "Amplitude";
  }

  // ---- how often values occur
  void drawHistogram(Figure& out) const {
    const auto [first, end] = rowsBetween(*table_, from_, to_);
    SignalHistory::Range range;
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      if (columns_[i].unit != columns_.front().unit)
        throw std::invalid_argument("a histogram needs signals of one unit");
      range.include(table_->range(static_cast<int>(i), first, end));
    }
    if (range.empty()) throw std::invalid_argument("there are no numbers to count");
    if (!(range.high > range.low))
      range.low -= 0.5 * std::max(1e-9, std::abs(range.low)), range.high += range.high - range.low;
    std::vector<Panel> named = panelsByUnit(
        signalCurves(), [&](const SignalCurve& signal) { return curveOf(signal, bars(signal.column, range)); });
    Panel& panel = named.front();
    out.x = {panel.y.name, panel.y.unit};
    out.from = range.low, out.to = range.high;
    panel.y = {"Count", ""};
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
  std::vector<Point> bars(int column, const SignalHistory::Range& range) const {
    const std::vector<int> counts = histogramOf(*table_, column, from_, to_, range.low, range.high, spec_.histogram);
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
    for (std::size_t i = 0; i < curves_.size(); ++i) {
      if (!curves_[i].reference) continue;
      const double half = halfWidth(i);
      for (Panel& panel : out.panels)
        for (const Curve& curve : panel.curves) {
          if (curve.role != CurveRole::kReference || curve.hue != curves_[i].hue) continue;
          Band band{curve.points, curve.points, curve.hue};
          for (Point& p : band.low) p.y -= half;
          for (Point& p : band.high) p.y += half;
          panel.bands.push_back(std::move(band));
          any = true;
        }
    }
    if (!any) throw std::invalid_argument("a band is drawn about references: there are none");
  }
  double halfWidth(std::size_t reference) const {
    if (spec_.band != "rms") return std::stod(spec_.band);
    const int actual = curves_[reference].actual;
    if (actual < 0) throw std::invalid_argument("band rms: no signal follows " + curves_[reference].text);
    const auto [first, end] = rowsBetween(*table_, from_, to_);
    double squares = 0, rows = 0;
    for (std::size_t row = first; row < end; ++row) {
      const double off = table_->value(actual, row) - table_->value(static_cast<int>(reference), row);
      if (std::isfinite(off)) squares += off * off, rows += 1;
    }
    return rows > 0 ? std::sqrt(squares / rows) : 0;
  }

  static constexpr double kPointsAcross = 2000;

  const PlotSpec& spec_;
  const Columns& columns_;
  const Table& table_;
  std::vector<WantedCurve> curves_;
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

Figure plotFigure(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                  const std::shared_ptr<const SignalHistory>& table) {
  if (spec.signals.empty()) throw std::invalid_argument("the plot has no signals");
  return Plot(spec, columns, table).figure();
}

}  // namespace tendril::figure
