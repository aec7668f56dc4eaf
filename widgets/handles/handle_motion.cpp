// SPDX-License-Identifier: GPL-3.0-or-later
#include "widgets/handles/handle_motion.hpp"

#include <QLineF>

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "core/math/so3.hpp"
#include "core/math/triangle.hpp"
#include "core/model/body/face_frame.hpp"
#include "widgets/handles/handle_picture.hpp"

namespace tendril {
namespace {

constexpr double kDegree = CameraView::kDegree;
constexpr double kSnapAngle = 15 * kDegree, kFineAngle = 0.1 * kDegree;
constexpr double kSnapPixels = 10;  // least distance between the lines of the grid
constexpr double kAligned = 0.9999;
constexpr double kMagnetPixels = 8;  // so near the end of an axis is the axis
constexpr double kEnd = 0.02;        // of a curve: so near its end is the end
constexpr double kPlace = 0.1;       // grid of places along a curve

double roundTo(double value, double grid) {
  return grid > 0 ? std::round(value / grid) * grid : value;
}

/// Numbers on a grid of 10⁻ⁿ that are what people would type: 0.3, not 0.30000000000000004.
double clean(double value, double grid) {
  const double inverse = std::round(1 / grid);
  return inverse > 1 ? std::round(value * inverse) / inverse : roundTo(value, grid);
}

/// The power of ten that is at most a pixel.
double fineGrid(double pixel) {
  return std::pow(10, std::floor(std::log10(std::max(pixel, 1e-12))));
}

/// 1, 2 or 5 times a power of ten, at least so many pixels.
double snapGrid(double pixel) {
  const double least = kSnapPixels * std::max(pixel, 1e-12), decade = std::pow(10, std::floor(std::log10(least)));
  for (const double times : {1.0, 2.0, 5.0})
    if (times * decade >= least) return times * decade;
  return 10 * decade;
}

double onGrid(double value, double pixel, bool snap) {
  const double fine = fineGrid(pixel);
  return clean(snap ? roundTo(value, snapGrid(pixel)) : value, fine);
}

}  // namespace

Vec3 pointAt(const Handle& handle, double place) {
  for (std::size_t i = 0; i + 1 < handle.places.size(); ++i) {
    const double from = handle.places[i], to = handle.places[i + 1];
    if (place > to) continue;
    const double share = to > from ? std::clamp((place - from) / (to - from), 0.0, 1.0) : 0;
    return handle.curve[i] + share * (handle.curve[i + 1] - handle.curve[i]);
  }
  return handle.curve.empty() ? handle.base.p : handle.curve.back();
}

Vec3 pointOnSurface(const Handle& handle) {
  const FaceFrame face = faceFrameAt(*handle.surface, handle.value.vector);
  Vec3 point = Vec3::Zero();
  for (int k = 0; k < 3; ++k)
    point +=
        face.shares[k] * handle.surfacePoints[static_cast<std::size_t>(face.vertices[static_cast<std::size_t>(k)])];
  return point;
}

HandleMotion::HandleMotion(const Handle& handle, const HandleGrip& grip, const QPointF& pressed,
                           const ViewGeometry& view, bool worldAxes)
    : handle_(handle), grip_(grip), worldAxes_(worldAxes), pressed_(pressed), value_(handle.value) {
  switch (handle.kind) {
    case HandleKind::kFrame:
      if (grip.grip == Grip::kAxis) pressedWay_ = view.alongLine(pressed, origin(), axis(grip.axis));
      if (grip.grip == Grip::kRing) pressedWay_ = angleOf(pressed, view);
      if (grip.grip == Grip::kPlane) pressedAt_ = view.onPlane(pressed, origin(), axis(grip.axis));
      if (grip.grip == Grip::kFree) pressedAt_ = view.onPlane(pressed, origin(), view.camera.direction());
      break;
    case HandleKind::kSlide:
      pressedWay_ = view.alongLine(pressed, handle.base.p, handle.base.R.col(0));
      break;
    case HandleKind::kPoint:
      pressedAt_ = view.onPlane(pressed, origin(),
                                handle.normal ? Vec3(handle.base.R * *handle.normal) : view.camera.direction());
      break;
    case HandleKind::kTurn:
      pressedWay_ = angleOf(pressed, view);
      break;
    case HandleKind::kDirection:
    case HandleKind::kAlong:
    case HandleKind::kSurface:
      break;
  }
}

// ---- frames

/// Unit vector, world, that the frame moves along or turns about.
Vec3 HandleMotion::axis(int k) const {
  if (handle_.kind == HandleKind::kTurn) return handle_.base.R.col(2);
  return worldAxes_ ? Vec3(Vec3::Unit(k)) : Vec3((handle_.base * handle_.value.pose).R.col(k));
}

/// Where the handle was when the button went down, world.
Vec3 HandleMotion::origin() const {
  switch (handle_.kind) {
    case HandleKind::kFrame:
      return handle_.base * handle_.value.pose.p;
    case HandleKind::kPoint:
      return handle_.base * Vec3(handle_.scale * handle_.value.vector);
    default:
      return handle_.base.p;
  }
}

/// The entry of the position that an axis changes, where it changes only one.
bool HandleMotion::alongBase(int k, int& entry, double& sign) const {
  const Vec3 along = handle_.base.R.transpose() * axis(k);
  const double most = along.cwiseAbs().maxCoeff(&entry);
  sign = along[entry] > 0 ? 1 : -1;
  return most > kAligned;
}

HandleValue HandleMotion::moved(const Vec3& by) const {
  HandleValue out = handle_.value;
  out.pose.p = handle_.base.inverse() * Vec3(origin() + by);
  return out;
}

HandleValue HandleMotion::turned(double angle) const {
  HandleValue out = handle_.value;
  const Vec3 about = handle_.base.R.transpose() * axis(grip_.axis);
  out.pose.R = expSO3<double>(Vec3(angle * about)) * handle_.value.pose.R;
  return out;
}

std::optional<double> HandleMotion::angleOf(const QPointF& cursor, const ViewGeometry& view) const {
  const Vec3 about = axis(grip_.axis);
  const auto at = view.onPlane(cursor, origin(), about);
  const bool edgeOn = std::abs(view.towardsCamera(origin()).dot(about)) < kEdgeOn;
  if (edgeOn || !at) {  // along the ring as it is seen: a line
    const Vec3 across = view.towardsCamera(origin()).cross(about).normalized();
    const auto way = view.alongLine(cursor, origin(), across);
    if (!way) return {};
    return -*way / (kRingPixels * handle_.size * view.metresPerPixel(origin()));
  }
  const Vec3 x = handle_.kind == HandleKind::kTurn ? Vec3(handle_.base.R.col(0)) : about.unitOrthogonal();
  const Vec3 d = *at - origin();
  return std::atan2(d.dot(about.cross(x)), d.dot(x));
}

std::optional<HandleValue> HandleMotion::frameAt(const QPointF& cursor, const ViewGeometry& view, bool snap) {
  const double pixel = view.metresPerPixel(origin());
  if (grip_.grip == Grip::kRing) {
    const auto angle = angleOf(cursor, view);
    if (!angle || !pressedWay_) return {};
    way_ = roundTo(std::remainder(*angle - *pressedWay_, 2 * std::numbers::pi), snap ? kSnapAngle : kFineAngle);
    return turned(way_);
  }
  if (grip_.grip == Grip::kAxis) {
    const auto way = view.alongLine(cursor, origin(), axis(grip_.axis));
    if (!way || !pressedWay_) return {};
    int entry = 0;
    double sign = 1;
    way_ = *way - *pressedWay_;
    if (!alongBase(grip_.axis, entry, sign)) {
      way_ = onGrid(way_, pixel, snap);
      return moved(way_ * axis(grip_.axis));
    }
    HandleValue out = handle_.value;
    out.pose.p[entry] = onGrid(handle_.value.pose.p[entry] + sign * way_, pixel, snap);
    way_ = sign * (out.pose.p[entry] - handle_.value.pose.p[entry]);
    return out;
  }
  const Vec3 normal = grip_.grip == Grip::kPlane ? axis(grip_.axis) : view.camera.direction();
  const auto at = view.onPlane(cursor, origin(), normal);
  if (!at || !pressedAt_) return {};
  HandleValue out = moved(*at - *pressedAt_);
  for (double& entry : out.pose.p) entry = onGrid(entry, pixel, snap && grip_.grip == Grip::kPlane);
  way_ = (out.pose.p - handle_.value.pose.p).norm();
  return out;
}

// ---- numbers

double HandleMotion::numberWithin(double number) const {
  return std::clamp(number, handle_.minimum, handle_.maximum);
}

std::optional<HandleValue> HandleMotion::slideAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const {
  const auto way = view.alongLine(cursor, handle_.base.p, handle_.base.R.col(0));
  if (!way || !pressedWay_) return {};
  HandleValue out = handle_.value;
  const double pixel = view.metresPerPixel(handle_.base.p) / std::abs(handle_.scale);
  out.number = numberWithin(onGrid(handle_.value.number + (*way - *pressedWay_) / handle_.scale, pixel, snap));
  return out;
}

std::optional<HandleValue> HandleMotion::pointAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const {
  const Vec3 normal = handle_.normal ? Vec3(handle_.base.R * *handle_.normal) : view.camera.direction();
  const auto at = view.onPlane(cursor, origin(), normal);
  if (!at || !pressedAt_) return {};
  HandleValue out = handle_.value;
  out.vector = handle_.base.inverse() * Vec3(origin() + *at - *pressedAt_) / handle_.scale;
  const double pixel = view.metresPerPixel(origin()) / handle_.scale;
  for (int k = 0; k < 3; ++k) {
    const bool held = handle_.normal && std::abs((*handle_.normal)[k]) > kAligned;
    out.vector[k] = held ? handle_.value.vector[k] : onGrid(out.vector[k], pixel, snap);
  }
  return out;
}

/// An axis of the base whose arrow would end near the cursor; else where the line of sight meets a ball around the
/// base, on the side where the arrow is, or comes nearest to it.
std::optional<HandleValue> HandleMotion::directionAt(const QPointF& cursor, const ViewGeometry& view) const {
  const double radius = kArrowPixels * handle_.size * view.metresPerPixel(handle_.base.p);
  HandleValue out = handle_.value;
  const auto isBehind = [&](const Vec3& vector) {
    return (handle_.base.R * vector).dot(view.towardsCamera(handle_.base.p)) < 0;
  };
  const bool behind = isBehind(handle_.value.vector);
  for (int k = 0; k < 6; ++k) {
    out.vector = (k < 3 ? 1 : -1) * Vec3::Unit(k % 3);
    if (isBehind(out.vector) && !behind) continue;
    const QPointF end = view.project(handle_.base * Vec3(radius * out.vector));
    if (QLineF(end, cursor).length() < kMagnetPixels) return out;
  }
  const auto [from, sight] = view.ray(cursor);
  const double middle = (handle_.base.p - from).dot(sight);
  const Vec3 nearest = from + middle * sight - handle_.base.p;
  const double left = radius * radius - nearest.squaredNorm();
  Vec3 direction = nearest;
  if (left > 0) direction += (behind ? 1 : -1) * std::sqrt(left) * sight;
  out.vector = (handle_.base.R.transpose() * direction).normalized();
  for (double& each : out.vector) each = clean(each, 1e-3);
  return out;
}

/// The point of the curve that is nearest to the cursor in the picture.
std::optional<HandleValue> HandleMotion::placeAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const {
  double best = HUGE_VAL, place = handle_.value.number;
  for (std::size_t i = 0; i + 1 < handle_.curve.size(); ++i) {
    const QPointF a = view.project(handle_.curve[i]), along = view.project(handle_.curve[i + 1]) - a;
    const double length = QPointF::dotProduct(along, along);
    const double share = length > 0 ? std::clamp(QPointF::dotProduct(cursor - a, along) / length, 0.0, 1.0) : 0;
    const QPointF left = cursor - a - share * along;
    const double distance = QPointF::dotProduct(left, left);
    if (distance >= best) continue;
    best = distance;
    place = std::lerp(handle_.places[i], handle_.places[i + 1], share);
  }
  place = clean(snap ? roundTo(place, kPlace) : place, 1e-3);
  if (place < kEnd) place = 0;
  if (place > 1 - kEnd) place = 1;
  HandleValue out = handle_.value;
  out.number = numberWithin(place);
  return out;
}

/// The nearest place of the surface in the line of sight; a corner of its face that is near in the picture, and where
/// it snaps the nearest of them.
std::optional<HandleValue> HandleMotion::surfaceAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const {
  const auto [from, sight] = view.ray(cursor);
  const std::array<int, 3>* face = nullptr;
  double nearest = HUGE_VAL;
  HandleValue out = handle_.value;
  for (const auto& triangle : handle_.surface->triangles) {
    const auto corner = [&](std::size_t k) -> const Vec3& {
      return handle_.surfacePoints[static_cast<std::size_t>(triangle[k])];
    };
    const auto hit = alongRay(from, sight, corner(0), corner(1), corner(2));
    if (!hit || !(hit->distance < nearest)) continue;
    nearest = hit->distance, face = &triangle;
    out.vector.setZero();
    for (int k = 0; k < 3; ++k)
      out.vector +=
          hit->shares[k] * handle_.surface->vertices[static_cast<std::size_t>(triangle[static_cast<std::size_t>(k)])];
  }
  if (!face) return {};
  const double pixel = view.metresPerPixel(from + nearest * sight);
  for (double& entry : out.vector) entry = onGrid(entry, pixel, false);
  double reach = snap ? HUGE_VAL : kMagnetPixels;
  for (const int vertex : *face) {
    const auto index = static_cast<std::size_t>(vertex);
    const double away = QLineF(view.project(handle_.surfacePoints[index]), cursor).length();
    if (away < reach) reach = away, out.vector = handle_.surface->vertices[index];
  }
  return out;
}

std::optional<HandleValue> HandleMotion::angleAt(const QPointF& cursor, const ViewGeometry& view, bool snap) const {
  const auto angle = angleOf(cursor, view);
  if (!angle || !pressedWay_) return {};
  // Whole turns are kept: from the last value, not from the first.
  const double wanted = handle_.value.number + *angle - *pressedWay_;
  const double near = value_.number + std::remainder(wanted - value_.number, 2 * std::numbers::pi);
  HandleValue out = handle_.value;
  out.number = numberWithin(roundTo(near, snap ? kSnapAngle : kDegree));
  return out;
}

const HandleValue& HandleMotion::moveTo(const QPointF& cursor, const ViewGeometry& view, bool snap) {
  std::optional<HandleValue> next;
  switch (handle_.kind) {
    case HandleKind::kFrame:
      next = frameAt(cursor, view, snap);
      break;
    case HandleKind::kSlide:
      next = slideAt(cursor, view, snap);
      break;
    case HandleKind::kAlong:
      next = placeAt(cursor, view, snap);
      break;
    case HandleKind::kPoint:
      next = pointAt(cursor, view, snap);
      break;
    case HandleKind::kDirection:
      next = directionAt(cursor, view);
      break;
    case HandleKind::kTurn:
      next = angleAt(cursor, view, snap);
      break;
    case HandleKind::kSurface:
      next = surfaceAt(cursor, view, snap);
      break;
  }
  const auto isFinite = [](const HandleValue& v) {
    return v.pose.p.allFinite() && v.pose.R.allFinite() && v.vector.allFinite() && std::isfinite(v.number);
  };
  if (next && isFinite(*next)) value_ = *next;
  return value_;
}

// ---- typed numbers

bool HandleMotion::isNumber() const {
  if (handle_.kind == HandleKind::kFrame) return grip_.grip == Grip::kAxis || grip_.grip == Grip::kRing;
  return handle_.kind != HandleKind::kPoint && handle_.kind != HandleKind::kDirection &&
         handle_.kind != HandleKind::kSurface;
}

QString HandleMotion::unit() const {
  if (handle_.kind == HandleKind::kFrame) return grip_.grip == Grip::kRing ? "rad" : "m";
  if (handle_.kind == HandleKind::kTurn) return "rad";
  return handle_.kind == HandleKind::kAlong ? QString() : handle_.unit;
}

double HandleMotion::coordinate() const {
  switch (handle_.kind) {
    case HandleKind::kFrame: {
      int entry = 0;
      double sign = 1;
      if (grip_.grip == Grip::kAxis && alongBase(grip_.axis, entry, sign)) return value_.pose.p[entry];
      return way_;
    }
    case HandleKind::kPoint:
      return handle_.arrow ? value_.vector.norm() : (value_.vector - handle_.value.vector).norm();
    default:
      return value_.number;
  }
}

HandleValue HandleMotion::typed(double number) const {
  HandleValue out = handle_.value;
  if (handle_.kind != HandleKind::kFrame) {
    out.number = numberWithin(number);
    return out;
  }
  if (grip_.grip == Grip::kRing) return turned(number);
  int entry = 0;
  double sign = 1;
  if (!alongBase(grip_.axis, entry, sign)) return moved(number * axis(grip_.axis));
  out.pose.p[entry] = number;
  return out;
}

}  // namespace tendril
