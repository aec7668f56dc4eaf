// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QPixmap>

namespace tendril {

/// Width of the dot that says which curve is meant.
inline constexpr int kHueDot = 10;

/// A dot in the hue of a curve (curveColor), in a picture kHueDot wide and `height` high.
QPixmap hueDot(int curve, int height, double scale);

}  // namespace tendril
