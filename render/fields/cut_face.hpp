// SPDX-License-Identifier: BSD-3-Clause
// The face where a plane cuts a body of tetrahedra.
#pragma once

#include <vtkSmartPointer.h>

#include <array>
#include <span>
#include <string>
#include <vector>

#include "core/math/types.hpp"

class vtkFloatArray;
class vtkPolyData;

namespace tendril {

/// A plane across one of the world's axes or across a direction; what lies beyond it along that is cut away, or with
/// `flipped` what lies before it.
struct CutPlane {
  static constexpr int kTilted = 3;
  int axis = 0;   ///< 0 x, 1 y, 2 z, kTilted: `direction`
  double at = 0;  ///< m from the world's origin, along it
  bool flipped = false;
  Vec3 direction = Vec3::UnitX();  ///< unit vector, world
  bool operator==(const CutPlane&) const = default;

  /// Unit vector across it, towards growing `at`.
  Vec3 across() const { return axis == kTilted ? direction : Vec3(Vec3::Unit(axis)); }
  /// Unit vector towards what is cut away.
  Vec3 normal() const { return (flipped ? -1 : 1) * across(); }
  /// Distance of a point on the side that is cut away, m; negative on the one that stays.
  double beyond(const Vec3& point) const { return (flipped ? -1 : 1) * (across().dot(point) - at); }
};

/// "y=0.01", "y<0.01" (flipped: =), "0.6,0,0.8=0.02": as `tendril render --cut` reads it.
std::string cutText(const CutPlane& plane);

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
  double area() const { return area_; }                                              ///< m²
  const std::vector<std::array<int, 4>>& tetrahedra() const { return tetrahedra_; }  ///< of the constructor

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
