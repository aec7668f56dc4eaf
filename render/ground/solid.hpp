// SPDX-License-Identifier: BSD-3-Clause
// A mesh of the scene with what its shadow and its outline need.
#pragma once

#include <vtkSmartPointer.h>

#include <span>
#include <vector>

#include "render/ground/ground.hpp"
#include "render/shading.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkRenderer;

namespace tendril {

/// Moved as a whole by its actor's matrix. The outline gets a mesh when it is first shown: merging points takes longer
/// than all the rest.
struct Solid {
  vtkSmartPointer<vtkActor> actor, outline;  ///< null: nothing is drawn
  std::vector<Vec3f> points;                 ///< in its own frame
  std::vector<float> world;
  std::vector<int> triangles;

  /// Actors of the mesh, lit, at the origin; none for an empty one.
  void build(const ShapeMesh& mesh);
  void move(const Pose& pose);
  void setVisible(bool visible);
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// The outline of the whole mesh in this colour, or none.
  void showOutline(bool shown, const Color& color);
  /// Gives an outline the triangles [from, to), once.
  void fillOutline(vtkActor& of, std::size_t from, std::size_t to) const;
  ShadowCaster shadow() const { return {world, triangles}; }
};

/// A lit actor of a mesh with a matrix of its own.
vtkSmartPointer<vtkActor> makeLit(vtkPolyData* mesh);
/// A hidden outline that goes where `solid` goes.
vtkSmartPointer<vtkActor> makeOutline(vtkActor& solid, vtkPolyData* hull);

}  // namespace tendril
