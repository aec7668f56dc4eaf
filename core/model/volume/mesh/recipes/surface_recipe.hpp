// SPDX-License-Identifier: BSD-3-Clause
// Surfaces whose inside is filled with tetrahedra.
#pragma once

#include <memory>
#include <string>

#include "core/model/volume/mesh/mesh_check.hpp"
#include "core/model/volume/mesh/surface/surface_repair.hpp"

namespace tendril {

/// What to fill, and how finely.
struct SurfaceRecipe {
  std::shared_ptr<const ClosedSurface> surface;  ///< m, in the body's axes
  double size = 0;                               ///< wanted length of edges at the surface, m
  double grading = 0;                            ///< edges at a distance d from the surface: size + grading d
};

/// Length of edges (m) with which a volume (m³) is filled by about that many regular tetrahedra.
double edgeLength(double volume, double tetrahedra);

/// Throws std::runtime_error that says what is wrong with `size` or `grading`: no positive number, or so short that
/// there would be more tetrahedra than readers take.
void checkRecipe(const SurfaceRecipe& recipe);

/// One line: different for different recipes (of the surface it holds counts, volume and a hash of all numbers).
std::string recipeText(const SurfaceRecipe& recipe);

/// Marks all of a mesh's boundary: `base` and `tip` (triangles at the least and the greatest x), `side` (the rest of
/// the outside), `cavity`, `cavity_2`, … (walls of closed cavities, the largest first). A mark that nothing has is not
/// there.
void markBoundary(TetMesh& mesh);

/// Adds a note if the mesh encloses more than 2 % more or less than the surface: curved walls are cut by flat faces.
void noteVolume(const SurfaceRecipe& recipe, LoadedTetMesh& made);

}  // namespace tendril
