// SPDX-License-Identifier: BSD-3-Clause
// Balls that stand for the shape of a body or of a surface, so that it touches the surfaces of others.
#pragma once

#include <vector>

#include "core/model/contact/contact.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// Corners and rims: points, for planes, which see no corner of another; or rounded, for what has edges itself.
enum class Corners { kPoints, kRounded };

/// Adds the balls of something that is drawn, each a copy of `ball` with its place in the frame of the body. None of
/// meshes, see addMeshBalls.
void addShapeBalls(const Visual& visual, Corners corners, const BallSpec& ball, std::vector<BallSpec>& out);

/// Adds the balls that touch the side of a cylinder along x at `pose` between its rims: they roll as a circle does.
/// None if it is shorter than it is wide.
void addSideBalls(double radius, double length, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out);

/// Adds the corners of a mesh at `pose`, which are points.
void addMeshBalls(const TriangleMesh& mesh, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out);

/// Adds the balls of a surface at `pose` (in the frame of `ball`) that touch what is flat: corners of a box, rims and
/// side of a cylinder, a sphere, a capsule. Nothing for planes, tubes, meshes and what is endless.
void addSurfaceBalls(const SurfaceShape& shape, const Pose& pose, const BallSpec& ball, std::vector<BallSpec>& out);

}  // namespace tendril
