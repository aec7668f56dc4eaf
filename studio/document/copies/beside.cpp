// SPDX-License-Identifier: GPL-3.0-or-later
// Copies that are set beside what they were copied from, so that both are seen.
#include <algorithm>
#include <cmath>
#include <set>
#include <string>

#include "core/description/bodies.hpp"
#include "studio/document/copies/copies.hpp"

namespace tendril::edits {
namespace {

namespace desc = description;

constexpr double kGap = 1.5, kUsual = 0.05;  // of the width; m, of what has no width that is a plain number
constexpr int kMostPlaces = 1000;

double widthOf(const desc::Number& half) {
  return half.expression.empty() ? 2 * half.value : 0;
}

template <class Shape>
double widthOfShape(const Shape& shape) {
  if (shape.box) return widthOf((*shape.box)[1]) / 2;
  if (shape.cylinder) return widthOf(shape.cylinder->radius);
  if (shape.capsule) return widthOf(shape.capsule->radius);
  return shape.sphere ? widthOf(*shape.sphere) : 0;
}

double widthOf(const desc::RigidBody& body) {
  return body.visual ? widthOfShape(*body.visual) : 0;
}
double widthOf(const desc::RodBody& body) {
  const auto* circle = std::get_if<desc::CircleSection>(&body.parts().front().section.shape);
  return circle && circle->radius.formula.empty() ? widthOf(circle->radius.start) : 0;
}
double widthOf(const desc::ConstantCurvatureBody& body) {
  return widthOf(body.radius);
}
double widthOf(const desc::TetrahedraBody& body) {
  const auto* shape = std::get_if<desc::MeshShape>(&body.mesh.value);
  return shape && shape->cylinder ? widthOf(shape->cylinder->radius) : 0;
}

double stepOf(const desc::Link& link) {
  double width = link.visual ? widthOfShape(*link.visual) : 0;
  if (link.body) width = std::max(width, std::visit([](const auto& body) { return widthOf(body); }, *link.body));
  return width > 0 ? kGap * width : kUsual;
}

bool isPlain(const desc::Pose& pose) {
  return std::all_of(pose.position.begin(), pose.position.end(),
                     [](const desc::Number& number) { return number.expression.empty(); });
}

bool sameAttachment(const desc::Attachment& a, const desc::Attachment& b) {
  return a.place == b.place && a.station == b.station && a.point == b.point;
}

bool samePlace(const desc::Pose& a, const desc::Pose& b) {
  constexpr double kNear = 1e-9;  // m
  for (std::size_t k = 0; k < 3; ++k)
    if (std::abs(a.position[k].value - b.position[k].value) > kNear) return false;
  return isPlain(a) && isPlain(b);
}

/// Along y, as far as nothing of the kind is there yet.
template <class T, class Same>
void setBeside(T& copy, const std::vector<T>& all, double step, const Same& hangsAlike) {
  if (!isPlain(copy.pose)) return;
  const double start = copy.pose.position[1].value;
  for (int k = 1; k < kMostPlaces; ++k) {
    copy.pose.position[1] = start + k * step;
    const bool taken = std::any_of(all.begin(), all.end(), [&](const T& other) {
      return &other != &copy && hangsAlike(other) && samePlace(other.pose, copy.pose);
    });
    if (!taken) return;
  }
}

}  // namespace

void setCopiesBeside(const Description& before, Description& changed) {
  std::set<std::string> old;
  for (const desc::Link& link : before.links) old.insert(link.name);
  for (const desc::FreeObject& object : before.objects) old.insert(object.name);
  for (desc::Link& link : changed.links) {
    const bool withItsParent = link.parent.name != desc::kWorldName && !old.contains(link.parent.name);
    if (old.contains(link.name) || withItsParent) continue;
    setBeside(link, changed.links, stepOf(link), [&](const desc::Link& other) {
      return other.parent.name == link.parent.name && sameAttachment(other.at, link.at);
    });
  }
  for (desc::FreeObject& object : changed.objects) {
    if (old.contains(object.name)) continue;
    const double width = widthOfShape(object.shape);
    setBeside(object, changed.objects, width > 0 ? kGap * width : kUsual, [](const auto&) { return true; });
  }
}

}  // namespace tendril::edits
