// SPDX-License-Identifier: GPL-3.0-or-later
// Numbers of curves at a place, as a small table over the plot.
#pragma once

#include <QColor>
#include <QFont>
#include <QPainter>
#include <QPen>
#include <QRect>
#include <QString>

#include <optional>
#include <vector>

#include "core/plots/signal_analysis.hpp"

namespace tendril {

struct ReadoutCell {
  QString number, unit;
};

struct ReadoutRow {
  std::optional<QPen> sample;  ///< of the curve; none: a heading
  QString name;
  std::vector<ReadoutCell> cells;  ///< as many as the first row has
};

double textAdvance(const QFont& font, const QString& text);
/// Text at a baseline; returns where it ends.
double putText(QPainter* painter, double x, double baseline, const QFont& font, const QColor& color,
               const QString& text);

/// A number of this SI unit for people.
ReadoutCell readoutCell(double value, const QString& unit);
/// Numbers that are compared: they share the prefix of the largest.
std::vector<ReadoutCell> readoutCells(const std::vector<double>& values, const QString& unit);

/// Headings and numbers of statistics: mean, rms, min, max, settling time.
ReadoutRow statisticsHead();
std::vector<ReadoutCell> statisticsCells(const figure::SignalStatistics& of, const QString& unit);

/// Draws the table with a corner at `at`, to the left or right of it, inside `around`. `plot`: half as wide at most
/// with names; in a narrow plot the legend has to do for them.
void drawReadout(QPainter* painter, const std::vector<ReadoutRow>& rows, const QPointF& at, bool leftOf,
                 const QRect& plot, const QRect& around);

}  // namespace tendril
