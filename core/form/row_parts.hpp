// SPDX-License-Identifier: BSD-3-Clause
// What the single numbers of a row are called and measured in. Internal to core/project.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/description/joint.hpp"

namespace tendril::project {

/// "tension_only" → "Tension only"; the field's own label where it has one.
std::string rowLabel(const description::FieldInfo& info);
/// What one entry of a list is called: "link" of "links".
std::string singular(std::string_view key);
/// Names of the parts of a field; empty: they have only numbers.
std::vector<std::string_view> partLabels(std::string_view key, std::size_t count, JointType joint);
/// One unit per part. A field with two units, "rad, m", has the first for turns and the second for shifts of the
/// joint's coordinates; of six numbers the halves.
std::vector<std::string> partUnits(std::string_view unit, JointType joint, std::string_view key, std::size_t count);
/// The unit of a single number of a joint with this type: the first or second of "N·m/rad, N/m"; both where it stands
/// for coordinates of both kinds.
std::string jointUnit(std::string_view unit, JointType joint);
/// Coordinates (key q0) or velocities (v0) of a joint at rest; empty for other keys.
std::vector<description::Number> restCoordinates(JointType joint, std::string_view key);

}  // namespace tendril::project
