// SPDX-License-Identifier: BSD-3-Clause
// What a plot shows, as a project stores it and `tendril plot` is asked for it, and the figure that comes of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/plots/figure.hpp"
#include "core/plots/signal_figure.hpp"
#include "core/project/json_reader.hpp"
#include "core/session/recording/signals.hpp"

namespace tendril::figure {

struct PlotSpec {
  std::vector<std::string> signals = {};     ///< names or formulas
  std::vector<std::string> references = {};  ///< drawn dashed, in the hues of the signals in their order
  std::vector<std::string> labels = {};      ///< in the legend: of the signals, then of the references
  std::vector<std::string> x = {};           ///< along x instead of time: one for all signals, or one each
  bool spectrum = false;                     ///< amplitudes over frequency
  int histogram = 0;                         ///< how often values occur, in so many bins; 0: over time
  /// Of a histogram: every run counts once, by this number of it (key of a RunNumber); empty: every instant counts.
  std::string perRun = {};
  bool logX = false, logY = false;  ///< axes by powers of ten
  bool rightAxis = false;           ///< the second unit stands on the right of the first one's panel
  /// About each reference: a number ± in SI, or "rms" of what the signal is off it.
  std::string band = {};
  std::string title = {}, xTitle = {};
  std::vector<std::string> yTitles = {};     ///< of the axes of values, in their order
  std::string xUnit = {};                    ///< that numbers are shown in; empty: what suits them
  std::vector<std::string> units = {};       ///< the same of the axes of values
  std::optional<double> from = {}, to = {};  ///< s
  double widthMm = 88, heightMm = 0;
  bool dark = false;

  bool overTime() const { return x.empty() && !spectrum && histogram == 0; }
  bool operator==(const PlotSpec&) const = default;
};

/// One curve as it was asked for.
struct WantedCurve {
  std::string text;   ///< name or formula
  std::string label;  ///< empty: its name
  int hue = 0;
  bool reference = false;
  int actual = -1;  ///< of a reference: the curve that follows it
};
/// Signals, then references. What was asked of an input (x.signal beside x.tension) is a reference of the signal.
std::vector<WantedCurve> wantedCurves(const PlotSpec& spec);
/// All that must be sampled: the curves in their order, then what stands along x.
std::vector<std::string> textsOf(const PlotSpec& spec);

/// What an object of `studio.plots` or of a figure holds of a plot: "signals", "references", "labels", "x", "spectrum",
/// "histogram", "per_run", "log", "right_axis", "band", "title", "x_title", "y_titles", "x_unit", "units", "from",
/// "to". Names of signals stand as text, or as objects with a "name". What is not there stays as it is, other keys are
/// not looked at. std::invalid_argument that names a key whose value is of no use.
void readPlotSpec(json::ObjectReader& object, PlotSpec& spec);
/// The same for an object that stands alone.
void readPlotSpec(const json::Node& object, PlotSpec& spec);
/// The counterpart: its signals, and all keys whose values differ from those of PlotSpec{}.
json::Node writePlotSpec(const PlotSpec& spec);

/// The unit that numbers of an axis are to be shown in. std::invalid_argument where it measures something else.
DisplayUnit shownUnit(const std::string& text, const Axis& axis);

/// All that a plot draws, sampled.
struct PlotCurves {
  std::vector<SignalCurve> curves;  ///< SignalCurve::actual and along are indices into these two
  std::vector<SignalCurve> along;   ///< what stands along x; empty: time
  double from = 0, to = 0;          ///< s
};
/// Of one run. `table` has the columns of textsOf(). std::invalid_argument where there is nothing to draw.
PlotCurves plotCurves(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                      const std::shared_ptr<const SignalHistory>& table);
/// Which of PlotSpec::x stands along x for a curve. std::invalid_argument where that is not said.
int alongOf(const PlotSpec& spec, const WantedCurve& curve, int index);

/// The stretch of the table that is drawn, s. std::invalid_argument where there is none.
std::pair<double, double> stretchOf(const PlotSpec& spec, const SignalHistory& table);
/// The figure. std::invalid_argument that says what cannot be drawn.
Figure plotFigure(const PlotSpec& spec, const PlotCurves& curves);
/// Of one run, as plotCurves().
Figure plotFigure(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                  const std::shared_ptr<const SignalHistory>& table);

/// Half the height of the band about a reference: a number, or "rms" of what the signal is off it from `from` to `to`
/// (s). std::invalid_argument where no signal follows it.
double bandHalf(const std::string& band, const SignalCurve& reference, const SignalCurve* actual, double from,
                double to);

}  // namespace tendril::figure
