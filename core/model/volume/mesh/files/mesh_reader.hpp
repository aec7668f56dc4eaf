// SPDX-License-Identifier: BSD-3-Clause
// Meshes of tetrahedra from files.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "core/model/volume/mesh/mesh_check.hpp"

namespace tendril {

/// What a reader accepts. A body of primitives needs hundreds to some ten thousand tetrahedra.
struct MeshLimits {
  std::size_t tetrahedra = 500'000;
  std::size_t nodes = 2'000'000;             ///< in the file: those on edges of second-order tetrahedra included
  std::size_t bytes = std::size_t{1} << 29;  ///< of the file
};

/// Reads `.msh` (gmsh 2 and 4.1, text or binary) or `.vtu` (text, base64 or appended, also compressed with zlib) by
/// what the file begins with. Coordinates are metres, x forward. Groups of triangles become marked surfaces: physical
/// surfaces of gmsh by their names ("surface 3" without a name); in `.vtu` triangles by the integer cell array
/// "surface", "gmsh:physical" or "CellEntityIds". Second-order tetrahedra are read as straight ones.
/// Throws std::runtime_error: the file's name, line or byte, what is wrong and what to do.
LoadedTetMesh readTetMesh(const std::string& file, const MeshLimits& limits = {});

/// The same from a file's bytes; errors do not name a file.
LoadedTetMesh parseTetMesh(std::string_view bytes, const MeshLimits& limits = {});

/// Size of a file in bytes. Throws std::runtime_error if it is not there, no file or larger than `limit` bytes.
std::size_t checkMeshFile(const std::string& file, std::size_t limit);

/// One format each, without the checks.
RawTetMesh parseMsh(std::string_view bytes, const MeshLimits& limits = {});
RawTetMesh parseVtu(std::string_view bytes, const MeshLimits& limits = {});

/// The mesh as `.msh` 4.1 text, marked surfaces as physical groups, numbers exact: what is read back is the same.
std::string formatMsh(const TetMesh& mesh);

}  // namespace tendril
