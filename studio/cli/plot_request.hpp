// SPDX-License-Identifier: GPL-3.0-or-later
// What `tendril plot` is to draw: its options, and a plot that the project stores.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

struct PlotRequest {
  std::vector<std::string> signals, references, labels;
  std::string title;
  std::optional<double> from, to;  ///< s
  double widthMm = 88, heightMm = 0;
  bool dark = false;
  std::filesystem::path out;
};

/// Options, and for --plot what the project's `studio.plots` says: [{"title", "signals": ["arm.tip.z", …],
/// "references"}]; options win. Error if there is no such plot or nothing to draw.
/// With --usual tracking the curves of controllers that follow references come first.
PlotRequest plotRequest(const PlotOptions& options, const Description& description, const Model& model);

/// Names and formulas between commas; those within parentheses and quotes do not separate.
std::vector<std::string> splitSignals(const std::string& text);

/// Error (wrong command line) unless it ends in .svg, .pdf, .png or .csv.
void checkPlotFile(const std::filesystem::path& out);

}  // namespace tendril::cli
