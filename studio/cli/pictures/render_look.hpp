// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures and films of the command line have in common.
#pragma once

#include <optional>
#include <string>
#include <utility>

#include "core/description/description.hpp"
#include "render/camera.hpp"

namespace tendril::cli {

/// `studio.camera` of the project: pivot, distance, azimuth, elevation (m, rad). Absent: the robot is framed.
std::optional<CameraView> projectCamera(const Description& description);

/// "640x400" in pixels. Error (wrong command line).
std::pair<int, int> pictureSize(const std::string& size);

}  // namespace tendril::cli
