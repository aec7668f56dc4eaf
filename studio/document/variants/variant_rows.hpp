// SPDX-License-Identifier: GPL-3.0-or-later
// What variants change, in words.
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/description/description.hpp"
#include "core/description/fields/problem.hpp"

namespace tendril {

/// One change of a variant.
struct VariantChangeRow {
  std::string path;     ///< "links.arm.body.length"
  std::string label;    ///< "Length of “arm”"
  std::string before;   ///< value of the project itself, with its unit: "300 mm"
  std::string after;    ///< value of the variant
  std::string problem;  ///< why it cannot be made; empty: it can
};

/// The changes of a variant in their order. `project`: without a variant's changes.
std::vector<VariantChangeRow> variantChangeRows(const Description& project, std::string_view variant);

/// Why a variant cannot be shown or run: the first error of its changes or of the robot that they make; empty: it can.
std::string variantFailure(const Description& project, std::string_view variant,
                           const std::filesystem::path& directory);

}  // namespace tendril
