// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/link_drawing.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkIdList.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>

#include <utility>

#include "render/shading.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr SurfaceFinish kSoftFinish = {.roughness = 0.85, .gloss = 0.08, .wrap = 0.3};  // silicone, rubber

bool same(const Color& a, const Color& b) {
  return a.r == b.r && a.g == b.g && a.b == b.b;
}

bool same(const LinkShape& a, const LinkShape& b) {
  return a.firstJoint == b.firstJoint && a.closed == b.closed && a.mesh == b.mesh;
}

std::vector<int> triangleIndices(vtkPolyData* mesh) {
  std::vector<int> out;
  vtkNew<vtkIdList> cell;
  for (mesh->GetPolys()->InitTraversal(); mesh->GetPolys()->GetNextCell(cell);)
    for (vtkIdType k = 0; k < 3; ++k) out.push_back(static_cast<int>(cell->GetId(k)));
  return out;
}

std::shared_ptr<RigidDrawing> drawRigid(LinkShape shape, const Link& link, const LinkDrawing* like) {
  if (like && same(like->rigid->shape, shape) && like->rigid->finish == link.finish) return like->rigid;
  auto out = std::make_shared<RigidDrawing>();
  out->shape = std::move(shape);
  out->finish = link.finish;
  out->solid.build(out->shape.mesh);
  vtkActor* actor = out->solid.actor;
  if (actor == nullptr) return out;
  actor->GetProperty()->SetBackfaceCulling(out->shape.closed);
  setFinish(*actor, link.finish.value_or(SurfaceFinish{}));
  if (out->shape.firstJoint > 0 && out->shape.firstJoint < static_cast<int>(out->shape.mesh.triangles.size()))
    for (auto* outline : {&out->bodyOutline, &out->jointOutline}) *outline = makeOutline(*actor, vtkNew<vtkPolyData>());
  return out;
}

std::shared_ptr<MountDrawing> drawMount(ShapeMesh shape, const LinkDrawing* like) {
  if (like && like->mount->shape == shape) return like->mount;
  auto out = std::make_shared<MountDrawing>();
  out->shape = std::move(shape);
  out->solid.build(out->shape);
  return out;
}

std::shared_ptr<SoftDrawing> drawSoft(const Link& link, const LinkDrawing* like, std::vector<std::string>& problems) {
  std::unique_ptr<SoftSurface> surface = makeSoftSurface(*link.body);
  if (!surface) {
    problems.push_back("link \"" + link.name + "\": a body of type \"" + std::string(link.body->type()) +
                       "\" has no section to draw; give the link a visual");
    return nullptr;
  }
  const Color color = linkColor(link);
  const SurfaceFinish finish = link.finish.value_or(kSoftFinish);
  if (like && like->soft && same(like->soft->color, color) && like->soft->finish == finish &&
      like->soft->surface->sameAs(*surface) && like->soft->deformable->serves(*link.body))
    return like->soft;
  auto out = std::make_shared<SoftDrawing>();
  out->color = color, out->finish = finish;
  out->surface = std::move(surface);
  out->solid.actor = makeLit(out->surface->surface());
  out->solid.outline = makeOutline(*out->solid.actor, out->surface->hull());
  out->solid.triangles = triangleIndices(out->surface->surface());
  out->solid.actor->GetProperty()->BackfaceCullingOn();
  out->solid.actor->GetProperty()->SetColor(color.r, color.g, color.b);
  setFinish(*out->solid.actor, finish);
  out->deformable = makeDeformable(*link.body, *out->surface, out->solid, color);
  return out;
}

}  // namespace

SoftDrawing::SoftDrawing() = default;
SoftDrawing::~SoftDrawing() = default;

void RigidDrawing::showOutline(bool body, bool joint, const Color& accent) const {
  const auto show = [&](vtkActor* outline, std::size_t from, std::size_t to) {
    if (outline == nullptr) return;
    solid.fillOutline(*outline, from, to);
    outline->GetProperty()->SetColor(accent.r, accent.g, accent.b);
    outline->VisibilityOn();
  };
  const auto half = static_cast<std::size_t>(shape.firstJoint), all = solid.triangles.size() / 3;
  if (jointOutline) {
    if (joint && body) return show(solid.outline, 0, all);
    if (joint) show(jointOutline, half, all);
    if (body) show(bodyOutline, 0, half);
  } else if (shape.firstJoint > 0 ? body : joint) {  // the mesh holds one of the two
    show(solid.outline, 0, all);
  }
}

vtkActor* LinkDrawing::body(const Link& link) const {
  if (!link.body) return rigid->solid.actor;
  return soft ? soft->solid.actor.Get() : nullptr;
}

LinkDrawing drawLink(const Model& model, int index, const RobotSize& size, const LinkDrawing* like,
                     std::vector<std::string>& problems) {
  const Link& link = model.links[static_cast<std::size_t>(index)];
  LinkDrawing out;
  out.rigid = drawRigid(linkShape(model, index, size, problems), link, like);
  out.mount = drawMount(mountShape(model, index, size), like);
  if (link.body) out.soft = drawSoft(link, like, problems);
  return out;
}

}  // namespace tendril
