// SPDX-License-Identifier: BSD-3-Clause
// Displacement fields on the nodes of a mesh as functions of the undeformed point.
#pragma once

#include <memory>

#include "core/model/volume/fem/quadratic_mesh.hpp"
#include "core/model/volume/mesh/tet_finder.hpp"

namespace tendril {

/// Immutable.
class ModeFields {
 public:
  /// `shapes`: 3 per node of the quadratic mesh × fields.
  ModeFields(const TetMesh& mesh, QuadraticMesh quadratic, MatX shapes);

  int size() const { return static_cast<int>(shapes_.cols()); }
  const QuadraticMesh& mesh() const { return mesh_; }
  const MatX& shapes() const { return shapes_; }

  struct Sample {
    Eigen::Matrix<double, 3, Eigen::Dynamic> u;         ///< 3 × fields
    Eigen::Matrix<double, 9, Eigen::Dynamic> gradient;  ///< ∂u/∂x, column after column, 9 × fields
  };
  /// At any point; outside of the mesh the field of the nearest point goes on linearly.
  Sample at(const Vec3& x) const;
  /// The polynomial of one tetrahedron, wherever x is.
  Sample in(int tetrahedron, const Vec3& x) const;

 private:
  QuadraticMesh mesh_;
  MatX shapes_;
  TetFinder finder_;
};

}  // namespace tendril
