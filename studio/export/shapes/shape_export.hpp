// SPDX-License-Identifier: GPL-3.0-or-later
// What a robot looks like in one configuration, as files of other programs.
#pragma once

#include <span>

#include "core/session/snapshot.hpp"
#include "studio/export/robot_export.hpp"

namespace tendril {

/// Writes the surfaces of all links as STL, OBJ or GLB, or as .vtu the tetrahedra of volumes and the lines of bodies
/// with sections, with their fields. World coordinates, m. Never throws for what a robot may be, or a disk.
ExportedModel exportShape(const std::shared_ptr<const Model>& model, const ShapeInstant& instant, ExportFormat format,
                          const std::filesystem::path& file, bool replace);

/// Writes shapes over time. `file` ends in .glb: the robot that moves (writeAnimation), soft bodies with at most `keys`
/// key frames. Else it is a .pvd: the .vtu of every instant goes into a folder of its name, and `file` says when each
/// of them is, so that ParaView plays it. Everything appears together; no files where `goesOn` stopped it. Never throws
/// for what a robot may be, or a disk.
ExportedModel exportShapeSeries(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants,
                                const std::filesystem::path& file, bool replace, const ExportProgress& goesOn,
                                int keys = kKeyFrames);

}  // namespace tendril
