// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>

#include "core/description/description.hpp"

namespace tendril {

/// Expects that a robot has the mass matrix, weighs and moves as KDL reads it from a URDF, at random poses.
/// `tolerance`: relative.
void expectLikeKdl(const Description& robot, const std::filesystem::path& urdf, double tolerance);

}  // namespace tendril
