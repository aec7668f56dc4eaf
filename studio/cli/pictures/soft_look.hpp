// SPDX-License-Identifier: GPL-3.0-or-later
// Colours of soft bodies and what is drawn besides bodies, as pictures and films of the command line take them.
#pragma once

#include <memory>
#include <span>

#include "core/session/snapshot.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/glyphs/scene_overlays.hpp"
#include "studio/cli/commands.hpp"
#include "studio/cli/quantities/state_file.hpp"

namespace tendril::cli {

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

}  // namespace tendril::cli
