// SPDX-License-Identifier: GPL-3.0-or-later
// Signals that are dragged: from a list, a legend, a tree or an inspector onto a plot.
#pragma once

#include <QMimeData>
#include <QStringList>

namespace tendril {

/// Names of signals in UTF-8, one per line.
constexpr auto kSignalMime = "application/x-tendril-signal";

/// The caller owns it until it is given to a QDrag. Also carries the names as plain text.
QMimeData* signalMimeData(const QStringList& texts);
/// Names in `data`, without empty ones and at most 64; empty if it carries none.
QStringList signalsOf(const QMimeData* data);

/// Begins to drag `texts` from `source`, with their names under the pointer. Returns when they were dropped.
void dragSignals(QWidget* source, const QStringList& texts);

}  // namespace tendril
