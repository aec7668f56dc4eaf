// SPDX-License-Identifier: BSD-3-Clause
// The lines of the floor as ribbons. Cheaper on software OpenGL than a shader that colours the whole floor: only pixels
// of lines are touched.
#pragma once

#include "render/shapes/ribbons.hpp"

namespace tendril {

/// Lines at multiples of `cell` (m) at height z around the pivot, every fifth stronger, the world's x and y axes
/// tinted; all fade with the distance. Widths in pixels of a picture of this height.
Ribbons gridLines(const CameraView& view, double cell, double height, double pictureHeight, const Theme& theme);

}  // namespace tendril
