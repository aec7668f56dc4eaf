// SPDX-License-Identifier: BSD-3-Clause
#include "render/scene/robot_scene.hpp"

#include <vtkActor.h>
#include <vtkFloatArray.h>
#include <vtkMapper.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>
#include <unordered_set>

#include <Eigen/Geometry>

#include "render/shading.hpp"
#include "render/shapes/soft_surface.hpp"

namespace tendril {
namespace {

constexpr double kTendonRadius = 0.055;  // of the joint radius
constexpr double kOutlinePixels = 2;
constexpr Color kEdgeColor = hexColor(0x2A3038);
constexpr double kFootShare = 0.4;    // of its extent: so far an arm may reach below the feet that it stands on
constexpr double kLandingDepth = 6;   // of its extent: a floor farther below is no part of the picture
constexpr double kFloorCosine = 0.7;  // of a floor's normal and the vertical
constexpr double kGroundGap = 0.06;   // below a robot that reaches under z = 0, of its extent

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

/// A sample of their points.
std::vector<Vec3> someOf(const std::vector<ShadowCaster>& casters) {
  constexpr size_t kStride = 3 * 7;
  std::vector<Vec3> points;
  for (const ShadowCaster& caster : casters)
    for (size_t i = 0; i + 2 < caster.points.size(); i += kStride)
      points.emplace_back(caster.points[i], caster.points[i + 1], caster.points[i + 2]);
  return points;
}

}  // namespace

RobotScene::RobotScene(std::shared_ptr<const Model> model, const RobotScene* like)
    : model_(std::move(model)),
      size_(robotSize(*model_)),
      loops_(*model_, size_),
      contacts_(*model_, size_, problems_),
      motors_(model_, size_),
      masses_(size_),
      led_(*model_, size_) {
  for (int i = 0; i < static_cast<int>(model_->links.size()); ++i) {
    const Link& link = model_->links[static_cast<std::size_t>(i)];
    links_.push_back(drawLink(*model_, i, size_, like ? like->drawingOf(link.id) : nullptr, problems_));
    if (links_.back().soft) deformation_.add(i, links_.back().soft->deformable);
  }
  acting_.model = model_;
}

RobotScene::~RobotScene() = default;

const LinkDrawing* RobotScene::drawingOf(std::uint64_t link) const {
  if (link == 0) return nullptr;  // of motors, which have no identity
  for (std::size_t i = 0; i < links_.size(); ++i)
    if (model_->links[i].id == link) return &links_[i];
  return nullptr;
}

vtkActor* RobotScene::bodyActor(int link) const {
  const auto index = static_cast<std::size_t>(link);
  return links_[index].body(model_->links[index]);
}

template <class F>
void RobotScene::forSolids(F&& apply) const {
  for (const LinkDrawing& link : links_)
    for (const Solid* solid : {&link.mount->solid, &link.rigid->solid, link.soft ? &link.soft->solid : nullptr})
      if (solid && solid->actor) apply(*solid);
}

template <class F>
void RobotScene::forOutlines(F&& apply) const {
  forSolids([&](const Solid& solid) { apply(*solid.outline); });
  for (const LinkDrawing& link : links_)
    for (const auto& outline : {link.rigid->jointOutline, link.rigid->bodyOutline})
      if (outline) apply(*outline);
}

bool RobotScene::update(const Snapshot& snapshot) {
  if (snapshot.model != model_) return false;
  for (size_t i = 0; i < links_.size(); ++i) {
    links_[i].rigid->solid.move(snapshot.linkPoses[i]);
    if (links_[i].soft) links_[i].soft->surface->update(snapshot, static_cast<int>(i));
  }
  rings_.update(snapshot);
  loops_.update(snapshot);
  contacts_.update(snapshot);
  arrows_.update(snapshot, size_.length);
  rotors_.update(snapshot);
  motors_.update(snapshot);
  masses_.update(snapshot);
  collisions_.update(snapshot);
  deformation_.update(snapshot);
  led_.update(snapshot);
  acting_.tendonPoints = snapshot.tendonPoints;
  acting_.tendonLines = snapshot.tendonLines;
  acting_.chambers = snapshot.chambers;
  acting_.wrenches = snapshot.wrenches;
  acting_.u = snapshot.u;
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
  for (std::size_t i = 0; i < links_.size(); ++i) {
    if (model_->links[i].parent != kWorld || model_->links[i].joint.type->isFree()) continue;
    for (const Solid* solid : {&links_[i].mount->solid, &links_[i].rigid->solid})
      for (std::size_t z = 2; z < solid->world.size(); z += 3) foot = std::min<double>(foot, solid->world[z]);
  }
  const bool stands = foot < low + kFootShare * extent;
  groundHeight_ = stands ? foot : low - kGroundGap * extent;
}

std::vector<Vec3> RobotScene::outline() const {
  return someOf(shadowCasters());
}

std::vector<Vec3> RobotScene::outline(int link) const {
  std::vector<ShadowCaster> casters;
  addCastersOf(link, casters, [](int) { return true; });
  return someOf(casters);
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
void RobotScene::addCastersOf(int index, std::vector<ShadowCaster>& casters, F&& softCasts) const {
  if (isHidden(index)) return;
  const LinkDrawing& link = links_[static_cast<std::size_t>(index)];
  for (const Solid* solid : {&link.mount->solid, &link.rigid->solid})
    if (solid->actor) casters.push_back({solid->world, solid->triangles});
  if (link.soft && softCasts(index))
    casters.push_back({floats(link.soft->surface->surface()), link.soft->solid.triangles});
}

template <class F>
void RobotScene::addCasters(std::vector<ShadowCaster>& casters, F&& softCasts) const {
  for (int i = 0; i < static_cast<int>(links_.size()); ++i) addCastersOf(i, casters, softCasts);
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
  setTints({});
  showLinks();
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
  collisions_.addTo(renderer);
  marks_.addTo(renderer);
}

void RobotScene::removeFrom(vtkRenderer* renderer, const RobotScene* next) {
  std::unordered_set<const vtkProp*> kept;
  if (next) {
    next->forSolids([&](const Solid& solid) { kept.insert(solid.actor); });
    next->forOutlines([&](vtkActor& outline) { kept.insert(&outline); });
    next->deformation_.forActors([&](vtkActor& actor) { kept.insert(&actor); });
  }
  const auto remove = [&](vtkActor& actor) {
    if (!kept.contains(&actor)) renderer->RemoveActor(&actor);
  };
  forSolids([&](const Solid& solid) { remove(*solid.actor); });
  forOutlines(remove);
  deformation_.forActors(remove);
  renderer->RemoveActor(rings_.actor());
  tendons_.removeFrom(renderer);
  loops_.removeFrom(renderer);
  arrows_.removeFrom(renderer);
  rotors_.removeFrom(renderer);
  motors_.removeFrom(renderer);
  contacts_.removeFrom(renderer);
  led_.removeFrom(renderer);
  masses_.removeFrom(renderer);
  collisions_.removeFrom(renderer);
  marks_.removeFrom(renderer);
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
  tendons_.update(acting_, kTendonRadius * size_.jointRadius, view, height / pixelRatio);
  marks_.prepare(acting_, view, height / pixelRatio);
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
  collisions_.setHidden(hidden_);
  showLinks();
  select(selection_, accent_);
}

void RobotScene::showLinks() {
  for (std::size_t i = 0; i < links_.size(); ++i)
    for (const Solid* solid :
         {&links_[i].mount->solid, &links_[i].rigid->solid, links_[i].soft ? &links_[i].soft->solid : nullptr})
      if (solid && solid->actor) solid->actor->SetVisibility(!isHidden(static_cast<int>(i)));
  deformation_.setHidden(hidden_);  // which may show something else instead
}

void RobotScene::setOverlays(const SceneOverlays& overlays) {
  loops_.setShown(overlays.loops);
  contacts_.setShown(overlays.surfaces, overlays.contacts);
  arrows_.show(overlays);
  masses_.show(overlays);
  collisions_.setShown(overlays.collisions);
  led_.setShown(overlays.references, overlays.traces);
}

void RobotScene::setDeformationLook(const DeformationLook& look) {
  deformation_.setLook(look);
}

void RobotScene::setTints(const std::vector<Color>& tints) {
  for (std::size_t i = 0; i < links_.size(); ++i) {
    const bool tinted = i < tints.size();
    if (vtkActor* rigid = links_[i].rigid->solid.actor) {
      rigid->GetMapper()->SetScalarVisibility(!tinted);  // its colours are those of its points
      if (tinted) rigid->GetProperty()->SetColor(tints[i].r, tints[i].g, tints[i].b);
    }
    if (links_[i].soft) {
      const Color color = tinted ? tints[i] : links_[i].soft->color;
      links_[i].soft->solid.actor->GetProperty()->SetColor(color.r, color.g, color.b);
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
  std::erase_if(selection, [this](const SceneSelection& s) { return !has(s); });
  selection_ = std::move(selection);
  accent_ = accent;
  forOutlines([](vtkActor& outline) { outline.VisibilityOff(); });
  std::vector<SceneSelection> seen;
  std::vector<int> loops, contacts, actuators, loads;
  for (const SceneSelection& selected : selection_) {
    if (selected.loop >= 0) {
      loops.push_back(selected.loop);
    } else if (selected.contact >= 0) {
      contacts.push_back(selected.contact);
    } else if (selected.actuator >= 0) {
      actuators.push_back(selected.actuator);
    } else if (selected.load >= 0) {
      loads.push_back(selected.load);
    } else if (!isHidden(selected.link)) {
      seen.push_back(selected);
    }
  }
  loops_.select(loops, accent);
  contacts_.select(contacts, accent);
  arrows_.select(loads, accent);
  marks_.select(std::move(actuators), std::move(loads), accent);
  for (const SceneSelection& selected : seen) showOutline(selected, accent);
  rings_.select(*model_, seen, size_.jointRadius, accent);
}

bool RobotScene::has(const SceneSelection& s) const {
  if (s.contact >= 0) return s.contact < std::ssize(model_->contacts);
  if (s.actuator >= 0) return s.actuator < std::ssize(model_->actuators);
  if (s.load >= 0) return s.load < std::ssize(model_->loads);
  if (s.loop >= 0) return s.loop < std::ssize(model_->loops);
  return s.link >= 0 && s.link < std::ssize(links_);
}

void RobotScene::showOutline(const SceneSelection& selection, const Color& accent) {
  const LinkDrawing& link = links_[static_cast<std::size_t>(selection.link)];
  const bool joint = selection.part == PickPart::kLink || selection.part == PickPart::kJoint;
  const bool body = selection.part == PickPart::kLink || selection.part == PickPart::kBody;
  if (body && link.soft) {
    link.soft->solid.outline->GetProperty()->SetColor(accent.r, accent.g, accent.b);
    link.soft->solid.outline->VisibilityOn();
  }
  link.rigid->showOutline(body, joint, accent);
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
  for (size_t i = 0; i < links_.size(); ++i) {
    const LinkDrawing& link = links_[i];
    const bool rigid = prop == link.rigid->solid.actor, mount = prop == link.mount->solid.actor;
    if (!rigid && !mount && !(link.soft && prop == link.soft->solid.actor)) continue;
    pick.link = static_cast<int>(i);
    const bool joint = rigid && triangle >= link.rigid->shape.firstJoint;
    pick.kind = mount ? PickKind::kMount : joint ? PickKind::kJoint : PickKind::kBody;
    return pick;
  }
  return pick;
}

}  // namespace tendril
