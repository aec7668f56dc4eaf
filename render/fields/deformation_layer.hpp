// SPDX-License-Identifier: BSD-3-Clause
// How deformed the soft bodies are: fields as colours on their surfaces, and faces where a plane cuts them.
#pragma once

#include <vtkSmartPointer.h>

#include <memory>
#include <optional>
#include <vector>

#include "core/session/snapshot.hpp"
#include "render/color_map.hpp"
#include "render/fields/cut_face.hpp"
#include "render/fields/iso_surface.hpp"

class vtkActor;
class vtkLookupTable;
class vtkPlane;
class vtkProp;
class vtkRenderer;

namespace tendril {

class SoftSurface;
struct LightRig;
struct Solid;

struct DeformationLook {
  FieldColors colors;
  std::optional<CutPlane> cut = {};
  /// Values of the field at which surfaces are drawn within volumes, whose outside is then as of glass.
  std::vector<double> levels = {};
  bool operator==(const DeformationLook&) const = default;

  /// Whether snapshots must tell of the inside of volumes.
  bool looksInside() const { return cut.has_value() || !levels.empty(); }
};

/// What is drawn of a soft body for fields. Layers of robots in which the body looks the same share it.
struct DeformableDrawing {
  SoftSurface* surface;
  vtkSmartPointer<vtkActor> body, outline;
  vtkSmartPointer<vtkActor> face, rim;  ///< null for bodies without tetrahedra
  std::unique_ptr<CutFace> cut;         ///< likewise
  vtkSmartPointer<vtkActor> iso, glass;
  std::unique_ptr<IsoSurface> surfaces;
  std::vector<Vec3> nodes;     ///< world, m: vertices of the surface, then what lies inside
  std::vector<double> values;  ///< per node (while nothing is cut: per vertex), or per section; empty: no field
  std::size_t vertices;        ///< of the surface; 0 for bodies with sections
  bool hidden = false, clipped = false;

  /// Whether it would be the same for this body, given the same surface. Reads nothing that layers change.
  bool serves(const Body& body) const;
};
/// Of a soft body, with what draws it and the colour that it has without a field. Those of tetrahedra can be cut.
std::shared_ptr<DeformableDrawing> makeDeformable(const Body& body, SoftSurface& surface, const Solid& drawn,
                                                  const Color& color);

class DeformationLayer {
 public:
  DeformationLayer();
  ~DeformationLayer();
  DeformationLayer(const DeformationLayer&) = delete;
  DeformationLayer& operator=(const DeformationLayer&) = delete;

  /// The soft body of a link.
  void add(int link, std::shared_ptr<DeformableDrawing> body);
  void setLook(const DeformationLook& look);
  /// After the surfaces have been moved. A snapshot without the field (or the inside nodes) that is looked for shows
  /// bodies plain (or whole).
  void update(const Snapshot& snapshot);

  /// Makes all bodies look as this layer says, whatever layer they were in before.
  void addTo(vtkRenderer* renderer);
  /// Those that it adds.
  template <class F>
  void forActors(F&& apply) const {
    for (const Drawn& drawn : bodies_)
      for (vtkActor* actor :
           {drawn.body->face.Get(), drawn.body->rim.Get(), drawn.body->iso.Get(), drawn.body->glass.Get()})
        if (actor) apply(*actor);
  }
  /// Before each picture.
  void prepare(const LightRig& rig, double pixelRatio) const;
  /// Actors of the cut faces.
  std::vector<vtkActor*> faces() const;
  void setHidden(const std::vector<bool>& links);
  /// Whether a link's body is shown cut open.
  bool isCut(int link) const;
  /// The link whose cut face this is, −1 if it is none.
  int linkOf(const vtkProp* prop) const;

 private:
  struct Drawn {
    int link;
    std::shared_ptr<DeformableDrawing> body;
  };
  void show();
  void showLevels(DeformableDrawing& body, bool known) const;
  void clip(DeformableDrawing& body, bool on) const;
  void takeNodes(const Drawn& drawn, const Snapshot& snapshot) const;
  void takeValues(const Drawn& drawn, const Snapshot& snapshot) const;

  DeformationLook look_;
  std::vector<Drawn> bodies_;
  vtkSmartPointer<vtkLookupTable> table_;
  vtkSmartPointer<vtkPlane> plane_;
  SurfaceField field_ = SurfaceField::kNone;  ///< that the last snapshot carried
  bool inside_ = false;                       ///< likewise
};

}  // namespace tendril
