// SPDX-License-Identifier: BSD-3-Clause
// The boundary of a deformed volume, smooth but for its edges.
#pragma once

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "core/model/body/surface_carrier.hpp"
#include "render/shapes/soft_surface.hpp"

class vtkFloatArray;

namespace tendril {

class VolumeSurface final : public SoftSurface {
 public:
  explicit VolumeSurface(const SurfaceMesh& mesh);
  ~VolumeSurface() override;

  void update(const Snapshot& snapshot, int link) override;
  /// One point per vertex of the mesh, world, m.
  void update(std::span<const Vec3> vertices);
  void setValues(std::span<const double> values) override;
  vtkPolyData* surface() const override;
  vtkPolyData* hull() const override;
  bool sameAs(const SoftSurface& other) const override;

 private:
  /// Splits the vertices where triangles of the undeformed mesh meet at an edge.
  void splitAtEdges(const SurfaceMesh& mesh);
  void build();

  std::vector<std::array<int, 3>> triangles_;    ///< of the mesh's vertices
  std::vector<std::array<int, 3>> corners_;      ///< of drawn vertices
  std::vector<int> source_;                      ///< per drawn vertex: that of the mesh
  std::vector<Eigen::Vector3f> drawn_, shared_;  ///< normals in the making, of drawn and of the mesh's vertices
  vtkSmartPointer<vtkFloatArray> points_, normals_, hullNormals_, values_;
  vtkSmartPointer<vtkPolyData> surface_, hull_;
};

}  // namespace tendril
