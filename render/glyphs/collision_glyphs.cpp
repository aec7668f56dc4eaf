// SPDX-License-Identifier: BSD-3-Clause
#include "render/glyphs/collision_glyphs.hpp"

#include <vtkActor.h>
#include <vtkPolyData.h>
#include <vtkProperty.h>
#include <vtkRenderer.h>

#include <stdexcept>
#include <utility>

#include "render/shading.hpp"
#include "render/shapes/link_shapes.hpp"

namespace tendril {
namespace {

constexpr double kDepth = 0.9991;  // before the bodies, behind all that marks points of them

void appendAt(ShapeMesh& mesh, const ShapeMesh& shape, const Pose& pose) {
  const std::size_t first = mesh.points.size();
  mesh.append(shape);
  const Eigen::Matrix3f R = pose.R.cast<float>();
  const Vec3f p = pose.p.cast<float>();
  for (std::size_t i = first; i < mesh.points.size(); ++i) {
    mesh.points[i] = R * mesh.points[i] + p;
    mesh.normals[i] = R * mesh.normals[i];
  }
}

}  // namespace

CollisionGlyphs::CollisionGlyphs() : actor_(makeActor(data_)) {
  useGhost(*actor_);
  showInFront(*actor_, kDepth);
  actor_->GetProperty()->SetColor(kCollisionColor.r, kCollisionColor.g, kCollisionColor.b);
}

CollisionGlyphs::~CollisionGlyphs() = default;

vtkPolyData* CollisionGlyphs::surfaces() const {
  return data_;
}

void CollisionGlyphs::addTo(vtkRenderer* renderer) const {
  renderer->AddActor(actor_);
}

void CollisionGlyphs::removeFrom(vtkRenderer* renderer) const {
  renderer->RemoveActor(actor_);
}

void CollisionGlyphs::setShown(bool on) {
  if (std::exchange(shown_, on) != on) draw();
}

void CollisionGlyphs::setHidden(std::vector<bool> links) {
  hidden_ = std::move(links);
  draw();
}

void CollisionGlyphs::update(const Snapshot& snapshot) {
  model_ = snapshot.model;
  poses_ = snapshot.linkPoses;
  if (shown_) draw();
}

void CollisionGlyphs::makeShapes(const Model& model) {
  shapes_.assign(model.links.size(), {});
  for (std::size_t i = 0; i < model.links.size(); ++i) {
    const Link& link = model.links[i];
    if (link.body) continue;  // soft bodies touch with what is seen of them
    for (const Visual& shape : link.contactShapes()) {
      try {
        addVisual(shapes_[i], shape, kCollisionColor);
      } catch (const std::runtime_error&) {  // a contact that needs it is refused with the reason
      }
    }
  }
}

void CollisionGlyphs::draw() {
  ShapeMesh all;
  if (shown_ && model_) {
    if (drawn_ != model_) makeShapes(*model_);
    drawn_ = model_;
    for (std::size_t i = 0; i < shapes_.size(); ++i)
      if (i < poses_.size() && !(i < hidden_.size() && hidden_[i])) appendAt(all, shapes_[i], poses_[i]);
  }
  data_->ShallowCopy(toPolyData(all));
}

}  // namespace tendril
