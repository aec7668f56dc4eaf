// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <filesystem>
#include <memory>

#include "studio/export/shapes/shape_export.hpp"

namespace tendril {

/// Writes soft bodies as VTK's XML of unstructured grids, world coordinates, m: the tetrahedra of volumes (their
/// triangles where they have no inside), the lines through the sections of the others. Of each point every field of
/// surfaceFields() by its key (SI; NaN where a body does not define it), `displacement_vector` (m) from where the
/// undeformed body would have it on the same base, and on lines `radius` (m) of the section; of each cell `link`, an
/// index into the strings `links` of the field data. std::runtime_error where there is no soft body or the file cannot
/// be written.
void writeSoftFields(const std::shared_ptr<const Model>& model, const ShapeInstant& instant,
                     const std::filesystem::path& file);

}  // namespace tendril
