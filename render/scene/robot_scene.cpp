// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/robot_scene.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkMapper.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include <Eigen/Geometry>

#include "render/shading.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr double kTendonRadius = 0.055;                                                 // of the joint radius
constexpr SurfaceFinish kSoftFinish = {.roughness = 0.85, .gloss = 0.08, .wrap = 0.3};  // silicone, rubber
constexpr double kOutlinePixels = 2;
constexpr Color kEdgeColor = hexColor(0x2A3038);
constexpr double kFootShare = 0.4;    // of its extent: so far an arm may reach below the feet that it stands on
constexpr double kLandingDepth = 6;   // of its extent: a floor farther below is no part of the picture
constexpr double kFloorCosine = 0.7;  // of a floor's normal and the vertical
constexpr double kGroundGap = 0.06;   // below a robot that reaches under z = 0, of its extent

std::vector<int> triangleIndices(vtkPolyData* mesh) {
  std::vector<int> out;
  vtkNew<vtkIdList> cell;
  for (mesh->GetPolys()->InitTraversal(); mesh->GetPolys()->GetNextCell(cell);)
    for (vtkIdType k = 0; k < 3; ++k) out.push_back(static_cast<int>(cell->GetId(k)));
  return out;
}

/// Whether a link hangs, over any joints, on one that moves freely in space.
bool canFall(const Model& model, int link) {
  for (int at = link; at != kWorld; at = model.links[static_cast<std::size_t>(at)].parent)
    if (model.links[static_cast<std::size_t>(at)].joint.type->isFree()) return true;
  return false;
}

std::span<const float> floats(vtkPolyData* mesh) {
  auto* array = vtkFloatArray::SafeDownCast(mesh->GetPoints()->GetData());
  return {array->GetPointer(0), static_cast<size_t>(array->GetNumberOfValues())};
}

}  // namespace

RobotScene::RobotScene(std::shared_ptr<const Model> model)
    : model_(std::move(model)),
      size_(robotSize(*model_)),
      parts_(model_->links.size()),
      loops_(*model_, size_),
      contacts_(*model_, size_, problems_),
      motors_(model_, size_),
      masses_(size_),
      led_(*model_, size_) {
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i) build(i);
  tendonState_.model = model_;
}

RobotScene::~RobotScene() = default;
vtkActor* RobotScene::bodyActor(int link) const {
  return parts_[link].body;
}

template <class F>
void RobotScene::forSolids(F&& apply) const {
  for (const Part& part : parts_)
    for (const Solid* solid : {&part.mount, &part.rigid, &part.soft})
      if (solid->actor) apply(*solid);
}

template <class F>
void RobotScene::forOutlines(F&& apply) const {
  forSolids([&](const Solid& solid) { apply(*solid.outline); });
  for (const Part& part : parts_)
    for (const auto& outline : {part.jointOutline, part.bodyOutline})
      if (outline) apply(*outline);
}

void RobotScene::build(int index) {
  Part& part = parts_[index];
  const Link& link = model_->links[index];
  const LinkShape shape = linkShape(*model_, index, size_, problems_);
  part.rigid.build(shape.mesh);
  if (part.rigid.actor) {
    part.rigid.actor->GetProperty()->SetBackfaceCulling(shape.closed);
    setFinish(*part.rigid.actor, link.finish.value_or(SurfaceFinish{}));
  }
  part.firstJoint = shape.firstJoint;
  if (part.firstJoint > 0 && part.firstJoint < static_cast<int>(shape.mesh.triangles.size()))
    for (auto* outline : {&part.bodyOutline, &part.jointOutline})
      *outline = makeOutline(*part.rigid.actor, vtkNew<vtkPolyData>());
  part.mount.build(mountShape(*model_, index, size_));
  if (link.body) buildSoft(index);
  part.body = link.body ? part.soft.actor : part.rigid.actor;
}

void RobotScene::buildSoft(int index) {
  Part& part = parts_[index];
  const Link& link = model_->links[index];
  part.surface = makeSoftSurface(*link.body);
  if (!part.surface) {
    problems_.push_back("link \"" + link.name + "\": a body of type \"" + std::string(link.body->type()) +
                        "\" has no section to draw; give the link a visual");
    return;
  }
  part.soft.actor = makeLit(part.surface->surface());
  part.soft.outline = makeOutline(*part.soft.actor, part.surface->hull());
  part.soft.triangles = triangleIndices(part.surface->surface());
  part.soft.actor->GetProperty()->BackfaceCullingOn();
  const Color color = linkColor(link);
  part.soft.actor->GetProperty()->SetColor(color.r, color.g, color.b);
  setFinish(*part.soft.actor, link.finish.value_or(kSoftFinish));
  deformation_.add(index, *link.body, *part.surface, part.soft, color);
}

bool RobotScene::update(const Snapshot& snapshot) {
  if (snapshot.model != model_) return false;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    part.rigid.move(snapshot.linkPoses[i]);
    if (part.surface) part.surface->update(snapshot, static_cast<int>(i));
  }
  rings_.update(snapshot);
  loops_.update(snapshot);
  contacts_.update(snapshot);
  arrows_.update(snapshot, size_.length);
  rotors_.update(snapshot);
  motors_.update(snapshot);
  masses_.update(snapshot);
  deformation_.update(snapshot);
  led_.update(snapshot);
  tendonState_.tendonPoints = snapshot.tendonPoints;
  tendonState_.tendonLines = snapshot.tendonLines;
  tendonState_.u = snapshot.u;
  if (!std::exchange(hasPose_, true)) placeGround();
  return true;
}

void RobotScene::placeGround() {
  const double low = lowest();
  double high = low;
  for (const Vec3& p : outline()) high = std::max(high, p.z());
  const double extent = std::max(high - low, 1e-3);
  if (!(low < -1e-3 * extent - 1e-9)) return;
  double foot = HUGE_VAL;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (model_->links[i].parent != kWorld || model_->links[i].joint.type->isFree()) continue;
    for (const Solid* solid : {&parts_[i].mount, &parts_[i].rigid})
      for (std::size_t z = 2; z < solid->world.size(); z += 3) foot = std::min<double>(foot, solid->world[z]);
  }
  const bool stands = foot < low + kFootShare * extent;
  groundHeight_ = stands ? foot : low - kGroundGap * extent;
}

std::vector<Vec3> RobotScene::outline() const {
  std::vector<Vec3> points;
  for (const ShadowCaster& caster : shadowCasters()) {
    constexpr size_t kStride = 3 * 7;  // a sample is enough
    for (size_t i = 0; i + 2 < caster.points.size(); i += kStride)
      points.emplace_back(caster.points[i], caster.points[i + 1], caster.points[i + 2]);
  }
  return points;
}

std::vector<Vec3> RobotScene::landing() const {
  const std::vector<Vec3> from = outline();
  if (from.empty()) return {};
  Eigen::AlignedBox3d box;
  for (const Vec3& p : from) box.extend(p);
  const double farthest = box.min().z() - kLandingDepth * box.sizes().maxCoeff();
  std::vector<Vec3> points;
  for (const ContactSpec& contact : model_->contacts) {
    if (!contact.surface || contact.surface->shape().kind != SurfaceShape::Kind::kPlane || contact.linkB >= 0 ||
        !canFall(*model_, contact.linkA))
      continue;
    const Vec3 normal = contact.surfacePose.R.col(2);
    if (normal.z() < kFloorCosine) continue;
    for (const Vec3& p : from) {
      const double depth = normal.dot(p - contact.surfacePose.p) / normal.z();
      if (depth > 0 && p.z() - depth > farthest) points.push_back(p - depth * Vec3::UnitZ());
    }
  }
  return points;
}

double RobotScene::lowest() const {
  double low = HUGE_VAL;
  for (const Vec3& p : outline()) low = std::min(low, p.z());
  return std::isfinite(low) ? low : 0;
}

template <class F>
void RobotScene::addCasters(std::vector<ShadowCaster>& casters, F&& softCasts) const {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (isHidden(static_cast<int>(i))) continue;
    const Part& part = parts_[i];
    for (const Solid* solid : {&part.mount, &part.rigid})
      if (solid->actor) casters.push_back({solid->world, solid->triangles});
    if (part.surface && softCasts(static_cast<int>(i)))
      casters.push_back({floats(part.surface->surface()), part.soft.triangles});
  }
  loops_.addShadows(casters);
}

std::vector<ShadowCaster> RobotScene::shadowCasters() const {
  std::vector<ShadowCaster> casters;
  addCasters(casters, [](int) { return true; });
  return casters;
}

std::vector<ShadowCaster> RobotScene::lightBlockers() const {
  std::vector<ShadowCaster> casters;
  addCasters(casters, [this](int link) { return !deformation_.isCut(link); });
  return casters;
}

void RobotScene::addTo(vtkRenderer* renderer) {
  forSolids([&](const Solid& solid) { renderer->AddActor(solid.actor); });
  forOutlines([&](vtkActor& outline) { renderer->AddActor(&outline); });
  renderer->AddActor(rings_.actor());
  tendons_.addTo(renderer);
  loops_.addTo(renderer);
  arrows_.addTo(renderer);
  rotors_.addTo(renderer);
  motors_.addTo(renderer);
  contacts_.addTo(renderer);
  deformation_.addTo(renderer);
  led_.addTo(renderer);
  masses_.addTo(renderer);
}

void RobotScene::removeFrom(vtkRenderer* renderer) {
  forSolids([&](const Solid& solid) { renderer->RemoveActor(solid.actor); });
  forOutlines([&](vtkActor& outline) { renderer->RemoveActor(&outline); });
  renderer->RemoveActor(rings_.actor());
  tendons_.removeFrom(renderer);
  loops_.removeFrom(renderer);
  arrows_.removeFrom(renderer);
  rotors_.removeFrom(renderer);
  motors_.removeFrom(renderer);
  contacts_.removeFrom(renderer);
  deformation_.removeFrom(renderer);
  led_.removeFrom(renderer);
  masses_.removeFrom(renderer);
}

void RobotScene::prepare(const CameraView& view, const LightRig& rig, double width, double height, double pixelRatio) {
  forSolids([&](const Solid& solid) { setRig(*solid.actor, rig); });
  const auto widen = [&](vtkActor& outline) {
    if (outline.GetVisibility()) setOutlineWidth(outline, kOutlinePixels * pixelRatio, width, height);
  };
  forOutlines(widen);
  loops_.forSolids([&](const Solid& solid) {
    setRig(*solid.actor, rig);
    widen(*solid.outline);
  });
  contacts_.forSolids([&](const Solid& solid) {
    setRig(*solid.actor, rig);
    widen(*solid.outline);
  });
  contacts_.prepare(rig);
  arrows_.prepare(rig);
  rotors_.prepare(rig);
  motors_.prepare(rig);
  masses_.prepare(rig);
  deformation_.prepare(rig, pixelRatio);
  rings_.actor()->GetProperty()->SetLineWidth(static_cast<float>(kOutlinePixels * pixelRatio));
  led_.prepare(view, height / pixelRatio);
  setRig(*tendons_.actor(), rig);
  tendons_.update(tendonState_, kTendonRadius * size_.jointRadius, view, height / pixelRatio);
}

bool RobotScene::isHidden(int link) const {
  const auto index = static_cast<std::size_t>(link);
  return index < hidden_.size() && hidden_[index];
}

void RobotScene::setHidden(std::vector<bool> links, std::vector<bool> loops, std::vector<bool> contacts) {
  hidden_ = std::move(links);
  loops_.setHidden(std::move(loops));
  contacts_.setHidden(std::move(contacts));
  arrows_.setHidden(loops_.hidden(), contacts_.hidden());
  rotors_.setHidden(hidden_);
  motors_.setHidden(hidden_);
  masses_.setHidden(hidden_);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const Solid* solid : {&parts_[i].mount, &parts_[i].rigid, &parts_[i].soft})
      if (solid->actor) solid->actor->SetVisibility(!isHidden(static_cast<int>(i)));
  deformation_.setHidden(hidden_);  // which may show something else instead
  select(selection_, accent_);
}

void RobotScene::setOverlays(const SceneOverlays& overlays) {
  loops_.setShown(overlays.loops);
  contacts_.setShown(overlays.surfaces, overlays.contacts);
  arrows_.show(overlays);
  masses_.show(overlays);
  led_.setShown(overlays.references, overlays.traces);
}

void RobotScene::setDeformationLook(const DeformationLook& look) {
  deformation_.setLook(look);
}

void RobotScene::setTints(const std::vector<Color>& tints) {
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    const bool tinted = i < tints.size();
    if (part.rigid.actor) {
      part.rigid.actor->GetMapper()->SetScalarVisibility(!tinted);  // its colours are those of its points
      if (tinted) part.rigid.actor->GetProperty()->SetColor(tints[i].r, tints[i].g, tints[i].b);
    }
    if (part.soft.actor) {
      const Color color = tinted ? tints[i] : linkColor(model_->links[i]);
      part.soft.actor->GetProperty()->SetColor(color.r, color.g, color.b);
    }
  }
}

void RobotScene::setWireframe(bool on) {
  const auto edge = [on](vtkActor& actor) {
    vtkProperty* look = actor.GetProperty();
    look->SetEdgeVisibility(on);
    look->SetEdgeColor(kEdgeColor.r, kEdgeColor.g, kEdgeColor.b);
    useEdges(actor, on);
  };
  const auto edgeSolid = [&edge](const Solid& solid) { edge(*solid.actor); };
  forSolids(edgeSolid);
  loops_.forSolids(edgeSolid);
  for (vtkActor* face : deformation_.faces()) edge(*face);
}

void RobotScene::select(int link, const Color& accent) {
  std::vector<SceneSelection> one;
  if (link >= 0) one.push_back({.link = link, .part = PickPart::kLink, .at = {}});
  select(std::move(one), accent);
}

void RobotScene::select(std::vector<SceneSelection> selection, const Color& accent) {
  std::erase_if(selection, [this](const SceneSelection& s) {
    if (s.contact >= 0) return s.contact >= std::ssize(model_->contacts);
    return s.loop < 0 ? s.link < 0 || s.link >= std::ssize(parts_) : s.loop >= std::ssize(model_->loops);
  });
  selection_ = std::move(selection);
  accent_ = accent;
  forOutlines([](vtkActor& outline) { outline.VisibilityOff(); });
  std::vector<SceneSelection> seen = selection_;
  std::vector<int> loops, contacts;
  for (const SceneSelection& selected : seen)
    if (selected.loop >= 0) {
      loops.push_back(selected.loop);
    } else if (selected.contact >= 0) {
      contacts.push_back(selected.contact);
    }
  loops_.select(loops, accent);
  contacts_.select(contacts, accent);
  std::erase_if(seen, [this](const SceneSelection& s) { return s.loop >= 0 || s.contact >= 0 || isHidden(s.link); });
  for (const SceneSelection& selected : seen) showOutline(selected, accent);
  rings_.select(*model_, seen, size_.jointRadius, accent);
}

void RobotScene::showOutline(const SceneSelection& selection, const Color& accent) {
  const Part& part = parts_[static_cast<std::size_t>(selection.link)];
  const auto show = [&](vtkActor* outline, std::size_t from, std::size_t to) {
    if (outline == nullptr) return;
    part.rigid.fillOutline(*outline, from, to);
    outline->GetProperty()->SetColor(accent.r, accent.g, accent.b);
    outline->VisibilityOn();
  };
  const bool joint = selection.part == PickPart::kLink || selection.part == PickPart::kJoint;
  const bool body = selection.part == PickPart::kLink || selection.part == PickPart::kBody;
  const auto half = static_cast<std::size_t>(part.firstJoint), all = part.rigid.triangles.size() / 3;
  if (body) show(part.soft.outline, 0, 0);  // has its mesh from the start
  if (part.jointOutline) {
    if (joint && body) return show(part.rigid.outline, 0, all);
    if (joint) show(part.jointOutline, half, all);
    if (body) show(part.bodyOutline, 0, half);
  } else if (part.firstJoint > 0 ? body : joint) {  // the mesh holds one of the two
    show(part.rigid.outline, 0, all);
  }
}

Pick RobotScene::identify(vtkProp* prop, int triangle) const {
  Pick pick;
  if (prop == nullptr) return pick;
  if (prop == tendons_.actor()) {
    pick.kind = PickKind::kTendon;
    pick.input = tendons_.inputOf(triangle);
    return pick;
  }
  if (pick.contact = contacts_.contactOf(prop); pick.contact >= 0) {
    pick.kind = PickKind::kContact;
    return pick;
  }
  if (pick.link = deformation_.linkOf(prop); pick.link >= 0) {
    pick.kind = PickKind::kBody;
    return pick;
  }
  if (pick.loop = loops_.loopOf(prop); pick.loop >= 0) {
    pick.kind = PickKind::kLoop;
    return pick;
  }
  for (size_t i = 0; i < parts_.size(); ++i) {
    const Part& part = parts_[i];
    const bool rigid = prop == part.rigid.actor, mount = prop == part.mount.actor;
    if (!rigid && !mount && prop != part.soft.actor) continue;
    pick.link = static_cast<int>(i);
    pick.kind = mount ? PickKind::kMount : rigid && triangle >= part.firstJoint ? PickKind::kJoint : PickKind::kBody;
    return pick;
  }
  return pick;
}

}  // namespace tendril
