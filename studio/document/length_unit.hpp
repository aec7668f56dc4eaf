// SPDX-License-Identifier: GPL-3.0-or-later
// The one unit in which the lengths of a project are shown, and in which bare numbers are typed: an entry of the
// section `studio`.
#pragma once

#include <string>
#include <string_view>

#include "core/description/description.hpp"

namespace tendril {

inline constexpr std::string_view kLengthUnit = "length_unit";

/// "m" or "mm", as the project keeps it; empty: it does not.
std::string keptLengthUnit(const Description& project);
/// That of a project that keeps none: soft robots are small, and so is what one begins with; arms of rigid links are
/// measured in metres.
std::string usualLengthUnit(const Description& project);
/// The project with this unit, if it keeps none itself.
Description withLengthUnit(Description project, std::string_view unit);

}  // namespace tendril
