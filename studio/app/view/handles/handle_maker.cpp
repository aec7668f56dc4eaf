// SPDX-License-Identifier: GPL-3.0-or-later
#include "studio/app/view/handles/handle_maker.hpp"

#include <QCoreApplication>

#include <algorithm>
#include <cmath>

#include "core/description/bodies.hpp"
#include "core/math/so3.hpp"
#include "core/text/number_text.hpp"
#include "render/scene/material_point.hpp"
#include "render/shapes/shape_mesh.hpp"
#include "studio/document/edits/geometry/placement.hpp"

namespace tendril {
namespace {

namespace desc = description;

constexpr int kCurvePoints = 33;

}  // namespace

bool isPlain(const desc::Number& value) {
  return value.expression.empty();
}

bool isPlain(const desc::Formula& value) {
  return value.text.empty();
}

bool isPlain(std::span<const desc::Number> values) {
  return std::all_of(values.begin(), values.end(), [](const desc::Number& each) { return isPlain(each); });
}

std::string listText(std::span<const double> values) {
  std::string text = "[";
  for (const double value : values) text += (text.size() > 1 ? ", " : "") + numberText(value);
  return text + "]";
}

std::string listText(const Vec3& values) {
  return listText(std::span(values.data(), 3));
}

Pose along(const Vec3& p, const Vec3& direction) {
  return poseAlong(p, direction);
}

// ---- values and frames

Vec3 HandleMaker::vector(const desc::Number3& value) {
  return {number(value[0]), number(value[1]), number(value[2])};
}

int HandleMaker::indexOf(ObjectId link) const {
  const int index = snapshot_.model ? linkIndexOf(*snapshot_.model, link) : -1;
  return index < std::ssize(snapshot_.linkPoses) && index < std::ssize(snapshot_.tipPoses) ? index : -1;
}

std::optional<Pose> HandleMaker::base(ObjectId link) const {
  const int index = indexOf(link);
  return index < 0 ? std::nullopt : std::optional(snapshot_.linkPoses[static_cast<std::size_t>(index)]);
}

std::optional<Pose> HandleMaker::tip(ObjectId link) const {
  const int index = indexOf(link);
  return index < 0 ? std::nullopt : std::optional(snapshot_.tipPoses[static_cast<std::size_t>(index)]);
}

std::optional<Pose> HandleMaker::section(ObjectId link, double place) const {
  const int index = indexOf(link);
  if (index < 0 || index + 1 >= std::ssize(snapshot_.firstSection)) return {};
  return frameOf(snapshot_, {.link = index, .at = place});
}

std::optional<Pose> HandleMaker::onSurface(ObjectId link, const desc::Number3& point) {
  const int index = indexOf(link);
  if (index < 0 || snapshot_.model->links[static_cast<std::size_t>(index)].id != link) return {};
  return surfaceFrameAt(snapshot_, index, {number(point[0]), number(point[1]), number(point[2])});
}

std::optional<Pose> HandleMaker::attachment(ObjectId link, const desc::Attachment& at) {
  if (link == 0) return Pose{};
  switch (at.place) {
    case desc::Attachment::Place::kBase:
      return base(link);
    case desc::Attachment::Place::kTip:
      return tip(link);
    case desc::Attachment::Place::kStation:
      return section(link, number(at.station));
    case desc::Attachment::Place::kPoint:
      return onSurface(link, at.point);
  }
  return {};
}

// ---- handles

void HandleMaker::addPose(const std::string& path, const desc::Pose& value, const Pose& base, const QString& label,
                          double size) {
  Handle handle{.kind = HandleKind::kFrame, .label = label, .base = base, .size = size};
  handle.value.pose = pose(value);
  const bool quaternion = value.quaternion.has_value();
  handle.moves = isPlain(value.position);
  handle.turns = quaternion ? isPlain(*value.quaternion) : !value.rpy || isPlain(*value.rpy);
  if (!handle.moves && !handle.turns) return;
  const Pose before = handle.value.pose;
  add(std::move(handle), [path, before, quaternion](const HandleValue& wanted) {
    FieldValues out;
    if (wanted.pose.p != before.p) out.emplace_back(path + ".position", listText(wanted.pose.p));
    if (wanted.pose.R == before.R) return out;
    if (quaternion) {
      const Vec4 q = quaternionFromRotation(wanted.pose.R);
      out.emplace_back(path + ".quaternion", listText(std::span(q.data(), 4)));
    } else {
      const auto rpy = edits::described(wanted.pose).rpy.value_or(desc::Number3{0.0, 0.0, 0.0});
      out.emplace_back(path + ".rpy", listText(Vec3(rpy[0].value, rpy[1].value, rpy[2].value)));
    }
    return out;
  });
}

void HandleMaker::addLengthFrom(double least, const std::string& path, const desc::Number& value, const Pose& base,
                                const QString& label, double scale) {
  if (!isPlain(value)) return;
  Handle handle{.kind = HandleKind::kSlide, .label = label, .base = base, .scale = scale, .minimum = least};
  handle.value.number = number(value);
  add(std::move(handle), [path](const HandleValue& wanted) { return FieldValues{{path, numberText(wanted.number)}}; });
}

void HandleMaker::addPoint(const std::string& path, const desc::Number3& value, const Pose& base,
                           const QString& label) {
  if (!isPlain(value)) return;
  Handle handle{.kind = HandleKind::kPoint, .label = label, .base = base};
  handle.value.vector = vector(value);
  add(std::move(handle), [path](const HandleValue& wanted) { return FieldValues{{path, listText(wanted.vector)}}; });
}

void HandleMaker::addDirection(const std::string& path, const desc::Number3& value, const Pose& base,
                               const QString& label) {
  const Vec3 direction = vector(value);
  if (!isPlain(value) || !(direction.norm() > 0)) return;
  Handle handle{.kind = HandleKind::kDirection, .label = label, .unit = {}, .base = base};
  handle.value.vector = direction.normalized();
  add(std::move(handle), [path](const HandleValue& wanted) { return FieldValues{{path, listText(wanted.vector)}}; });
}

Handle HandleMaker::alongLink(ObjectId link, const QString& label) const {
  Handle handle{.kind = HandleKind::kAlong, .label = label, .unit = {}, .minimum = 0, .maximum = 1};
  for (int i = 0; i < kCurvePoints; ++i) {
    const double place = static_cast<double>(i) / (kCurvePoints - 1);
    const auto at = section(link, place);
    if (!at) return handle;
    handle.curve.push_back(at->p);
    handle.places.push_back(place);
  }
  handle.base.p = handle.curve.front();
  return handle;
}

void HandleMaker::addSurfacePlace(const std::string& path, const desc::Number3& value, ObjectId link,
                                  const QString& label) {
  const auto frame = onSurface(link, value);
  if (!isPlain(value) || !frame) return;
  const auto index = static_cast<std::size_t>(indexOf(link));
  const SurfaceMesh& surface = surfaceCarrierOf(snapshot_.model->links[index].body.get())->surface();
  const auto first = static_cast<std::size_t>(snapshot_.firstSurfacePoint[index]);
  if (first + surface.vertices.size() > snapshot_.surfacePoints.size()) return;
  const std::span moved = std::span(snapshot_.surfacePoints).subspan(first, surface.vertices.size());
  Handle handle{.kind = HandleKind::kSurface, .label = label, .base = *frame};
  handle.value.vector = vector(value);
  handle.surface = std::shared_ptr<const SurfaceMesh>(snapshot_.model, &surface);
  handle.surfacePoints.assign(moved.begin(), moved.end());
  add(std::move(handle), [path](const HandleValue& wanted) { return FieldValues{{path, listText(wanted.vector)}}; });
}

void HandleMaker::addAttachment(const std::string& path, const desc::Attachment& at, ObjectId link,
                                const QString& label) {
  const desc::Link* owner = objectOf(description_.links, link);
  if (at.place == desc::Attachment::Place::kPoint) return addSurfacePlace(path, at.point, link, label);
  if (!owner || !desc::isSoft(*owner) || (at.place == desc::Attachment::Place::kStation && !isPlain(at.station)))
    return;
  Handle handle = alongLink(link, label);
  if (handle.curve.size() < 2) return;
  handle.value.number = at.place == desc::Attachment::Place::kTip    ? 1
                        : at.place == desc::Attachment::Place::kBase ? 0
                                                                     : at.station.value;
  add(std::move(handle), [path](const HandleValue& wanted) {
    const std::string text = wanted.number >= 1   ? "\"tip\""
                             : wanted.number <= 0 ? "\"base\""
                                                  : numberText(wanted.number);
    return FieldValues{{path, text}};
  });
}

void HandleMaker::addPlace(const std::string& path, const desc::Number& value, ObjectId link, const QString& label,
                           double from, double to) {
  if (!isPlain(value) || !(to > from)) return;
  Handle handle = alongLink(link, label);
  if (handle.curve.size() < 2) return;
  // places of a division are 0…1 over it alone
  for (double& place : handle.places) place = (place - from) / (to - from);
  handle.value.number = value.value;
  add(std::move(handle), [path](const HandleValue& wanted) { return FieldValues{{path, numberText(wanted.number)}}; });
}

}  // namespace tendril
