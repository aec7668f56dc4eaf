// SPDX-License-Identifier: BSD-3-Clause
// Pressure chambers of volumes, as pieces whose "length" is the enclosed volume (m³) and whose gradient is ∂V/∂q, the
// force per pressure: ∫ n·∂f/∂q dA over the current wall (primitives.md §6).
#pragma once

#include <memory>
#include <vector>

#include "core/model/body/body.hpp"
#include "core/model/volume/map/point_map.hpp"

namespace tendril {

/// A round bore around the x axis from `from` to `to` (∈ [0, 1]), `radius` in m, exact as a circle: its wall, and flat
/// caps over both rims. A cap at the base frame does no work.
std::unique_ptr<TendonPiece> makeBore(std::shared_ptr<const PointMap> map, double radius, double from, double to);

/// A surface of the mesh: triangles of `vertices` (undeformed, m), outward from the body and so into the chamber. It
/// must be closed, but for an opening in the plane x = 0, where the body is held.
std::unique_ptr<TendonPiece> makeSurfaceChamber(std::shared_ptr<const PointMap> map, const std::vector<Vec3>& vertices,
                                                std::vector<std::array<int, 3>> triangles);

}  // namespace tendril
