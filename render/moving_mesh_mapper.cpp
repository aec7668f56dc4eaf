// SPDX-License-Identifier: BSD-3-Clause
#include "render/moving_mesh_mapper.hpp"

#include <vtkFloatArray.h>
#include <vtkMath.h>
#include <vtkObjectFactory.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>

#include <array>
#include <limits>
#include <utility>

namespace tendril {

vtkStandardNewMacro(MovingMeshMapper);

void MovingMeshMapper::BuildIBO(vtkRenderer* renderer, vtkActor* actor, vtkPolyData* mesh) {
  TempState.Clear();  // of what the textures of cells depend on: on every change of the mesh
  Superclass::BuildIBO(renderer, actor, mesh);
}

void MovingMeshMapper::ComputeBounds() {
  vtkPolyData* mesh = GetInput();
  auto* points = mesh && mesh->GetPoints() ? vtkFloatArray::SafeDownCast(mesh->GetPoints()->GetData()) : nullptr;
  if (!points || mesh->GetNumberOfCells() == 0) {
    boundsOf_ = 0;
    Superclass::ComputeBounds();
    return;
  }
  if (const vtkMTimeType now = mesh->GetMTime(); std::exchange(boundsOf_, now) == now) return;
  constexpr float kFar = std::numeric_limits<float>::max();
  std::array<float, 3> low{kFar, kFar, kFar}, high{-kFar, -kFar, -kFar};
  const float* at = points->GetPointer(0);
  for (const float* end = at + points->GetNumberOfValues(); at != end; at += 3)
    for (std::size_t k = 0; k < 3; ++k) {  // comparisons with NaN are false
      if (at[k] < low[k]) low[k] = at[k];
      if (at[k] > high[k]) high[k] = at[k];
    }
  vtkMath::UninitializeBounds(Bounds);
  if (low[0] > high[0] || low[1] > high[1] || low[2] > high[2]) return;
  for (std::size_t k = 0; k < 3; ++k) Bounds[2 * k] = low[k], Bounds[2 * k + 1] = high[k];
}

}  // namespace tendril
