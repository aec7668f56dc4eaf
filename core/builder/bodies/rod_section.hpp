// SPDX-License-Identifier: BSD-3-Clause
#pragma once

#include <string>

#include "core/builder/build_context.hpp"
#include "core/model/body/section.hpp"

namespace tendril {

/// The section of a division of the given length (m). Problems are reported at `path`.
SectionLaw buildSection(const description::Section& section, double length, BuildContext& context,
                        const std::string& path);

/// r(X) of a rod's part: the radius of its section (of shapes that are not round: of the circle of equal area), over
/// the division, or over the whole rod if `division` is −1.
ExpressionFunction radiusFunction(const description::RodBody& rod, int division, BuildContext& context);

}  // namespace tendril
