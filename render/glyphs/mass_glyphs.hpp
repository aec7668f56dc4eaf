// SPDX-License-Identifier: BSD-3-Clause
// Where the mass is: quartered balls at centres of mass, and ellipsoids of uniform density that have the masses and
// moments of inertia.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/glyphs/scene_overlays.hpp"
#include "render/shading.hpp"
#include "render/shapes/link_shapes.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class MassGlyphs {
 public:
  explicit MassGlyphs(const RobotSize& size);
  ~MassGlyphs();
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  void prepare(const LightRig& rig) const;
  void show(const SceneOverlays& overlays);
  /// Snapshots without masses show none.
  void update(const Snapshot& snapshot);
  /// Links whose marks are not drawn; those of the robot have them all the same.
  void setHidden(std::vector<bool> links);
  vtkPolyData* balls() const;       ///< at the centres
  vtkPolyData* ellipsoids() const;  ///< their surfaces

 private:
  void draw();
  void addEllipsoid(const MassDistribution& mass, const Color& color, ShapeMesh& surface, ShapeMesh& rings) const;

  RobotSize size_;
  SceneOverlays overlays_;
  std::vector<MassDistribution> masses_;   ///< per link
  std::vector<MassDistribution> ofRobot_;  ///< without those of free objects
  std::vector<bool> hidden_;
  vtkNew<vtkPolyData> ballData_, surfaceData_, ringData_;
  vtkSmartPointer<vtkActor> balls_, ballsBehind_, surfaces_, rings_, ringsBehind_;
};

}  // namespace tendril
