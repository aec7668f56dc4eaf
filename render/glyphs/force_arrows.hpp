// SPDX-License-Identifier: BSD-3-Clause
// Forces as arrows, of a length that suits the robot and a scale that keeps still.
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

/// What a scene draws besides bodies.
struct SceneOverlays {
  bool loops = true;          ///< the joints that close them
  bool loopForces = false;    ///< arrows of what they hold with
  bool surfaces = true;       ///< that bodies touch
  bool contacts = true;       ///< dots where something touches
  bool contactForces = true;  ///< arrows there
  bool tensions = false;      ///< arrows of what tendons pull with at their ends
  bool lostTensions = true;   ///< arrows of what controllers demand of tendons beyond their ranges
  bool thrusts = true;        ///< arrows at rotors
  bool references = true;     ///< where controllers lead the robot
  bool traces = true;         ///< where what they lead has been
  bool operator==(const SceneOverlays&) const = default;
};

/// What an arrow of this length stands for.
struct ForceScale {
  double length = 0;  ///< m
  double force = 0;   ///< N; 0: no arrows are drawn
};

/// A round number (1, 2, 5 · 10ⁿ) that is at least `value` > 0.
double roundUp(double value);

class ForceArrows {
 public:
  ForceArrows();
  ~ForceArrows();
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  void prepare(const LightRig& rig) const;
  /// Which forces are drawn.
  void show(const SceneOverlays& overlays);
  void setHidden(const std::vector<bool>& loops, const std::vector<bool>& contacts);
  /// Draws those of a snapshot on a robot whose links are about `length` m long.
  void update(const Snapshot& snapshot, double length);
  ForceScale scale() const { return scale_; }
  vtkPolyData* mesh() const;

 private:
  struct Arrow {
    Vec3 at, force;
    Color color;
    double begin = 0;  ///< N of the scale along the force, behind another arrow
  };
  /// What a tendon does to the body in which it ends.
  struct TendonEnd {
    Vec3 at, pull;       ///< m; unit vector along the tendon, towards its beginning
    double tension = 0;  ///< N
    double lost = 0;     ///< N that a controller demands beyond it; negative: that it push
  };
  void collectTensions();
  void collect();
  void chooseScale(double largest);
  void draw();

  SceneOverlays overlays_;
  std::vector<bool> hiddenLoops_, hiddenContacts_;
  std::vector<LoopState> loops_;  ///< of the last snapshot
  std::vector<ContactPoint> contacts_;
  std::vector<TendonEnd> ends_;
  std::vector<RotorState> rotors_;
  std::vector<Arrow> arrows_;
  double length_ = 0;
  ForceScale scale_;
  int small_ = 0;  ///< pictures since the arrows were last near their length
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_, xray_;
};

}  // namespace tendril
