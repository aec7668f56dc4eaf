// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QMargins>
#include <QRect>

#include "studio/app/options.hpp"

namespace tendril {

class MainWindow;

/// What must be set before a QApplication exists: surface format for VTK.
void prepareGraphics();

/// Where a window goes that was never placed: in the middle of what a screen has free, as large as is wanted where it
/// fits with its decoration, else as large as fits, but not below `least`. Without the decoration, as
/// QWidget::geometry().
QRect firstGeometry(const QRect& available, const QMargins& decoration, const QSize& wanted, const QSize& least);

/// Theme of the options or the stored one, size, then opens the project of the options or the first example.
void openAtStart(MainWindow& window, const StudioOptions& options);

/// Once the window is shown: offers the tour over the gallery, unless somebody has skipped or finished it; not for
/// pictures.
void offerTourOnce(MainWindow& window, const StudioOptions& options);

/// Saves the window as it looks `options.after` seconds after the project is shown, then quits: exit code 0, or 4 if
/// no picture could be made.
void takeScreenshot(MainWindow& window, const StudioOptions& options);

}  // namespace tendril
