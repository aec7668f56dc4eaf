// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "widgets/plots/canvas/plot_export.hpp"

namespace tendril {

/// Writes plots as `tendril plot` does. Empty, or a text for people that says why it was not written.
QString writePlots(const std::vector<FigurePlot>& plots, const FigureStyle& style, const QString& path);

}  // namespace tendril
