// SPDX-License-Identifier: BSD-3-Clause
// Lowest modes of vibration of a linear elastic body held at its base, by finite elements: tetrahedra of ten nodes,
// consistent mass (primitives.md §11).
#pragma once

#include "core/model/volume/fem/quadratic_mesh.hpp"

namespace tendril {

/// Displacement fields on the nodes of a mesh.
struct FemModes {
  MatX shapes;   ///< 3 per node × modes: x, y, z of the first node, …; the largest displacement is 1
  VecX squares;  ///< ω² of a body with E = 1 Pa, ρ = 1 kg/m³, 1/s²: times E/ρ for any other
};

/// The `count` lowest modes with the nodes at the least x held, ascending. The same mesh gives the same modes to the
/// last bit. Modes whose ω² differ by less than 1 % are turned among each other so that the first of them takes all of
/// what moves along y, the next of what moves along z, then x, then about x; each is positive there. Throws
/// std::invalid_argument if the mesh is not held, has fewer degrees of freedom than modes, or ν is not in (−1, 0.5).
FemModes femModes(const QuadraticMesh& mesh, double poisson, int count);

}  // namespace tendril
