// SPDX-License-Identifier: BSD-3-Clause
// Draws meshes whose points move in every picture while their triangles stay.
#pragma once

#include <vtkOpenGLPolyDataMapper.h>

namespace tendril {

/// Does what its base class does, without what that repeats whenever points were moved: it builds the index buffer anew
/// (VTK 9.1 compares it with a state that holds the time of all of the mesh) and walks over all cells for the bounds.
class MovingMeshMapper : public vtkOpenGLPolyDataMapper {
 public:
  static MovingMeshMapper* New();
  vtkTypeMacro(MovingMeshMapper, vtkOpenGLPolyDataMapper);

 protected:
  MovingMeshMapper() = default;
  ~MovingMeshMapper() override = default;
  void BuildIBO(vtkRenderer* renderer, vtkActor* actor, vtkPolyData* mesh) override;
  /// Of all points, used by a triangle or not; of those that are finite.
  void ComputeBounds() override;

 private:
  vtkMTimeType boundsOf_ = 0;  ///< time of the mesh that they were computed of
};

}  // namespace tendril
