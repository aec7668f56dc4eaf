// SPDX-License-Identifier: BSD-3-Clause
// Matrices of linear finite elements. Internal to core/model/volume/fem.
#pragma once

#include <Eigen/SparseCore>
#include <vector>

#include "core/model/volume/fem/quadratic_mesh.hpp"

namespace tendril {

using SparseMatrix = Eigen::SparseMatrix<double>;

/// Stiffness for E = 1 Pa and mass for ρ = 1 kg/m³ of the nodes that are free, lower triangles.
struct FemMatrices {
  SparseMatrix K, M;
  std::vector<int> freeNodes;  ///< of the mesh; three rows each
};

/// Nodes at the least x, within 1e-6 of the extent along x, are held. Throws std::invalid_argument for a Poisson's
/// ratio outside of (−1, 0.5).
FemMatrices femMatrices(const QuadraticMesh& mesh, double poisson);

}  // namespace tendril
