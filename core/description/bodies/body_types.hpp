// SPDX-License-Identifier: BSD-3-Clause
// The only list of body types. A body type is one description (core/description/<name>.hpp), one overload of
// buildBody (core/builder/), and its entry here; tags in files, the palette and the typed tests follow.
#pragma once

#include <variant>

#include "core/description/bodies/constant_curvature.hpp"
#include "core/description/bodies/expression_body.hpp"
#include "core/description/bodies/fem.hpp"
#include "core/description/bodies/rigid.hpp"
#include "core/description/bodies/rod.hpp"
#include "core/description/bodies/volume.hpp"

namespace tendril::description {

using Body = std::variant<RigidBody, RodBody, ConstantCurvatureBody, VolumeBody, FemBody, ExpressionBody>;

}  // namespace tendril::description
