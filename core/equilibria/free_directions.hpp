// SPDX-License-Identifier: BSD-3-Clause
// Directions in which a machine can move: loops stay closed, driven coordinates hold still.
#pragma once

#include <vector>

#include "core/model/model.hpp"

namespace tendril::statics {

/// nv × k: directions with rows · Z = 0 and no motion of Model::prescribedJoints, orthonormal in coordinates scaled by
/// the inverse of `inverseWeight` (nv, 1/√Mᵢᵢ). rows: nl × nv, of the loops. rods.md §12
MatX freeDirections(const Model& model, const MatX& rows, const VecX& inverseWeight);

/// Coordinates in which the motions of a machine are counted.
struct IndependentCoordinates {
  std::vector<int> velocities;  ///< k velocity indices, ascending
  std::vector<int> dependent;   ///< those that loops then give
  MatX directions;              ///< nv × k: all velocities per independent one
};
/// As many coordinates as there are free directions: those that determine the others best, by a column-pivoted QR
/// (coordinate partitioning). All that are not driven where there are no loops.
IndependentCoordinates independentCoordinates(const Model& model, const MatX& rows, const VecX& inverseWeight);

}  // namespace tendril::statics
