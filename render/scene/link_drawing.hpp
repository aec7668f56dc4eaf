// SPDX-License-Identifier: BSD-3-Clause
// What is drawn of one link. Scenes of robots that differ in a few links share the drawings of all others, with what
// the graphics card holds of them.
#pragma once

#include <vtkSmartPointer.h>

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/fields/deformation_layer.hpp"
#include "render/ground/solid.hpp"
#include "render/shapes/link_shapes.hpp"

class vtkActor;

namespace tendril {

class SoftSurface;

/// Rigid body and joint in one mesh.
struct RigidDrawing {
  LinkShape shape;
  std::optional<SurfaceFinish> finish;
  Solid solid;
  vtkSmartPointer<vtkActor> bodyOutline, jointOutline;  ///< of the two halves of `solid`, where there are two

  /// Shows the outline of body or joint, or of both.
  void showOutline(bool body, bool joint, const Color& accent) const;
};

struct MountDrawing {
  ShapeMesh shape;
  Solid solid;
};

struct SoftDrawing {
  SoftDrawing();
  ~SoftDrawing();
  Color color;
  SurfaceFinish finish;
  std::unique_ptr<SoftSurface> surface;
  Solid solid;
  std::shared_ptr<DeformableDrawing> deformable;  ///< for colours, cuts and levels of fields
};

/// The parts are never null but for `soft`, of links without a soft body that can be drawn; they do not change but for
/// how they look just now: place, colours, visibility, outlines. Who adds them to a renderer sets all of that.
struct LinkDrawing {
  std::shared_ptr<RigidDrawing> rigid;
  std::shared_ptr<MountDrawing> mount;
  std::shared_ptr<SoftDrawing> soft;

  vtkActor* body(const Link& link) const;  ///< soft surface or rigid mesh, null if nothing is drawn
};

/// Draws a link; takes the parts of `like` (of this link in another robot; null: none) that look the same. Only what
/// never changes of `like` is read, so that another thread may show it meanwhile. What cannot be shown is told in
/// `problems`, one sentence each.
LinkDrawing drawLink(const Model& model, int link, const RobotSize& size, const LinkDrawing* like,
                     std::vector<std::string>& problems);

}  // namespace tendril
