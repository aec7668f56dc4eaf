// SPDX-License-Identifier: BSD-3-Clause
// Which balls touch what, in the order of the model; after kinematics. Nothing is allocated.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/model/kinematics.hpp"

namespace tendril {

/// A ball and what it touches; tree frame.
struct Touch {
  int contact = 0, frameA = 0, frameB = 0;
  int a = 0, b = 0;            ///< the ball, and the ball that it touches, in the lists of the contact
  Vec3 centre = Vec3::Zero();  ///< of the ball
  double radius = 0;
  double otherRadius = std::numeric_limits<double>::infinity();  ///< of a ball that is touched
  double depth = 0;                                              ///< m, negative: apart
  SurfacePoint at;
  // The centre by displacement and by turn of a against b; by turn, what a body-fixed point has (ω × centre) comes
  // first.
  Mat3 drift = Mat3::Identity(), slide = Mat3::Zero();
};

namespace contact_detail {

inline Vec3 centreOf(const Data& data, const ContactBall& ball) {
  return data.frames[static_cast<std::size_t>(ball.frame)].X * ball.centre;
}

/// A ball around what a list holds.
template <class List>
struct Bounds {
  Bounds(const Data& data, const List& list) {
    forEnds(list, [&](const ContactBall& end) { centre += centreOf(data, end), ++count; });
    if (count) centre /= count;
    forEnds(list, [&](const ContactBall& end) {
      radius = std::max(radius, (centreOf(data, end) - centre).norm() + end.radius);
    });
  }
  template <class F>
  static void forEnds(const std::vector<ContactBall>& balls, F&& f) {
    for (const ContactBall& ball : balls) f(ball);
  }
  template <class F>
  static void forEnds(const std::vector<ContactSegment>& segments, F&& f) {
    for (const ContactSegment& segment : segments)
      for (const ContactBall& end : segment.ends) f(end);
  }
  /// Whether a segment may be within `margin` of what is in it.
  bool near(const Vec3& a, const Vec3& b, double around) const {
    return ((a + b) / 2 - centre).norm() < radius + (b - a).norm() / 2 + around;
  }

  Vec3 centre = Vec3::Zero();
  double radius = 0;
  int count = 0;
};

/// Two balls that overlap or are less than `margin` apart; `touch` has the first one.
inline bool meets(const Vec3& other, double radius, double margin, Touch& touch) {
  const Vec3 away = touch.centre - other;
  const double sum = touch.radius + radius, reach = sum + margin, squared = away.squaredNorm();
  if (!(squared < reach * reach)) return false;
  const double distance = std::sqrt(squared);
  touch.otherRadius = radius;
  touch.at.distance = distance - radius;
  touch.at.normal = Vec3::UnitZ();
  touch.at.curvature.setZero();
  if (distance > 0) {
    touch.at.normal = away / distance;
    touch.at.curvature = (Mat3::Identity() - touch.at.normal * touch.at.normal.transpose()) / distance;
  }
  touch.depth = sum - distance;
  return true;
}

/// Puts a ball that lies on a rim where a surface finds it that looks so (tree frame) from the middle of the rim. A rim
/// that lies flat has no lowest point: there its balls may stand anywhere.
inline void placeOnRim(const Data& data, const ContactBall& ball, const SurfacePoint& seen, Touch& touch) {
  constexpr double kFlat = 1e-6;  // sine of the angle between axis and normal
  const Pose& X = data.frames[static_cast<std::size_t>(ball.frame)].X;
  const Vec3 middle = X * ball.rim.middle, axis = X.R * ball.rim.axis, across = seen.normal.cross(axis);
  const double sine = across.norm();
  if (sine < kFlat) return;
  const Vec3 side = across / sine, down = side.cross(axis);
  const double radius = (ball.centre - ball.rim.middle).norm();
  const Vec3 spoke = radius * (std::cos(ball.rim.turn) * down + std::sin(ball.rim.turn) * side);
  const Vec3 along = axis.cross(spoke) / sine;
  const Mat3 byMiddle = -along * (side.transpose() * seen.curvature);
  touch.centre = middle + spoke;
  touch.drift += byMiddle;
  touch.slide = along * seen.normal.cross(side).transpose() - byMiddle * skew<double>(middle);
}

/// Places the ball of a contact whose surface is at X (tree frame): fixed to its body, or on a rim that meets something
/// flat. False if that is out of reach.
inline bool placeBall(const Data& data, const Contact& contact, const ContactBall& ball, const Pose& X, double margin,
                      Touch& touch) {
  using Kind = SurfaceShape::Kind;
  const Kind kind = contact.surface->shape().kind;
  touch.centre = centreOf(data, ball);
  touch.drift.setIdentity();
  touch.slide.setZero();
  if ((kind != Kind::kPlane && kind != Kind::kBox) || ball.rim.axis == Vec3::Zero()) return true;
  const Vec3 middle = data.frames[static_cast<std::size_t>(ball.frame)].X * ball.rim.middle;
  const double reach = (touch.centre - middle).norm() + ball.radius + margin;
  SurfacePoint seen;
  if (!contact.surface->near(X.R.transpose() * (middle - X.p), reach, seen)) return false;
  seen.normal = (X.R * seen.normal).eval();
  seen.curvature = (X.R * seen.curvature * X.R.transpose()).eval();
  placeOnRim(data, ball, seen, touch);
  return true;
}

/// The face through which a rigid body leaves a box soonest. Its balls near a side of the box would be pushed out
/// through that side once they are deeper than they are away from it, and equal boxes would slip through each other. So
/// sides count as `steepness` times as far away while the body as a whole is deeper in them than in the face: the depth
/// of a ball goes to zero at the side as before, in a narrower strip.
struct BoxFace {
  BoxFace(const Data& data, const Contact& contact, const Pose& X) {
    const bool rigid = contact.a.size() > 1 && contact.a.front().frame == contact.a.back().frame;
    if (contact.surface->shape().kind != SurfaceShape::Kind::kBox || !rigid) return;
    half = contact.surface->shape().size / 2;
    Vec3 least = Vec3::Constant(std::numeric_limits<double>::infinity()), most = -least;
    for (const ContactBall& ball : contact.a) {
      const Vec3 p = X.R.transpose() * (centreOf(data, ball) - X.p), r = Vec3::Constant(ball.radius);
      least = least.cwiseMin(p - r), most = most.cwiseMax(p + r);
    }
    double first = std::numeric_limits<double>::infinity(), second = first;
    for (int i = 0; i < 3; ++i) {
      const double d = half[i] + std::min(-least[i], most[i]);
      if (d < first) {
        second = first, first = d, axis = i, sign = -least[i] < most[i] ? 1 : -1;
      } else {
        second = std::min(second, d);
      }
    }
    steepness = first > 0 ? std::clamp(2 * second / first - 5, 1.0, 3.0) : 1;  // from three to four times
  }
  /// Changes what a point inside the box sees.
  void lead(const Vec3& p, SurfacePoint& at) const {
    if (axis < 0 || steepness == 1 || at.distance >= 0) return;
    Vec3 beyond = p.cwiseAbs() - half;
    beyond[axis] = sign * p[axis] - half[axis];
    int face = axis;
    for (int i = 0; i < 3; ++i)
      if (i != axis && steepness * beyond[i] > (face == axis ? beyond[axis] : steepness * beyond[face])) face = i;
    const double slope = face == axis ? 1 : steepness;
    at.distance = slope * beyond[face];
    at.normal = slope * (face == axis ? sign : std::copysign(1.0, p[face])) * Vec3::Unit(face);
  }

  int axis = -1;  ///< none
  double sign = 1, steepness = 1;
  Vec3 half = Vec3::Zero();
};

template <class F>
void forSurface(const Data& data, const Contact& contact, double margin, Touch& touch, F&& apply) {
  touch.frameB = contact.surfaceFrame;
  const Pose X = data.frames[static_cast<std::size_t>(contact.surfaceFrame)].X * contact.surfaceOffset;
  const BoxFace face(data, contact, X);
  for (touch.a = 0; touch.a < static_cast<int>(contact.a.size()); ++touch.a) {
    const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
    if (!placeBall(data, contact, ball, X, margin, touch)) continue;
    const Vec3 p = X.R.transpose() * (touch.centre - X.p);
    if (!contact.surface->near(p, ball.radius + margin, touch.at)) continue;
    face.lead(p, touch.at);
    touch.frameA = ball.frame;
    touch.radius = ball.radius;
    touch.depth = ball.radius - touch.at.distance;
    const Mat3 turned = X.R * touch.at.curvature * X.R.transpose();
    touch.at.normal = (X.R * touch.at.normal).eval();
    touch.at.curvature = turned;
    apply(std::as_const(touch));
  }
}

template <class F>
void forPairs(const Data& data, const Contact& contact, double margin, Touch& touch, F&& apply) {
  if (contact.b.empty()) return;
  const Bounds b(data, contact.b);
  for (touch.a = 0; touch.a < static_cast<int>(contact.a.size()); ++touch.a) {
    const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
    touch.centre = centreOf(data, ball);
    touch.radius = ball.radius;
    if (!b.near(touch.centre, touch.centre, ball.radius + margin)) continue;
    touch.frameA = ball.frame;
    for (touch.b = 0; touch.b < static_cast<int>(contact.b.size()); ++touch.b) {
      const ContactBall& other = contact.b[static_cast<std::size_t>(touch.b)];
      touch.frameB = other.frame;
      if (meets(centreOf(data, other), other.radius, margin, touch)) apply(std::as_const(touch));
    }
  }
}

template <class F>
void forSelf(const Data& data, const Contact& contact, double margin, Touch& touch, F&& apply) {
  const int count = static_cast<int>(contact.a.size());
  for (touch.a = 0; touch.a < count; ++touch.a) {
    const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
    touch.centre = centreOf(data, ball);
    touch.radius = ball.radius;
    touch.frameA = ball.frame;
    for (touch.b = touch.a + 1; touch.b < count; ++touch.b) {
      const ContactBall& other = contact.a[static_cast<std::size_t>(touch.b)];
      if (std::abs(other.along - ball.along) <= contact.apart * (ball.radius + other.radius)) continue;
      touch.frameB = other.frame;
      if (meets(centreOf(data, other), other.radius, margin, touch)) apply(std::as_const(touch));
    }
  }
}

}  // namespace contact_detail

/// Calls apply(touch) for everything in one contact (index into Model::contacts) that touches, or is less than `margin`
/// (m) apart.
template <class F>
void forTouches(const Model& model, const Data& data, int index, F&& apply, double margin = 0) {
  const Contact& contact = model.contacts[static_cast<std::size_t>(index)];
  Touch touch;
  touch.contact = index;
  if (contact.surface) return contact_detail::forSurface(data, contact, margin, touch, apply);
  if (contact.self) return contact_detail::forSelf(data, contact, margin, touch, apply);
  contact_detail::forPairs(data, contact, margin, touch, apply);
}

template <class F>
void forAllTouches(const Model& model, const Data& data, F&& apply) {
  for (std::size_t k = 0; k < model.contacts.size(); ++k) forTouches(model, data, static_cast<int>(k), apply);
}

}  // namespace tendril
