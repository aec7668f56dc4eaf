// SPDX-License-Identifier: BSD-3-Clause
// The points that a volume's integrals are sums over.
#pragma once

#include <memory>
#include <vector>

#include "core/model/volume/mesh/tet_mesh.hpp"
#include "core/model/volume/volume.hpp"

namespace tendril {

/// So many points in each tetrahedron, fitted by `live` points if that is not 0. Those of a mesh that is still in use
/// are not computed again: edits of anything else build the model anew. From any thread. Throws std::invalid_argument
/// as meshQuadrature and fittedQuadrature do.
std::vector<VolumePoint> volumePoints(const std::shared_ptr<const TetMesh>& mesh, int perTetrahedron, int live);

}  // namespace tendril
