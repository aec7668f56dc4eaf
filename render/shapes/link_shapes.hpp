// SPDX-License-Identifier: BSD-3-Clause
// What rigid links and joints look like: the user's visuals, or shapes proportioned to the robot.
#pragma once

#include <string>
#include <vector>

#include "core/model/model.hpp"
#include "render/shapes/shape_mesh.hpp"

namespace tendril {

/// Typical sizes of a robot, m: what shapes without measures are proportioned to.
struct RobotSize {
  double length = 0.2;        ///< median length of links
  double jointRadius = 0.02;  ///< of housings
};
RobotSize robotSize(const Model& model);

/// The mesh of a link in its base frame. Triangles from `firstJoint` on belong to its joint.
struct LinkShape {
  ShapeMesh mesh;
  int firstJoint = 0;
  bool closed = true;  ///< nothing can be seen from inside: the far sides need not be drawn
};

/// Body and joint of a link. What cannot be shown is told in `problems`, one sentence each, and left out.
LinkShape linkShape(const Model& model, int link, const RobotSize& size, std::vector<std::string>& problems);

/// Adds a visual in the link's base frame. Throws std::runtime_error as meshShape().
void addVisual(ShapeMesh& mesh, const Visual& visual, const Color& color);

/// The plate that holds a root link at the world, in world coordinates; empty if it floats or does not hang on the
/// world.
ShapeMesh mountShape(const Model& model, int link, const RobotSize& size);

/// The colour of a link's body: its own, or by kind (rigid, soft, floating base).
Color linkColor(const Link& link);

/// Radius of the housing of a link's joint, m.
double jointRadius(const Link& link, const RobotSize& size);

/// Section radius of a soft body at its base, m; 0 for rigid links.
double baseRadius(const Link& link);

/// The mesh of a file, read as what is touched is read. Throws std::runtime_error that says what is wrong with which
/// file.
ShapeMesh meshShape(const std::string& path, const Color& color);

}  // namespace tendril
