// SPDX-License-Identifier: BSD-3-Clause
// Segments that stand for the edges and axes of bodies where they cross those of others.
#pragma once

#include <vector>

#include "core/model/contact/contact.hpp"

namespace tendril {

/// Adds the segments of a surface at `pose` in the frame of `ball`, which they are copies of: the rounded edges of a
/// box, of the rims of a cylinder (twelve chords each) and of a mesh, the axes of cylinders and capsules. None of
/// planes, spheres and tubes.
void addSurfaceSegments(const ContactSurface& surface, const Pose& pose, const BallSpec& ball,
                        std::vector<SegmentSpec>& out);

/// Adds what of a surface touches between two stations of a rod: spheres, the ends of capsules, corners of boxes and
/// meshes.
void addSurfacePoints(const ContactSurface& surface, const Pose& pose, const BallSpec& ball,
                      std::vector<BallSpec>& out);

/// Segments from ball to ball of a soft body, in the order of its stations.
std::vector<SegmentSpec> chainOf(const std::vector<BallSpec>& balls);

}  // namespace tendril
