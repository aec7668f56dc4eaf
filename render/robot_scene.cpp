// SPDX-License-Identifier: BSD-3-Clause
#include "render/robot_scene.hpp"

#include <vtkActor.h>
#include <vtkCellArray.h>
#include <vtkCleanPolyData.h>
#include <vtkFloatArray.h>
#include <vtkIdList.h>
#include <vtkMapper.h>
#include <vtkMatrix4x4.h>
#include <vtkPoints.h>
#include <vtkPolyData.h>
#include <vtkPolyDataNormals.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <algorithm>
#include <cmath>

#include "render/section_sweep.hpp"
#include "render/shading.hpp"

namespace tendril {
namespace {

constexpr double kTendonRadius = 0.055;  // of the joint radius
constexpr double kOutlinePixels = 2;
constexpr Color kEdgeColor = hexColor(0x2A3038);
constexpr double kGroundGap = 0.06;  // below a robot that reaches under z = 0, of its extent

vtkSmartPointer<vtkActor> makeLit(vtkPolyData* mesh) {
  auto actor = makeActor(mesh);
  actor->SetUserMatrix(vtkSmartPointer<vtkMatrix4x4>::New());
  useRig(*actor);
  return actor;
}

/// An outline that goes where `solid` goes.
vtkSmartPointer<vtkActor> makeOutline(vtkActor& solid, vtkPolyData* hull) {
  auto actor = makeActor(hull);
  actor->SetUserMatrix(solid.GetUserMatrix());
  useOutline(*actor, {1, 1, 1});
  actor->VisibilityOff();
  return actor;
}

/// A mesh for an outline: points on edges are one, their normals shared.
vtkSmartPointer<vtkPolyData> mergedHull(vtkPoints* points, std::span<const int> triangles) {
  vtkNew<vtkCellArray> cells;
  for (std::size_t i = 0; i + 2 < triangles.size(); i += 3)
    cells->InsertNextCell({triangles[i], triangles[i + 1], triangles[i + 2]});
  vtkNew<vtkPolyData> bare;
  bare->SetPoints(points);
  bare->SetPolys(cells);
  vtkNew<vtkCleanPolyData> clean;
  clean->SetInputData(bare);
  clean->ToleranceIsAbsoluteOn();
  clean->SetAbsoluteTolerance(1e-7);
  vtkNew<vtkPolyDataNormals> normals;
  normals->SetInputConnection(clean->GetOutputPort());
  normals->SplittingOff();
  normals->ConsistencyOff();
  normals->Update();
  return normals->GetOutput();
}

vtkPolyData* meshOf(vtkActor& actor) {
  return vtkPolyData::SafeDownCast(actor.GetMapper()->GetInput());
}

std::vector<int> triangleIndices(vtkPolyData* mesh) {
  std::vector<int> out;
  vtkNew<vtkIdList> cell;
  for (mesh->GetPolys()->InitTraversal(); mesh->GetPolys()->GetNextCell(cell);)
    for (vtkIdType k = 0; k < 3; ++k) out.push_back(static_cast<int>(cell->GetId(k)));
  return out;
}

std::span<const float> floats(vtkPolyData* mesh) {
  auto* array = vtkFloatArray::SafeDownCast(mesh->GetPoints()->GetData());
  return {array->GetPointer(0), static_cast<size_t>(array->GetNumberOfValues())};
}

void setMatrix(vtkActor& actor, const Pose& X) {
  vtkMatrix4x4* m = actor.GetUserMatrix();
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) m->SetElement(i, j, X.R(i, j));
    m->SetElement(i, 3, X.p[i]);
  }
  m->Modified();
}

}  // namespace

RobotScene::RobotScene(std::shared_ptr<const Model> model)
    : model_(std::move(model)), size_(robotSize(*model_)), parts_(model_->links.size()) {
  for (int i = 0; i < static_cast<int>(parts_.size()); ++i) build(i);
  tendonState_.model = model_;
}

RobotScene::~RobotScene() = default;
vtkActor* RobotScene::bodyActor(int link) const {
  return parts_[link].body;
}
const SectionSweep* RobotScene::sweep(int link) const {
  return parts_[link].sweep.get();
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
  buildSolid(part.rigid, shape.mesh);
  if (part.rigid.actor) part.rigid.actor->GetProperty()->SetBackfaceCulling(shape.closed);
  part.firstJoint = shape.firstJoint;
  if (part.firstJoint > 0 && part.firstJoint < static_cast<int>(shape.mesh.triangles.size()))
    for (auto* outline : {&part.bodyOutline, &part.jointOutline})
      *outline = makeOutline(*part.rigid.actor, vtkNew<vtkPolyData>());
  buildSolid(part.mount, mountShape(*model_, index, size_));
  if (link.body) buildSweep(part, link);
  part.body = link.body ? part.soft.actor : part.rigid.actor;
}

void RobotScene::buildSolid(Solid& solid, const ShapeMesh& mesh) {
  if (mesh.triangles.empty()) return;
  solid.actor = makeLit(toPolyData(mesh));
  solid.outline = makeOutline(*solid.actor, vtkNew<vtkPolyData>());
  solid.points = mesh.points;
  solid.world.resize(3 * mesh.points.size());
  for (const auto& t : mesh.triangles) solid.triangles.insert(solid.triangles.end(), t.begin(), t.end());
  moveSolid(solid, Pose{});
}

void RobotScene::buildSweep(Part& part, const Link& link) {
  std::vector<SweepPiece> pieces = sweepPieces(*link.body);
  if (pieces.empty()) {
    problems_.push_back("link \"" + link.name + "\": a body of type \"" + std::string(link.body->type()) +
                        "\" has no section to draw; give the link a visual");
    return;
  }
  part.sweep = std::make_unique<SectionSweep>(std::move(pieces));
  part.soft.actor = makeLit(part.sweep->surface());
  part.soft.outline = makeOutline(*part.soft.actor, part.sweep->hull());
  part.soft.triangles = triangleIndices(part.sweep->surface());
  part.soft.actor->GetProperty()->BackfaceCullingOn();
  const Color color = linkColor(link);
  part.soft.actor->GetProperty()->SetColor(color.r, color.g, color.b);
}

void RobotScene::moveSolid(Solid& solid, const Pose& pose) {
  if (!solid.actor) return;
  setMatrix(*solid.actor, pose);
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Vec3f p = pose.p.cast<float>();
  for (size_t i = 0; i < solid.points.size(); ++i) Eigen::Map<Vec3f>(&solid.world[3 * i]) = R * solid.points[i] + p;
}

bool RobotScene::update(const Snapshot& snapshot) {
  if (snapshot.model != model_) return false;
  for (size_t i = 0; i < parts_.size(); ++i) {
    Part& part = parts_[i];
    moveSolid(part.rigid, snapshot.linkPoses[i]);
    if (!part.sweep) continue;
    const auto first = static_cast<size_t>(snapshot.firstSection[i]),
               end = static_cast<size_t>(snapshot.firstSection[i + 1]);
    part.sweep->update(std::span(snapshot.sections).subspan(first, end - first));
  }
  rings_.update(snapshot);
  tendonState_.tendonPoints = snapshot.tendonPoints;
  tendonState_.tendonLines = snapshot.tendonLines;
  tendonState_.u = snapshot.u;
  if (!std::exchange(hasPose_, true)) {
    const double low = lowest();
    double high = low;
    for (const Vec3& p : outline()) high = std::max(high, p.z());
    const bool below = low < -1e-3 * (high - low) - 1e-9;
    if (below) groundHeight_ = low - kGroundGap * std::max(high - low, 1e-3);
  }
  return true;
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

double RobotScene::lowest() const {
  double low = HUGE_VAL;
  for (const Vec3& p : outline()) low = std::min(low, p.z());
  return std::isfinite(low) ? low : 0;
}

std::vector<ShadowCaster> RobotScene::shadowCasters() const {
  std::vector<ShadowCaster> casters;
  for (std::size_t i = 0; i < parts_.size(); ++i) {
    if (isHidden(static_cast<int>(i))) continue;
    const Part& part = parts_[i];
    for (const Solid* solid : {&part.mount, &part.rigid})
      if (solid->actor) casters.push_back({solid->world, solid->triangles});
    if (part.sweep) casters.push_back({floats(part.sweep->surface()), part.soft.triangles});
  }
  return casters;
}

void RobotScene::addTo(vtkRenderer* renderer) {
  forSolids([&](const Solid& solid) { renderer->AddActor(solid.actor); });
  forOutlines([&](vtkActor& outline) { renderer->AddActor(&outline); });
  renderer->AddActor(rings_.actor());
  tendons_.addTo(renderer);
}

void RobotScene::removeFrom(vtkRenderer* renderer) {
  forSolids([&](const Solid& solid) { renderer->RemoveActor(solid.actor); });
  forOutlines([&](vtkActor& outline) { renderer->RemoveActor(&outline); });
  renderer->RemoveActor(rings_.actor());
  tendons_.removeFrom(renderer);
}

void RobotScene::prepare(const CameraView& view, const LightRig& rig, double width, double height, double pixelRatio) {
  forSolids([&](const Solid& solid) { setRig(*solid.actor, rig); });
  forOutlines([&](vtkActor& outline) {
    if (outline.GetVisibility()) setOutlineWidth(outline, kOutlinePixels * pixelRatio, width, height);
  });
  rings_.actor()->GetProperty()->SetLineWidth(static_cast<float>(kOutlinePixels * pixelRatio));
  setRig(*tendons_.actor(), rig);
  tendons_.update(tendonState_, kTendonRadius * size_.jointRadius, view, height / pixelRatio);
}

bool RobotScene::isHidden(int link) const {
  const auto index = static_cast<std::size_t>(link);
  return index < hidden_.size() && hidden_[index];
}

void RobotScene::setHidden(std::vector<bool> links) {
  hidden_ = std::move(links);
  for (std::size_t i = 0; i < parts_.size(); ++i)
    for (const Solid* solid : {&parts_[i].mount, &parts_[i].rigid, &parts_[i].soft})
      if (solid->actor) solid->actor->SetVisibility(!isHidden(static_cast<int>(i)));
  select(selection_, accent_);
}

void RobotScene::setWireframe(bool on) {
  forSolids([on](const Solid& solid) {
    vtkProperty* look = solid.actor->GetProperty();
    look->SetEdgeVisibility(on);
    look->SetEdgeColor(kEdgeColor.r, kEdgeColor.g, kEdgeColor.b);
    useEdges(*solid.actor, on);
  });
}

void RobotScene::select(int link, const Color& accent) {
  std::vector<SceneSelection> one;
  if (link >= 0) one.push_back({.link = link, .part = PickPart::kLink, .at = {}});
  select(std::move(one), accent);
}

void RobotScene::select(std::vector<SceneSelection> selection, const Color& accent) {
  std::erase_if(selection, [this](const SceneSelection& s) { return s.link < 0 || s.link >= std::ssize(parts_); });
  selection_ = std::move(selection);
  accent_ = accent;
  forOutlines([](vtkActor& outline) { outline.VisibilityOff(); });
  std::vector<SceneSelection> seen = selection_;
  std::erase_if(seen, [this](const SceneSelection& s) { return isHidden(s.link); });
  for (const SceneSelection& selected : seen) showOutline(selected, accent);
  rings_.select(*model_, seen, size_.jointRadius, accent);
}

/// Gives an outline the triangles [from, to) of a solid, once.
void RobotScene::fillOutline(vtkActor& outline, const Solid& solid, std::size_t from, std::size_t to) {
  if (meshOf(outline)->GetNumberOfPoints() > 0) return;
  const auto triangles = std::span(solid.triangles).subspan(3 * from, 3 * (to - from));
  const auto hull = mergedHull(meshOf(*solid.actor)->GetPoints(), triangles);
  meshOf(outline)->ShallowCopy(hull);
}

void RobotScene::showOutline(const SceneSelection& selection, const Color& accent) {
  const Part& part = parts_[static_cast<std::size_t>(selection.link)];
  const auto show = [&](vtkActor* outline, std::size_t from, std::size_t to) {
    if (outline == nullptr) return;
    fillOutline(*outline, part.rigid, from, to);
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
