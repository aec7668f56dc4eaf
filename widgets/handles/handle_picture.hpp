// SPDX-License-Identifier: GPL-3.0-or-later
// Handles as lines of the picture: what is drawn is what can be grabbed.
#pragma once

#include <QPolygonF>

#include <vector>

#include "widgets/handles/handle.hpp"
#include "widgets/viewport/view_geometry.hpp"

class QPainter;

namespace tendril {

inline constexpr double kArrowPixels = 84, kRingPixels = 62;  // reach of arrows, radius of rings
inline constexpr double kEdgeOn = 0.12;  // cosine of the angle of sight below which a plane is a line

/// One line or area of a handle, logical pixels.
struct HandleStroke {
  enum class Look { kLine, kArrow, kTwoHeads, kArea, kDot, kDiamond, kGuide };
  HandleGrip grip;  ///< what it grabs; kNone: nothing
  Look look = Look::kLine;
  QPolygonF points;  ///< of dots and diamonds the centre alone
  int axis = -1;     ///< colour: 0, 1, 2 of x, y, z; −1: accent
};

/// All strokes of a handle, those behind first. Empty where it lies behind the camera.
std::vector<HandleStroke> strokesOf(const Handle& handle, int index, const ViewGeometry& view, bool worldAxes);
/// The grip nearest to a place of the picture, within reach; dots before lines, lines before areas.
HandleGrip gripAt(const std::vector<HandleStroke>& strokes, const QPointF& at);
/// Draws strokes; those of `lit` stand out.
void paintStrokes(QPainter& painter, const std::vector<HandleStroke>& strokes, const HandleGrip& lit);

}  // namespace tendril
