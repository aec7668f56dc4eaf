// SPDX-License-Identifier: BSD-3-Clause
// Forces as arrows, of a length that suits the robot and a scale that keeps still.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/glyphs/scene_overlays.hpp"
#include "render/shading.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

/// What an arrow of this length stands for.
struct ForceScale {
  double length = 0;  ///< m
  double force = 0;   ///< N; 0: no arrows are drawn
  double torque = 0;  ///< N·m, of arrows with two heads; 0: none are drawn
};

/// How long arrows are.
struct ArrowLengths {
  double force = 0.05;  ///< m/N
  double torque = 0.5;  ///< m/(N·m)
};
/// Those of a scale; `usual` of what has no arrows.
ArrowLengths lengthsOf(const ForceScale& scale, const ArrowLengths& usual = {});

/// What an arrow of a kind shows: a name for legends, its colour.
struct ArrowKind {
  std::string_view name;
  Color color;
  bool torque = false;
};

/// A round number (1, 2, 5 · 10ⁿ) that is at least `value` > 0.
double roundUp(double value);
/// The largest of them that is not above it.
double roundDown(double value);
/// "1 cm = 2 N", with torques "1 cm = 2 N, 0.1 N·m": what a length of the arrows in the scene stands for; empty
/// without arrows.
std::string scaleText(const ForceScale& scale);

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
  /// Draws forces and moments of these wrenches (indices into Model::loads) besides, whatever is shown.
  void select(const std::vector<int>& loads, const Color& accent);
  /// Keeps arrows at these lengths; empty: they suit what is drawn, from now on anew.
  void hold(const std::optional<ArrowLengths>& lengths);
  /// Draws those of a snapshot on a robot whose links are about `length` m long.
  void update(const Snapshot& snapshot, double length);
  ForceScale scale() const { return scale_; }
  /// The kinds of which the last snapshot may have arrows, for a legend.
  std::vector<ArrowKind> kinds() const;
  vtkPolyData* mesh() const;

 private:
  struct Arrow {
    Vec3 at, force;
    Color color;
    double begin = 0;     ///< N of the scale along the force, behind another arrow
    bool torque = false;  ///< N·m about `force`
  };
  /// What a tendon does to the body in which it ends.
  struct TendonEnd {
    Vec3 at, pull;       ///< m; unit vector along the tendon, towards its beginning
    double tension = 0;  ///< N
    double lost = 0;     ///< N that a controller demands beyond it; negative: that it push
  };
  void collectTensions();
  void collect();
  void chooseScale(double largest, double& scale, int& small) const;
  void chooseScales();
  double largest(bool torque) const;
  void draw();

  SceneOverlays overlays_;
  std::vector<bool> hiddenLoops_, hiddenContacts_;
  std::vector<LoopState> loops_;  ///< of the last snapshot
  std::vector<ContactPoint> contacts_;
  std::vector<TendonEnd> ends_;
  std::vector<RotorState> rotors_;
  std::vector<WrenchState> wrenches_;
  std::vector<int> selected_;  ///< loads
  Color accent_;
  std::optional<ArrowLengths> held_;
  std::vector<Arrow> arrows_;
  double length_ = 0;
  ForceScale scale_;
  int small_ = 0, smallTorque_ = 0;  ///< pictures since the arrows were last near their length
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_, xray_;
};

}  // namespace tendril
