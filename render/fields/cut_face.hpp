// SPDX-License-Identifier: BSD-3-Clause
// The face where a plane cuts a body of tetrahedra.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <span>
#include <vector>

#include "core/math/types.hpp"

class vtkFloatArray;
class vtkPolyData;

namespace tendril {

/// A plane across one of the world's axes; what lies on the far side along that axis is cut away, or with `flipped`
/// what lies on the near side.
struct CutPlane {
  int axis = 0;   ///< 0 x, 1 y, 2 z
  double at = 0;  ///< m
  bool flipped = false;
  bool operator==(const CutPlane&) const = default;

  /// Distance of a point on the side that is cut away, m; negative on the one that stays.
  double beyond(const Vec3& point) const { return (flipped ? -1 : 1) * (point[axis] - at); }
};

class CutFace {
 public:
  /// Tetrahedra and triangles as those of SurfaceMesh.
  CutFace(std::vector<std::array<int, 4>> tetrahedra, std::vector<std::array<int, 3>> triangles);
  ~CutFace();

  /// Cuts the moved nodes (world, m): first the vertices of the surface, then the inside nodes. `values`: one per node,
  /// or empty. Nodes that are not finite are left out with their tetrahedra.
  void update(const CutPlane& plane, std::span<const Vec3> nodes, std::span<const double> values);
  /// Triangles with normals and the point array `kFieldArray`; empty where nothing is cut.
  vtkPolyData* mesh() const;
  /// Lines around it, a little in front.
  vtkPolyData* rim() const;
  double area() const { return area_; }  ///< m²

 private:
  struct Corner {
    Vec3 point;
    double value;
  };
  void addRim(const CutPlane& plane, std::span<const Vec3> nodes);
  void addTriangle(const Corner& a, const Corner& b, const Corner& c, const Vec3& normal);

  std::vector<std::array<int, 4>> tetrahedra_;
  std::vector<std::array<int, 3>> triangles_;
  vtkSmartPointer<vtkFloatArray> points_, normals_, values_, rimPoints_;
  vtkSmartPointer<vtkPolyData> mesh_, rim_;
  double area_ = 0;
};

}  // namespace tendril
