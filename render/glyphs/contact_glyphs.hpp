// SPDX-License-Identifier: BSD-3-Clause
// What bodies touch: surfaces of contacts, and the points where something touches now.
#pragma once

#include <vtkNew.h>
#include <vtkSmartPointer.h>

#include <string>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/ground/solid.hpp"
#include "render/shapes/link_shapes.hpp"

class vtkPolyData;
class vtkProp;
class vtkRenderer;

namespace tendril {

class ContactGlyphs {
 public:
  /// Meshes of all surfaces. A mesh file that cannot be read is told in `problems`.
  ContactGlyphs(const Model& model, const RobotSize& size, std::vector<std::string>& problems);
  ~ContactGlyphs();
  ContactGlyphs(const ContactGlyphs&) = delete;
  ContactGlyphs& operator=(const ContactGlyphs&) = delete;

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
  /// Moves surfaces with the bodies that they are on, and puts a dot wherever something touches.
  void update(const Snapshot& snapshot);
  void setShown(bool surfaces, bool points);
  void setHidden(std::vector<bool> contacts);  ///< one entry per contact of the model, missing ones are shown
  const std::vector<bool>& hidden() const { return hidden_; }
  /// Outlines around the surfaces of these contacts.
  void select(const std::vector<int>& contacts, const Color& accent);
  /// Index of the contact whose surface a prop is, −1 for others.
  int contactOf(vtkProp* prop) const;
  void prepare(const LightRig& rig) const;
  template <class F>
  void forSolids(F&& apply) const {
    for (const Surface& surface : surfaces_)
      for (const Solid* solid : {&surface.solid, &surface.frame})
        if (solid->actor) apply(*solid);
  }

 private:
  struct Surface {
    int contact = -1, link = -1;  ///< link −1: the world
    Pose pose;                    ///< in the link's base frame
    bool glass = false;           ///< seen through: what is inside or below matters
    Solid solid, frame;           ///< the surface; edges of glass, which carry its outline
  };
  bool isVisible(int contact) const;
  void show();
  void drawPoints();

  std::vector<Surface> surfaces_;
  std::vector<ContactPoint> touching_;  ///< of the last snapshot
  std::vector<bool> hidden_;
  std::vector<int> selected_;
  Color accent_;
  bool surfacesShown_ = true, pointsShown_ = true;
  double radius_;
  vtkNew<vtkPolyData> points_;
  vtkSmartPointer<vtkActor> pointActor_, pointXray_;
};

}  // namespace tendril
