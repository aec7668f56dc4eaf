// SPDX-License-Identifier: BSD-3-Clause
// What each kind of joint looks like. A new kind is one function here.
#pragma once

#include "core/model/joint/joint.hpp"
#include "render/shapes/shape_mesh.hpp"

namespace tendril {

struct JointColors {
  Color housing = kJointColor, ring = kJointRingColor;
};

/// The joint in the link's base frame; `radius` of its housing in m. Nothing for a fixed joint.
void addJoint(ShapeMesh& mesh, const Joint& joint, double radius, const JointColors& colors = {});

/// The joint of a closed loop in the frame of its side b, in the colours of loops; a clamp for a fixed one.
void addLoopJoint(ShapeMesh& mesh, const Joint& joint, double radius);

}  // namespace tendril
