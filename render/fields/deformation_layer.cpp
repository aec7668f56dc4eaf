// SPDX-License-Identifier: BSD-3-Clause
#include "render/fields/deformation_layer.hpp"

#include <vtkActor.h>
#include <vtkLookupTable.h>
#include <vtkMapper.h>
#include <vtkPlane.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/model/body/surface_carrier.hpp"
#include "render/ground/solid.hpp"
#include "render/shading.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr int kShades = 256;
constexpr double kFaceShade = 0.12;  // how much darker than its outside a body without a field is inside
constexpr double kFieldFlatness = 0.6;
constexpr double kRimPixels = 1.5;
constexpr Color kRimColor = hexColor(0x1B2129);
constexpr Color kUnknownColor = hexColor(0x8A93A0);

void fillTable(vtkLookupTable& table, const FieldColors& colors) {
  const ColorMap map = colorMapOf(colors.field);
  table.SetNumberOfTableValues(kShades);
  for (int k = 0; k < kShades; ++k) {
    const Color color = colorAt(map, static_cast<double>(k) / (kShades - 1));
    table.SetTableValue(k, color.r, color.g, color.b);
  }
  table.SetTableRange(colors.low, colors.high);
  table.SetNanColor(kUnknownColor.r, kUnknownColor.g, kUnknownColor.b, 1);
  table.Modified();
}

/// Numbers are interpolated, then coloured: a steep field on a coarse mesh keeps true colours.
void useField(vtkActor& actor) {
  vtkMapper* mapper = actor.GetMapper();
  mapper->UseLookupTableScalarRangeOn();
  mapper->SetColorModeToMapScalars();
  mapper->SetScalarModeToUsePointFieldData();
  mapper->SelectColorArray(kFieldArray);
  mapper->InterpolateScalarsBeforeMappingOn();
  mapper->ScalarVisibilityOff();
}

vtkSmartPointer<vtkActor> makeRim(vtkPolyData* lines) {
  vtkSmartPointer<vtkActor> actor = makeActor(lines);
  actor->GetProperty()->LightingOff();
  actor->GetProperty()->SetColor(kRimColor.r, kRimColor.g, kRimColor.b);
  actor->PickableOff();
  actor->VisibilityOff();
  return actor;
}

template <class T>
std::span<const T> part(const std::vector<T>& all, int first, std::size_t count) {
  return std::span(all).subspan(static_cast<std::size_t>(first), count);
}

bool anyFinite(std::span<const double> values) {
  return std::any_of(values.begin(), values.end(), [](double value) { return std::isfinite(value); });
}

}  // namespace

std::shared_ptr<DeformableDrawing> makeDeformable(const Body& body, SoftSurface& surface, const Solid& drawn,
                                                  const Color& color) {
  auto made = std::make_shared<DeformableDrawing>();
  DeformableDrawing& added = *made;
  added.surface = &surface;
  added.body = drawn.actor, added.outline = drawn.outline;
  added.vertices = 0;
  useField(*drawn.actor);
  const SurfaceCarrier* carrier = body.surfaceCarrier();
  if (!carrier) return made;
  const SurfaceMesh& mesh = carrier->surface();
  added.cut = std::make_unique<CutFace>(mesh.tetrahedra, mesh.triangles);
  added.nodes.resize(mesh.vertices.size() + mesh.inside.size());
  added.vertices = mesh.vertices.size();
  added.face = makeLit(added.cut->mesh());
  const Color inside = mix(color, {0, 0, 0}, kFaceShade);
  added.face->GetProperty()->SetColor(inside.r, inside.g, inside.b);
  added.face->VisibilityOff();
  useField(*added.face);
  added.rim = makeRim(added.cut->rim());
  added.surfaces = std::make_unique<IsoSurface>(mesh.tetrahedra);
  added.iso = makeLit(added.surfaces->mesh());
  added.iso->VisibilityOff();
  useField(*added.iso);
  added.iso->GetMapper()->ScalarVisibilityOn();
  setFlatness(*added.iso, kFieldFlatness);
  added.glass = makeActor(vtkPolyData::SafeDownCast(surface.surface()));
  added.glass->GetMapper()->ScalarVisibilityOff();
  useGhost(*added.glass);
  added.glass->PickableOn();
  added.glass->GetProperty()->SetColor(color.r, color.g, color.b);
  added.glass->VisibilityOff();
  return made;
}

bool DeformableDrawing::serves(const Body& other) const {
  const SurfaceCarrier* carrier = other.surfaceCarrier();
  if (!carrier || !cut) return !carrier && !cut;
  const SurfaceMesh& mesh = carrier->surface();
  return nodes.size() == mesh.vertices.size() + mesh.inside.size() && cut->tetrahedra() == mesh.tetrahedra;
}

DeformationLayer::DeformationLayer()
    : table_(vtkSmartPointer<vtkLookupTable>::New()), plane_(vtkSmartPointer<vtkPlane>::New()) {}

DeformationLayer::~DeformationLayer() = default;

void DeformationLayer::add(int link, std::shared_ptr<DeformableDrawing> body) {
  bodies_.push_back({link, std::move(body)});
}

void DeformationLayer::setLook(const DeformationLook& look) {
  if (look == look_) return;
  if (look.colors != look_.colors && look.colors.field != SurfaceField::kNone) fillTable(*table_, look.colors);
  look_ = look;
  if (look_.cut) {
    const Vec3 kept = -look_.cut->normal(), origin = look_.cut->at * look_.cut->across();
    plane_->SetNormal(kept.x(), kept.y(), kept.z());
    plane_->SetOrigin(origin.x(), origin.y(), origin.z());
  }
  show();
}

void DeformationLayer::update(const Snapshot& snapshot) {
  const Deformation& now = snapshot.deformation;
  field_ = now.surfaceValues.empty() && now.sectionValues.empty() ? SurfaceField::kNone : now.field;
  inside_ = now.inside;
  for (const Drawn& drawn : bodies_) {
    if (drawn.body->cut && inside_) takeNodes(drawn, snapshot);
    drawn.body->values.clear();
    if (field_ != SurfaceField::kNone) takeValues(drawn, snapshot);
  }
  show();
}

void DeformationLayer::takeNodes(const Drawn& drawn, const Snapshot& snapshot) const {
  DeformableDrawing& body = *drawn.body;
  const auto link = static_cast<std::size_t>(drawn.link);
  const auto points = part(snapshot.surfacePoints, snapshot.firstSurfacePoint[link], body.vertices);
  const auto inside = part(snapshot.deformation.insidePoints, snapshot.deformation.firstInsidePoint[link],
                           body.nodes.size() - body.vertices);
  std::copy(inside.begin(), inside.end(), std::copy(points.begin(), points.end(), body.nodes.begin()));
}

void DeformationLayer::takeValues(const Drawn& drawn, const Snapshot& snapshot) const {
  const Deformation& now = snapshot.deformation;
  DeformableDrawing& body = *drawn.body;
  const auto link = static_cast<std::size_t>(drawn.link);
  const auto append = [&body](std::span<const double> values) {
    body.values.insert(body.values.end(), values.begin(), values.end());
  };
  if (body.cut) {
    append(part(now.surfaceValues, snapshot.firstSurfacePoint[link], body.vertices));
    body.surface->setValues(body.values);
    if (inside_) append(part(now.insideValues, now.firstInsidePoint[link], body.nodes.size() - body.vertices));
  } else {
    const int first = snapshot.firstSection[link], end = snapshot.firstSection[link + 1];
    append(part(now.sectionValues, first, static_cast<std::size_t>(end - first)));
    body.surface->setValues(body.values);
  }
}

/// A mapper whose planes change builds its shaders anew.
void DeformationLayer::clip(DeformableDrawing& body, bool on) const {
  if (on == std::exchange(body.clipped, on)) return;
  for (vtkActor* actor : {body.body.Get(), body.outline.Get()})
    on ? actor->GetMapper()->AddClippingPlane(plane_) : actor->GetMapper()->RemoveAllClippingPlanes();
}

/// Surfaces of the levels instead of the body, which becomes glass.
void DeformationLayer::showLevels(DeformableDrawing& body, bool known) const {
  const bool on =
      known && inside_ && !look_.levels.empty() && body.values.size() == body.nodes.size() && anyFinite(body.values);
  if (on) body.surfaces->update(look_.levels, body.nodes, body.values);
  body.iso->SetVisibility(on && !body.hidden && body.surfaces->area() > 0);
  body.glass->SetVisibility(on && !body.hidden);
  body.body->SetVisibility(!on && !body.hidden);
}

void DeformationLayer::show() {
  const bool known = field_ != SurfaceField::kNone && field_ == look_.colors.field;
  const bool cut = look_.cut && inside_;
  for (const Drawn& drawn : bodies_) {
    DeformableDrawing& body = *drawn.body;
    const bool colored = known && anyFinite(body.values);
    body.body->GetMapper()->SetScalarVisibility(colored);
    setFlatness(*body.body, colored ? kFieldFlatness : 0);
    if (!body.cut) continue;
    body.face->GetMapper()->SetScalarVisibility(colored);
    setFlatness(*body.face, colored ? kFieldFlatness : 0);
    showLevels(body, known);
    clip(body, cut);
    if (cut) body.cut->update(*look_.cut, body.nodes, std::span(body.values).first(colored ? body.values.size() : 0));
    for (vtkActor* actor : {body.face.Get(), body.rim.Get()})
      actor->SetVisibility(cut && !body.hidden && body.cut->area() > 0);
  }
}

void DeformationLayer::addTo(vtkRenderer* renderer) {
  for (const Drawn& drawn : bodies_) {
    DeformableDrawing& body = *drawn.body;
    for (vtkActor* actor : {body.body.Get(), body.face.Get(), body.iso.Get()})
      if (actor) actor->GetMapper()->SetLookupTable(table_);
    clip(body, false);  // by the plane of another layer
  }
  forActors([renderer](vtkActor& actor) {
    renderer->RemoveActor(&actor);  // glass comes after what is seen through it
    renderer->AddActor(&actor);
  });
  show();
}

void DeformationLayer::prepare(const LightRig& rig, double pixelRatio) const {
  for (const Drawn& drawn : bodies_) {
    const DeformableDrawing& body = *drawn.body;
    if (!body.face) continue;
    setRig(*body.face, rig);
    setRig(*body.iso, rig);
    body.rim->GetProperty()->SetLineWidth(static_cast<float>(kRimPixels * pixelRatio));
  }
}

std::vector<vtkActor*> DeformationLayer::faces() const {
  std::vector<vtkActor*> out;
  for (const Drawn& drawn : bodies_)
    if (drawn.body->face) out.push_back(drawn.body->face);
  return out;
}

void DeformationLayer::setHidden(const std::vector<bool>& links) {
  for (const Drawn& drawn : bodies_) {
    const auto link = static_cast<std::size_t>(drawn.link);
    drawn.body->hidden = link < links.size() && links[link];
  }
  show();
}

bool DeformationLayer::isCut(int link) const {
  return std::any_of(bodies_.begin(), bodies_.end(),
                     [link](const Drawn& drawn) { return drawn.link == link && drawn.body->clipped; });
}

int DeformationLayer::linkOf(const vtkProp* prop) const {
  for (const auto& [link, body] : bodies_)
    if (body->face && (body->face.Get() == prop || body->iso.Get() == prop || body->glass.Get() == prop)) return link;
  return -1;
}

}  // namespace tendril
