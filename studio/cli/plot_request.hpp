// SPDX-License-Identifier: GPL-3.0-or-later
// What `tendril plot` is to draw: its options, and a plot that the project stores.
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "core/plots/plot_spec.hpp"
#include "studio/cli/commands.hpp"

namespace tendril::cli {

struct PlotRequest {
  figure::PlotSpec spec;
  std::filesystem::path out;
  bool units = false;  ///< of a table: in its headings
};

/// Options, and for --plot what the project's `studio.plots` says (figure::readPlotSpec); options win. Error if there
/// is no such plot or nothing to draw. With --usual tracking the curves of controllers that follow references come
/// first. `model`: null for a table.
PlotRequest plotRequest(const PlotOptions& options, const Description& description, const Model* model);

/// Names and formulas between commas; those within parentheses and quotes do not separate.
std::vector<std::string> splitSignals(const std::string& text);

/// Error (wrong command line) unless it ends in .svg, .pdf, .png or .csv.
void checkPlotFile(const std::filesystem::path& out);

}  // namespace tendril::cli
