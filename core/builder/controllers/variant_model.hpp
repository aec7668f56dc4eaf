// SPDX-License-Identifier: BSD-3-Clause
// Models that controllers compute with, where that is not the robot itself.
#pragma once

#include <memory>
#include <string>

#include "core/builder/build_context.hpp"

namespace tendril {

/// The model of a variant of the project, without controllers; built once per variant. Null for an empty name: the
/// robot itself. Null with a problem at `path` where there is no such variant, it cannot be built, or its coordinates,
/// links or inputs are not those of the plant, so that what is measured and given there means something else here.
std::shared_ptr<const Model> variantModel(const std::string& variant, const Model& plant, BuildContext& context,
                                          const std::string& path);
/// The link side of the robot, or of a variant, without controllers and motors (BuildOptions::motors). Null with a
/// problem at `path`, as above.
std::shared_ptr<const Model> linkSideModel(const std::string& variant, const Model& plant, BuildContext& context,
                                           const std::string& path);

}  // namespace tendril
