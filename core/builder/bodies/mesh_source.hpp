// SPDX-License-Identifier: BSD-3-Clause
// Where the mesh of a volume comes from.
#pragma once

#include <memory>
#include <string>

#include "core/builder/build_context.hpp"
#include "core/model/volume/mesh/tet_mesh.hpp"

namespace tendril {

/// The mesh of a body, x forward from 0; `length` (m) of generated shapes. Files that have not changed since they were
/// read last are not read again. Null, with a problem at `path`, if there is none; notes of the reader become warnings.
std::shared_ptr<const TetMesh> meshOf(const description::Mesh& mesh, double length, BuildContext& context,
                                      const std::string& path);

}  // namespace tendril
