// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

#include <optional>
#include <string>

#include "render/camera.hpp"

namespace tendril {

/// `studio.camera` of a project: as JSON, and back. Angles in rad, lengths in m. What is missing or no number keeps its
/// default; nothing if the text is no object or the distance is not positive.
QString cameraText(const CameraView& camera);
std::optional<CameraView> cameraOf(const std::string& json);

}  // namespace tendril
