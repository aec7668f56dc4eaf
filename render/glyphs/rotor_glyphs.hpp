// SPDX-License-Identifier: BSD-3-Clause
// Propellers: arms, hubs, and blades that turn.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shading.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class RotorGlyphs {
 public:
  /// Of the real speed that is shown: blades turn too fast for the eye and for pictures.
  static constexpr double kShownSpeed = 0.04;

  RotorGlyphs();
  ~RotorGlyphs();
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  void prepare(const LightRig& rig) const;
  /// Draws those of a snapshot. Blades go on turning with the simulated time since the last one; where that goes back,
  /// they stay as they are.
  void update(const Snapshot& snapshot);
  /// Links that are not drawn, nor what is on them; missing entries are shown.
  void setHidden(std::vector<bool> links);
  vtkPolyData* mesh() const;
  /// Angle of a rotor's blades about its axis, rad.
  double angle(std::size_t rotor) const { return angles_[rotor]; }

 private:
  void draw();

  std::vector<RotorState> rotors_;  ///< of the last snapshot
  std::vector<double> angles_;
  std::vector<bool> hidden_;
  double t_ = 0;
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
