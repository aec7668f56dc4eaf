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

class DeformationLayer {
 public:
  DeformationLayer();
  ~DeformationLayer();
  DeformationLayer(const DeformationLayer&) = delete;
  DeformationLayer& operator=(const DeformationLayer&) = delete;

  /// A soft body, with what draws it and the colour that it has without a field. Those of tetrahedra can be cut.
  void add(int link, const Body& body, SoftSurface& surface, const Solid& drawn, const Color& color);
  void setLook(const DeformationLook& look);
  /// After the surfaces have been moved. A snapshot without the field (or the inside nodes) that is looked for shows
  /// bodies plain (or whole).
  void update(const Snapshot& snapshot);

  void addTo(vtkRenderer* renderer) const;
  void removeFrom(vtkRenderer* renderer) const;
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
  };
  void show();
  void showLevels(Drawn& body, bool known) const;
  void clip(Drawn& body, bool on) const;
  void takeNodes(Drawn& body, const Snapshot& snapshot) const;
  void takeValues(Drawn& body, const Snapshot& snapshot) const;

  DeformationLook look_;
  std::vector<Drawn> bodies_;
  vtkSmartPointer<vtkLookupTable> table_;
  vtkSmartPointer<vtkPlane> plane_;
  SurfaceField field_ = SurfaceField::kNone;  ///< that the last snapshot carried
  bool inside_ = false;                       ///< likewise
};

}  // namespace tendril
