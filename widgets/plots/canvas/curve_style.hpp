// SPDX-License-Identifier: GPL-3.0-or-later
// What a curve looks like: Okabe–Ito hues, told apart by colour-blind people too; weight and dashes say what it is.
#pragma once

#include <QColor>
#include <QPen>

#include "widgets/theme/tokens.hpp"

namespace tendril {

enum class CurveKind {
  kActual,     ///< solid, 1.75 px
  kReference,  ///< what was asked for: dashed, 1 px, in the hue of its actual
  kOtherRun,   ///< the same signal in another run: 1 px, paler; solid, or in dashes of its own
};

constexpr int kCurveColors = 8;

/// Hue `index` (any integer; repeats after kCurveColors) for drawing on the panel of `scheme`.
QColor curveColor(int index, const Scheme& scheme);
/// `run`: which of the runs for comparison, from 0; each has other dashes, the first none.
QPen curvePen(int index, CurveKind kind, const Scheme& scheme, int run = 0);

}  // namespace tendril
