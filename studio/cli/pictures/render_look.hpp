// SPDX-License-Identifier: GPL-3.0-or-later
// What pictures and films of the command line have in common.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>

#include "core/description/description.hpp"
#include "core/session/snapshot.hpp"
#include "render/camera.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/glyphs/scene_overlays.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/quantities/state_file.hpp"

namespace tendril::cli {

/// `studio.camera` of the project: pivot, distance, azimuth, elevation (m, rad). Absent: the robot is framed.
std::optional<CameraView> projectCamera(const Description& description);

/// Colours, cut and surfaces that the options ask for; the ends of the colours are still to be found. Error (wrong
/// command line).
DeformationLook lookOf(const LookOptions& options);
/// What is drawn besides bodies. Error (wrong command line).
SceneOverlays overlaysFor(const LookOptions& options);
/// A snapshot with all that a picture shows of it.
Snapshot drawnSnapshot(const std::shared_ptr<const Model>& model, Data& data, const StateValues& state,
                       const DeformationLook& look, const SceneOverlays& overlays);
/// Ends of the colours as asked for, or such as these snapshots need. Warns where none has the field.
FieldColors colorsFor(const LookOptions& options, SurfaceField field, std::span<const Snapshot> shown,
                      const Streams& streams);

/// "640x400" in pixels. Error (wrong command line).
std::pair<int, int> pictureSize(const std::string& size);

}  // namespace tendril::cli
