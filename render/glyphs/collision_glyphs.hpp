// SPDX-License-Identifier: BSD-3-Clause
// What contacts touch of rigid bodies, through what is seen of them.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <vector>

#include "core/session/snapshot.hpp"
#include "render/shapes/shape_mesh.hpp"

class vtkActor;
class vtkPolyData;
class vtkRenderer;

namespace tendril {

class CollisionGlyphs {
 public:
  CollisionGlyphs();
  ~CollisionGlyphs();
  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  void setShown(bool on);
  void setHidden(std::vector<bool> links);
  void update(const Snapshot& snapshot);
  vtkPolyData* surfaces() const;  ///< all of them, world; empty while they are not shown

 private:
  /// The shapes of each link in its base frame; what cannot be drawn is left out, as a picture's file is.
  void makeShapes(const Model& model);
  void draw();

  bool shown_ = false;
  std::shared_ptr<const Model> model_, drawn_;  ///< of the last snapshot, of the shapes
  std::vector<Pose> poses_;                     ///< per link
  std::vector<ShapeMesh> shapes_;               ///< per link
  std::vector<bool> hidden_;
  vtkNew<vtkPolyData> data_;
  vtkSmartPointer<vtkActor> actor_;
};

}  // namespace tendril
