// SPDX-License-Identifier: BSD-3-Clause
// What each kind of joint looks like. A new kind is one function here.
#pragma once

#include "core/model/joint.hpp"
#include "render/shape_mesh.hpp"

namespace tendril {

/// The joint in the link's base frame; `radius` of its housing in m. Nothing for a fixed joint.
void addJoint(ShapeMesh& mesh, const Joint& joint, double radius);

}  // namespace tendril
