// SPDX-License-Identifier: GPL-3.0-or-later
// What a plot shows, as a project stores it and `tendril plot` is asked for it, and the figure that comes of it.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/project/json_tree.hpp"
#include "core/session/recording/signals.hpp"
#include "studio/figure/figure.hpp"

namespace tendril::figure {

struct PlotSpec {
  std::vector<std::string> signals = {};     ///< names or formulas
  std::vector<std::string> references = {};  ///< drawn dashed, in the hues of the signals in their order
  std::vector<std::string> labels = {};      ///< in the legend: of the signals, then of the references
  std::vector<std::string> x = {};           ///< along x instead of time: one for all signals, or one each
  bool spectrum = false;                     ///< amplitudes over frequency
  int histogram = 0;                         ///< how often values occur, in so many bins; 0: over time
  bool logX = false, logY = false;           ///< axes by powers of ten
  bool rightAxis = false;                    ///< the second unit stands on the right of the first one's panel
  /// About each reference: a number ± in SI, or "rms" of what the signal is off it.
  std::string band = {};
  std::string title = {}, xTitle = {};
  std::vector<std::string> yTitles = {};     ///< of the axes of values, in their order
  std::string xUnit = {};                    ///< that numbers are shown in; empty: what suits them
  std::vector<std::string> units = {};       ///< the same of the axes of values
  std::optional<double> from = {}, to = {};  ///< s
  double widthMm = 88, heightMm = 0;
  bool dark = false;
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

/// What `object` holds of a plot: keys as in `studio.plots` ("signals", "references", "labels", "x", "spectrum",
/// "histogram", "log", "right_axis", "band", "title", "x_title", "y_titles", "x_unit", "units", "from", "to").
/// `object`: a plot. Names of signals stand as text, or as objects with a "name". Other keys are left alone.
/// std::invalid_argument that names a key whose value is of no use.
void readPlotSpec(const json::Node& object, PlotSpec& spec);
/// The keys that readPlotSpec knows.
const std::vector<std::string>& plotSpecKeys();

/// The stretch of the table that is drawn, s. std::invalid_argument where there is none.
std::pair<double, double> stretchOf(const PlotSpec& spec, const SignalHistory& table);
/// The figure. `table` has the columns of textsOf(). std::invalid_argument that says what cannot be drawn.
Figure plotFigure(const PlotSpec& spec, const std::vector<SignalColumn>& columns,
                  const std::shared_ptr<const SignalHistory>& table);

}  // namespace tendril::figure
