// SPDX-License-Identifier: BSD-3-Clause
// Rings around sections and frames: how a selected station is shown.
#pragma once

#include <vtkActor.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/scene/material_point.hpp"
#include "render/theme.hpp"

class vtkPoints;
class vtkPolyData;

namespace tendril {

struct SceneSelection;

class StationRings {
 public:
  StationRings();
  ~StationRings();
  StationRings(const StationRings&) = delete;
  StationRings& operator=(const StationRings&) = delete;

  /// Rings of the stations among the selection; around frames without a section of this radius (m).
  void select(const Model& model, const std::vector<SceneSelection>& selection, double radius, const Color& color);
  /// Moves them to a snapshot of the same model.
  void update(const Snapshot& snapshot);
  vtkActor* actor() const { return actor_; }

 private:
  struct Ring {
    MaterialPoint place;
    std::vector<Vec3> points;  ///< in the frame of `place`, closed
  };
  void place();

  std::vector<Ring> rings_;
  Snapshot pose_;  ///< poses of the last snapshot only
  vtkSmartPointer<vtkPoints> points_;
  vtkSmartPointer<vtkPolyData> lines_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
