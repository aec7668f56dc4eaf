// SPDX-License-Identifier: BSD-3-Clause
// Surfaces within a body of tetrahedra on which a field has one value.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <span>
#include <vector>

#include "core/math/types.hpp"

class vtkFloatArray;
class vtkPolyData;

namespace tendril {

class IsoSurface {
 public:
  /// Tetrahedra as those of SurfaceMesh.
  explicit IsoSurface(std::vector<std::array<int, 4>> tetrahedra);
  ~IsoSurface();

  /// One surface for each level, of nodes (world, m) and their values, which are linear in between. Normals are smooth
  /// and point to smaller values. Nodes and values that are not finite are left out with their tetrahedra.
  void update(std::span<const double> levels, std::span<const Vec3> nodes, std::span<const double> values);
  /// Triangles with normals and the point array `kFieldArray`; empty where no level is reached.
  vtkPolyData* mesh() const;
  double area() const { return area_; }  ///< m², of all

 private:
  void findSlopes(std::span<const Vec3> nodes, std::span<const double> values);

  std::vector<std::array<int, 4>> tetrahedra_;
  std::vector<Vec3> slopes_;  ///< gradient of the field per node, weighted by volumes
  vtkSmartPointer<vtkFloatArray> points_, normals_, values_;
  vtkSmartPointer<vtkPolyData> mesh_;
  double area_ = 0;
};

}  // namespace tendril
