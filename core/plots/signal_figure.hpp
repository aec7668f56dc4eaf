// SPDX-License-Identifier: BSD-3-Clause
// Signals over time as panels of a figure: the same ones whether `tendril plot` or the window asks.
#pragma once

#include <functional>
#include <limits>
#include <memory>
#include <string>
#include <vector>

#include "core/plots/figure.hpp"
#include "core/session/recording/signals.hpp"

namespace tendril::figure {

/// A column of a table, as a curve.
struct SignalCurve {
  std::string name, unit;  ///< of the signal: "arm.tip.z", "m"
  std::string label;       ///< in the legend; empty: the name
  std::shared_ptr<const SignalHistory> table;
  int column = 0;
  int hue = 0;
  CurveRole role = CurveRole::kActual;
  int run = 0;         ///< as Curve::run
  int actual = -1;     ///< of a reference: which of the curves follows it
  bool whole = false;  ///< all of its table, whatever stretch of time is drawn: its times are none
  int along = 0;       ///< where another signal stands along x: which of them
  /// s: what of the table belongs to the curve.
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();
};

/// A panel for each unit, in the order in which the units come: signals, then what was asked of them, then other runs;
/// its axis is named after what the signals have in common. `draw` makes the curve of a signal.
std::vector<Panel> panelsByUnit(const std::vector<SignalCurve>& curves,
                                const std::function<Curve(const SignalCurve&)>& draw);
/// The same, over time. As many points as can be seen at that width.
std::vector<Panel> signalPanels(const std::vector<SignalCurve>& curves, double from, double to, double widthMm);

}  // namespace tendril::figure
