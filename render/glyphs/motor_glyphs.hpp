// SPDX-License-Identifier: BSD-3-Clause
// Motors behind springs at the hinges that they turn: a knob each with a hand that points where the motor stands, an
// arc from the link's own mark to it, which is the deflection of the spring, and between two knobs a ring whose colour
// is the stiffness of the joint.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shading.hpp"
#include "render/shapes/link_shapes.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class MotorGlyphs {
 public:
  MotorGlyphs(std::shared_ptr<const Model> model, const RobotSize& size);
  ~MotorGlyphs();
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  void prepare(const LightRig& rig) const;
  void update(const Snapshot& snapshot);
  /// Links that are not drawn, nor what is on them; missing entries are shown.
  void setHidden(std::vector<bool> links);
  vtkPolyData* mesh() const;

 private:
  /// Motors of one hinge.
  struct Hinge {
    int link = 0;
    Vec3 axis = Vec3::UnitZ(), mark = Vec3::UnitX();  ///< unit vectors in the link's base frame, at right angles
    std::vector<int> springs;                         ///< indices into Model::driveSprings
    double radius = 0;                                ///< of the joint's housing, m
    double softest = 0;                               ///< stiffness where no spring is deflected
  };
  void draw();
  void addHinge(const Hinge& hinge, ShapeMesh& mesh) const;

  std::shared_ptr<const Model> model_;
  std::vector<Hinge> hinges_;
  std::vector<Pose> poses_;  ///< of the links, as the last snapshot had them
  VecX q_;
  std::vector<bool> hidden_;
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
