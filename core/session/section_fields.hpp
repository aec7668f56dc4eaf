// SPDX-License-Identifier: BSD-3-Clause
// Fields of bodies that are lines with sections. Internal to core/session.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/contact/surface_field.hpp"
#include "core/model/model.hpp"

namespace tendril {

/// The sections of every link's body at rest (coordinates zero), in its base frame, m; empty where there is no body.
/// Kept for the thread until it asks for another model: takes the time of building a workspace.
const std::vector<std::vector<Pose>>& restSections(const std::shared_ptr<const Model>& model);

/// A field (not kNone) at the sections of one body, SI, from their frames now and at rest: displacement, stretch and
/// curvature of the line through them; NaN for other fields. `out` has one entry per section.
void sectionField(SurfaceField field, std::span<const Pose> now, std::span<const Pose> rest, std::span<double> out);

}  // namespace tendril
