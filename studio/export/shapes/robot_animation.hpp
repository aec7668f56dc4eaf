// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>
#include <span>

#include "studio/export/export_notes.hpp"
#include "studio/export/robot_export.hpp"

namespace tendril {

/// Writes a robot that moves as .glb: a node for each link under its name, with what robotSurfaces() shows of it, that
/// has the poses of its base frame at all instants. A soft body changes its shape in the frame of its link: from key
/// frame to key frame, at most `keys`, which are where it needs them. Instants that a float cannot tell from the one
/// before, in seconds since the first, are left out. Notes what is not taken over as it is. False: `goesOn` stopped it.
/// std::runtime_error that says why it fails.
bool writeAnimation(const std::shared_ptr<const Model>& model, std::span<const ShapeInstant> instants, int keys,
                    const std::filesystem::path& file, ExportNotes& notes, const ExportProgress& goesOn);

}  // namespace tendril
