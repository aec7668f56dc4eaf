// SPDX-License-Identifier: BSD-3-Clause
// Tetrahedra of what a surface of a file encloses.
#pragma once

#include <memory>
#include <string>

#include "core/builder/build_context.hpp"
#include "core/model/volume/mesh/surface/surface_repair.hpp"

namespace tendril {

/// Whether a file is a surface of triangles by the end of its name: .stl, .obj, .ply.
bool isSurfaceFile(const std::string& file);

/// The surface of a file, repaired, in the file's numbers. Throws std::runtime_error that says what is wrong, where and
/// what to do: there is no such file, it is empty, too large or no mesh, or repairSurface refuses it.
RepairedSurface readSurface(const std::string& file);

/// The mesh of a surface, in metres in the body's axes, by the generator of the options. Files that have not changed
/// are neither read nor filled again. Null, with a problem at the field of `path` that is to blame, if there is none;
/// what was repaired becomes warnings. `brief`: the file alone was given, at `path` itself.
std::shared_ptr<const TetMesh> filledSurface(const description::SurfaceMesh& given, BuildContext& context,
                                             const std::string& path, bool brief);

}  // namespace tendril
