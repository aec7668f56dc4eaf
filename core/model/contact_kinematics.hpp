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
};

namespace contact_detail {

inline Vec3 centreOf(const Data& data, const ContactBall& ball) {
  return data.frames[static_cast<std::size_t>(ball.frame)].X * ball.centre;
}

/// A ball that holds all the given ones.
struct Around {
  Around(const Data& data, const std::vector<ContactBall>& balls) {
    for (const ContactBall& ball : balls) centre += centreOf(data, ball);
    centre /= static_cast<double>(balls.size());
    for (const ContactBall& ball : balls)
      radius = std::max(radius, (centreOf(data, ball) - centre).norm() + ball.radius);
  }
  Vec3 centre = Vec3::Zero();
  double radius = 0;
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

template <class F>
void forSurface(const Data& data, const Contact& contact, double margin, Touch& touch, F&& apply) {
  touch.frameB = contact.surfaceFrame;
  const Pose X = data.frames[static_cast<std::size_t>(contact.surfaceFrame)].X * contact.surfaceOffset;
  for (touch.a = 0; touch.a < static_cast<int>(contact.a.size()); ++touch.a) {
    const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
    touch.centre = centreOf(data, ball);
    const Vec3 p = X.R.transpose() * (touch.centre - X.p);
    if (!contact.surface->near(p, ball.radius + margin, touch.at)) continue;
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
  const Around b(data, contact.b);
  for (touch.a = 0; touch.a < static_cast<int>(contact.a.size()); ++touch.a) {
    const ContactBall& ball = contact.a[static_cast<std::size_t>(touch.a)];
    touch.centre = centreOf(data, ball);
    touch.radius = ball.radius;
    if ((touch.centre - b.centre).norm() >= b.radius + ball.radius + margin) continue;
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
